import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { useOfficialClient } from './support/official-client.ts';

const film = {
  shorthand: true,
  ...{ width: 320, height: 180 },
  objects: { ball: { kind: 'circle', x: 60, y: 40, width: 40, height: 40 } },
  compositions: {
    up: { duration: 500, states: { ball: true } },
    down: { enter: { duration: 1000, easing: 'linear' }, duration: 500, states: { ball: { y: 200 } } },
  },
  expect: ['ball.y increases during down', 'ball is inside frame'],
};

describe.each(['2025-11-25', '2026-07-28'] as const)('the official client at revision %s', (era) => {
  const client = useOfficialClient(era);

  it('service_inspect returns the sentences of expect, and advice with a fix on those that fail', async () => {
    const inputPath = join(await temporaryFolder(), 'film.json');
    await writeFile(inputPath, JSON.stringify(film));
    const { structuredContent } = await client().callTool({
      name: 'service_inspect',
      arguments: { inputPath },
    });
    const atMs = expect.closeTo(1250, 0);
    expect(structuredContent).toMatchObject({
      assertions: [
        { sentence: 'ball.y increases during down', status: 'passes' },
        {
          sentence: 'ball is inside frame',
          status: 'fails',
          atMs,
          message: expect.stringMatching(/^at 1\.25s ball is/),
        },
      ],
      pages: expect.arrayContaining(['assertions']),
      advice: expect.arrayContaining([
        expect.objectContaining({
          rule: 'assertion',
          path: 'compositions.down.states.ball',
          atMs,
          fix: { y: 160 },
        }),
      ]),
    });
  });
});
