import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { decodePng } from '../../../../test/support/picture.ts';

const bakery = fileURLToPath(new URL('../../../../examples/bakery-week.json', import.meta.url));

describe('sheet', () => {
  it('sheet --json writes a PNG and prints the size and moments of the sheet', async () => {
    const output = join(await temporaryFolder(), 'sheet.png');
    const args = ['--every', '3000', '--columns', '2', '--width', '640'];
    const { code, stdout, stderr } = await run(['sheet', bakery, '-o', output, '--json', ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const made = JSON.parse(stdout.toString());
    expect(made.moments.map(({ timeMs }: { timeMs: number }) => timeMs)).toEqual([0, 3000, 6000, 9000]);
    const { width, height } = await decodePng(await readFile(output));
    expect(made).toMatchObject({ outputPath: output, mimeType: 'image/png', width: 640, height });
    expect(width).toBe(640);
  });

  it('sheet overwrites a file only with --force, and never overwrites the input', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const output = join(folder, 'sheet.png');
    await writeFile(output, 'mine');
    const refused = await run(['sheet', bakery, '-o', output]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('use --force to replace it') });
    expect(await readFile(output, 'utf8')).toBe('mine');
    const forced = await run(['sheet', bakery, '-o', output, '--force', '--moments', '1', '--width', '320']);
    expect(forced.stdout.toString()).toMatch(/sheet\.png: 320 x \d+, 1 moment, \d+ bytes, \d+ ms\n$/);
    expect(await readdir(folder)).toEqual(['sheet.png']);
    const input = join(folder, 'project');
    await writeFile(input, await readFile(bakery));
    expect(await run(['sheet', input, '-o', input, '--force'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('it is the input'),
    });
  });

  it('sheet reads from standard input and writes to standard output', async () => {
    const { code, stdout } = await run(['sheet', '-', '-o', '-', '--moments', '2'], await readFile(bakery));
    expect(code).toBe(0);
    expect((await decodePng(stdout)).width).toBe(1600);
  });

  it.each([
    [['-o', 'a.jpg'], 'a sheet is a PNG, so the extension of a.jpg must be .png'],
    [['-o', 'a.mp4'], 'a sheet is a PNG, so the extension of a.mp4 must be .png'],
    [['-o', 'a.png', '--moments', '0'], '--moments must be an integer from 1 to 100, but is 0'],
    [['-o', 'a.png', '--columns', 'x'], '--columns must be an integer from 1 to 20, but is "x"'],
    [['-o', 'a.png', '--width', '100'], '--width must be an integer from 320 to 1920, but is 100'],
    [['-o', 'a.png', '--moments', '2', '--every', '5'], '--moments and --every exclude each other'],
    [['-o', 'a.png', '--fps', '30'], 'unknown option --fps'],
    [[], 'sheet needs an output: -o OUTPUT'],
  ])('sheet rejects the arguments %j', async (args, message) => {
    const { code, stderr } = await run(['sheet', bakery, ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
