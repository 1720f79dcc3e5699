import type { RenderOptions } from '../render/options/render-options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The render options of a request that passed all checks of its head. */
    options: RenderOptions;
    /** Whether `100 Continue` was sent to a client that waits for it. */
    isBodyRequested: boolean;
    /** Whether the whole response was written, though the connection stays open for the rest of the request. */
    isResponseSent: boolean;
    /** Details of an unexpected failure, for the log. */
    failureDetails: string | undefined;
  }
}
