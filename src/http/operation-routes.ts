import { Buffer } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operations } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import { capabilities } from '../render/capabilities.ts';
import { optionsFromTexts } from '../render/option-texts.ts';
import type { RenderControl, RenderOptions } from '../render/options.ts';
import type { Renderer } from '../render/process/renderer.ts';
import { RenderError } from '../render/render-error.ts';
import type { Access } from './access.ts';
import { Admission } from './admission.ts';
import { sendBytes, sendJson } from './answer.ts';
import { checkContentType, checkToken, readQuery } from './checks.ts';
import { Client } from './client.ts';
import { attachment } from './content-disposition.ts';
import { checkOrigin } from './cross-origin.ts';
import { HttpError } from './http-error.ts';
import type { HttpLimits } from './limits.ts';
import { readBody } from './read-body.ts';

export interface OperationContext {
  readonly access: () => Access;
  readonly renderer: Renderer;
  readonly settings: Pick<Settings, 'token' | 'timeoutMs'>;
  readonly limits: HttpLimits;
}

/** What the work on a project has made, all of it in memory. */
interface Product {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** Work on a project: its bytes and the options of a render go in, what is sent to the client comes out. */
type ProjectWork = (
  project: Uint8Array,
  options: RenderOptions & Pick<RenderControl, 'signal' | 'timeoutMs'>,
) => Promise<Product>;

/** Adds the operations. What makes a request acceptable is checked in the order in which it stands here. */
export function addOperationRoutes(server: FastifyInstance, context: OperationContext): void {
  const { access, renderer, settings, limits } = context;
  const { timeoutMs } = settings;
  const admission = new Admission(limits);

  const checkCaller = async (request: FastifyRequest, reply: FastifyReply) => {
    const host = access().checkHost(request.raw);
    checkOrigin(request, reply, access(), host);
    checkToken(request.raw, settings.token);
  };

  const receive = async (reply: FastifyReply) => {
    const place = await admission.enter();
    try {
      return await readBody(reply, place, limits);
    } finally {
      place.leave();
    }
  };

  const addProjectRoute = (url: string, work: ProjectWork) => {
    const workOn = async (project: Uint8Array, options: RenderOptions, reply: FastifyReply) => {
      const client = new Client(reply);
      const end = await admission.begin(client);
      try {
        // A client that leaves frees the slot at once; what is left of its work then, the renderer waits for by itself.
        client.signal.addEventListener('abort', end);
        return await work(project, { ...options, signal: client.signal, timeoutMs });
      } finally {
        end();
      }
    };
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
        const project = await receive(reply);
        const { mediaType, bytes, headers = {} } = await workOn(project, request.options, reply);
        admission.deliver(reply, bytes.length);
        return sendBytes(reply.headers(headers), mediaType, bytes);
      },
    });
  };

  server.get(operations.capabilities.path, { onRequest: checkCaller }, async (_, reply) =>
    sendJson(reply, capabilities),
  );

  addProjectRoute(operations.inspect.path, async (project, options) => {
    try {
      const { blocking: _, ...inspection } = await renderer.inspect(project, options);
      return { mediaType: 'application/json', bytes: Buffer.from(JSON.stringify(inspection)) };
    } catch (error) {
      // 504 is for renders alone.
      throw error instanceof RenderError && error.code === 'timeout'
        ? new HttpError(422, error.message)
        : error;
    }
  });

  addProjectRoute(operations.render.path, async (project, options) => {
    const { projectName, ...result } = await renderer.render(project, options);
    return {
      mediaType: result.mimeType,
      bytes: result.data,
      headers: {
        'content-disposition': attachment(projectName, result.format),
        'x-service-frames': result.frames,
        'x-service-rasterized-frames': result.rasterizedFrames,
        'x-service-duration-ms': result.durationMs,
      },
    };
  });
}
