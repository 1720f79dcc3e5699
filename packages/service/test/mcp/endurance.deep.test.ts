// @module-tag ffmpeg

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { childrenOf, onLinux, openFiles } from '../../../../test/support/linux-process.ts';
import { hello } from './support/fixtures.ts';
import { WireClient } from './support/wire-client.ts';

/** What a server and its render process hold. */
interface Holdings {
  readonly renderProcess: number;
  readonly files: number;
}

it.skipIf(!onLinux)(
  'the tool server leaves no files open during a hundred renders in one session',
  async () => {
    const client = await WireClient.open();
    const folder = await temporaryFolder();
    let made = 0;
    const renderMany = async (count: number): Promise<Holdings> => {
      for (let left = count; left > 0; left--, made++) {
        const outputPath = join(folder, `${made}.${['svg', 'png', 'mp4'][made % 3]}`);
        const { isError, text } = await client.callTool('service_render', {
          inputPath: hello,
          outputPath,
          width: 320,
        });
        if (isError) throw new Error(text);
      }
      const [renderProcess] = childrenOf(client.pid);
      return {
        renderProcess,
        files: openFiles(client.pid).length + openFiles(renderProcess).length,
      };
    };
    const warm = await renderMany(30);
    const worn = await renderMany(100);
    expect((await readdir(folder)).length).toBe(130);
    expect(worn.renderProcess).toBe(warm.renderProcess);
    expect(worn.files).toBe(warm.files);
  },
);
