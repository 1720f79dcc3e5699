import { projectJsonSchema } from '../project/json-schema.ts';
import { shorthandJsonSchema } from '../shorthand/json-schema.ts';

/** The JSON Schemas that the package has as files, by their names, as `scripts/build-schemas.mjs` writes them. */
export const schemaTexts = {
  project: textOf(projectJsonSchema),
  shorthand: textOf(shorthandJsonSchema),
} as const;

function textOf(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
