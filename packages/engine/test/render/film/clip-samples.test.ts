// @module-tag ffmpeg
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileDrawing } from '../../../src/drawing/compile-drawing.ts';
import { pictureSource } from '../../../src/media/picture-source.ts';
import type { Footage } from '../../../src/media/video/footage.ts';
import { FrameRun } from '../../../src/render/film/frame-run.ts';
import { loadProject } from '../../../src/render/load-project.ts';
import { openFootage, readClipStamps } from '../../../src/render/open-footage.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';
import { clipFolder, makeClip } from '../../media/video/support.ts';

const folder = clipFolder();
const size = { width: 320, height: 180 };
const framesPerSecond = 10;
const { signal } = new AbortController();
const toClose: { close(): void }[] = [];

beforeAll(async () => {
  // Soft pictures, because ways of scaling differ at sharp edges, with colours that RGB has.
  await makeClip(
    ...[
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=320x180:r=10:d=2,format=gbrp,gblur=3,scale=out_color_matrix=bt709,format=yuv420p',
    ],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '10', '-pix_fmt', 'yuv420p'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    join(folder, 'clip.mp4'),
  );
});

afterAll(() => {
  for (const one of toClose) one.close();
});

/** The planes of all pictures of a film, in which samples of the clip are taken as they are or all is painted. */
async function picturesOf(film: object): Promise<{ taken: Buffer[]; painted: Buffer[]; isUsed: boolean }> {
  const document = { shorthand: true, ...size, background: '#204060', ...film };
  const loaded = await loadProject(document, { baseFolder: folder, keepsFiles: true }, signal);
  toClose.push(loaded);
  const { project, openedFiles } = loaded;
  const { durationMs } = compileTimeline(project);
  const timeline = compileTimeline(project, await readClipStamps(project, durationMs, openedFiles));
  let isUsed = false;
  const planes = async (takes: boolean) => {
    const footage = await openFootage(project, openedFiles);
    if (!footage) throw new Error('the film has no clip');
    toClose.push(footage);
    const watched: Footage = new Proxy(footage, {
      get(target, name) {
        if (name === 'planesOf') isUsed = true;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const settings = { startMs: 0, durationMs, size, framesPerSecond };
    const drawing = await compileDrawing(project, timeline);
    const run = new FrameRun(
      drawing,
      settings,
      pictureSource(new Map(), footage),
      takes ? watched : undefined,
    );
    const frames = Math.ceil((durationMs / 1000) * framesPerSecond);
    run.goTo(0, frames);
    return Array.from({ length: frames }, (_, frame) => {
      run.paint(frame);
      return Buffer.from(run.picture.planes);
    });
  };
  return { taken: await planes(true), painted: await planes(false), isUsed };
}

function meanDifference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]), 0) / one.length;
}

const label = { kind: 'text', text: 'over', x: 160, y: 120, fontSize: 40, fill: '#ffffff80' };

/** Films with the most that a picture may differ on average, in levels of 255. */
const films: readonly (readonly [name: string, film: object, most: number])[] = [
  [
    'a clip that fills the picture, under a text and a shadow',
    {
      objects: {
        clip: { kind: 'video', src: 'clip.mp4', ...size },
        card: { kind: 'rectangle', x: 80, y: 60, width: 90, height: 50, fill: '#e0a030', shadow: 'medium' },
        label,
      },
      compositions: [
        { duration: 500, states: { clip: true } },
        { duration: 600, enter: 400, states: { label: true, card: true } },
      ],
    },
    0.9,
  ],
  [
    'half of a clip in round corners, with a shadow, a text that moves over it, and one beside it',
    {
      objects: {
        clip: {
          ...{ kind: 'video', src: 'clip.mp4', width: 160, height: 90, x: 200, y: 91 },
          ...{ cornerRadius: 16, shadow: 'medium' },
        },
        label,
        beside: { ...label, text: 'beside', x: 60, y: 30 },
      },
      compositions: [
        { duration: 500, states: { clip: true, beside: true } },
        { duration: 400, enter: 400, states: { label: true } },
        { duration: 400, enter: 300, states: { label: { x: 100 }, beside: { y: 60 } } },
      ],
    },
    0.35,
  ],
  [
    'a clip between pixels, which is scaled',
    {
      objects: { clip: { kind: 'video', src: 'clip.mp4', width: 211.3, height: 118.9, x: 133.3, y: 90.7 } },
      compositions: [{ duration: 800, states: { clip: true } }],
    },
    1.6,
  ],
  [
    'a clip of which a part is seen',
    {
      objects: {
        clip: { kind: 'video', src: 'clip.mp4', fit: 'cover', width: 100, height: 150, x: 110, y: 95 },
      },
      compositions: [{ duration: 800, states: { clip: true } }],
    },
    0.35,
  ],
];

it.each(films)('the samples of %s differ little from painted ones', async (_, film, most) => {
  const { taken, painted, isUsed } = await picturesOf(film);
  expect(isUsed).toBe(true);
  expect(taken.length).toBe(painted.length);
  const worst = taken.map((picture, frame) => meanDifference(picture, painted[frame]));
  expect(Math.max(...worst)).toBeLessThan(most);
});

it.each([
  ['is half transparent', { opacity: 0.5 }],
  ['is turned', { rotation: 3 }],
  ['is blurred', { blur: 4 }],
  ['mixes with what is under it', { blend: 'multiply' }],
])('a clip that %s is painted', async (_, fields) => {
  const { taken, painted } = await picturesOf({
    objects: { clip: { kind: 'video', src: 'clip.mp4', ...size, ...fields } },
    compositions: [{ duration: 300, states: { clip: true } }],
  });
  expect(taken.map((picture, frame) => picture.equals(painted[frame]))).toEqual(taken.map(() => true));
});

it('a clip under something that mixes with it is painted', async () => {
  const { taken, painted } = await picturesOf({
    objects: {
      clip: { kind: 'video', src: 'clip.mp4', ...size },
      tint: { kind: 'rectangle', ...size, fill: '#ff8800', blend: 'multiply' },
    },
    compositions: [{ duration: 300, states: { clip: true, tint: true } }],
  });
  expect(taken.map((picture, frame) => picture.equals(painted[frame]))).toEqual(taken.map(() => true));
});
