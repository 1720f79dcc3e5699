import { Buffer } from 'node:buffer';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { FileChangedError, replaceFile } from '../../src/fix/replace-file.ts';

const { signal } = new AbortController();

describe('replaceFile', () => {
  it('replaceFile replaces a file that still has the bytes that were read', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'film.json');
    await writeFile(file, 'old');
    await replaceFile(file, { before: Buffer.from('old'), after: 'new', signal });
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['film.json']);
  });

  it('replaceFile refuses a file that was changed after it was read, and leaves no other file', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'film.json');
    await writeFile(file, 'saved by an editor');
    const replaced = replaceFile(file, { before: Buffer.from('old'), after: 'new', signal });
    await expect(replaced).rejects.toBeInstanceOf(FileChangedError);
    await expect(replaced).rejects.toThrow('it was changed in the meantime');
    expect(await readFile(file, 'utf8')).toBe('saved by an editor');
    expect(await readdir(folder)).toEqual(['film.json']);
  });

  it('replaceFile does not create a file that was removed after it was read', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'film.json');
    await writeFile(file, 'old');
    await rm(file);
    const replaced = replaceFile(file, { before: Buffer.from('old'), after: 'new', signal });
    await expect(replaced).rejects.toBeInstanceOf(FileChangedError);
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaceFile writes nothing once it is aborted', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'film.json');
    await writeFile(file, 'old');
    const aborted = AbortSignal.abort(new Error('interrupted'));
    const replaced = replaceFile(file, { before: Buffer.from('old'), after: 'new', signal: aborted });
    await expect(replaced).rejects.toThrow();
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['film.json']);
  });
});
