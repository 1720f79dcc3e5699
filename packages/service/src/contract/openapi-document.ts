import type { Capabilities, Inspection, OutputFormat } from '@render-service/engine';
import {
  capabilitiesWith,
  contractFormats,
  formats,
  projectSchemaDefinitions,
  shorthandSchemaDefinitions,
} from '@render-service/engine/formats';
import { querySchemasOf } from '@render-service/engine/options';
import * as z from 'zod';
import { type ErrorStatus, errorStatuses, type Operation, operations, renderHeaders } from './operations.ts';
import { readStarterProject } from './starter-project.ts';

const schemaReference = '#/components/schemas/';
const headerReference = '#/components/headers/';

/** The version of the interface, not of the package. */
const interfaceVersion = '0.1.0';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI 3.1.1 document of the HTTP interface, generated from the tables and schemas that the service itself uses.
 * `origin` is the address that clients use, such as `http://127.0.0.1:8799`. `offered` are the formats of the service.
 * With `needsToken`, every operation needs a token; otherwise clients may send one. One function, because it is one document.
 */
export function openApiDocument(
  origin: string,
  offered: readonly OutputFormat[] = contractFormats,
  needsToken = false,
): JsonObject {
  const capabilities = capabilitiesWith(offered);
  const { properties, ...inspection } = jsonSchema(inspectionSchema(capabilities));
  return {
    openapi: '3.1.1',
    info: {
      title: 'render-service',
      version: interfaceVersion,
      summary: 'Turns a portable motion-graphics project into SVG, PNG or H.264 MP4.',
      description:
        'Stateless and synchronous: a request carries the complete project and waits for its response. One inspect ' +
        'or render runs at a time. Not part of this interface are documents that anyone may read: this one at ' +
        '/openapi.json, a starter project at /examples/hello.json and the JSON Schema of projects at ' +
        '/schemas/project.json.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    security: needsToken ? [{ bearer: [] }] : [{ bearer: [] }, {}],
    paths: Object.fromEntries(
      Object.values(operations).map((operation) => [
        operation.path,
        { [operation.method.toLowerCase()]: describeOperation(operation, offered) },
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: needsToken
            ? 'Required on every request, even on loopback.'
            : 'Not required, because the service was started without a token.',
        },
      },
      headers: {
        'Cache-Control': {
          description: 'Responses must not be cached.',
          required: true,
          schema: { const: 'no-store' },
        },
        'X-Content-Type-Options': { required: true, schema: { const: 'nosniff' } },
        'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } },
        'Retry-After': {
          description: 'Seconds to wait before sending the request again.',
          required: true,
          schema: { type: 'integer', minimum: 0 },
        },
      },
      schemas: {
        ...shorthandSchemaDefinitions(schemaReference),
        ...projectSchemaDefinitions(schemaReference),
        Capabilities: jsonSchema(capabilitiesSchema(capabilities)),
        Inspection: {
          ...inspection,
          properties: { ...(properties as JsonObject), capabilities: reference('Capabilities') },
        },
        Error: {
          type: 'object',
          description: 'One or more sentences with the place, the rule and the value seen.',
          properties: { error: { type: 'string' } },
          required: ['error'],
          additionalProperties: false,
        },
      },
    },
  };
}

function describeOperation(operation: Operation, offered: readonly OutputFormat[]): JsonObject {
  const { id, summary, description, takesProject, errors } = operation;
  return {
    operationId: id,
    summary,
    description,
    ...(takesProject ? { parameters: describeParameters(offered), requestBody: describeBody() } : {}),
    responses: {
      200: success[id](offered),
      ...Object.fromEntries(errors.map((status) => [status, describeError(status)])),
    },
  };
}

function describeParameters(offered: readonly OutputFormat[]): JsonObject[] {
  return Object.entries(querySchemasOf(offered)).map(([name, schema]) => {
    const { description, ...form } = jsonSchema(schema);
    return { name, in: 'query', required: false, description, schema: form };
  });
}

function describeBody(): JsonObject {
  const examples = projectExamples();
  return {
    required: true,
    description:
      'The complete project, UTF-8 JSON of at most 32 MiB: in the full format, in the full format with extensions, or in shorthand.',
    content: {
      'application/json': { schema: { oneOf: Object.keys(examples).map(reference) }, examples },
    },
  };
}

/** Generators of clients use the format to return bytes instead of text. */
function fileSchema(mediaType: string): JsonObject {
  const isText = mediaType.startsWith('image/svg');
  return { type: 'string', ...(!isText && { format: 'binary' }), contentMediaType: mediaType };
}

/** Each operation's response with status 200. */
const success: Readonly<Record<string, (offered: readonly OutputFormat[]) => JsonObject>> = {
  capabilities: (offered) => describeJson('The capabilities.', 'Capabilities', capabilitiesWith(offered)),
  inspect: (offered) =>
    describeJson('The inspection.', 'Inspection', inspectionExample(capabilitiesWith(offered))),
  render: (offered) => ({
    description: 'The complete file.',
    headers: {
      ...commonHeaders(),
      ...Object.fromEntries(
        Object.entries(renderHeaders).map(([name, header]) => [name, { ...header, required: true }]),
      ),
    },
    content: Object.fromEntries(
      offered.map((format) => {
        const { mediaType } = formats[format];
        return [mediaType, { schema: fileSchema(mediaType) }];
      }),
    ),
  }),
};

function describeJson(description: string, name: string, example: unknown): JsonObject {
  return {
    description,
    headers: commonHeaders(),
    content: { 'application/json': { schema: reference(name), example } },
  };
}

function describeError(status: ErrorStatus): JsonObject {
  const error = errorExamples[status];
  const ownHeader = { 401: 'WWW-Authenticate', 429: 'Retry-After' }[Number(status)];
  return {
    description: `${errorStatuses[status]}.`,
    headers: { ...commonHeaders(), ...(ownHeader ? headers(ownHeader) : {}) },
    content: {
      'application/json': { schema: reference('Error'), ...(error !== undefined && { example: { error } }) },
    },
  };
}

function commonHeaders(): JsonObject {
  return headers('Cache-Control', 'X-Content-Type-Options');
}

function headers(...names: string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: headerReference + name }]));
}

function reference(name: string): JsonObject {
  return { $ref: schemaReference + name };
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema, ...form } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: made }) => {
      // Zod omits the type of an enum of integers.
      if (made.enum?.every(Number.isInteger)) made.type = 'integer';
    },
  });
  return form;
}

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Projects that a client may send as they are, one in each form, by the name of their schema. */
function projectExamples(): Readonly<Record<string, Example>> {
  const text = readStarterProject();
  const bold = JSON.parse(text, (key, value) =>
    key === 'title' && 'text' in value ? { ...value, fontWeight: 700 } : value,
  );
  return {
    Project: { summary: 'A project with every field that it needs', value: JSON.parse(text) },
    ExtendedProject: {
      summary: 'The same in bold, which is an extension',
      value: { ...bold, extended: true },
    },
    ShorthandProject: {
      summary: 'A title that enters, in shorthand',
      value: {
        shorthand: true,
        objects: { title: { kind: 'text', state: { text: 'Hello, world.', fontSize: 120 } } },
        compositions: { empty: { duration: 200 }, title: { enter: 600, states: { title: {} } } },
      },
    },
  };
}

/** The response to the inspection of the example of a Project. */
function inspectionExample(capabilities: Capabilities): Inspection {
  return {
    ...{ name: 'Hello', scenes: 1, durationMs: 1000, width: 1280, height: 720, audibleTracks: 0, issues: [] },
    capabilities,
  };
}

/** Messages of responses to requests that are refused, by status. */
const errorExamples: Readonly<Record<string, string>> = {
  400: 'the query parameter "format" is empty',
  401: 'the bearer token is missing; send the header Authorization: Bearer <token>',
  403: 'the Origin "http://evil.example" is not allowed; the operator can add it to SERVICE_RENDER_ALLOWED_ORIGINS',
  415: 'the Content-Type must be application/json, but is "text/plain"',
  422: 'width must be an integer from 1 to 1920, but is "12.5"',
};

const text = (description: string) => z.string().describe(description);
const count = (description: string) => z.int().min(0).describe(description);
const milliseconds = (description: string) => z.number().min(0).describe(description);
const pixels = (description: string) => z.number().min(1).describe(description);

/** A schema that accepts only this value. */
function constant(value: string | number | boolean | readonly string[]): z.ZodType {
  if (typeof value !== 'object') return z.literal(value);
  const [first, ...others] = value.map((item) => z.literal(item));
  return z.tuple([first, ...others]);
}

/** The schema of these capabilities, which are constants. */
function capabilitiesSchema(capabilities: Capabilities): z.ZodType {
  const entries = Object.entries(capabilities).map(([name, value]) => [name, constant(value)]);
  return z
    .object(Object.fromEntries(entries) as Record<keyof Capabilities, z.ZodType>)
    .describe('The supported formats, source types and limits.');
}

/** The form of an Inspection with these capabilities. */
function inspectionSchema(capabilities: Capabilities): z.ZodType {
  return z
    .object({
      name: text("The project's name."),
      scenes: z.int().min(1).describe('Number of scenes.'),
      durationMs: milliseconds('Authored duration of the whole project.'),
      width: pixels('Width of the first scene in pixels.'),
      height: pixels('Height of the first scene in pixels.'),
      audibleTracks: count('Number of audible audio tracks.'),
      issues: z
        .array(z.string())
        .describe(
          'Content that some renders would refuse or draw differently from what was authored, as ' +
            '"<place>: <problem>; <remedy>". Issues that start with "warning: " do not stop any render.',
        ),
      capabilities: capabilitiesSchema(capabilities),
    } satisfies Record<keyof Inspection, z.ZodType>)
    .describe('The result of checking a project without rendering it.');
}
