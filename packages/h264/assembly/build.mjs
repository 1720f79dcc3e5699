import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

// Compiles kernel.ts to assets/kernel.wasm, or to the file that the argument names. The repository has the result, because
// the compiler takes 102 MB.
const root = fileURLToPath(new URL('..', import.meta.url));
const output = relative(root, resolve(process.argv[2] ?? `${root}/assets/kernel.wasm`));
const { error, stderr } = await asc.main([
  'assembly/kernel.ts',
  ...['--baseDir', root, '--outFile', output],
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
]);
if (error) {
  console.error(stderr.toString());
  throw error;
}
