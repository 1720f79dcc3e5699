import { z } from 'zod';
import { namedSchemas, reservedNames } from './schema.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Every named resource of a project as JSON Schema 2020-12, referring to one another by `refBase` + name: with
 * `#/components/schemas/` they can stand in an OpenAPI document.
 *
 * They say what the structural validation checks, except that `maxLength` counts UTF-16 code units there and
 * characters in JSON Schema, and that reserved property names are refused inside of unknown properties too.
 */
export function projectSchemaDefinitions(refBase: string): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(namedSchemas, {
    io: 'input',
    metadata: namedSchemas,
    uri: (id) => refBase + id,
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties !== undefined) {
        jsonSchema.propertyNames = { not: { enum: [...reservedNames] } };
      }
    },
  });
  const definitions: Record<string, JsonSchema> = {};
  for (const [name, { $schema, $id, id, ...definition }] of Object.entries(schemas)) {
    definitions[name] = definition;
  }
  return definitions;
}

/** The schema of the project document, for editors and for other programs that write projects. */
export const projectJsonSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:render-service:project',
  title: 'Project',
  $comment:
    'Lengths of strings are counted in UTF-16 code units. Unknown properties are allowed and ignored. ' +
    'References, timing and media are checked beyond this schema.',
  $ref: '#/$defs/Project',
  $defs: projectSchemaDefinitions('#/$defs/'),
};
