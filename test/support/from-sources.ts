import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/**
 * Options of Vitest with which packages load each other's sources. With a condition for their `exports` instead, the
 * processes and threads that tests start would load them too.
 */
export const fromSources = {
  resolve: {
    alias: [
      { find: /^@render-service\/(\w+)$/, replacement: `${packages}$1/src/index.ts` },
      { find: /^@render-service\/(\w+)\/([a-z-]+)$/, replacement: `${packages}$1/src/$2.ts` },
    ],
  },
};
