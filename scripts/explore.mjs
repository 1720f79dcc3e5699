import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// Runs the tests with random inputs again and again, each time with a new seed, until the time is over or a test fails.
// All other commands always try the same inputs, so that a change is judged by what is in it.
//
//   npm run explore -- --minutes 30 packages/engine/test/layout

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes must be a number above 0, but is ${JSON.stringify(values.minutes)}`);
  process.exit(2);
}
const end = Date.now() + 60_000 * minutes;
let seed = Number(values.seed ?? Math.floor(Date.now() / 1000));
if (!Number.isSafeInteger(seed)) {
  console.error(`--seed must be a whole number, but is ${JSON.stringify(values.seed)}`);
  process.exit(2);
}
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const args = ['run', '--config', 'vitest.explore.config.ts', ...positionals];
for (; Date.now() < end; seed++) {
  console.log(`RANDOM_SEED=${seed}`);
  const { status } = spawnSync(process.execPath, [vitest, ...args], {
    stdio: 'inherit',
    env: { ...process.env, RANDOM_SEED: String(seed) },
  });
  if (status === 0) continue;
  console.error(
    `A test failed. To repeat it: npm run explore -- --seed ${seed}. Make its input an example with a test of its own.`,
  );
  process.exit(1);
}
