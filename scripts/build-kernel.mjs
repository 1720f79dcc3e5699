import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

// Compiles assembly/i420.ts to assets/i420.wasm, which imports its memory.
const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(new URL('../assets', import.meta.url), { recursive: true });
const { error, stderr } = await asc.main([
  'assembly/i420.ts',
  ...['--baseDir', root, '--outFile', 'assets/i420.wasm'],
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory'],
]);
if (error) {
  console.error(stderr.toString());
  throw error;
}
