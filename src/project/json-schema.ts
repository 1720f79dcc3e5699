import { z } from 'zod';
import { namedSchemas, reservedNames } from './schema.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Every named resource of a project as JSON Schema 2020-12. References between them start with `refBase`; with
 * `#/components/schemas/` the schemas fit into an OpenAPI document.
 *
 * They accept what the structural validation accepts, with two differences: the validation counts `maxLength` in
 * UTF-16 code units and JSON Schema in characters, and the validation also refuses reserved property names inside
 * unknown properties.
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
