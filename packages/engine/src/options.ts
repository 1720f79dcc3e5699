export {
  contractFormats,
  evenFormats,
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
export { projectJsonSchema, projectSchemaDefinitions } from './project/json-schema.ts';
export { drawnKinds } from './project/object-kinds.ts';
export {
  capabilitiesWith,
  defaultTimeoutMs,
  maxOutputPixels,
  maxOutputSide,
  maxTimeoutMs,
} from './render/capabilities.ts';
export { checkShorthandOptions, loadProject } from './render/load-project.ts';
export { type CheckedOptions, checkOptions, type OfferedFormats } from './render/options/check-options.ts';
export { checkFilmPart } from './render/options/film-part.ts';
export { checkFilmSound } from './render/options/film-sound.ts';
export { optionSchemasOf } from './render/options/option-schemas.ts';
export {
  type AllowedValues,
  allowedValueOfText,
  type OptionName,
  optionNames,
  optionsFromTexts,
  optionTable,
  readAllowed,
} from './render/options/option-table.ts';
export { maxJobs } from './render/parts/parts-options.ts';
export { sheetOptionNames, sheetOptionTable } from './render/sheet/sheet-options.ts';
export { shorthandJsonSchema, shorthandSchemaDefinitions } from './shorthand/json-schema.ts';
export type { VariableValue } from './shorthand/schema.ts';
