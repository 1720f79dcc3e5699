import { projectJsonSchema, shorthandJsonSchema } from '@render-service/engine/options';

/** The package's JSON Schema files, by name, as `scripts/build-schemas.mjs` writes them. */
export const schemaTexts = {
  project: textOf(projectJsonSchema),
  shorthand: textOf(shorthandJsonSchema),
} as const;

function textOf(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
