import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { checkFilm } from './film/check-film.ts';
import { nodeExchange } from './node-exchange.ts';
import { type HttpResponse, headersFrom, jsonOf } from './response.ts';
import type { ServiceAddress } from './service.ts';

export interface SeenExchange {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly response: HttpResponse;
  /** The request was not valid HTTP, so no operation documents its response. */
  readonly unreadable?: boolean;
}

/** What anyone may read, from any origin, and what anyone may read unless the service has a token. */
export const publicPath = '/openapi.json';
export const tokenPaths = ['/schemas/project.json', '/examples/hello.json'];
export const documentPaths = [publicPath, ...tokenPaths];

const operationPaths = ['/capabilities', '/inspect', '/render'];
/** Headers that must be documented wherever they occur. */
const meaningfulHeaders = /^(x-service-.*|content-disposition|retry-after|www-authenticate)$/;

/**
 * Throws an Error for a response that does not match the running service's own description or lacks the common
 * properties of all responses, and for an invalid film. Responses without an operation (404, 405, HEAD, OPTIONS, public
 * documents) are checked only for the common properties.
 */
export async function checkDocumented(service: ServiceAddress, exchange: SeenExchange): Promise<void> {
  const { method, target, response } = exchange;
  const path = target.split('?', 1)[0];
  const problems = generalProblems(method, path, response);
  const isOperation =
    operationPaths.includes(path) &&
    !['HEAD', 'OPTIONS'].includes(method) &&
    ![404, 405].includes(response.status) &&
    !exchange.unreadable;
  if (isOperation) problems.push(...(await descriptionOf(service)).problemsOf(method, path, response));
  if (problems.length > 0) {
    throw new Error(
      `${method} ${target}: response ${response.status} ${JSON.stringify(response.headers)}: ${problems.join('; ')}`,
    );
  }
  if (method === 'POST' && response.status === 200 && mediaType(response.headers) === 'video/mp4') {
    const { 'x-service-frames': frames, 'x-service-duration-ms': durationMs } = response.headers;
    await checkFilm(response.body, { frames: Number(frames), durationMs: Number(durationMs) });
  }
}

function generalProblems(method: string, path: string, { status, headers, body }: HttpResponse): string[] {
  const problems: string[] = [];
  const demand = (holds: boolean, rule: string) => {
    if (!holds) problems.push(rule);
  };
  demand(headers['x-content-type-options'] === 'nosniff', 'X-Content-Type-Options must be nosniff');
  const isDocument = status === 200 && documentPaths.includes(path) && ['GET', 'HEAD'].includes(method);
  const isPublic = isDocument && (path === publicPath || headers['access-control-allow-origin'] === '*');
  const cacheControl = isPublic ? 'public, max-age=300' : 'no-store';
  demand(headers['cache-control'] === cacheControl, `Cache-Control must be ${cacheControl}`);
  if (isPublic)
    demand(headers['access-control-allow-origin'] === '*', 'a public document must allow any origin');
  if (method === 'HEAD') {
    demand(body.length === 0, 'the response to HEAD must have no body');
    return problems;
  }
  const declared = headers['content-length'];
  demand(
    declared === undefined || Number(declared) === body.length,
    'Content-Length must be the length of the body',
  );
  if (status !== 200) {
    demand(
      mediaType(headers) === 'application/json',
      'the Content-Type of an error must be application/json',
    );
    demand(isErrorBody(body), `the body must be {"error": "…"}, but is ${body.toString().slice(0, 200)}`);
  }
  return problems;
}

function isErrorBody(body: Buffer): boolean {
  try {
    const json: unknown = JSON.parse(body.toString());
    return (
      typeof json === 'object' &&
      json !== null &&
      'error' in json &&
      typeof json.error === 'string' &&
      json.error.trim() !== '' &&
      Object.keys(json).length === 1
    );
  } catch {
    return false;
  }
}

function mediaType(headers: HttpResponse['headers']): string {
  return (headers['content-type'] ?? '').split(';', 1)[0].trim().toLowerCase();
}

/** The OpenAPI document of each service, fetched once. */
const descriptions = new WeakMap<ServiceAddress, Promise<Description>>();

/** Fetches the description of a service, which may no longer listen when its last responses arrive. */
export async function readDescription(service: ServiceAddress): Promise<void> {
  await descriptionOf(service);
}

function descriptionOf(service: ServiceAddress): Promise<Description> {
  const known = descriptions.get(service);
  if (known) return known;
  const fetched = Description.fetch(service);
  descriptions.set(service, fetched);
  return fetched;
}

type Json = Readonly<Record<string, unknown>>;

class Description {
  readonly #document: Json;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, logger: false });
  readonly #validators = new Map<string, ValidateFunction>();

  private constructor(document: Json) {
    this.#document = document;
    this.#ajv.addSchema(document, 'description');
  }

  static async fetch(service: ServiceAddress): Promise<Description> {
    const { status, rawHeaders, body } = await nodeExchange(service, { path: '/openapi.json' });
    const document = jsonOf({ status, headers: headersFrom(rawHeaders), body });
    if (!isObject(document)) throw new Error(`/openapi.json is ${body.toString().slice(0, 200)}`);
    return new Description(document);
  }

  problemsOf(method: string, path: string, response: HttpResponse): string[] {
    const operation = ['paths', path, method.toLowerCase()];
    const documented = this.#resolve([...operation, 'responses', String(response.status)]);
    if (!documented) return [`status ${response.status} is not documented`];
    const content = this.#resolve([...documented, 'content', mediaType(response.headers)]);
    return [
      ...this.#headerProblems(documented, response.headers),
      ...(content
        ? this.#bodyProblems(content, response)
        : [`content type ${response.headers['content-type']} is not documented`]),
    ];
  }

  #headerProblems(documented: readonly string[], headers: HttpResponse['headers']): string[] {
    const names = Object.keys(this.#at([...documented, 'headers']) ?? {});
    const known = new Set(names.map((name) => name.toLowerCase()));
    const unknown = Object.keys(headers).filter((name) => meaningfulHeaders.test(name) && !known.has(name));
    return [
      ...unknown.map((name) => `header ${name} is not documented`),
      ...names.flatMap((name) => {
        const place = this.#resolve([...documented, 'headers', name]) ?? [];
        const value = headers[name.toLowerCase()];
        if (value === undefined) {
          return this.#at(place)?.required === true ? [`header ${name} is missing`] : [];
        }
        return this.#schemaProblems([...place, 'schema'], fromHeader(value), `header ${name}`);
      }),
    ];
  }

  #bodyProblems(content: readonly string[], response: HttpResponse): string[] {
    if (mediaType(response.headers) !== 'application/json') return [];
    return this.#schemaProblems([...content, 'schema'], jsonOf(response), 'the body');
  }

  #schemaProblems(place: readonly string[], value: unknown, what: string): string[] {
    const reference = `description#${pointer(place)}`;
    const validate = this.#validators.get(reference) ?? this.#ajv.compile({ $ref: reference });
    this.#validators.set(reference, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message}`);
  }

  /** The value at a path in an object, with references resolved; undefined if there is none. */
  #resolve(place: readonly string[]): readonly string[] | undefined {
    const value = this.#at(place);
    if (typeof value?.$ref !== 'string') return value && place;
    const parts = value.$ref.replace(/^#\//, '').split('/');
    return this.#resolve(
      parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')),
    );
  }

  #at(place: readonly string[]): Json | undefined {
    let value: unknown = this.#document;
    for (const key of place) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return isObject(value) ? value : undefined;
  }
}

function pointer(place: readonly string[]): string {
  return place
    .map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** A header's value as its schema expects it. */
function fromHeader(value: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
