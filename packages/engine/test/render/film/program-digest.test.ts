import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noDigest, programDigest } from '../../../../../scripts/bundle-program.mjs';

const packages = new URL('../../../../', import.meta.url);
const files = [
  'engine/package.json',
  'engine/assets/fonts/A.ttf',
  'engine/assets/b.mjs',
  'h264/assets/kernel.wasm',
];
let folder: string;

const write = (file: string, text: string) => writeFile(join(folder, file), text);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'program-digest-'));
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await write(file, file);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('the render process has the digest of itself', async () => {
  const program = await readFile(new URL('engine/dist/render/process/main.cjs', packages), 'utf8');
  expect(program).not.toContain(noDigest);
  const digests = new Set(program.match(/(?<=")[0-9a-f]{64}(?=")/g));
  const isOwn = (digest: string) =>
    programDigest(program.replaceAll(digest, noDigest), new URL(packages).pathname) === digest;
  expect([...digests].filter(isOwn)).toHaveLength(1);
});

describe('kept pieces are used only by the program that made them', () => {
  it.each(files)('after a change of %s, the digest is another one', async (file) => {
    const before = programDigest('code', folder);
    expect(programDigest('code', folder)).toBe(before);
    await write(file, 'changed');
    expect(programDigest('code', folder)).not.toBe(before);
  });

  it('after a change of the code, the digest is another one', () => {
    expect(programDigest('code', folder)).not.toBe(programDigest('coda', folder));
  });
});
