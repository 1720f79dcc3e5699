import * as z from 'zod';
import { fieldDescriptions, unnamedFieldDescriptions } from './field-descriptions.ts';
import { idPattern, listLimits, reservedNames } from './field-schemas.ts';
import { namedSchemas } from './schema.ts';

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
    const described = descriptions[name] ?? descriptions[name.replace(/^Extended/, '')];
    describeFields(definition, described ?? unnamedFieldDescriptions);
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

/** The `$schema` of a document, for editors. The renderer ignores it. */
export const schemaField: JsonSchema = {
  description: 'The JSON Schema for editors. Ignored when rendering.',
};

/**
 * Returns every named resource of a project as JSON Schema 2020-12. References between them start with `refBase`; with
 * `#/components/schemas/` the schemas fit into an OpenAPI document.
 *
 * They accept the same documents as the structural validation, with two differences: the validation counts `maxLength`
 * in UTF-16 code units and JSON Schema in characters, and the validation also refuses reserved property names inside
 * unknown properties.
 */
export function projectSchemaDefinitions(refBase: string): Record<string, JsonSchema> {
  const definitions = schemaDefinitions(namedSchemas, fieldDescriptions, refBase);
  const shorthand = unmarked('Not true, because shorthand has a schema of its own.');
  const extended = unmarked('Not true, because extended projects have a schema of their own.');
  return {
    ...definitions,
    Project: withFields(definitions.Project, { $schema: schemaField, extended, shorthand }),
    ExtendedProject: withFields(definitions.ExtendedProject, { $schema: schemaField, shorthand }),
  };
}

/** A mark that documents of a schema do not have. */
function unmarked(description: string): JsonSchema {
  return { description, not: { const: true } };
}

/** The schema of the project document, extended or not, for editors and for other programs that write projects. */
export const projectJsonSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:render-service:project',
  title: 'Project',
  $comment:
    'Lengths of strings are counted in UTF-16 code units. Unknown properties are ignored. ' +
    'References, timing and media are checked in addition to this schema.',
  if: {
    type: 'object',
    properties: { extended: { description: fieldDescriptions.Project.extended, const: true } },
    required: ['extended'],
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that nobody awaits.
  then: { $ref: '#/$defs/ExtendedProject' },
  else: { $ref: '#/$defs/Project' },
  $defs: projectSchemaDefinitions('#/$defs/'),
};

/** Returns the schema of an object with further fields. */
export function withFields(
  { properties, ...definition }: JsonSchema = {},
  fields: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return { ...definition, properties: { ...properties, ...fields } };
}
