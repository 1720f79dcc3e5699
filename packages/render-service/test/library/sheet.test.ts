import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { close, inspect, sheet } from '../../../engine/src/index.ts';

const hello = await readFile(new URL('../../../../examples/hello.json', import.meta.url));

afterAll(() => close());

describe('sheet', () => {
  it('sheet returns a PNG and the moments shown in it', async () => {
    const { data, elapsedMs, ...made } = await sheet(hello, { moments: 3, width: 640 });
    const { height } = await decodePng(data);
    expect(elapsedMs).toBeGreaterThanOrEqual(0);
    expect(made).toEqual({
      mimeType: 'image/png',
      bytes: data.length,
      width: 640,
      height,
      moments: [1, 3, 5].map((sixth) => ({
        timeMs: (sixth * 1000) / 6,
        scene: 'main',
        composition: 'still',
        to: null,
      })),
    });
  });

  it('sheet shows the moments of its option times', async () => {
    const { moments } = await sheet(hello, { times: [0, 250.5, 1000], width: 640 });
    expect(moments.map(({ timeMs }) => timeMs)).toEqual([0, 250.5, 1000]);
  });

  it.each([
    [{ moments: 0 }, 'moments must be an integer from 1 to 100, but is 0'],
    [
      { fps: 30 },
      'unknown option "fps"; valid options: moments, every, columns, width, times, variables, theme, baseFolder, signal, timeoutMs',
    ],
    [{ limits: { maxSide: 1, maxBytes: 1 } }, 'unknown option "limits"'],
    [{ signal: 1 }, 'signal must be an AbortSignal'],
    [null, 'options must be an object'],
  ])('sheet refuses the options %o', async (options, message) => {
    await expect(sheet(hello, options as object)).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining(message),
    });
  });

  it('sheet rejects with `aborted` if its signal is aborted', async () => {
    const refused = sheet(hello, { signal: AbortSignal.abort() });
    await expect(refused).rejects.toMatchObject({ code: 'aborted', message: 'the sheet was cancelled' });
  });
});

describe('inspect', () => {
  const beyond = stillProject({ one: { kind: 'rectangle', state: { x: -90, y: 90 } } });

  it('inspect returns a layout of boxes, and advice apart from the issues', async () => {
    const { issues, advice, layout } = await inspect(beyond, { layout: true });
    expect(issues).toEqual([]);
    expect(advice).toMatchObject([{ path: 'scenes.scene.compositions.still.states.one', fix: { x: 20 } }]);
    expect(layout).toEqual([
      {
        scene: 'scene',
        composition: 'still',
        startMs: 0,
        endMs: 1000,
        objects: [{ id: 'one', box: { left: -102, top: 78, right: -78, bottom: 102 } }],
      },
    ]);
    expect(await inspect(beyond)).not.toHaveProperty('layout');
  });

  it('inspect refuses a layout option that is neither true nor false', async () => {
    await expect(inspect(beyond, { layout: 'yes' as never })).rejects.toMatchObject({
      code: 'invalid-option',
      message: 'layout must be true or false, but is "yes"',
    });
  });
});
