import type { IncomingMessage, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onAbort } from '@render-service/engine/files';
import type { RenderSupervisor } from '@render-service/engine/process';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { documents, operations } from '../contract/operations.ts';
import type { ServiceSettings } from '../contract/settings.ts';
import { HttpError, toFailure } from '../web/errors.ts';
import { boundPort } from '../web/listening.ts';
import { isPreflight, OriginPolicy, sendPreflightResponse } from '../web/origin-policy.ts';
import { readTarget } from '../web/request-head.ts';
import { BoundedLog } from './bounded-log.ts';
import { createLimitedServer, disconnect, disconnectReason, handleProtocolError } from './connections.ts';
import { addDocumentRoutes, isPublicDocument } from './document-routes.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { callerCheck } from './request-checks.ts';
import { logRequest, type ReportRequest, type RequestRecord, unansweredStatus } from './request-log.ts';
import { endOf, sendError } from './response.ts';

const timeouts: ServerOptions = {
  requireHostHeader: false,
  // Limits in milliseconds: for a whole request to arrive, for its line and headers, between checks of both, and for an
  // idle connection.
  requestTimeout: 300_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
};

/** Milliseconds for the responses to requests whose work was stopped by the shutdown. */
const lastResponsesMs = 2_000;

/** The allowed methods of every path. */
const methodsOfPaths: ReadonlyMap<string, string> = new Map([
  ...Object.values(operations).map(
    ({ path, method }) => [path, method === 'GET' ? 'GET, HEAD' : method] as const,
  ),
  ...Object.values(documents).map((path) => [path, 'GET, HEAD'] as const),
]);

export interface HttpService {
  readonly server: FastifyInstance;
  /**
   * Refuses new connections, and resolves once all responses are sent. Work that is not done after `graceMs`
   * milliseconds is stopped, and its clients get a 429.
   */
  readonly end: (graceMs: number) => Promise<void>;
}

/**
 * The HTTP service, not listening yet. It must listen on `address`, to which `settings.host` resolves. `onRequestEnd`
 * is called once for each request; it must not throw.
 */
export function createService(
  settings: ServiceSettings,
  address: string,
  renderer: RenderSupervisor,
  limits: HttpLimits = defaultLimits,
  onRequestEnd?: ReportRequest,
): HttpService {
  const pending = new PendingResponses();
  const shutdown = new AbortController();
  const report = (record: RequestRecord) => {
    logRequest(server.log, record);
    onRequestEnd?.(record);
  };
  const server = createFastify(limits, pending, report);
  let policy: OriginPolicy | undefined;
  // The port is known only once the server listens.
  const originPolicy = () => {
    policy ??= new OriginPolicy({ host: settings.host, address, port: boundPort(server.server) }, settings, {
      hosts: 'SERVICE_RENDER_ALLOWED_HOSTS',
      origins: 'SERVICE_RENDER_ALLOWED_ORIGINS',
    });
    return policy;
  };
  addRequestHooks(server, { originPolicy, token: settings.token, pending, report });
  const checkCaller = callerCheck(originPolicy, settings.token);
  addDocumentRoutes(server, { originPolicy, checkCaller }, settings);
  addOperationRoutes(server, { checkCaller, renderer, settings, limits, shutdown: shutdown.signal });
  const end = async (graceMs: number) => {
    server.server.close();
    if (!(await pending.endWithin(graceMs))) {
      shutdown.abort();
      await pending.endWithin(lastResponsesMs);
    }
    pending.disconnect();
    server.server.closeAllConnections();
  };
  return { server, end };
}

function createFastify(
  limits: HttpLimits,
  pending: PendingResponses,
  report: ReportRequest,
): FastifyInstance {
  const server: FastifyInstance = fastify({
    logger: { stream: new BoundedLog(process.stderr), base: undefined },
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: readTarget,
    routerOptions: { querystringParser: () => ({}) },
    serverFactory: (handle) => createLimitedServer(handle, timeouts, limits),
    clientErrorHandler: (error, socket) =>
      handleProtocolError(error, socket, { report, isSending: pending.isSendingOn(socket) }),
    frameworkErrors: (_error, request, reply) => {
      addCommonHeaders(reply);
      void sendError(reply, notFound(request));
    },
  });
  // The handlers read the body once a request has passed its checks.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.decorateRequest('options');
  server.decorateRequest('ended');
  server.decorateRequest('failureDetails', undefined);
  // Node would silently drop headers beyond 2000; their total size has its own limit.
  server.server.maxHeadersCount = 0;
  return server;
}

interface RequestContext {
  readonly originPolicy: () => OriginPolicy;
  readonly token: string | undefined;
  readonly pending: PendingResponses;
  readonly report: ReportRequest;
}

/** Adds what all requests have in common: headers, the log, and the responses to unknown paths and errors. */
function addRequestHooks(
  server: FastifyInstance,
  { originPolicy, token, pending, report }: RequestContext,
): void {
  server.addHook('onRequest', async (request, reply) => {
    addCommonHeaders(reply);
    request.ended = endOf(reply);
    pending.add(reply);
    onAbort(request.ended, () => {
      pending.delete(reply);
      report(recordOf(request, reply));
    });
    return request.is404 ? respondWithoutRoute(request, reply, { originPolicy, token }) : undefined;
  });
  server.addHook('onSend', async (_request, reply) => {
    // Shutting down must not wait for idle connections.
    if (!server.server.listening) reply.header('connection', 'close');
  });
  server.setNotFoundHandler((request, reply) => sendError(reply, notFound(request)));
  server.setErrorHandler((error, request, reply) => {
    const { error: httpError, details } = toFailure(error);
    request.failureDetails = details;
    return sendError(reply, httpError);
  });
}

/** Responds to a preflight. Throws an HttpError for any other request without a route. */
function respondWithoutRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { originPolicy, token }: Pick<RequestContext, 'originPolicy' | 'token'>,
): FastifyReply {
  const path = pathOf(request.raw);
  const methods = methodsOfPaths.get(path);
  if (methods === undefined) throw notFound(request);
  if (isPreflight(request)) {
    const host = originPolicy().checkHost(request.raw);
    if (isPublicDocument(path, token)) reply.header('access-control-allow-origin', '*');
    else originPolicy().checkOrigin(request, reply, host);
    return sendPreflightResponse(request, reply, methods);
  }
  throw new HttpError(
    405,
    `the method of ${path} must be ${methods.replace(', ', ' or ')}, but is ${request.method}`,
    { allow: methods },
  );
}

function addCommonHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'no-store');
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

function notFound({ raw }: Pick<FastifyRequest, 'raw'>): HttpError {
  return new HttpError(
    404,
    `not found: ${JSON.stringify(pathOf(raw))}; see ${documents.interfaceDescription}`,
  );
}

function recordOf(request: FastifyRequest, reply: FastifyReply): RequestRecord {
  const isDelivered = reply.raw.writableFinished;
  const hasBody = isDelivered && request.method !== 'HEAD';
  return {
    method: request.method,
    path: pathOf(request.raw),
    status: isDelivered ? reply.statusCode : unansweredStatus,
    ms: reply.elapsedTime,
    bytes: hasBody ? Number(reply.getHeader('content-length') ?? 0) : 0,
    disconnected: isDelivered ? undefined : disconnectReason(request.raw.socket),
    details: request.failureDetails,
  };
}

/** Milliseconds between two checks whether all responses have ended. */
const checkIntervalMs = 20;

/** The responses that have not ended. */
class PendingResponses {
  readonly #replies = new Set<FastifyReply>();

  add(reply: FastifyReply): void {
    this.#replies.add(reply);
  }

  delete(reply: FastifyReply): void {
    this.#replies.delete(reply);
  }

  /** Whether a response is being sent on a connection. */
  isSendingOn(socket: Socket): boolean {
    return [...this.#replies].some(({ raw, request }) => raw.headersSent && request.raw.socket === socket);
  }

  /** Waits until all responses have ended, for at most `ms` milliseconds. Returns whether they have ended. */
  async endWithin(ms: number): Promise<boolean> {
    const limit = performance.now() + ms;
    while (this.#replies.size > 0 && performance.now() < limit) await sleep(checkIntervalMs);
    return this.#replies.size === 0;
  }

  /** Closes the connections of all responses. */
  disconnect(): void {
    for (const { request } of this.#replies) disconnect(request.raw.socket, 'shutting down');
  }
}
