import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/**
 * A schema that is listed in as few words as say the same: without the dialect, which is the protocol's own, and
 * without the bound that every whole number has in JavaScript.
 */
export function listedSchema<Input, Output>(
  schema: StandardSchemaWithJSON<Input, Output>,
): StandardSchemaWithJSON<Input, Output> {
  const standard = schema['~standard'];
  const { jsonSchema } = standard;
  return {
    '~standard': {
      ...standard,
      jsonSchema: {
        input: (options) => shortened(jsonSchema.input(options)),
        output: (options) => shortened(jsonSchema.output(options)),
      },
    },
  };
}

function shortened(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      isNeedless(name, value) ? [] : [[name, shortenedValue(value)]],
    ),
  );
}

function shortenedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortenedValue);
  return typeof value === 'object' && value !== null ? shortened({ ...value }) : value;
}

function isNeedless(name: string, value: unknown): boolean {
  // Anything else is allowed where nothing is said.
  if (name === 'additionalProperties') return value !== false;
  // Every name is text.
  if (name === 'propertyNames') return true;
  if (name === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  return name === '$schema' && typeof value === 'string';
}
