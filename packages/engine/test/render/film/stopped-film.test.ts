import { Buffer } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountingStore } from '../../../../../test/support/kept-films.ts';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import type { Project } from '../../../src/project/schema.ts';

/** Six compositions of 0.6 s with transitions of 0.4 s, in which a box and a title move. */
function moving(): Project {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const at = (name: string, index: number) => ({
    title: state({ x: 160, y: 60 + 20 * index, text: `Title ${name}`, fontSize: 30 }),
    box: state({ x: 40 + 40 * index, y: 150, rotation: 30 * index }),
  });
  return project(
    scene('scene', {
      objects: [object('title', { kind: 'text' }), object('box')],
      compositions: names.map((name, index) => composition(name, 600, at(name, index))),
      transitions: names.slice(1).map((name, index) => transition(names[index], name, 400)),
    }),
  );
}

const unchecked = { isChecked: false };

/** Makes the film until so many frames are done and some time has passed. Resolves with whether it was stopped. */
async function stopAt(options: {
  readonly frames: number;
  readonly afterMs: number;
  readonly threads: number;
  readonly store: CountingStore;
}): Promise<boolean> {
  const { frames, afterMs, threads, store } = options;
  const stop = new AbortController();
  const reason = new Error('stopped by the test');
  const abort = () => void wait(afterMs).then(() => stop.abort(reason));
  if (frames === 0) abort();
  const film = filmOf(moving(), {
    ...{ ...unchecked, threads, store, signal: stop.signal },
    onFrame: (done) => {
      if (done >= frames) abort();
    },
  });
  return film.then(
    () => false,
    (error) => {
      expect(error).toBe(reason);
      return true;
    },
  );
}

describe('a stopped film', () => {
  it('a film that is stopped at any moment keeps its pieces, and the next one has the same bytes', {
    tags: ['ffmpeg', 'slow'],
    timeout: runTimeoutMs,
  }, async () => {
    const anew = await filmOf(moving());
    let stops = 0;
    const anyStop = fc.record({
      frames: fc.integer({ min: 0, max: anew.frames - 1 }),
      afterMs: fc.integer({ min: 0, max: 60 }),
      threads: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStop, { minLength: 1, maxLength: 3 }), async (moments) => {
        const store = new CountingStore();
        for (const moment of moments) if (await stopAt({ ...moment, store })) stops++;
        const { puts, hits } = store;
        const film = await filmOf(moving(), { ...unchecked, store, threads: moments[0]?.threads ?? 0 });
        expect(store.hits - hits).toBe(puts);
        expect(Buffer.compare(film.bytes, anew.bytes)).toBe(0);
        expect(film.rasterizedFrames).toBe(anew.rasterizedFrames);
      }),
      { numRuns: runs(40) },
    );
    // Many end before they are stopped, most of all on a fast machine and from kept pieces.
    expect(stops).toBeGreaterThan(runs(40) / 10);
  });

  it('a stop keeps the pieces that are done', async () => {
    const store = new CountingStore();
    expect(await stopAt({ frames: 100, afterMs: 0, threads: 0, store })).toBe(true);
    expect(store.puts).toBeGreaterThanOrEqual(2);
    expect(store.puts).toBeLessThan(6);
  });

  it.skipIf(!onLinux)('threads of a stopped film work on the next one', { tags: 'slow' }, async () => {
    const countThreads = () => readdirSync('/proc/self/task').length;
    await filmOf(moving(), { ...unchecked, threads: 3 });
    const before = countThreads();
    for (let frames = 0; frames < 150; frames += 10)
      await stopAt({ frames, afterMs: frames % 3, threads: 3, store: new CountingStore() });
    expect(countThreads()).toBeLessThanOrEqual(before + 1);
  });
});
