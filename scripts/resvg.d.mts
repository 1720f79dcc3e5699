import type { initWasm, Resvg } from '@resvg/resvg-wasm';

// The types of assets/resvg/resvg.mjs, which build-bundled-libraries.mjs writes.

/** Creates the library with a WebAssembly instance of its own. The package has only one, which no error replaces. */
export declare function createLibrary(): {
  readonly initWasm: typeof initWasm;
  readonly Resvg: typeof Resvg;
};
