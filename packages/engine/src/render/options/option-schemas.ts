import * as z from 'zod';
import type { OutputFormat } from '../../output/formats.ts';
import {
  type AllowedValues,
  type Option,
  type OptionName,
  optionNames,
  optionTableOf,
} from './option-table.ts';

/**
 * The schema of every option, which describes it to the clients of a service that offers these formats; `checkOptions`
 * validates it.
 */
export function optionSchemasOf(offered: readonly OutputFormat[]): Readonly<Record<OptionName, z.ZodType>> {
  const table = optionTableOf(offered);
  return Object.fromEntries(optionNames.map((name) => [name, schemaOf(table[name])])) as Record<
    OptionName,
    z.ZodType
  >;
}

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
