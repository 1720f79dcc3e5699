import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderHeaders } from '../contract/operations.ts';
import type { Access } from './access.ts';
import { HttpError } from './http-error.ts';

const exposedHeaders = [...Object.keys(renderHeaders), 'Retry-After'].join(', ');

/** Seconds for which a browser may keep the answer to a preflight. */
const preflightAge = '600';

/**
 * Throws an HttpError 403 for a request of a page that may not call, and lets a browser hand the answer to one that
 * may. Requests without an Origin come from no page.
 */
export function checkOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  host: string,
): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined) return;
  if (!access.allowsOrigin(origin, host)) {
    throw new HttpError(403, `the Origin ${JSON.stringify(origin)} is not allowed`);
  }
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', exposedHeaders);
}

/** Whether a request asks, for a browser, what another one may do. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** Answers a preflight of an allowed Origin: status 200, no body. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: string): FastifyReply {
  reply.header('access-control-allow-methods', methods);
  reply.header('access-control-allow-headers', 'Authorization, Content-Type');
  reply.header('access-control-max-age', preflightAge);
  if (request.headers['access-control-request-private-network'] === 'true') {
    reply.header('access-control-allow-private-network', 'true');
  }
  return reply.code(200).header('content-length', 0).send();
}
