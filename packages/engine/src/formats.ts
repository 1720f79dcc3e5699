export { kinds } from './language/kind-table.ts';
export { drawnKinds, isKind } from './language/kinds.ts';
export { type PageName, pageNames, pages } from './language/pages.ts';
export { type CaptionFormat, captionFormats } from './output/caption-text.ts';
export {
  contractFormats,
  extensionOf,
  extensionsOf,
  formatOfExtension,
  formats,
  frameRatesOf,
  frameRatesOfAny,
  hasExtension,
  isFilmFormat,
  outputFormats,
} from './output/formats.ts';
export { projectSchemaDefinitions } from './project/json-schema.ts';
export { capabilitiesWith } from './render/capabilities.ts';
export { type CatalogueEntry, catalogueEntry, catalogueNames } from './shorthand/components/catalogue.ts';
export { shorthandSchemaDefinitions } from './shorthand/json-schema.ts';
