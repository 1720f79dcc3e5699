import { type Answer, headersFrom } from './answer.ts';
import { checkDocumented } from './documented-response.ts';
import { type NodeRequest, nodeExchange } from './node-exchange.ts';
import type { ServiceAddress } from './service.ts';

export type AskOptions = Omit<NodeRequest, 'path'>;

/** One request on a connection of its own; throws for an answer that is not as documented. */
export async function ask(
  service: ServiceAddress,
  target: string,
  options: AskOptions = {},
): Promise<Answer> {
  const { status, rawHeaders, body } = await nodeExchange(service, { path: target, ...options });
  const answer = { status, headers: headersFrom(rawHeaders), body };
  await checkDocumented(service, { method: options.method ?? 'GET', target, answer });
  return answer;
}

/** A POST of JSON: a project, or text or bytes as they are. */
export function post(
  service: ServiceAddress,
  target: string,
  project: object | string | Uint8Array,
  options: AskOptions = {},
): Promise<Answer> {
  const isText = typeof project === 'string' || project instanceof Uint8Array;
  return ask(service, target, {
    method: 'POST',
    body: isText ? project : JSON.stringify(project),
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });
}
