const conditions = ['@render-service/source', 'module', 'node', 'import', 'default'];

/** Options of Vitest with which packages load each other's sources, as their `exports` allow. */
export const fromSources = { resolve: { conditions }, ssr: { resolve: { conditions } } };
