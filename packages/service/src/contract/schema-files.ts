import { projectSchema, shorthandSchema } from '@render-service/engine';

/** The package's JSON Schema files, by name, as `scripts/build-schemas.mjs` writes them. */
export const schemaTexts = {
  project: textOf(projectSchema),
  shorthand: textOf(shorthandSchema),
} as const;

function textOf(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
