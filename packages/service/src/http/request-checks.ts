import type { IncomingMessage } from 'node:http';
import { type QueryOptionName, queryOptionNames } from '@render-service/engine/options';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../web/errors.ts';
import type { OriginPolicy } from '../web/origin-policy.ts';
import { countHeader } from '../web/request-head.ts';
import { isSameToken } from '../web/token.ts';

/** The render options of a query, as text. */
export type OptionTexts = Readonly<Partial<Record<QueryOptionName, string>>>;

/** Throws an HttpError for a request that its Host, its Origin or its token forbids. */
export type CallerCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Returns the check of who calls. */
export function callerCheck(originPolicy: () => OriginPolicy, token: string | undefined): CallerCheck {
  return async (request, reply) => {
    const host = originPolicy().checkHost(request.raw);
    originPolicy().checkOrigin(request, reply, host);
    checkToken(request.raw, token);
  };
}

/** Throws an HttpError 401 unless the request carries the token; without a token, every request passes. */
export function checkToken({ headers, rawHeaders }: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return;
  // Node returns only the first of several Authorization headers; a proxy may have checked another one.
  const count = countHeader(rawHeaders, 'authorization');
  const given = /^bearer +(?<token>\S+)$/i.exec(headers.authorization ?? '')?.groups?.token;
  if (count === 1 && given !== undefined && isSameToken(given, token)) return;
  const problem =
    count === 0
      ? 'the bearer token is missing'
      : count === 1
        ? 'the bearer token is incorrect'
        : `the Authorization header must appear once, but appears ${count} times`;
  throw new HttpError(401, `${problem}; send the header Authorization: Bearer <token>`, {
    'www-authenticate': 'Bearer',
  });
}

/** Throws an HttpError 415 unless the body is plain UTF-8 JSON. */
export function checkContentType({ headers }: IncomingMessage): void {
  const given = headers['content-type'];
  // Node's MIMEType takes quadratic time: 0.9 s for the 16 KiB that headers may have.
  const [type, ...parameters] = (given ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') {
    const seen = given === undefined ? 'is missing' : `is ${JSON.stringify(given)}`;
    throw new HttpError(415, `the Content-Type must be application/json, but ${seen}`);
  }
  const charsets = parameters.filter((parameter) => /^charset\s*=/.test(parameter));
  if (!charsets.every((charset) => /^charset\s*=\s*("?)utf-?8\1$/.test(charset))) {
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

/** The options in a request's query. Throws an HttpError 400 for a name that is unknown, empty or repeated. */
export function readQuery(url: string): OptionTexts {
  const start = url.indexOf('?');
  const texts: Partial<Record<QueryOptionName, string>> = {};
  for (const [given, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    const shown = JSON.stringify(given.length > 60 ? `${given.slice(0, 59)}…` : given);
    const name = queryOptionNames.find((known) => known === given);
    if (name === undefined) {
      throw new HttpError(
        400,
        `unknown query parameter ${shown}; valid parameters: ${queryOptionNames.join(', ')}`,
      );
    }
    if (Object.hasOwn(texts, name)) throw new HttpError(400, `the query parameter ${shown} is repeated`);
    if (value === '') throw new HttpError(400, `the query parameter ${shown} is empty`);
    texts[name] = value;
  }
  return texts;
}
