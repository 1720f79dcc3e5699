import { expect, it } from 'vitest';
import { project } from '../../../../../test/support/project-parts.ts';
import { scheduleSound } from '../../../src/media/sound/sound-schedule.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';
import { heard, quietScene } from './film-support.ts';

it("converts every scene's audio tracks to film time", () => {
  const film = project(
    quietScene('intro', 1000, [
      heard('pad', 'data:a', { start: 100, duration: 400, offset: 50, volume: 0.5 }),
    ]),
    quietScene('outro', 500, [heard('end', 'data:b', { start: 200, duration: 700 })]),
  );
  expect(scheduleSound(film, compileTimeline(film).scenes)).toEqual([
    {
      path: ['scenes', 'intro', 'audioTracks', 'pad', 'asset'],
      src: 'data:a',
      startMs: 100,
      endMs: 500,
      offsetMs: 50,
      volume: 0.5,
    },
    {
      path: ['scenes', 'outro', 'audioTracks', 'end', 'asset'],
      src: 'data:b',
      startMs: 1200,
      endMs: 1900,
      offsetMs: 0,
      volume: 1,
    },
  ]);
});

it('the sound schedule omits inaudible tracks', () => {
  const film = project(
    quietScene('intro', 1000, [
      heard('muted', '', { start: 0, duration: 400, muted: true }),
      heard('silent', '', { start: 0, duration: 400, volume: 0 }),
      heard('empty', '', { start: 0, duration: 0 }),
    ]),
  );
  expect(scheduleSound(film, compileTimeline(film).scenes)).toEqual([]);
});

it('cuts an audio track at the end of its scene and drops a track that starts there', () => {
  const film = project(
    quietScene('intro', 0, [
      heard('long', '', { start: 300, duration: 700 }),
      heard('late', '', { start: 500, duration: 500 }),
    ]),
  );
  const [{ durationMs, ...scene }] = compileTimeline(film).scenes;
  expect(durationMs).toBe(1000);
  expect(scheduleSound(film, [{ ...scene, startMs: 2000, durationMs: 500 }])).toMatchObject([
    { path: ['scenes', 'intro', 'audioTracks', 'long', 'asset'], startMs: 2300, endMs: 2500 },
  ]);
});
