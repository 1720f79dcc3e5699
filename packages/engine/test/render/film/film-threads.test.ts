import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quarteredImage } from '../../../../../test/support/build-project.ts';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import type { Project } from '../../../src/project/schema.ts';

/**
 * Three seconds: a hold, a movement and a hold, with text, an image and ids that every object in JavaScript inherits.
 */
function threeSeconds(equation = 'x^2'): Project {
  const at = (x: number) => ({
    toString: state({ x, y: 60, text: 'Threads', fontSize: 30 }),
    picture: state({ x: 160, y: 120, width: 80, height: 60, rotation: x }),
    box: state({ x: 300 - x, y: 30, effect: 'glow', fill: '#f72585' }),
    formula: state({ x: 40, y: 150, text: equation, fontSize: 20 }),
  });
  return project(
    scene('scene', {
      objects: [
        object('toString', { kind: 'text' }),
        object('picture', { kind: 'image', image: quarteredImage(20, 20) }),
        object('box'),
        object('formula', { kind: 'equation' }),
      ],
      compositions: [composition('a', 1000, at(60)), composition('b', 1000, at(240))],
      transitions: [transition('a', 'b', 1000, [track({ objectId: 'box', duration: 500, start: 300 })])],
    }),
  );
}

/** Eight pieces in which two shapes move three times. */
function sixteenSeconds(): Project {
  const at = (x: number) => ({ box: state({ x, y: 90, rotation: x }), dot: state({ x: 160, y: x }) });
  const names = ['a', 'b', 'c', 'd'];
  return project(
    scene('scene', {
      objects: [object('box'), object('dot', { kind: 'circle' })],
      compositions: names.map((name, index) => composition(name, 3600, at(40 + 70 * index))),
      transitions: names.slice(1).map((name, index) => transition(names[index], name, 400)),
    }),
  );
}

describe('a film painted by threads', () => {
  it('a film painted by threads has the same bytes as a film painted on the main thread', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const alone = await filmOf(threeSeconds(), { threads: 0 });
    expect(alone.frames).toBe(90);
    for (const threads of [1, 2, 3, 7]) {
      const made = await filmOf(threeSeconds(), { threads });
      expect(made.rasterizedFrames).toBe(alone.rasterizedFrames);
      expect(Buffer.compare(made.bytes, alone.bytes)).toBe(0);
    }
  });

  it('a film has the same bytes every time, whether 0, 1, 2 or 7 threads paint it', {
    tags: ['ffmpeg', 'slow'],
    timeout: 120_000,
  }, async () => {
    const size = { width: 96, height: 54 };
    const films = new Set<string>();
    for (let round = 0; round < 9; round++) {
      const { bytes } = await filmOf(sixteenSeconds(), {
        threads: [0, 1, 2, 7][round % 4],
        size,
        isChecked: round === 0,
      });
      films.add(Buffer.from(bytes).toString('base64'));
    }
    expect(films.size).toBe(1);
  });

  it('a signal stops a film painted by threads', async () => {
    const stop = new AbortController();
    const onFrame = (framesDone: number) => {
      if (framesDone >= 20) stop.abort(new Error('enough'));
    };
    await expect(filmOf(threeSeconds(), { threads: 2, signal: stop.signal, onFrame })).rejects.toThrow(
      'enough',
    );
  });

  it.skipIf(!onLinux)(
    'films use the threads of earlier films, also after one was stopped',
    { tags: ['ffmpeg', 'slow'] },
    async () => {
      const threadsOfProcess = () => readdirSync('/proc/self/task').length;
      const first = await filmOf(threeSeconds(), { threads: 2 });
      const started = threadsOfProcess();
      for (let round = 0; round < 3; round++) {
        const next = await filmOf(threeSeconds(), { threads: 2, isChecked: false });
        expect(Buffer.compare(next.bytes, first.bytes)).toBe(0);
      }
      expect(threadsOfProcess()).toBeLessThanOrEqual(started);
      const stop = new AbortController();
      const onFrame = () => stop.abort(new Error('enough'));
      await filmOf(threeSeconds(), { threads: 2, signal: stop.signal, onFrame }).catch(() => {});
      const last = await filmOf(threeSeconds(), { threads: 2, isChecked: false });
      expect(Buffer.compare(last.bytes, first.bytes)).toBe(0);
    },
  );

  it("rendering a film with threads rejects with the failed thread's message", async () => {
    const made = threeSeconds();
    const broken = threeSeconds();
    const { picture } = broken.scenes.scene.objects;
    picture.image = { src: 'data:image/png;base64,AAAA', width: 1, height: 1 };
    await expect(filmOf(made, { threads: 2, project: broken })).rejects.toThrow(
      'scenes.scene.objects.picture.image',
    );
  });
});
