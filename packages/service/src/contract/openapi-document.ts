import type { OutputFormat } from '@render-service/engine';
import {
  capabilitiesWith,
  contractFormats,
  formats,
  projectSchemaDefinitions,
  shorthandSchemaDefinitions,
} from '@render-service/engine/formats';
import { querySchemasOf } from '@render-service/engine/options';
import * as z from 'zod';
import { errorExamples, inspectionExample, projectExamples } from './openapi-examples.ts';
import { type ErrorStatus, errorStatuses, type Operation, operations, renderHeaders } from './operations.ts';
import { capabilitiesSchema, inspectionSchema } from './result-schemas.ts';

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
