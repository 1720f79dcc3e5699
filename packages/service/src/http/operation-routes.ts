import { Buffer } from 'node:buffer';
import { type RenderControl, RenderError } from '@render-service/engine';
import { maxInputBytes, onAbort } from '@render-service/engine/files';
import { capabilitiesWith } from '@render-service/engine/formats';
import { type OfferedFormats, optionsFromTexts, type PictureOptions } from '@render-service/engine/options';
import type { RenderSupervisor } from '@render-service/engine/process';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CachedRenderer } from '../cached-renderer.ts';
import { operations } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import { attachment } from '../web/content-disposition.ts';
import { HttpError, tooManyRequests } from '../web/errors.ts';
import { expectsContinue } from '../web/request-head.ts';
import { Admission } from './admission.ts';
import type { Reservation } from './client-memory.ts';
import { requireRate } from './connections.ts';
import type { HttpLimits } from './limits.ts';
import { type CallerCheck, checkContentType, readQuery } from './request-checks.ts';
import { sendBytes } from './response.ts';

export interface OperationContext {
  readonly checkCaller: CallerCheck;
  readonly renderer: RenderSupervisor;
  readonly settings: Pick<Settings, 'token' | 'timeoutMs' | 'formats' | 'cache' | 'cacheBytes'>;
  readonly limits: HttpLimits;
  /** Aborted when work in progress must end because the service shuts down. */
  readonly shutdown: AbortSignal;
}

/** The complete response to a project, in memory. */
interface ProjectResponse {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** Inspects or renders a project, given as its bytes. */
type ProjectHandler = (
  project: Uint8Array,
  options: PictureOptions & OfferedFormats & Pick<RenderControl, 'signal' | 'timeoutMs'>,
) => Promise<ProjectResponse>;

/** Adds the operations. Requests are checked in the order of the checks listed here. */
export function addOperationRoutes(server: FastifyInstance, context: OperationContext): void {
  const { checkCaller, settings, renderer } = context;
  const capabilities = capabilitiesWith(settings.formats);
  const admission = new Admission(context.limits);

  const addProjectRoute = (url: string, handle: ProjectHandler) =>
    server.route({
      method: 'POST',
      url,
      onRequest: [
        checkCaller,
        async (request: FastifyRequest) => {
          checkContentType(request.raw);
          request.options = optionsFromTexts(readQuery(request.raw.url ?? ''));
        },
      ],
      handler: async (request, reply) => {
        const project = await receive(reply, admission, context.limits);
        const response = await workOn(project, request, { admission, context, handle });
        const { mediaType, bytes, headers = {} } = response;
        const countRead = admission.countResponse(request, bytes.length);
        return sendBytes(reply.headers(headers), mediaType, bytes, countRead);
      },
    });

  server.get(operations.capabilities.path, { onRequest: checkCaller }, async (_, reply) =>
    sendBytes(reply, 'application/json', Buffer.from(JSON.stringify(capabilities))),
  );
  addProjectRoute(operations.inspect.path, inspectWith(renderer, capabilities));
  const cached = new CachedRenderer(renderer, settings, (problem) => server.log.warn(problem));
  addProjectRoute(operations.render.path, renderWith(cached));
}

/** Reads the body of a request. */
async function receive(reply: FastifyReply, admission: Admission, limits: HttpLimits): Promise<Uint8Array> {
  const reservation = await admission.admitBody(reply.request);
  try {
    return await readBody(reply, reservation, limits);
  } finally {
    reservation.release();
  }
}

interface ProjectWork {
  readonly admission: Admission;
  readonly context: OperationContext;
  readonly handle: ProjectHandler;
}

/** Handles a project while it holds the slot. */
async function workOn(
  project: Uint8Array,
  { options, ended }: FastifyRequest,
  { admission, context, handle }: ProjectWork,
): Promise<ProjectResponse> {
  const { shutdown, settings } = context;
  const { timeoutMs, formats: offered } = settings;
  const endWork = await admission.startWork();
  const stop = new AbortController();
  // A client that disconnects frees the slot at once; the renderer then waits by itself until its process has
  // stopped.
  const stopListening = [
    onAbort(ended, endWork),
    ...[ended, shutdown].map((signal) => onAbort(signal, () => stop.abort())),
  ];
  try {
    return await handle(project, { ...options, offered, signal: stop.signal, timeoutMs });
  } catch (error) {
    if (!shutdown.aborted || ended.aborted) throw error;
    throw tooManyRequests('the service is shutting down and did not finish this request; send it again');
  } finally {
    for (const stopOne of stopListening) stopOne();
    endWork();
  }
}

function inspectWith(
  renderer: RenderSupervisor,
  capabilities: ReturnType<typeof capabilitiesWith>,
): ProjectHandler {
  return async (project, options) => {
    try {
      const {
        blocking: _blocking,
        problems: _problems,
        capabilities: _contract,
        ...inspection
      } = await renderer.inspect(project, options);
      return {
        mediaType: 'application/json',
        bytes: Buffer.from(JSON.stringify({ ...inspection, capabilities })),
      };
    } catch (error) {
      // Only renders respond with 504.
      throw error instanceof RenderError && error.code === 'timeout'
        ? new HttpError(422, error.message)
        : error;
    }
  };
}

function renderWith(renderer: CachedRenderer): ProjectHandler {
  return async (project, options) => {
    const { projectName, ...result } = await renderer.render(project, options);
    return {
      mediaType: result.mimeType,
      bytes: result.data,
      headers: {
        'content-disposition': attachment(`${projectName}.${result.format}`),
        'x-service-frames': result.frames,
        'x-service-rasterized-frames': result.rasterizedFrames,
        'x-service-duration-ms': result.durationMs,
        'x-service-warnings': result.warnings?.length ?? 0,
      },
    };
  };
}

type BodyLimits = Pick<HttpLimits, 'sendingBytesPerSecond' | 'sendingWindowMs' | 'waitingBodyBytes'>;

/**
 * Reads the whole body of a request, and counts it in `reservation` as it arrives. Rejects with an HttpError: 413 when
 * the body is larger than a project may be (at once if its declared length is); 429 when all bodies together exceed
 * their limit and this client is the slowest. The rest of the body is then left unread. A client that sends too slowly
 * is disconnected.
 */
async function readBody(
  reply: FastifyReply,
  reservation: Reservation,
  { sendingBytesPerSecond, sendingWindowMs, waitingBodyBytes }: BodyLimits,
): Promise<Buffer> {
  const request = reply.request.raw;
  if (Number(request.headers['content-length'] ?? 0) > maxInputBytes) throw tooLarge();
  if (expectsContinue(request)) {
    reply.raw.writeContinue();
    delete request.headers.expect;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const stop = requireRate(request.socket, sendingBytesPerSecond, sendingWindowMs, () => length);
  try {
    // A destroyed request could not be answered.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      reservation.countMoved(chunk.length);
      if (length > maxInputBytes) throw tooLarge();
      if (!reservation.add(chunk.length)) {
        throw tooManyRequests(
          `request bodies that arrive at the same time must total at most ${waitingBodyBytes} bytes; retry in a moment`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    stop();
  }
}

function tooLarge(): HttpError {
  return new HttpError(413, `the body must be at most 32 MiB (${maxInputBytes} bytes)`);
}
