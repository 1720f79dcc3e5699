import type { RenderOptions } from '../render/options/render-options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The render options of a request that passed all checks of its head. */
    options: RenderOptions;
    /** Whether a client that waits for `100 Continue` was sent it. */
    isBodyRequested: boolean;
    /** Whether the whole response was written, though the connection stays open for the rest of the request. */
    isResponseSent: boolean;
    /** What the log says about an unexpected failure. */
    failureDetails: string | undefined;
  }
}
