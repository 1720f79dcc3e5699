import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { operations, publicDocuments } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import type { RenderSupervisor } from '../render/process/supervisor.ts';
import { disconnectReason, endWithError, handleProtocolError, limitConnections } from '../web/connections.ts';
import { HttpError, toFailure } from '../web/errors.ts';
import { boundPort } from '../web/listening.ts';
import { isPreflight, OriginPolicy, sendPreflightResponse } from '../web/origin-policy.ts';
import { readTarget } from '../web/request-head.ts';
import { BoundedLog } from './bounded-log.ts';
import { addDocumentRoutes, isPublicDocument } from './document-routes.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { PendingResponses } from './pending-responses.ts';
import { logRequest, type ReportRequest, type RequestRecord, unansweredStatus } from './request-log.ts';
import { onceResponseEnds, sendError } from './response.ts';

/** Milliseconds in which a whole request must arrive. */
const requestTimeoutMs = 300_000;

/** Milliseconds in which the line and headers of a request must arrive. */
const headersTimeoutMs = 30_000;

/** Milliseconds between checks for requests that take too long to arrive. */
const checkingIntervalMs = 5_000;

/** Milliseconds for which an idle connection is kept open. */
const keepAliveMs = 5_000;

/** The allowed methods of every path. */
const methodsOfPaths: ReadonlyMap<string, string> = new Map([
  ...Object.values(operations).map(
    ({ path, method }) => [path, method === 'GET' ? 'GET, HEAD' : method] as const,
  ),
  ...Object.values(publicDocuments).map((path) => [path, 'GET, HEAD'] as const),
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
  settings: Settings,
  address: string,
  renderer: RenderSupervisor,
  limits: HttpLimits = defaultLimits,
  onRequestEnd?: ReportRequest,
): HttpService {
  const server: FastifyInstance = fastify({
    logger: { stream: new BoundedLog(process.stderr), base: undefined },
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    rewriteUrl: readTarget,
    routerOptions: { querystringParser: () => ({}) },
    http: {
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: checkingIntervalMs,
    },
    clientErrorHandler: (error, socket) =>
      handleProtocolError(error, socket, { report, isSending: pending.isSendingOn(socket) }),
    frameworkErrors: (_error, request, reply) => {
      addCommonHeaders(reply);
      void sendError(reply, notFound(request));
    },
  });
  const pending = new PendingResponses(server.server);
  const shutdown = new AbortController();
  const report = (record: RequestRecord) => {
    logRequest(server.log, record);
    onRequestEnd?.(record);
  };
  let policy: OriginPolicy | undefined;
  // The port is known only once the server listens.
  const originPolicy = () => {
    policy ??= new OriginPolicy({ host: settings.host, address, port: boundPort(server.server) }, settings, {
      hosts: 'SERVICE_RENDER_ALLOWED_HOSTS',
      origins: 'SERVICE_RENDER_ALLOWED_ORIGINS',
    });
    return policy;
  };

  // The handlers read the body once a request has passed its checks.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.decorateRequest('options');
  server.decorateRequest('isBodyRequested', false);
  server.decorateRequest('isResponseSent', false);
  server.decorateRequest('failureDetails', undefined);

  server.addHook('onRequest', async (request, reply) => {
    addCommonHeaders(reply);
    pending.add(reply);
    onceResponseEnds(reply, () => report(recordOf(request, reply)));
    if (!request.is404) return undefined;
    const methods = methodsOfPaths.get(pathOf(request.raw));
    if (methods === undefined) throw notFound(request);
    if (isPreflight(request)) {
      const host = originPolicy().checkHost(request.raw);
      if (isPublicDocument(pathOf(request.raw))) reply.header('access-control-allow-origin', '*');
      else originPolicy().checkOrigin(request, reply, host);
      return sendPreflightResponse(request, reply, methods);
    }
    throw new HttpError(
      405,
      `the method of ${pathOf(request.raw)} must be ${methods.replace(', ', ' or ')}, but is ${request.method}`,
      {
        allow: methods,
      },
    );
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

  addDocumentRoutes(server, originPolicy, settings);
  addOperationRoutes(server, { originPolicy, renderer, settings, limits, shutdown: shutdown.signal });

  server.server.on('connect', (raw, socket) => {
    if (socket instanceof Socket) {
      endWithError(socket, notFound({ raw }), report, { method: 'CONNECT', path: pathOf(raw) });
    }
  });
  limitConnections(server.server, server.routing, limits);
  // A client may end its side of the connection after its request, and still gets its response.
  Object.assign(server.server, { httpAllowHalfOpen: true });
  // Node would silently drop headers beyond 2000; their total size is limited anyway.
  server.server.maxHeadersCount = 0;
  return { server, end: (graceMs) => pending.end(graceMs, () => shutdown.abort()) };
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
    `not found: ${JSON.stringify(pathOf(raw))}; see ${publicDocuments.interfaceDescription}`,
  );
}

function recordOf(request: FastifyRequest, reply: FastifyReply): RequestRecord {
  const isDelivered = reply.raw.writableFinished || request.isResponseSent;
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
