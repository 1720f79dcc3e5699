import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';

const inspect = new URL('../dist/render/inspect.js', import.meta.url).href;

/** Inspects a document in a process of its own, and prints what that took. */
const program = `
  import { readFileSync } from 'node:fs';
  const { inspect } = await import(process.argv[1]);
  await inspect(readFileSync(process.argv[2]), { advice: true }).catch(() => {});
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify([(user + system) / 1e6, process.resourceUsage().maxRSS / 1024]));`;

async function costOf(document: object): Promise<{ seconds: number; megabytes: number }> {
  const file = join(await temporaryFolder(), 'document.json');
  await writeFile(file, JSON.stringify(document));
  const printed = await new Promise<string>((done) => {
    const args = ['--input-type=module', '--eval', program, inspect, file];
    execFile(process.execPath, args, { cwd: fileURLToPath(new URL('.', import.meta.url)) }, (_, stdout) =>
      done(stdout),
    );
  });
  const [seconds, megabytes] = JSON.parse(printed);
  return { seconds, megabytes };
}

const count = fc.constantFrom(1, 30, 500);
const fields = fc.constantFrom<object>(
  {},
  { stroke: 'red', strokeWidth: 30, fill: 'none', dash: [0.4, 0.4], width: 1900, height: 1000 },
  { effect: 'glow', width: 1900, height: 1000 },
  { rotation: 5, opacity: 0.5 },
);
const words = fc.constantFrom('abc ', 'lorem ipsum dolor ', `\${index} `);
const leaf = fc.oneof(
  fc.record({ kind: fc.constantFrom('circle', 'rectangle') }),
  fc
    .tuple(words, fc.constantFrom(1, 10, 60))
    .map(([text, times]) => ({ kind: 'text', text: text.repeat(times) })),
  fc.constantFrom(1, 8).map((times) => ({ kind: 'equation', text: '\\sqrt{\\frac{a}{b}}'.repeat(times) })),
  fc.constant({ kind: 'graph', text: ['a --> b', 'b --> c', 'c --> a'] }),
  fc.constant({
    kind: 'table',
    data: [
      [1, 2, 3],
      [4, 5, 6],
    ],
  }),
  fc.constant({ kind: 'bars', data: [1, 2, 3, 4, 5] }),
);
const { object } = fc.letrec<{ object: object }>((tie) => ({
  object: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.tuple(leaf, fields).map(([one, more]) => ({ ...one, ...more })),
    fc
      .tuple(fc.constantFrom('group', 'row', 'grid'), count, tie('object'))
      .map(([kind, data, each]) => ({ kind, data, each })),
    fc
      .tuple(fc.constantFrom('group', 'row', 'grid'), fc.constantFrom(2, 10), tie('object'))
      .map(([kind, times, child]) => ({ kind, children: Array.from({ length: times }, () => child) })),
  ),
}));
const composition = fc.constantFrom<object>(
  {},
  { duration: 500, enter: 1000, states: { '*': { rotation: 5 } } },
  { states: { one: { data: 400 } } },
);
const film = fc
  .tuple(object, composition, fc.constantFrom(1, 2, 30))
  .map(([one, part, times]) => ({
    shorthand: true,
    objects: { one },
    compositions: Array.from({ length: times }, () => part),
  }))
  .filter((document) => JSON.stringify(document).length < 2000);

it('a document of 2 KB that nests and multiplies is inspected within three seconds and 600 MB', async () => {
  await fc.assert(
    fc.asyncProperty(film, async (document) => {
      const { seconds, megabytes } = await costOf(document);
      expect({ seconds, isQuick: seconds < 3 }).toMatchObject({ isQuick: true });
      expect({ megabytes, isSmall: megabytes < 600 }).toMatchObject({ isSmall: true });
    }),
    { numRuns: 60 },
  );
});
