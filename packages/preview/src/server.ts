import type { Readable } from 'node:stream';
import { RenderError } from '@render-service/engine';
import { formats } from '@render-service/engine/formats';
import { iconDrawings } from '@render-service/engine/process';
import type { Result } from '@render-service/engine/text';
import { escapeControls } from '@render-service/engine/text';
import {
  attachment,
  boundPort,
  HttpError,
  OriginPolicy,
  readTarget,
  toFailure,
} from '@render-service/service/web';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Access } from './access.ts';
import { movieFormat } from './background-film.ts';
import { copyDropped } from './dropped-files.ts';
import { offeredObjects } from './offered-objects.ts';
import { readPageFiles } from './page-files.ts';
import type { PageAnswers, PageEvents } from './page-messages.ts';
import type { UrlParts } from './remembered-url.ts';
import {
  editsOrder,
  emptyOrder,
  exportOrder,
  fixAllOrder,
  fixOrder,
  placeOrder,
  queries,
  readValue,
  rowOrder,
  triesOrder,
  variablesOrder,
} from './request-values.ts';
import { sendError, sendRange, streamEvents } from './responses.ts';
import type { PreviewSession } from './session.ts';
import { superseded } from './view-queue.ts';

const host = '127.0.0.1';

/** The page runs only its own files, loads nothing from elsewhere, and cannot be framed. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const commonHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** A browser opens six connections for a page, and several browsers may show it. */
const maxConnections = 64;

/**
 * Browsers open another connection after this many. More on the same one close it, because each response takes memory.
 */
const maxRequestsPerSocket = 100;

/** The page never sends more, except for values. */
const maxBodyBytes = 16 * 1024;
const maxValueBytes = 1024 * 1024;

export interface PreviewServer {
  /** The URL of the page. Anyone who has it is admitted. */
  readonly url: string;
  readonly parts: UrlParts;
  /** A new one-time URL of the page. */
  readonly issueUrl: () => string;
  /** Closes the connections and the server. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the page of a session on loopback, with a new token unless one is given. Rejects with the error of `listen` if
 * that fails.
 */
export async function startPreviewServer(
  session: PreviewSession,
  port: number,
  token?: string,
): Promise<PreviewServer> {
  const access = new Access(token);
  const server = createFastify(access);
  await server.register(
    async (page) => {
      addPageRoutes(page);
      addFilmRoutes(page, session);
      addExportRoutes(page, session);
      addOrderRoutes(page, session);
    },
    { prefix: access.path.slice(0, -1) },
  );
  server.server.maxConnections = maxConnections;
  server.server.on('dropRequest', (_request, socket) => socket.destroy());
  await server.listen({ host, port });
  const urlOf = (path: string) => `http://${host}:${boundPort(server.server)}${path}`;
  return {
    url: urlOf(access.path),
    parts: { port: boundPort(server.server), token: access.token },
    issueUrl: () => urlOf(access.issuePath()),
    close: () => server.close(),
  };
}

/** A server without routes that refuses requests from other pages and without access. */
function createFastify(access: Access): FastifyInstance {
  let policy: OriginPolicy | undefined;
  const checkOrigin = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(commonHeaders);
    // The port is known only once the server listens.
    policy ??= new OriginPolicy(
      { host, address: host, port: boundPort(server.server) },
      { allowedHosts: [], allowedOrigins: [] },
    );
    policy.checkOrigin(request, reply, policy.checkHost(request.raw));
  };
  const server: FastifyInstance = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    maxRequestsPerSocket,
    rewriteUrl: readTarget,
    // No hook runs for paths that cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      try {
        checkOrigin(request, reply);
        access.check(request);
        throw new HttpError(404, 'not found');
      } catch (error) {
        void respondWithError(error, request, reply);
      }
    },
  });
  // Files are copied as they arrive.
  server.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  server.addHook('onRequest', async (request, reply) => {
    checkOrigin(request, reply);
    const proof = access.proofFor(request);
    if (proof !== undefined) return reply.type('text/plain').send(proof);
    if (access.check(request)) return reply.redirect(access.path, 303);
  });
  server.setErrorHandler(respondWithError);
  server.setNotFoundHandler((request, reply) => sendError(request, reply, new HttpError(404, 'not found')));
  return server;
}

function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  // Nobody waits for the answer any more: a newer picture or version replaced it, or the page disconnected.
  const isUnwanted = error === superseded || (error instanceof RenderError && error.code === 'aborted');
  if (isUnwanted) return reply.code(204).send();
  const { error: httpError, details } = toFailure(error);
  if (details !== undefined) process.stderr.write(`render-service: ${escapeControls(details)}\n`);
  return sendError(request, reply, httpError);
}

function addPageRoutes(server: FastifyInstance): void {
  for (const [path, { type, bytes }] of readPageFiles()) {
    // Without the trailing slash, the page's relative URLs would be wrong.
    server.get(path, { prefixTrailingSlash: 'slash' }, async (_request, reply) =>
      reply.type(type).send(bytes),
    );
  }
}

function addFilmRoutes(server: FastifyInstance, session: PreviewSession): void {
  server.get('/api/events', (_request, reply) => streamEvents(reply, session));
  server.get('/api/still', async (request, reply) => {
    const { revision, timeMs, width, client, purpose } = readValue(queries.still, request.query);
    const control = { signal: untilClosed(reply), client };
    const still = await session.versions.view(purpose, revision, { kind: 'still', timeMs, width }, control);
    return reply.type('application/octet-stream').send(known(still));
  });
  server.get<{ Reply: PageAnswers['api/moment'] }>('/api/moment', async (request, reply) => {
    const { revision, timeMs } = readValue(queries.moment, request.query);
    return known(await session.versions.momentAt(revision, timeMs, { signal: untilClosed(reply) }));
  });
  server.get<{ Reply: PageAnswers['api/pick'] }>('/api/pick', async (request, reply) => {
    const { revision, ...place } = readValue(queries.pick, request.query);
    const control = { signal: untilClosed(reply) };
    return known(await session.versions.view('moment', revision, { kind: 'pick', ...place }, control));
  });
  server.get<{ Reply: PageAnswers['api/lane'] }>('/api/lane', async (request, reply) => {
    const { revision, ...object } = readValue(queries.lane, request.query);
    return known(await session.versions.laneOf(revision, object, { signal: untilClosed(reply) }));
  });
  server.get('/api/object', async (request, reply) => {
    const { revision, composition = null, ...place } = readValue(queries.object, request.query);
    const object = await session.versions.objectAt(revision, { ...place, composition });
    // Objects that the engine makes are in no document.
    return object ?? reply.code(204).send();
  });
  server.get<{ Reply: PageAnswers['api/written'] }>('/api/written', async (request) => {
    const { revision, path } = readValue(queries.written, request.query);
    return known(await session.versions.writtenAt(revision, path));
  });
  server.get<{ Reply: PageAnswers['api/changes'] }>('/api/changes', async (request, reply) => {
    const { revision } = readValue(queries.changes, request.query);
    return known(await session.versions.changesIn(revision, { signal: untilClosed(reply) }));
  });
  server.get<{ Reply: PageAnswers['api/spoken'] }>('/api/spoken', async (request, reply) => {
    const { revision } = readValue(queries.spoken, request.query);
    const control = { signal: untilClosed(reply) };
    return known(await session.versions.view('moment', revision, { kind: 'spoken' }, control));
  });
  server.get<{ Reply: PageAnswers['api/wave'] }>('/api/wave', async (request, reply) => {
    const { revision, columns } = readValue(queries.wave, request.query);
    const control = { signal: untilClosed(reply) };
    return known(await session.versions.view('wave', revision, { kind: 'sound-wave', columns }, control));
  });
  server.get<{ Reply: PageAnswers['api/offered-objects'] }>('/api/offered-objects', async () =>
    offeredObjects(),
  );
  server.get<{ Reply: PageAnswers['api/icons'] }>('/api/icons', async () => iconDrawings());
  server.get('/api/movie', async (request, reply) => {
    const { revision } = readValue(queries.movie, request.query);
    return sendRange(
      reply,
      request.headers.range,
      formats[movieFormat].mediaType,
      known(session.movieOf(revision)),
    );
  });
}

function addExportRoutes(server: FastifyInstance, session: PreviewSession): void {
  server.post<{ Reply: PageEvents['export'] }>('/api/exports', async (request, reply) => {
    const order = readValue(exportOrder, request.body);
    if (session.exports.isRunning) throw new HttpError(429, 'another export is running');
    const state = session.export(order);
    if (!state) throw new HttpError(422, 'the project has problems; solve them before the export');
    return reply.code(201).send(state);
  });
  server.delete<{ Params: { id: string } }>('/api/exports/:id', async (request, reply) => {
    known(session.exports.cancel(request.params.id) || undefined);
    return reply.code(204).send();
  });
  server.get<{ Params: { id: string } }>('/api/exports/:id', async (request, reply) => {
    const { data, mimeType, fileName } = known(session.exports.fileOf(request.params.id));
    reply.header('content-disposition', attachment(fileName));
    return reply.type(mimeType).send(data);
  });
}

/** The orders of the page, except for exports. A refused order answers 409 with the reason. */
function addOrderRoutes(server: FastifyInstance, session: PreviewSession): void {
  server.post('/api/fixes', async (request, reply) => {
    const { revision, advice } = readValue(fixOrder, request.body);
    return answerOrder(reply, await session.fix(revision, advice));
  });
  server.post('/api/fix-all', async (request, reply) => {
    const { revision } = readValue(fixAllOrder, request.body);
    return answerOrder(reply, await session.fixAll(revision));
  });
  server.post('/api/edits', { bodyLimit: maxValueBytes }, async (request, reply) =>
    answerOrder(reply, await session.edits.edit(readValue(editsOrder, request.body))),
  );
  server.post('/api/tries', { bodyLimit: maxValueBytes }, async (request, reply) => {
    const tried = await session.edits.try(readValue(triesOrder, request.body), untilClosed(reply));
    if (!tried.ok) throw refusal(tried.problems);
    return reply.type('application/octet-stream').send(tried.value);
  });
  server.post<{ Body: Readable; Reply: PageAnswers['api/files'] }>('/api/files', async (request, reply) => {
    const { name } = readValue(queries.files, request.query);
    const copied = await copyDropped(session.folder, name, request.body, untilClosed(reply));
    if (!copied.ok) throw refusal(copied.problems);
    return copied.value;
  });
  for (const step of ['undo', 'redo'] as const) {
    server.post(`/api/${step}`, async (request, reply) => {
      readValue(emptyOrder, request.body);
      return answerOrder(reply, await session.edits[step]());
    });
  }
  server.post('/api/editor', async (request, reply) => {
    const newOrder = readValue(placeOrder, request.body);
    return answerOrder(reply, await session.openPlace(newOrder));
  });
  server.post('/api/variables', { bodyLimit: maxValueBytes }, async (request, reply) => {
    const { values } = readValue(variablesOrder, request.body);
    return answerOrder(reply, await session.tryVariables(values));
  });
  server.post('/api/row', async (request, reply) => {
    const { number } = readValue(rowOrder, request.body);
    return answerOrder(reply, await session.showRow(number));
  });
}

function answerOrder(reply: FastifyReply, result: Result<void>): FastifyReply {
  if (!result.ok) throw refusal(result.problems);
  return reply.code(204).send();
}

function refusal(problems: readonly string[]): HttpError {
  return new HttpError(409, problems.join('; '));
}

/** Aborts when the page closes the connection or cancels its request. */
function untilClosed(reply: FastifyReply): AbortSignal {
  const stop = new AbortController();
  reply.raw.once('close', () => stop.abort());
  return stop.signal;
}

/** Returns the value. Throws an HttpError 404 if it is undefined, for example because no version has that number. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new HttpError(404, 'not found, or no longer available');
  return value;
}
