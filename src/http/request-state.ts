import type { RenderOptions } from '../render/options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The options of a request that was accepted for work on its project. */
    options: RenderOptions;
    /** Whether the client was told to send its body, if it waited for that. */
    isBodyAsked: boolean;
    /** Whether the whole answer was written, though its connection still stays open for the rest of the request. */
    isAnswered: boolean;
    /** What the log tells of a failure that nobody foresaw. */
    failureDetails: string | undefined;
  }
}
