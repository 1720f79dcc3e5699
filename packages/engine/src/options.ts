export { checkShorthandOptions } from './render/load-project.ts';
export type { AllOptions } from './render/options/all-options.ts';
export { type CheckedOptions, checkOptions, type OfferedFormats } from './render/options/check-options.ts';
export { querySchemasOf, toolSchemasOf } from './render/options/option-schemas.ts';
export {
  type Command,
  flagNamesOf,
  type Option,
  type OptionName,
  optionOf,
  optionsFromTexts,
  optionTable,
  placeholderOf,
  type QueryOptionName,
  queryOptionNames,
} from './render/options/option-table.ts';
export { readText } from './render/options/option-values.ts';
export type { PictureOptions } from './render/options/render-options.ts';
export type { VariableValue } from './shorthand/schema.ts';
