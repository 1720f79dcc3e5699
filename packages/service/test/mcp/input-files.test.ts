import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { hello } from './support/fixtures.ts';
import { serverCommand, useWireClient, WireClient } from './support/wire-client.ts';

const onWindows = process.platform === 'win32';
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
/** Root may read everything, so as root the test runs the server as the user nobody, who must be able to run it. */
const canBeRefused =
  !onWindows &&
  (!isRoot ||
    spawnSync(serverCommand[0], [...serverCommand.slice(1), '--version'], { uid: nobody }).status === 0);

/** The errors of both tools for an input; no file may be written. */
async function refusalOf(client: WireClient, inputPath: string): Promise<string> {
  const folder = await temporaryFolder();
  const inspected = await client.toolError('service_inspect', { inputPath });
  const rendered = await client.toolError('service_render', { inputPath, outputPath: join(folder, 'a.png') });
  expect(rendered).toBe(inspected);
  expect(await readdir(folder)).toEqual([]);
  return inspected;
}

const tools = useWireClient();

describe('input files', () => {
  it('the tools refuse an input that does not exist or is a folder', async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const missing = join(folder, 'none.json');
    expect(await refusalOf(client, missing)).toBe(`cannot read ${missing}: there is no such file`);
    expect(await refusalOf(client, folder)).toBe(`cannot read ${folder}: it is a folder`);
  });

  it('the tools refuse an input that is empty, not UTF-8 or not an object', async () => {
    const client = tools();
    const path = join(await temporaryFolder(), 'a.json');
    for (const [content, words] of [
      ['', 'project: is not valid JSON'],
      [Buffer.from([0xff, 0xfe, 0x7b]), 'UTF-8'],
      ['[]', 'must be an object'],
    ] as const) {
      await writeFile(path, content);
      expect(await refusalOf(client, path)).toContain(words);
    }
  });

  it('the tools refuse an input of more than 32 MiB, and read an input of exactly 32 MiB', {
    tags: 'slow',
  }, async () => {
    const client = tools();
    const path = join(await temporaryFolder(), 'large.json');
    await writeFile(path, ' ');
    await truncate(path, 33_554_433);
    expect(await refusalOf(client, path)).toBe(
      `${path} must be at most 32 MiB (33554432 bytes), but has 33554433 bytes`,
    );
    await truncate(path, 33_554_432);
    expect(await refusalOf(client, path)).toContain('is not valid JSON at line 1, column 2');
  });

  it.skipIf(onWindows)('the tools refuse a pipe, a socket or a device as input', async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const socket = join(folder, 'socket');
    const server = createServer();
    await new Promise<void>((done) => server.listen(socket, done));
    onTestFinished(() => void server.close());
    for (const [path, kind] of [
      [pipe, 'a named pipe'],
      [socket, 'a socket'],
      ['/dev/null', 'a device'],
      ['/dev/zero', 'a device'],
    ]) {
      expect(await refusalOf(client, path)).toBe(`cannot read ${path}: it is ${kind}, not a regular file`);
    }
    const link = join(folder, 'link.json');
    await symlink(pipe, link);
    expect(await refusalOf(client, link)).toContain('a named pipe');
  });

  it.skipIf(onWindows)(
    'the tools read an input through symbolic links, but refuse broken links and loops',
    async () => {
      const client = tools();
      const folder = await temporaryFolder();
      await mkdir(join(folder, 'deep'));
      await symlink(hello, join(folder, 'deep', 'one.json'));
      await symlink(join('deep', 'one.json'), join(folder, 'two.json'));
      const { isError, text } = await client.callTool('service_inspect', {
        inputPath: join(folder, 'two.json'),
      });
      expect({ isError, text }).toMatchObject({ isError: false });
      await symlink(join(folder, 'none'), join(folder, 'dangling.json'));
      expect(await refusalOf(client, join(folder, 'dangling.json'))).toContain('there is no such file');
      await symlink(join(folder, 'loop.json'), join(folder, 'loop.json'));
      expect(await refusalOf(client, join(folder, 'loop.json'))).toContain('its symbolic links form a loop');
      expect(await refusalOf(client, join(hello, 'a.json'))).toContain(
        'a part of its path is a file, not a folder',
      );
      expect(await refusalOf(client, join(folder, 'n'.repeat(300)))).toContain('its name is too long');
    },
  );

  it.skipIf(!canBeRefused)(
    'the tools refuse an input or output path that permissions do not allow',
    async () => {
      const client = await WireClient.open(isRoot ? { uid: nobody } : {});
      const folder = await temporaryFolder();
      await chmod(folder, 0o755);
      const path = join(folder, 'secret.json');
      await writeFile(path, '{}', { mode: 0o600 });
      if (!isRoot) await chmod(path, 0);
      expect(await client.toolError('service_inspect', { inputPath: path })).toBe(
        `cannot read ${path}: permission denied`,
      );
      const closed = join(folder, 'closed');
      await mkdir(closed, { mode: isRoot ? 0o700 : 0o000 });
      const inside = join(closed, 'a.json');
      expect(await client.toolError('service_inspect', { inputPath: inside })).toContain('permission denied');
      const output = join(closed, 'a.png');
      expect(await client.toolError('service_render', { inputPath: hello, outputPath: output })).toContain(
        'permission denied',
      );
      await chmod(closed, 0o555);
      expect(await client.toolError('service_render', { inputPath: hello, outputPath: output })).toBe(
        `cannot write ${output}: in the folder ${closed} permission denied`,
      );
      expect(await readdir(closed)).toEqual([]);
    },
  );

  it.skipIf(process.platform !== 'linux')('the tools refuse an input that cannot be read', async () => {
    const client = tools();
    expect(await refusalOf(client, '/proc/self/mem')).toMatch(
      /^cannot read \/proc\/self\/mem: (the device failed|permission denied)/,
    );
  });

  it('the tools refuse an input that was removed after an inspection', async () => {
    const client = tools();
    const path = join(await temporaryFolder(), 'a.json');
    await writeFile(path, JSON.stringify({}));
    expect(await refusalOf(client, path)).toContain('name: is required');
    await rm(path);
    expect(await refusalOf(client, path)).toContain('there is no such file');
  });
});
