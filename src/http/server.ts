import type { IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { operations, publicDocuments } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import type { Renderer } from '../render/process/renderer.ts';
import { Access } from './access.ts';
import { sendError } from './answer.ts';
import { onceOver } from './answer-over.ts';
import { boundConnections } from './connections.ts';
import { answerPreflight, checkOrigin, isPreflight } from './cross-origin.ts';
import { addDocumentRoutes, isPublicDocument } from './document-routes.ts';
import { toFailure } from './errors.ts';
import { HttpError } from './http-error.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { answerProtocolError, endWithError } from './protocol-errors.ts';
import { clientGoneStatus, logRequest } from './request-log.ts';
import { readTarget } from './request-target.ts';
import { RunningAnswers } from './running-answers.ts';
import './request-state.ts';

/** Milliseconds in which a whole request must arrive. */
const requestTimeoutMs = 300_000;

/** Milliseconds in which the line and headers of a request must arrive. */
const headersTimeoutMs = 30_000;

/** Milliseconds between two looks for requests that take too long to arrive. */
const checkingIntervalMs = 5_000;

/** Milliseconds that an idle connection is kept open. */
const keepAliveMs = 5_000;

/** The methods of every path there is. */
const methodsOfPaths: ReadonlyMap<string, string> = new Map([
  ...Object.values(operations).map(
    ({ path, method }) => [path, method === 'GET' ? 'GET, HEAD' : method] as const,
  ),
  ...Object.values(publicDocuments).map((path) => [path, 'GET, HEAD'] as const),
]);

export interface HttpService {
  readonly server: FastifyInstance;
  /** Refuses new connections, and resolves once everything is answered or `graceMs` milliseconds have passed. */
  readonly end: (graceMs: number) => Promise<void>;
}

/** The HTTP service, not listening yet. It must listen on `address`, which `settings.host` stands for. */
export function createService(
  settings: Settings,
  address: string,
  renderer: Renderer,
  limits: HttpLimits = defaultLimits,
): HttpService {
  const server: FastifyInstance = fastify({
    logger: { stream: process.stderr, base: undefined },
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
      answerProtocolError(error, socket, { log: server.log, isAnswering: running.isAnswering(socket) }),
    frameworkErrors: (_error, request, reply) => {
      addCommonHeaders(reply);
      void sendError(reply, notFound(request));
    },
  });
  let known: Access | undefined;
  const running = new RunningAnswers(server.server);
  const access = () => {
    known ??= new Access({ host: settings.host, address, port: boundPort(server) }, settings);
    return known;
  };

  // Bodies are read by the handlers, once a request is accepted.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.decorateRequest('options');
  server.decorateRequest('isBodyAsked', false);
  server.decorateRequest('isAnswered', false);
  server.decorateRequest('failureDetails', undefined);

  server.addHook('onRequest', async (request, reply) => {
    addCommonHeaders(reply);
    running.add(reply);
    onceOver(reply, () => logAnswer(server.log, request, reply));
    if (!request.is404) return undefined;
    const methods = methodsOfPaths.get(pathOf(request.raw));
    if (methods === undefined) throw notFound(request);
    if (isPreflight(request)) {
      const host = access().checkHost(request.raw);
      if (isPublicDocument(pathOf(request.raw))) reply.header('access-control-allow-origin', '*');
      else checkOrigin(request, reply, access(), host);
      return answerPreflight(request, reply, methods);
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
    // Whoever waits for the service to end must not wait for idle connections.
    if (!server.server.listening) reply.header('connection', 'close');
  });
  server.setNotFoundHandler((request, reply) => sendError(reply, notFound(request)));
  server.setErrorHandler((error, request, reply) => {
    const { answer, details } = toFailure(error);
    request.failureDetails = details;
    return sendError(reply, answer);
  });

  addDocumentRoutes(server, access);
  addOperationRoutes(server, { access, renderer, settings, limits });

  server.server.on('connect', (raw, socket) => {
    if (socket instanceof Socket) {
      endWithError(socket, notFound({ raw }), server.log, { method: 'CONNECT', path: pathOf(raw) });
    }
  });
  boundConnections(server.server, server.routing, limits);
  // A client may end its side once its request is sent, and gets its response all the same.
  Object.assign(server.server, { httpAllowHalfOpen: true });
  // Node would leave out those beyond 2000 without a word; what a request can hold bounds them anyway.
  server.server.maxHeadersCount = 0;
  return { server, end: (graceMs) => running.end(graceMs) };
}

/** The port that a listening server has. */
export function boundPort(server: FastifyInstance): number {
  return (server.server.address() as AddressInfo).port;
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
    `there is nothing at ${JSON.stringify(pathOf(raw))}; see ${publicDocuments.interfaceDescription}`,
  );
}

function logAnswer(log: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply): void {
  const isDelivered = reply.raw.writableFinished || request.isAnswered;
  const hasBody = isDelivered && request.method !== 'HEAD';
  logRequest(log, {
    method: request.method,
    path: pathOf(request.raw),
    status: isDelivered ? reply.statusCode : clientGoneStatus,
    ms: reply.elapsedTime,
    bytes: hasBody ? Number(reply.getHeader('content-length') ?? 0) : 0,
    details: request.failureDetails,
  });
}
