// @module-tag ffmpeg

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { smallText } from '../../../../test/support/http-projects.ts';
import { isRunning, onLinux } from '../../../../test/support/linux-process.ts';
import { changeFile, copyPackages } from '../../../../test/support/package-copy.ts';
import { errorOf } from '../../../../test/support/response.ts';
import { startService } from '../../../../test/support/service.ts';

const film = readFileSync(new URL('../../../../examples/solar-system.json', import.meta.url));

it.skipIf(!onLinux)(
  'responds with 422 to a render that needs too much memory, and serves the next request',
  { timeout: 60_000 },
  async () => {
    const packageFolder = await copyPackages();
    await changeFile(join(packageFolder, 'packages/render-service/dist/cli/program.cjs'), (text) =>
      text.replace(/(?<=maxMemoryBytes:\w+=)\d+/g, String(220 * 1024 ** 2)),
    );
    const service = await startService({ packageFolder });
    const child = await service.renderProcess();
    const refused = await post(service, '/render?format=mp4', film);
    expect([refused.status, errorOf(refused)]).toEqual([
      422,
      'project: needs more than 220 MiB of memory to be rendered; simplify it, or render it smaller',
    ]);
    expect(isRunning(child)).toBe(false);
    expect((await post(service, '/render?format=svg', smallText)).status).toBe(200);
    expect(isRunning(service.pid)).toBe(true);
    // Neither is logged as an unexpected failure.
    expect(service.logs.filter(({ level }) => level === 50)).toEqual([]);
  },
);
