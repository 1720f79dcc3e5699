import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/**
 * Shortens a schema for the listing without changing its meaning: it omits the dialect, which is the protocol's own,
 * and the bound of every integer in JavaScript.
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
  // Other properties are allowed by default.
  if (name === 'additionalProperties') return value !== false;
  // Every name is a string.
  if (name === 'propertyNames') return true;
  if (name === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  return name === '$schema' && typeof value === 'string';
}
