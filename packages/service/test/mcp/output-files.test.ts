import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { crowd, hello, launch } from './support/fixtures.ts';
import { serverCommand, useWireClient, WireClient } from './support/wire-client.ts';

const onWindows = process.platform === 'win32';

const render = (client: WireClient, outputPath: string, inputPath = hello) =>
  client.toolError('service_render', { inputPath, outputPath });

const tools = useWireClient();

describe('output files', () => {
  it('service_render refuses to overwrite a file', async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const path = join(folder, 'a.png');
    await writeFile(path, 'mine');
    expect(await render(client, path)).toBe(
      `${path} already exists; files are never overwritten, so choose another outputPath`,
    );
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual(['a.png']);
  });

  it('service_render checks the output before the input', async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const path = join(folder, 'a.png');
    await writeFile(path, 'mine');
    expect(await render(client, path, join(folder, 'none.json'))).toContain('already exists');
  });

  it('service_render does not overwrite a file that appears during the render', {
    tags: 'slow',
  }, async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const path = join(folder, 'a.mp4');
    const id = client.startTool('service_render', { inputPath: launch, outputPath: path, width: 320 });
    await client.untilMidFilm(id);
    await writeFile(path, 'mine');
    const { isError, text } = await client.toolResult(id);
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringContaining(`${path} already exists`),
    });
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual(['a.mp4']);
  });

  it('service_render requires an existing folder and a file name for the output', async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const none = join(folder, 'none');
    expect(await render(client, join(none, 'a.png'))).toBe(
      `cannot write ${join(none, 'a.png')}: there is no folder ${none}`,
    );
    expect(await render(client, join(hello, 'a.png'))).toContain(`there is no folder ${hello}`);
    expect(await render(client, folder)).toBe(`cannot write ${folder}: it is a folder`);
    expect(await render(client, `${folder}/`)).toBe(`cannot write ${folder}/: it is a folder`);
    expect(await render(client, `${none}/`)).toContain('names a folder, not a file');
    expect(await render(client, join(folder, 'n'.repeat(300)))).toContain('its name is too long');
    expect(await readdir(folder)).toEqual([]);
  });

  it('service_render reports an error if the output folder is removed during the render', {
    tags: 'slow',
  }, async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const inside = join(folder, 'inside');
    await mkdir(inside);
    const id = client.startTool('service_render', {
      inputPath: launch,
      outputPath: join(inside, 'a.mp4'),
      width: 320,
    });
    await client.untilMidFilm(id);
    execFileSync('rm', ['-r', inside]);
    expect((await client.toolResult(id)).text).toBe(
      `cannot write ${join(inside, 'a.mp4')}: its folder is gone`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it.skipIf(onWindows)(
    'service_render writes into a linked folder, but not through a linked file',
    async () => {
      const client = tools();
      const folder = await temporaryFolder();
      await mkdir(join(folder, 'real'));
      await symlink(join(folder, 'real'), join(folder, 'linked'));
      const { isError } = await client.callTool('service_render', {
        inputPath: hello,
        outputPath: join(folder, 'linked', 'a.svg'),
      });
      expect(isError).toBe(false);
      expect(await readdir(join(folder, 'real'))).toEqual(['a.svg']);
      const dangling = join(folder, 'dangling.svg');
      await symlink(join(folder, 'elsewhere.svg'), dangling);
      expect(await render(client, dangling)).toContain('already exists');
      expect(await readlink(dangling)).toBe(join(folder, 'elsewhere.svg'));
      expect((await readdir(folder)).sort()).toEqual(['dangling.svg', 'linked', 'real']);
    },
  );

  it.skipIf(onWindows)('service_render does not write to a pipe or a device', async () => {
    const client = tools();
    const folder = await temporaryFolder();
    const pipe = join(folder, 'pipe.png');
    execFileSync('mkfifo', [pipe]);
    expect(await render(client, pipe)).toContain('already exists');
    expect((await stat(pipe)).isFIFO()).toBe(true);
    expect(await render(client, '/dev/null')).toContain('already exists');
    expect(await readdir(folder)).toEqual(['pipe.png']);
  });

  it('only one of several tool servers can write the same output', { tags: 'slow' }, async () => {
    const folder = await temporaryFolder();
    const clients = await Promise.all([WireClient.open(), WireClient.open(), WireClient.open()]);
    // Their render processes are warm then, and reach the end at about the same time.
    await Promise.all(clients.map((client) => client.callTool('service_inspect', { inputPath: hello })));
    const names: string[] = [];
    for (let round = 0; round < 6; round++) {
      const name = `${round}.png`;
      names.push(name);
      const path = join(folder, name);
      const results = await Promise.all(
        clients.map((client) => client.callTool('service_render', { inputPath: hello, outputPath: path })),
      );
      const made = results.filter(({ isError }) => !isError);
      expect(made.length).toBe(1);
      for (const { isError, text } of results) if (isError) expect(text).toContain(`${path} already exists`);
      const picture = await readFile(path);
      expect(picture.length).toBe(made[0].structured?.bytes);
      expect(picture.subarray(-8, -4).toString('latin1')).toBe('IEND');
    }
    expect((await readdir(folder)).sort()).toEqual(names);
  });

  const mountIsAllowed = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

  it.skipIf(!mountIsAllowed)(
    'service_render leaves no file on a full disk (skipped where mounting is not allowed)',
    { tags: 'slow' },
    async () => {
      const folder = await temporaryFolder();
      const script = `mount -t tmpfs -o size=64k none "$0" && exec "$@"`;
      const client = await WireClient.open({
        command: ['unshare', '-rm', 'sh', '-c', script, folder, ...serverCommand],
      });
      const inMount = `/proc/${client.pid}/root${folder}`;
      const film = join(folder, 'a.mp4');
      const rendered = await client.toolError('service_render', {
        inputPath: crowd,
        outputPath: film,
        width: 640,
      });
      expect(rendered).toBe(`cannot write ${film}: no space is left on the device`);
      expect(await readdir(inMount)).toEqual([]);
      const { isError } = await client.callTool('service_render', {
        inputPath: hello,
        outputPath: join(folder, 'b.svg'),
      });
      expect(isError).toBe(false);
      expect(await readdir(inMount)).toEqual(['b.svg']);
      expect(await readdir(folder)).toEqual([]);
    },
  );
});
