import type { PictureOptions } from '@render-service/engine/options';

declare module 'fastify' {
  interface FastifyRequest {
    /** The render options of a request that passed all checks of its head. */
    options: PictureOptions;
    /** Aborted once the response has been sent, or can no longer be sent because the connection is closed. */
    ended: AbortSignal;
    /** Details of an unexpected failure, for the log. */
    failureDetails: string | undefined;
  }
}
