import * as z from 'zod';
import type { OutputFormat } from '../../output/formats.ts';
import type { Option, Tool } from './option.ts';
import { optionTableOf, type QueryOptionName } from './option-table.ts';
import type { AllowedValues } from './option-values.ts';

/**
 * The schema of every query parameter, which describes it to the clients of a service that offers these formats;
 * `checkOptions` validates it.
 */
export function querySchemasOf(
  offered: readonly OutputFormat[],
): Readonly<Record<QueryOptionName, z.ZodType>> {
  return schemasOf(offered, ({ query, ...option }) => query && schemaOf(option, query));
}

/** Like `querySchemasOf`, for the arguments of a tool. */
export function toolSchemasOf(
  tool: Tool,
  offered: readonly OutputFormat[],
): Readonly<Record<string, z.ZodType>> {
  return schemasOf(offered, ({ tools, toolDefault, sheet, ...general }) => {
    const description = tools?.[tool];
    const option = tool === 'service_sheet' ? { ...general, ...sheet } : general;
    const preset = toolDefault === 'by path' ? undefined : option.default;
    return description && schemaOf({ ...option, default: preset }, description);
  });
}

function schemasOf<Name extends string>(
  offered: readonly OutputFormat[],
  schemaFor: (option: Option) => z.ZodType | undefined | '',
): Record<Name, z.ZodType> {
  const schemas = Object.entries(optionTableOf(offered)).flatMap(([name, option]) => {
    const schema = schemaFor(option);
    return schema ? [[name, schema]] : [];
  });
  return Object.fromEntries(schemas);
}

function schemaOf({ values, default: preset }: Option, description: string): z.ZodType {
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
    case 'times':
      return z.array(z.number().min(0));
    case 'bytes':
      return z.int().min(values.minimum);
    case 'boolean':
      return z.boolean();
    case 'folder':
    case 'path':
    case 'text':
      return z.string();
    case 'variables':
      return z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
    case 'function':
    case 'signal':
      throw new TypeError(`JSON has no ${values.type}`);
  }
}
