import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { changeFile, copyPackages } from '../../../../test/support/package-copy.ts';

// See docs/decisions.md, "A cold still loads little".

const run = promisify(execFile);
const hello = fileURLToPath(new URL('../../../../examples/hello.json', import.meta.url));
const folders = ['packages/engine/dist/render/process', 'packages/render-service/dist/cli'];

/** The files with compiled code in a copy of the packages. */
async function codeFiles(copy: string): Promise<string[]> {
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(copy, folder))).map((name) => join(copy, folder, name)),
    ),
  );
  return names.flat().filter((file) => file.includes('.code'));
}

async function renderIn(copy: string): Promise<string> {
  const program = join(copy, 'packages/render-service/dist/cli/main.js');
  const { stdout, stderr } = await run(
    process.execPath,
    [program, 'render', hello, '-o', '-', '--format', 'svg'],
    {
      maxBuffer: 2 ** 24,
    },
  );
  expect(stderr).toBe('');
  return stdout;
}

it('a program keeps its compiled code for the next start, and replaces code that is damaged', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const copy = await copyPackages();
  const picture = await renderIn(copy);
  const kept = await codeFiles(copy);
  expect(kept).toHaveLength(2);
  // Another release may crash with the code of this one, although its V8 has the same version.
  for (const file of kept) expect(file).toContain(`-${process.version}-`);
  const first = await Promise.all(kept.map(async (file) => (await stat(file)).mtimeMs));
  expect(await renderIn(copy)).toBe(picture);
  expect(await codeFiles(copy)).toEqual(kept);
  expect(await Promise.all(kept.map(async (file) => (await stat(file)).mtimeMs))).toEqual(first);
  const whole = await Promise.all(kept.map((file) => readFile(file)));
  const damages = [
    (code: Buffer) => code.subarray(0, 5000),
    (code: Buffer) => Buffer.concat([code.subarray(0, 40_000), Buffer.from('damage'), code.subarray(40_006)]),
  ];
  for (const damage of damages) {
    for (const [index, file] of kept.entries()) await writeFile(file, damage(whole[index]));
    expect(await renderIn(copy)).toBe(picture);
    for (const [index, file] of kept.entries()) {
      const again = await readFile(file);
      expect(again.length).toBeGreaterThan(50_000);
      expect(again.equals(damage(whole[index]))).toBe(false);
    }
  }
});

it('a program adds to its code what another task compiles', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const copy = await copyPackages();
  const program = join(copy, 'packages/render-service/dist/cli/main.js');
  const sizes = async () => Promise.all((await codeFiles(copy)).map(async (file) => (await stat(file)).size));
  await renderIn(copy);
  const ofStills = await sizes();
  await run(process.execPath, [program, 'inspect', hello]);
  const ofBoth = await sizes();
  expect(ofBoth).toHaveLength(2);
  for (const [index, size] of ofBoth.entries()) expect(size).toBeGreaterThan(ofStills[index] ?? 0);
  await renderIn(copy);
  await run(process.execPath, [program, 'inspect', hello]);
  expect(await sizes()).toEqual(ofBoth);
});

it('a program does not use the code of another folder, which stack traces would name', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const [copy, other] = [await copyPackages(), await copyPackages()];
  await renderIn(copy);
  for (const file of await codeFiles(copy)) await copyFile(file, file.replace(copy, other));
  await renderIn(other);
  expect(await codeFiles(other)).toHaveLength(4);
});

it('a changed program does not use the code of the one before', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const copy = await copyPackages();
  await renderIn(copy);
  await changeFile(join(copy, 'packages/render-service/dist/cli/program.cjs'), (text) =>
    text.replace('Usage: render-service render', 'Usage: render-service RENDER'),
  );
  const program = join(copy, 'packages/render-service/dist/cli/main.js');
  const { stdout } = await run(process.execPath, [program, 'render', '--help']);
  expect(stdout).toMatch(/^Usage: render-service RENDER/);
});
