import * as z from 'zod';
import {
  type AllowedValues,
  type Option,
  type OptionName,
  optionNames,
  optionTable,
} from './option-table.ts';

/** The schema of every option, which describes it to clients; `checkOptions` validates it. */
export const optionSchemas = Object.fromEntries(
  optionNames.map((name) => [name, schemaOf(optionTable[name])]),
) as Readonly<Record<OptionName, z.ZodType>>;

function schemaOf({ values, default: preset, description }: Option): z.ZodType {
  const form = formOf(values);
  return (preset === undefined ? form.optional() : form.default(preset)).describe(description);
}

function formOf(values: AllowedValues): z.ZodType {
  switch (values.type) {
    case 'choice':
      return z.literal<readonly (string | number)[]>(values.choices);
    case 'integer':
      return z.int().min(values.minimum).max(values.maximum);
    case 'number':
      return z.number().min(values.minimum);
  }
}
