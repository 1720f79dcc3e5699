// A program as a user would write it with a generated client. The test checks its types and runs it.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const { SERVICE_URL = '', SERVICE_TOKEN = '' } = process.env;
const client = createClient<paths>({
  baseUrl: SERVICE_URL,
  headers: { authorization: `Bearer ${SERVICE_TOKEN}` },
});

const film: components['schemas']['ShorthandProject'] = {
  shorthand: true,
  width: 320,
  height: 180,
  objects: { title: { kind: 'text', state: { text: 'Hello', fontSize: 60 } } },
  compositions: { only: { duration: 1000 } },
};

const { data: limits } = await client.GET('/capabilities');
const formats: readonly string[] | undefined = limits?.formats;

const { data: inspection } = await client.POST('/inspect', { body: film });
const issues: readonly string[] | undefined = inspection?.issues;

const png = await client.POST('/render', {
  body: film,
  params: { query: { format: 'png', width: 160 } },
  parseAs: 'arrayBuffer',
});
const bytes: ArrayBuffer | undefined = png.data;

// @ts-expect-error The format is one of three.
const refused = await client.POST('/render', { body: film, params: { query: { format: 'gif' } } });
const message: string | undefined = refused.error?.error;

// @ts-expect-error A duration is a number or a variable.
const wrong: components['schemas']['ShorthandComposition'] = { duration: true };

process.stdout.write(
  JSON.stringify({
    formats,
    issues,
    bytes: bytes?.byteLength,
    status: refused.response.status,
    message,
    wrong,
  }),
);
