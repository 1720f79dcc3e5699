import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/server';
import { INVALID_REQUEST, PARSE_ERROR } from '@modelcontextprotocol/server';
import { mustBe } from '../project/problem-text.ts';

/** The answer to text that is no JSON. */
export function parseErrorAnswer(error: unknown): JSONRPCErrorResponse {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    jsonrpc: '2.0',
    error: { code: PARSE_ERROR, message: `Parse error: a line must be JSON: ${reason}` },
  };
}

/** The answer to JSON that is no message; without an id where there is none to answer to. */
export function invalidRequestAnswer(problem: string, id?: RequestId): JSONRPCErrorResponse {
  return {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code: INVALID_REQUEST, message: `Invalid Request: ${problem}` },
  };
}

/** The id of what may be a broken request, if it is one that an answer may have. */
export function idOf(value: unknown): RequestId | undefined {
  return isRecord(value) && isId(value.id) ? value.id : undefined;
}

/** Whether it was meant as an answer: a broken one must not be answered in turn. */
export function isAnswer(value: unknown): boolean {
  return isRecord(value) && !('method' in value) && ('result' in value || 'error' in value);
}

/** What is wrong with JSON that is no message of the protocol, as a sentence. */
export function problemOf(value: unknown): string {
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
  return 'params._meta must be an object whose progressToken, if there is one, is a string or an integer';
}

const fieldNames: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
