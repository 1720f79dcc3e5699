import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { type OptionName, optionNames } from '../render/option-table.ts';
import { HttpError } from './http-error.ts';

/** The texts of a render's options, as they stand in the query. */
export type OptionTexts = Readonly<Partial<Record<OptionName, string>>>;

/** Throws an HttpError 401 unless the request carries the token; without a token everyone is let in. */
export function checkToken({ headers, rawHeaders }: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return;
  // Of several, Node shows the first alone; a proxy may have checked another one.
  const times = countHeader(rawHeaders, 'authorization');
  const given = /^bearer +(?<token>\S+)$/i.exec(headers.authorization ?? '')?.groups?.token;
  if (times === 1 && given !== undefined && timingSafeEqual(digest(given), digest(token))) return;
  const problem =
    times === 0
      ? 'is missing'
      : times === 1
        ? 'is not the right one'
        : `must stand once, but stands ${times} times`;
  throw new HttpError(401, `the bearer token ${problem}; send the header Authorization: Bearer <token>`, {
    'www-authenticate': 'Bearer',
  });
}

/** How often a header, by its name in lower case, stands in a request. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}

/** Digests have one length, so that comparing them in constant time tells nothing of the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Throws an HttpError 415 unless the body is plain UTF-8 JSON. */
export function checkContentType({ headers }: IncomingMessage): void {
  const given = headers['content-type'];
  const type = given === undefined ? undefined : parseMediaType(given);
  if (type?.essence !== 'application/json') {
    const seen = given === undefined ? 'is missing' : `is ${JSON.stringify(given)}`;
    throw new HttpError(415, `the Content-Type must be application/json, but ${seen}`);
  }
  const charset = type.params.get('charset');
  const isRepeated = /;\s*charset\s*=.*;\s*charset\s*=/i.test(given ?? '');
  if (charset !== null && (isRepeated || !/^utf-?8$/i.test(charset))) {
    throw new HttpError(415, `the charset must be utf-8, but the Content-Type is ${JSON.stringify(given)}`);
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new HttpError(415, `the Content-Encoding must be identity, but is ${JSON.stringify(encoding)}`);
  }
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked') {
    throw new HttpError(415, `the Transfer-Encoding must be chunked, but is ${JSON.stringify(transfer)}`);
  }
}

function parseMediaType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

/** The options in a request's query. Throws an HttpError 400 for a name that is unknown, empty or repeated. */
export function readQuery(url: string): OptionTexts {
  const start = url.indexOf('?');
  const texts: Partial<Record<OptionName, string>> = {};
  for (const [given, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    const shown = JSON.stringify(given.length > 60 ? `${given.slice(0, 59)}…` : given);
    const name = optionNames.find((known) => known === given);
    if (name === undefined) {
      throw new HttpError(
        400,
        `the query parameter ${shown} is unknown; there are ${optionNames.join(', ')}`,
      );
    }
    if (Object.hasOwn(texts, name)) throw new HttpError(400, `the query parameter ${shown} is repeated`);
    if (value === '') throw new HttpError(400, `the query parameter ${shown} is empty`);
    texts[name] = value;
  }
  return texts;
}
