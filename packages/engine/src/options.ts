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
export type { AllOptions } from './render/options/all-options.ts';
export { type CheckedOptions, checkOptions, type OfferedFormats } from './render/options/check-options.ts';
export { querySchemasOf, toolSchemasOf } from './render/options/option-schemas.ts';
export {
  type Command,
  flagNamesOf,
  type OptionName,
  optionOf,
  optionsFromTexts,
  optionTable,
  placeholderOf,
  type QueryOptionName,
  queryOptionNames,
} from './render/options/option-table.ts';
export { type AllowedValues, allowedValueOfText, readAllowed } from './render/options/option-values.ts';
export type { PictureOptions } from './render/options/render-options.ts';
export { shorthandJsonSchema, shorthandSchemaDefinitions } from './shorthand/json-schema.ts';
export type { VariableValue } from './shorthand/schema.ts';
