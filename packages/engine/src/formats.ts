export { drawnKinds } from './language/kinds.ts';
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
export { shorthandSchemaDefinitions } from './shorthand/json-schema.ts';
