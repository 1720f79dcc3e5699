import type { JSONRPCErrorResponse, JSONRPCRequest, RequestId } from '@modelcontextprotocol/server';
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from '@modelcontextprotocol/server';
import { mustBe } from '@render-service/engine/text';

/** The error response to text that is not valid JSON. */
export function parseErrorAnswer(error: unknown): JSONRPCErrorResponse {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    jsonrpc: '2.0',
    error: { code: PARSE_ERROR, message: `Parse error: a line must be JSON: ${reason}` },
  };
}

/** The error response to JSON that is not a valid message. It has no id if the message has no usable one. */
export function invalidRequestAnswer(problem: string, id?: RequestId): JSONRPCErrorResponse {
  return {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code: INVALID_REQUEST, message: `Invalid Request: ${problem}` },
  };
}

/**
 * The error response to a call of a tool whose name is a property of every object, such as `toString`; undefined for
 * any other request. The library looks tools up in a plain object and would report this one as disabled.
 */
export function unknownToolAnswer({ id, method, params }: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const name = method === 'tools/call' ? params?.name : undefined;
  if (typeof name !== 'string' || !(name in Object.prototype)) return undefined;
  return { jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message: `Tool ${name} not found` } };
}

/**
 * The error response to a call with an argument of the name `__proto__`, given the message as received; undefined for any
 * other request. The library leaves this argument out, so that its tool could not refuse it as it does others.
 */
export function prototypeArgumentAnswer(
  { id, method, params }: JSONRPCRequest,
  received: unknown,
): JSONRPCErrorResponse | undefined {
  if (method !== 'tools/call' || !isRecord(received) || !isRecord(received.params)) return undefined;
  const given = received.params.arguments;
  if (!isRecord(given) || !Object.hasOwn(given, '__proto__')) return undefined;
  const message = `Invalid arguments for tool ${params?.name}: unknown argument "__proto__"`;
  return { jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message } };
}

/** The id of a message that may be an invalid request, if a response can use that id. */
export function idOf(value: unknown): RequestId | undefined {
  return isRecord(value) && isId(value.id) ? value.id : undefined;
}

/** Whether the value was meant as a response: an invalid response must not get a response itself. */
export function isAnswer(value: unknown): boolean {
  return isRecord(value) && !('method' in value) && ('result' in value || 'error' in value);
}

/** Describes why a JSON value is not a valid protocol message. */
export function problemOf(value: unknown): string {
  // Revision 2025-03-26 allowed batches, which few clients sent; later revisions do not.
  if (Array.isArray(value))
    return 'a line must be one message, but is an array of messages; send one per line';
  if (!isRecord(value)) return `a message ${mustBe('an object', value)}`;
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') return `jsonrpc ${mustBe('"2.0"', jsonrpc)}`;
  if ('id' in value && !isId(id)) return `id ${mustBe('a string or an integer', id)}`;
  if (typeof method !== 'string') return `method ${mustBe('a string', method)}`;
  if (params !== undefined && !isRecord(params)) return `params ${mustBe('an object', params)}`;
  const unknown = Object.keys(value).find((name) => !fieldNames.includes(name));
  if (unknown !== undefined) {
    return `unknown field ${JSON.stringify(unknown)}; valid fields: ${fieldNames.join(', ')}`;
  }
  return 'params._meta must be an object whose progressToken, if present, is a string or an integer';
}

const fieldNames: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
