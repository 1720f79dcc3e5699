export { contractSize } from './render/capabilities.ts';
export { checkShorthandOptions } from './render/load-project.ts';
export type { AllOptions } from './render/options/all-options.ts';
export { type CheckedOptions, checkOptions, type OfferedFormats } from './render/options/check-options.ts';
export { type Command, type Option, placeholderOf } from './render/options/option.ts';
export { querySchemasOf, toolSchemasOf } from './render/options/option-schemas.ts';
export {
  flagNamesOf,
  type OptionName,
  optionOf,
  optionsFromTexts,
  optionTable,
  type QueryOptionName,
  queryOptionNames,
} from './render/options/option-table.ts';
export { readText } from './render/options/option-values.ts';
export type { PictureOptions } from './render/options/render-options.ts';
export type { VariableValue } from './shorthand/schema.ts';
