import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

// Compiles assembly/kernel.ts to assets/kernel.wasm.
const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(new URL('../assets', import.meta.url), { recursive: true });
const { error, stderr } = await asc.main([
  'assembly/kernel.ts',
  ...['--baseDir', root, '--outFile', 'assets/kernel.wasm'],
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
]);
if (error) {
  console.error(stderr.toString());
  throw error;
}
