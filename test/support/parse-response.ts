import { type HttpResponse, headersFrom } from './response.ts';

export interface ParsedResponse {
  readonly response: HttpResponse;
  /** The length of the response in bytes. */
  readonly end: number;
}

/**
 * The first response in the bytes, if it is complete; a body without a length ends with the connection. Throws an
 * Error for bytes that are not an HTTP/1.1 response.
 */
export function parseResponse(bytes: Buffer, isOver: boolean, isHead: boolean): ParsedResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine, ...fields] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(statusLine)?.[1]);
  if (!status) throw new Error(`no status line of HTTP/1.1: ${JSON.stringify(statusLine)}`);
  const headers = headersFrom(
    fields.flatMap((field) => [
      field.slice(0, field.indexOf(':')),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const start = headEnd + 4;
  if (isHead || status < 200) return { response: { status, headers, body: Buffer.alloc(0) }, end: start };
  const rest = bytes.subarray(start);
  const declared = headers['content-length'];
  const body =
    declared !== undefined
      ? takeBytes(rest, Number(declared))
      : headers['transfer-encoding'] === 'chunked'
        ? takeChunks(rest)
        : isOver && { data: rest, length: rest.length };
  return body
    ? { response: { status, headers, body: Buffer.from(body.data) }, end: start + body.length }
    : undefined;
}

function takeBytes(bytes: Buffer, length: number) {
  return bytes.length >= length && { data: bytes.subarray(0, length), length };
}

function takeChunks(bytes: Buffer) {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return false;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return false;
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
    if (size === 0) return { data: Buffer.concat(chunks), length: at };
  }
}
