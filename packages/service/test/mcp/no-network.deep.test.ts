// @module-tag ffmpeg

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { childrenOf, networkSockets, onLinux } from '../../../../test/support/linux-process.ts';
import { hello, launch } from './support/fixtures.ts';
import { WireClient } from './support/wire-client.ts';

describe.skipIf(!onLinux)('the tool server', () => {
  it('the tool server and its render process open no network sockets', async () => {
    const client = await WireClient.open();
    expect(networkSockets(client.pid)).toEqual([]);
    const outputPath = join(await temporaryFolder(), 'film.mp4');
    const film = client.startTool('service_render', { inputPath: launch, outputPath, width: 640 });
    await client.untilMidFilm(film);
    const [renderProcess] = childrenOf(client.pid);
    expect(networkSockets(client.pid)).toEqual([]);
    expect(networkSockets(renderProcess)).toEqual([]);
    expect(await client.toolResult(film)).toMatchObject({ isError: false });
    expect((await readFile(outputPath)).subarray(4, 8).toString()).toBe('ftyp');
    expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({ isError: false });
    expect(networkSockets(client.pid)).toEqual([]);
  });
});
