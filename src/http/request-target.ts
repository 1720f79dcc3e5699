import type { IncomingMessage } from 'node:http';

/**
 * The target of a request as a path with its query. A target that is a whole URL names the host, which then counts
 * and is put in the place of the Host header's (RFC 9112, 3.2.2).
 */
export function readTarget(request: IncomingMessage): string {
  const { url = '', headers } = request;
  const whole = /^https?:\/\/(?<host>[^/?#]*)(?<rest>.*)$/i.exec(url)?.groups;
  if (whole && headers.host !== undefined) headers.host = whole.host;
  const target = whole ? whole.rest.replace(/^(?!\/)/, '/') : url;
  // Browsers keep a fragment to themselves; in a request it is a part of the path that nothing here has.
  return target.replaceAll('#', '%23');
}
