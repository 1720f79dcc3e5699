// @module-tag ffmpeg
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inspect } from '../../../src/index.ts';
import { clipFolder, makeClip, numberedPictures, numberedSize } from './support.ts';

const folder = clipFolder();
const { width, height } = numberedSize;

function filmOf(video: object, compositions: readonly object[]): object {
  return {
    ...{ shorthand: true, width, height, compositions },
    objects: { talk: { kind: 'video', src: 'clip.mp4', width, height, ...video } },
  };
}

const advised = (film: object) => inspect(film, { baseFolder: folder });

beforeAll(async () => {
  await makeClip(
    ...numberedPictures('24000/1001', 2).slice(0, 4),
    ...['-f', 'lavfi', '-i', 'sine=d=2'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', join(folder, 'clip.mp4')],
  );
});

it('tells what the file of a clip is', async () => {
  const { clips } = await advised(filmOf({}, [{ duration: 1000, states: { talk: true } }]));
  expect(clips).toEqual([
    {
      ...{ path: 'objects.talk', durationMs: expect.closeTo(2000, -2), width, height },
      ...{ fps: 23.976, codec: 'h264', hasSound: true },
    },
  ]);
  const still = { shorthand: true, compositions: [{ duration: 1000 }] };
  expect(await advised(still)).not.toHaveProperty('clips');
});

it('reports an embedded clip that cannot be read', async () => {
  const media = { mime: 'video/mp4', duration: 1000, hasAudio: false, width, height };
  const clip = { id: 'clip', name: 'clip', kind: 'video', order: 0, locked: false, groupId: null };
  const playback = { start: 0, offset: 0, duration: 1000 };
  const projectWith = (bytes: Uint8Array) => ({
    ...{ name: 'Film', version: 2, extended: true, sceneOrder: ['main'] },
    scenes: {
      main: {
        ...{ id: 'main', name: 'main', width, height, background: '#000000', transitions: {} },
        objects: {
          clip: {
            ...clip,
            playback,
            media: { ...media, src: `data:video/mp4;base64,${Buffer.from(bytes).toString('base64')}` },
          },
        },
        compositionOrder: ['one'],
        compositions: { one: { id: 'one', name: 'one', accent: '#ffffff', duration: 1000, states: {} } },
      },
    },
  });
  const file = readFileSync(join(folder, 'clip.mp4'));
  expect((await inspect(projectWith(file))).issues).toEqual([]);
  expect((await inspect(projectWith(file.subarray(0, 200)))).issues).toEqual([
    'scenes.main.objects.clip.media: the MP4 is damaged or truncated; export it again',
  ]);
});

it('advises on a clip that stands still at its end', async () => {
  const held = [{ duration: 4500, states: { talk: true } }];
  const { advice } = await advised(filmOf({ from: 500, speed: 0.5 }, held));
  expect(advice.filter(({ rule }) => rule === 'short-clip')).toEqual([
    {
      rule: 'short-clip',
      path: 'objects.talk',
      message:
        'the clip ends at 0:03.0 of its scene, but is shown until 0:04.5, standing still; give that composition the rest of the clip, "duration": "talk", let it loop, or play it slower',
      atMs: expect.closeTo(3000, -2),
    },
  ]);
  const good = [
    filmOf({ loop: true }, held),
    filmOf({}, [{ duration: 'talk', states: { talk: true } }]),
    filmOf({ to: 1500 }, [
      { duration: 500, states: { talk: true } },
      { duration: 4000, paused: true, states: { talk: { opacity: 0.5 } } },
    ]),
  ];
  for (const film of good)
    expect((await advised(film)).advice.map(({ rule }) => rule)).not.toContain('short-clip');
});
