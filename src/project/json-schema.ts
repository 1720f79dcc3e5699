import * as z from 'zod';
import { fieldDescriptions, unnamedFieldDescriptions } from './field-descriptions.ts';
import { idPattern, listLimits, namedSchemas, reservedNames } from './schema.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Descriptions of fields by name, for each named resource. */
export type FieldDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Returns the schemas of a registry as JSON Schema 2020-12, with a description of every field. References between them
 * start with `refBase`.
 */
export function schemaDefinitions(
  registry: typeof namedSchemas,
  descriptions: FieldDescriptions,
  refBase: string,
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    metadata: registry,
    uri: (id) => refBase + id,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodTuple) {
        const { items } = zodSchema._zod.def;
        jsonSchema.minItems = items.filter((item) => !(item instanceof z.ZodOptional)).length;
        jsonSchema.maxItems = items.length;
      }
      const excluded = zodSchema instanceof z.ZodArray ? listLimits.get(zodSchema)?.excluded : undefined;
      if (excluded !== undefined) jsonSchema.contains = { not: { const: excluded.value } };
      if (jsonSchema.properties !== undefined) {
        const others = zodSchema instanceof z.ZodObject ? zodSchema._zod.def.catchall : undefined;
        const ids = others === undefined ? {} : { pattern: idPattern.source };
        jsonSchema.propertyNames = { ...ids, not: { enum: [...reservedNames] } };
      }
    },
  });
  const definitions: Record<string, JsonSchema> = {};
  for (const [name, { $schema, $id, id, ...definition }] of Object.entries(schemas)) {
    describeFields(definition, descriptions[name] ?? unnamedFieldDescriptions);
    definitions[name] = definition;
  }
  return definitions;
}

/** Adds descriptions to the fields of a schema and of the unnamed objects inside it. */
function describeFields(schema: unknown, descriptions: Readonly<Record<string, string>>): void {
  if (Array.isArray(schema)) for (const item of schema) describeFields(item, descriptions);
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, inner] of Object.entries(schema)) {
    if (name !== 'properties') describeFields(inner, descriptions);
    else {
      for (const [field, property] of Object.entries(inner as Record<string, JsonSchema>)) {
        property.description ??= descriptions[field];
        describeFields(property, unnamedFieldDescriptions);
      }
    }
  }
}

/**
 * Returns every named resource of a project as JSON Schema 2020-12. References between them start with `refBase`; with
 * `#/components/schemas/` the schemas fit into an OpenAPI document.
 *
 * They accept the same documents as the structural validation, with two differences: the validation counts `maxLength`
 * in UTF-16 code units and JSON Schema in characters, and the validation also refuses reserved property names inside
 * unknown properties.
 */
export function projectSchemaDefinitions(refBase: string): Record<string, JsonSchema> {
  return withSchemaField(schemaDefinitions(namedSchemas, fieldDescriptions, refBase), 'Project');
}

/** The schema of the project document, for editors and for other programs that write projects. */
export const projectJsonSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:render-service:project',
  title: 'Project',
  $comment:
    'Lengths of strings are counted in UTF-16 code units. Unknown properties are ignored. ' +
    'References, timing and media are checked in addition to this schema.',
  $ref: '#/$defs/Project',
  $defs: projectSchemaDefinitions('#/$defs/'),
};

/** Allows a `$schema` in the document, for editors. The renderer ignores it. */
export function withSchemaField(
  definitions: Record<string, JsonSchema>,
  document: string,
): Record<string, JsonSchema> {
  const { properties, ...definition } = definitions[document] ?? {};
  const $schema = {
    description: 'The JSON Schema for editors. Ignored when rendering.',
  };
  return { ...definitions, [document]: { ...definition, properties: { ...properties, $schema } } };
}
