import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { slope } from '../../../../test/support/growth.ts';
import { childrenOf, onLinux, residentBytes } from '../../../../test/support/linux-process.ts';
import { hello } from './support/fixtures.ts';
import { WireClient } from './support/wire-client.ts';

const mebibyte = 1024 ** 2;

it.skipIf(!onLinux)(
  'renders in one session leave nothing in the tool server and its render process',
  async () => {
    const client = await WireClient.open();
    const folder = await temporaryFolder();
    const server: [number, number][] = [];
    const renderer: [number, number][] = [];
    for (let made = 0; made < 400; made++) {
      const outputPath = join(folder, `${made}.${['svg', 'png', 'mp4'][made % 3]}`);
      const given = { inputPath: hello, outputPath, width: 320 };
      const { isError, text } = await client.callTool('service_render', given);
      if (isError) throw new Error(text);
      // Until then, they grow by what is kept on purpose.
      if (made < 100) continue;
      const [renderProcess] = childrenOf(client.pid);
      server.push([made, residentBytes(client.pid)]);
      renderer.push([made, residentBytes(renderProcess)]);
    }
    expect(slope(server)).toBeLessThan(mebibyte / 10);
    expect(slope(renderer)).toBeLessThan(mebibyte / 5);
  },
);
