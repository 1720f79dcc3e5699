import { checkDocumented } from './documented-response.ts';
import { type NodeRequest, nodeExchange } from './node-exchange.ts';
import { type HttpResponse, headersFrom } from './response.ts';
import type { ServiceAddress } from './service.ts';

export type AskOptions = Omit<NodeRequest, 'path'>;

/** Sends one request on its own connection; throws for a response that differs from its documentation. */
export async function ask(
  service: ServiceAddress,
  target: string,
  options: AskOptions = {},
): Promise<HttpResponse> {
  const { status, rawHeaders, body } = await nodeExchange(service, { path: target, ...options });
  const response = { status, headers: headersFrom(rawHeaders), body };
  await checkDocumented(service, { method: options.method ?? 'GET', target, response });
  return response;
}

/** Sends a POST request with JSON: a project, or text or bytes unchanged. */
export function post(
  service: ServiceAddress,
  target: string,
  project: object | string | Uint8Array,
  options: AskOptions = {},
): Promise<HttpResponse> {
  const isText = typeof project === 'string' || project instanceof Uint8Array;
  return ask(service, target, {
    method: 'POST',
    body: isText ? project : JSON.stringify(project),
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });
}
