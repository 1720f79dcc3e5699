import type { IncomingMessage } from 'node:http';

/**
 * The target of a request as a path and query. If the target is a whole URL, its host replaces the Host header
 * (RFC 9112, 3.2.2).
 */
export function readTarget(request: IncomingMessage): string {
  const { url = '', headers } = request;
  const whole = /^https?:\/\/(?<host>[^/?#]*)(?<rest>.*)$/i.exec(url)?.groups;
  if (whole && headers.host !== undefined) headers.host = whole.host;
  const target = whole ? whole.rest.replace(/^(?!\/)/, '/') : url;
  // Browsers never send a fragment. Here # is part of the path, so that no route matches.
  return target.replaceAll('#', '%23');
}

/** How many times a header occurs in a request; `name` is in lower case. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}

/** Whether the headers of a request announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the client waits for `100 Continue` before it sends its body. */
export function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';
}
