import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { documentPaths } from '../../../../test/support/documented-response.ts';
import { fixtureText, smallProject } from '../../../../test/support/http-projects.ts';
import { readFullProject } from '../../../../test/support/project-files.ts';
import { jsonOf } from '../../../../test/support/response.ts';
import { startService, useService } from '../../../../test/support/service.ts';

const service = useService();

/** The parts of OpenAPI that are checked here. */
interface Schema {
  $ref?: string;
  [keyword: string]: unknown;
}
interface Header {
  $ref?: string;
  required?: boolean;
}
interface Operation {
  operationId?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    {
      $ref?: string;
      description?: string;
      headers?: Record<string, Header>;
      content?: Record<string, unknown>;
    }
  >;
}
interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers?: Record<string, Header>;
    responses?: Record<string, { headers?: Record<string, Header> }>;
    securitySchemes: Record<string, { type: string; scheme?: string }>;
  };
}

async function documentAt<Document>(path: string): Promise<Document> {
  const response = await ask(service(), path);
  expect(response.status).toBe(200);
  return jsonOf(response) as Document;
}

describe('/openapi.json', () => {
  let description: OpenApi;
  beforeAll(async () => {
    description = await documentAt('/openapi.json');
  });

  it('/openapi.json is an OpenAPI 3.1.1 document that the official meta-schema accepts', async () => {
    expect(description.openapi).toBe('3.1.1');
    expect(description.info.version).toBe('0.1.0');
    const { valid, errors } = await new Validator().validate(structuredClone({ ...description }));
    expect({ valid, errors }).toMatchObject({ valid: true });
  });

  it('the OpenAPI document names the running service as its only server', () => {
    expect(description.servers.map(({ url }) => url)).toEqual([service().url]);
  });

  it('the OpenAPI document describes exactly three operations', () => {
    const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
    const operations = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => methods.includes(key))
        .map((method) => `${method} ${path}`),
    );
    expect(operations.sort()).toEqual(['get /capabilities', 'post /inspect', 'post /render']);
  });

  it.each([
    { method: 'get', path: '/capabilities', statuses: ['200', '401', '403', '500'] },
    {
      method: 'post',
      path: '/inspect',
      statuses: ['200', '400', '401', '403', '413', '415', '422', '429', '500'],
    },
    {
      method: 'post',
      path: '/render',
      statuses: ['200', '400', '401', '403', '413', '415', '422', '429', '500', '504'],
    },
  ])(
    'the OpenAPI document describes the response statuses of $method $path',
    ({ method, path, statuses }) => {
      const { responses } = description.paths[path][method];
      expect(Object.keys(responses).sort()).toEqual(statuses);
      for (const { description: meaning } of Object.values(responses))
        expect(meaning).toMatch(/^[A-Z].+ .+\.$/);
    },
  );

  it.each(['/inspect', '/render'])('the OpenAPI document lists the query parameters of %s', (path) => {
    const parameters = description.paths[path].post.parameters ?? [];
    expect(Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))).toMatchObject({
      format: { type: 'string', enum: ['svg', 'png', 'mp4'], default: 'png' },
      width: { type: 'integer', minimum: 1, maximum: 1920 },
      height: { type: 'integer', minimum: 1, maximum: 1920 },
      fps: { type: 'integer', enum: [24, 30, 60], default: 30 },
      timeMs: { type: 'number', minimum: 0, default: 0 },
    });
    expect(parameters).toHaveLength(5);
    for (const parameter of parameters) {
      expect(parameter.in).toBe('query');
      expect(parameter.required ?? false).toBe(false);
    }
  });

  it('the OpenAPI document lists no parameters or body for /capabilities', () => {
    expect(description.paths['/capabilities'].get.parameters ?? []).toEqual([]);
    expect(description.paths['/capabilities'].get.requestBody).toBeUndefined();
  });

  it.each(['/inspect', '/render'])('the OpenAPI document requires a project as the body for %s', (path) => {
    const { requestBody } = description.paths[path].post;
    expect(requestBody).toEqual(
      expect.objectContaining({
        required: true,
        content: {
          'application/json': expect.objectContaining({
            schema: {
              oneOf: ['Project', 'ExtendedProject', 'ShorthandProject'].map((name) => ({
                $ref: `#/components/schemas/${name}`,
              })),
            },
          }),
        },
      }),
    );
  });

  it('the OpenAPI document lists the media types and headers of a rendered file', () => {
    const { headers = {}, content = {} } = description.paths['/render'].post.responses['200'];
    expect(Object.keys(content).sort()).toEqual(['image/png', 'image/svg+xml', 'video/mp4']);
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining([
        'Content-Disposition',
        'X-Service-Frames',
        'X-Service-Rasterized-Frames',
        'X-Service-Duration-Ms',
      ]),
    );
    for (const [name, header] of Object.entries(headers)) {
      const required = header.$ref ? description.components.headers?.[name]?.required : header.required;
      expect([name, required]).toEqual([name, true]);
    }
    // A duration may have fractions of milliseconds.
    expect(headers).toMatchObject({
      'X-Service-Frames': { schema: { type: 'integer', minimum: 0 } },
      'X-Service-Rasterized-Frames': { schema: { type: 'integer', minimum: 0 } },
      'X-Service-Duration-Ms': { schema: { type: 'number', minimum: 0 } },
    });
    for (const [type, described] of Object.entries(content)) {
      const bytes = type === 'image/svg+xml' ? {} : { format: 'binary' };
      expect(described).toEqual({ schema: { type: 'string', contentMediaType: type, ...bytes } });
    }
  });

  it.each([
    { status: '401', header: 'WWW-Authenticate' },
    { status: '429', header: 'Retry-After' },
  ])('the OpenAPI document lists the header $header for status $status', ({ status, header }) => {
    const response = description.paths['/render'].post.responses[status];
    const named = response.$ref?.split('/').at(-1) ?? '';
    const { headers = {} } = response.$ref ? (description.components.responses?.[named] ?? {}) : response;
    expect(Object.keys(headers)).toContain(header);
  });

  it('each example of a project has exactly one of the three forms, and can be inspected and rendered', {
    tags: 'slow',
  }, async () => {
    const { content } = description.paths['/render'].post.requestBody ?? { content: {} };
    const { examples } = content['application/json'] as unknown as {
      examples: Record<string, { value: object }>;
    };
    const names = Object.keys(examples);
    expect(names).toEqual(['Project', 'ExtendedProject', 'ShorthandProject']);
    for (const [name, { value }] of Object.entries(examples)) {
      expect(names.filter((form) => validatorOf(description, form)(value))).toEqual([name]);
      expect((await post(service(), '/render?width=64', JSON.stringify(value))).status).toBe(200);
    }
    const inspected = await post(service(), '/inspect', JSON.stringify(examples.Project?.value));
    const documented = description.paths['/inspect'].post.responses['200'].content ?? {};
    expect(documented['application/json']).toMatchObject({ example: jsonOf(inspected) });
  });

  it('the examples of errors are responses of the service', async () => {
    const { responses } = description.paths['/render'].post;
    const exampleOf = (status: number) =>
      Object(responses[String(status)].content?.['application/json']).example;
    const json = { 'content-type': 'application/json' };
    const asked = [
      await post(service(), '/render?format=', smallProject),
      await ask(service(), '/render', {
        method: 'POST',
        headers: { ...json, origin: 'http://evil.example' },
        body: JSON.stringify(smallProject),
      }),
      await ask(service(), '/render', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify(smallProject),
      }),
      await post(service(), '/render?width=12.5', smallProject),
    ];
    expect(asked.map(({ status }) => status)).toEqual([400, 403, 415, 422]);
    for (const response of asked) expect(jsonOf(response)).toEqual(exampleOf(response.status));
  });

  it('the OpenAPI document of a service with a token requires it', async () => {
    const closed = await startService({ env: { SERVICE_RENDER_TOKEN: 'secret' } });
    const document = jsonOf(await ask(closed, '/openapi.json')) as OpenApi;
    expect(document.security).toEqual([{ bearer: [] }]);
  });

  it('the OpenAPI document describes an optional bearer token', () => {
    const schemes = Object.values(description.components.securitySchemes);
    expect(schemes).toEqual([expect.objectContaining({ type: 'http', scheme: 'bearer' })]);
    // A generated client may also call without a token.
    const [scheme] = Object.keys(description.components.securitySchemes);
    expect(description.security).toEqual([{ [scheme]: [] }, {}]);
  });

  it("the OpenAPI document's Capabilities schema accepts only the actual capabilities", async () => {
    const validate = validatorOf(description, 'Capabilities');
    const capabilities = await documentAt<Record<string, unknown>>('/capabilities');
    expect(validate(capabilities)).toBe(true);
    for (const [name, value] of Object.entries(capabilities)) {
      const { [name]: _, ...without } = capabilities;
      expect([name, validate(without)]).toEqual([name, false]);
      const other = Array.isArray(value) ? value.slice(1) : typeof value === 'boolean' ? !value : 1;
      expect([name, validate({ ...capabilities, [name]: other })]).toEqual([name, false]);
    }
  });

  it("the OpenAPI document's Inspection schema requires every field and limits the values", async () => {
    const validate = validatorOf(description, 'Inspection');
    const inspection = jsonOf(await post(service(), '/inspect', smallProject)) as Record<string, unknown>;
    expect(validate(inspection)).toBe(true);
    for (const name of Object.keys(inspection)) {
      const { [name]: _, ...without } = inspection;
      expect([name, validate(without)]).toEqual([name, false]);
    }
    for (const wrong of [
      { name: 1 },
      { scenes: 0 },
      { scenes: 1.5 },
      { durationMs: -1 },
      { width: 0 },
      { height: 0.5 },
      { audibleTracks: -1 },
      { audibleTracks: 0.5 },
      { issues: [1] },
      { capabilities: {} },
    ]) {
      expect([wrong, validate({ ...inspection, ...wrong })]).toEqual([wrong, false]);
    }
  });

  it("the OpenAPI document's Error schema accepts only an object with an error string", () => {
    const validate = validatorOf(description, 'Error');
    expect(validate({ error: 'format must be svg, png or mp4' })).toBe(true);
    for (const wrong of [{}, { error: 1 }, { message: 'x' }, 'x']) expect(validate(wrong)).toBe(false);
  });

  it('the OpenAPI document contains the project schema from /schemas/project.json', async () => {
    const { $defs } = await documentAt<{ $defs: Record<string, Schema> }>('/schemas/project.json');
    const moved: Record<string, Schema> = JSON.parse(
      JSON.stringify($defs).replaceAll('"#/$defs/', '"#/components/schemas/'),
    );
    expect(Object.keys(moved)).toContain('Project');
    expect(description.components.schemas).toMatchObject(moved);
    for (const [name, schema] of Object.entries(moved)) {
      expect(description.components.schemas[name]).toEqual(schema);
    }
  });
});

describe('/schemas/project.json', () => {
  it('/schemas/project.json is a draft 2020-12 JSON Schema that accepts only valid projects', async () => {
    const schema = await documentAt<Schema>('/schemas/project.json');
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    const validate = new Ajv2020({ strict: true, logger: false }).compile(schema);
    for (const name of ['hello', 'launch', 'derivative', 'scripts', 'crowd-500']) {
      expect([name, validate(JSON.parse(fixtureText(name)))]).toEqual([name, true]);
    }
    for (const wrong of [{}, { ...smallProject, version: 3 }, { ...smallProject, sceneOrder: [] }]) {
      expect(validate(wrong)).toBe(false);
    }
  });
});

describe('/examples/hello.json', () => {
  it('/examples/hello.json is a valid one-second project that renders in every format', {
    tags: 'ffmpeg',
  }, async () => {
    const hello = await documentAt<object>('/examples/hello.json');
    const schema = await documentAt<Schema>('/schemas/project.json');
    expect(new Ajv2020({ strict: true, logger: false }).validate(schema, hello)).toBe(true);
    const example = readFullProject(new URL('../../../../examples/hello.json', import.meta.url));
    expect({ ...hello, extended: true }).toEqual(example);
    const inspection = jsonOf(await post(service(), '/inspect', hello));
    expect(inspection).toMatchObject({ durationMs: 1000, issues: [] });
    for (const format of ['svg', 'png', 'mp4']) {
      expect((await post(service(), `/render?format=${format}&width=64&height=36`, hello)).status).toBe(200);
    }
  });
});

describe.each(documentPaths)('%s', (path) => {
  it('serves a public document as JSON for GET, and the same headers for HEAD', async () => {
    const got = await ask(service(), path);
    const head = await ask(service(), path, { method: 'HEAD' });
    expect(got.headers['content-type']).toMatch(/^application\/(schema\+|vnd\.oai\.openapi\+)?json\b/);
    expect(head.status).toBe(200);
    for (const name of ['content-type', 'content-length', 'cache-control', 'access-control-allow-origin']) {
      expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
    }
  });
});

function validatorOf(description: OpenApi, name: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema(description, 'description');
  return ajv.compile({ $ref: `description#/components/schemas/${name}` });
}
