import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operations } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import { capabilities } from '../render/capabilities.ts';
import { optionsFromTexts } from '../render/option-texts.ts';
import type { RenderControl, RenderOptions } from '../render/options.ts';
import type { Renderer } from '../render/process/renderer.ts';
import { RenderError } from '../render/render-error.ts';
import type { Access } from './access.ts';
import { sendBytes, sendJson } from './answer.ts';
import { checkContentType, checkToken, readQuery } from './checks.ts';
import { attachment } from './content-disposition.ts';
import { checkOrigin } from './cross-origin.ts';
import { HttpError } from './http-error.ts';
import { readBody } from './read-body.ts';
import { SingleSlot } from './single-slot.ts';
import { startTask } from './task.ts';

export interface OperationContext {
  readonly access: () => Access;
  readonly renderer: Renderer;
  readonly settings: Pick<Settings, 'token' | 'timeoutMs'>;
}

/** Work with a project: its bytes and the options of a render go in, an answer comes out. */
type ProjectWork = (
  project: Uint8Array,
  options: RenderOptions & Pick<RenderControl, 'signal'>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Adds the operations. What makes a request acceptable is checked in the order in which it stands here. */
export function addOperationRoutes(server: FastifyInstance, context: OperationContext): void {
  const { access, renderer, settings } = context;
  const slot = new SingleSlot();

  const checkCaller = async (request: FastifyRequest, reply: FastifyReply) => {
    const host = access().checkHost(request.raw);
    checkOrigin(request, reply, access(), host);
    checkToken(request.raw, settings.token);
  };

  const addProjectRoute = (url: string, work: ProjectWork) => {
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
        const task = startTask(slot.take(), reply);
        request.task = task;
        try {
          const project = await readBody(reply);
          return await work(project, { ...request.options, signal: task.signal }, reply);
        } finally {
          task.finish();
        }
      },
    });
  };

  server.get(operations.capabilities.path, { onRequest: checkCaller }, async (_, reply) =>
    sendJson(reply, capabilities),
  );

  addProjectRoute(operations.inspect.path, async (project, options, reply) => {
    const { timeoutMs } = settings;
    try {
      return sendJson(reply, (await renderer.inspectInDetail(project, { ...options, timeoutMs })).inspection);
    } catch (error) {
      // 504 is for renders alone.
      throw error instanceof RenderError && error.code === 'timeout'
        ? new HttpError(422, error.message)
        : error;
    }
  });

  addProjectRoute(operations.render.path, async (project, options, reply) => {
    const { timeoutMs } = settings;
    const { projectName, result } = await renderer.renderInDetail(project, { ...options, timeoutMs });
    reply.header('content-disposition', attachment(projectName, result.format));
    reply.header('x-service-frames', result.frames);
    reply.header('x-service-rasterized-frames', result.rasterizedFrames);
    reply.header('x-service-duration-ms', result.durationMs);
    return sendBytes(reply, result.mimeType, result.data);
  });
}
