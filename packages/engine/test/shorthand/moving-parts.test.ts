import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { CompositionState, Scene, TransitionTrack } from '../../src/project/schema.ts';
import { themeNames } from '../../src/shorthand/themes/theme-names.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expand, plain, problemsOf } from './expand.ts';

const film = (fields: object) => ({ shorthand: true, ...fields });

const title = { kind: 'text', text: 'Coffee, delivered fresh', fontSize: 100 };
const box = { kind: 'rectangle', x: 500, y: 300, width: 200, height: 100 };

/** A film in which objects enter. */
const entering = (objects: object, enter?: unknown) =>
  film({
    objects,
    compositions: [
      { duration: 0, states: Object.fromEntries(Object.keys(objects).map((id) => [id, false])) },
      {
        duration: 500,
        ...(enter !== undefined && { enter }),
        states: Object.fromEntries(Object.keys(objects).map((id) => [id, true])),
      },
    ],
  });

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

function tracksOf(document: object): Record<string, TransitionTrack> & { readonly duration: number } {
  const [transition] = Object.values(sceneOf(document).transitions);
  return { ...transition?.tracks, duration: transition?.duration } as never;
}

describe('words, letters and lines in turn', () => {
  it('an animation by word lasts until the last word has arrived', () => {
    const tracks = tracksOf(
      entering({ t: { ...title, enter: { type: 'slide', by: 'word', stagger: 100 } } }),
    );
    expect(tracks.t).toMatchObject({ by: 'word', stagger: 100, start: 0, duration: 800, type: 'move' });
    // It slides at most by 0.7 em.
    expect(tracks.t?.begin).toEqual({ y: 70, opacity: 0 });
    expect(tracks.duration).toBe(800);
  });

  it.each([
    ['letter', 20 * 30],
    ['word', 2 * 80],
    ['line', 0],
  ])('parts by %s have a stagger by default', (by, delay) => {
    const tracks = tracksOf(entering({ t: { ...title, enter: { type: 'fade', by, duration: 500 } } }));
    expect(tracks.t).toMatchObject({ by, duration: 500 + delay, begin: { opacity: 0 } });
    expect(tracks.duration).toBe(500 + delay);
  });

  it('the parts of a transition with a duration end with it', () => {
    const tracks = tracksOf(entering({ t: title }, { duration: 1000, type: 'pop', by: 'word' }));
    expect(tracks.t).toMatchObject({
      by: 'word',
      stagger: 80,
      duration: 1000,
      begin: { scale: 0.6, opacity: 0 },
    });
  });

  it.each([
    ['write', { reveal: 0 }],
    ['wipe', { reveal: 0 }],
    ['grow', { scale: 0, opacity: 0 }],
    ['blur', { blur: 20, opacity: 0 }],
    ['move', { opacity: 0 }],
    ['slide', { y: 70, opacity: 0 }],
  ])('%s has a form for words', (type, begin) => {
    expect(tracksOf(entering({ t: { ...title, enter: { type, by: 'word' } } })).t?.begin).toEqual(begin);
  });

  it('fields in from are for each part', () => {
    const from = { y: '+30', rotation: '-20', scale: 0.5, opacity: 0.2 };
    const tracks = tracksOf(entering({ t: { ...title, enter: { by: 'letter', from } } }));
    expect(tracks.t?.begin).toEqual({ y: 30, rotation: -20, scale: 0.5, opacity: 0.2 });
  });

  it('letters that are written without a stagger follow each other as before', () => {
    const { t } = tracksOf(entering({ t: { ...title, enter: { type: 'write', by: 'letter' } } }));
    expect(t).toMatchObject({ type: 'write', order: 'sequential' });
    expect(t).not.toHaveProperty('by');
  });

  it('in a group, texts move in parts and shapes as wholes', () => {
    const card = {
      kind: 'column',
      x: 500,
      y: 300,
      children: { h: { kind: 'text', text: 'one two' }, b: box },
    };
    const tracks = tracksOf(
      entering({ card: { ...card, enter: { type: 'slide', by: 'word', stagger: 50 } } }),
    );
    expect(tracks['card-h'] ?? tracks.h).toMatchObject({ by: 'word', stagger: 50 });
    expect(tracks['card-b'] ?? tracks.b).not.toHaveProperty('by');
    expect(tracks.duration).toBe(650);
  });

  it('a text that stays does not move in parts', () => {
    const document = film({
      objects: { t: title },
      compositions: [
        { states: { t: true } },
        { enter: { tracks: { t: { by: 'word', duration: 400 } } }, states: { t: { x: 100 } } },
      ],
    });
    expect(tracksOf(document).t).not.toHaveProperty('by');
  });

  it('mistakes are explained', () => {
    const own = (object: object, enter: object) => problemsOf(entering({ t: { ...object, enter } }));
    expect(own(title, { by: 'words' })).toEqual([
      expect.stringMatching(/enter\.by: must be one of letter, word, line/),
    ]);
    expect(own(box, { by: 'word' })).toEqual([
      'objects.t.enter.by: is for texts, but "t" is of kind rectangle; remove it',
    ]);
    expect(own(title, { by: 'word', stagger: -1 })).toEqual([
      'objects.t.enter.stagger: must be a number from 0 to 600000, but is -1',
    ]);
    expect(own(title, { type: 'rise', by: 'word' })).toEqual([
      expect.stringMatching(/type: must be one of move, .*wipe, blur, flip, tilt, but is "rise"/),
    ]);
    // Names that every object of JavaScript has.
    expect(own(title, { type: 'slide', from: '__proto__' })).toEqual([
      expect.stringMatching(/^objects\.t\.enter\.from: .*but is "__proto__"/),
    ]);
    expect(own(title, { type: 'slide', easing: 'constructor' })).toEqual([
      expect.stringMatching(/^objects\.t\.enter\.easing: .*but is "constructor"/),
    ]);
    const late = problemsOf(
      entering({ t: title }, { duration: 300, tracks: { t: { by: 'word', stagger: 200 } } }),
    );
    expect(late).toEqual([
      expect.stringMatching(
        /stagger: 3 words start one after another, the last at 400 ms, but the transition lasts 300 ms; lower the stagger to at most 149 ms or make the transition longer/,
      ),
    ]);
    const long = problemsOf(
      entering({ t: title }, { duration: 500, tracks: { t: { by: 'word', stagger: 100, duration: 400 } } }),
    );
    expect(long).toEqual([
      expect.stringMatching(/duration: is the time of each part and ends after the transition: 3 words/),
    ]);
  });
});

/** Returns the greatest share by which a value passes its end, from many times of a transition. */
function overshootOf(document: object, id: string, read: (state: readonly number[]) => number): number {
  const { project } = expand(document);
  const timeline = compileTimeline(project);
  const values = Array.from({ length: 101 }, (_, index) => {
    const pose = timeline
      .at((timeline.durationMs * index) / 101)
      .poses.find(({ objectId }) => objectId === id);
    return pose && read(pose.matrix);
  }).filter((value) => value !== undefined);
  const [start, end] = [values[0] ?? 0, values.at(-1) ?? 0];
  return Math.max(...values.map((value) => (value - end) / (end - start)));
}

describe('springs', () => {
  it.each([
    ['spring', 0.05, 0.1],
    ['easeOutBack', 0.09, 0.1],
  ])('%s passes the end of a move by at most a tenth, and arrives', (easing, least, most) => {
    const document = film({
      objects: { box },
      compositions: [
        { duration: 0, states: { box: true } },
        { duration: 200, enter: { duration: 600, easing }, states: { box: { x: 900 } } },
      ],
    });
    const passed = overshootOf(document, 'box', ([, , , , x = 0]) => x);
    expect(passed).toBeGreaterThan(least);
    expect(passed).toBeLessThanOrEqual(most + 1e-3);
  });

  it.each(['slide', 'pop', 'grow', 'blur', 'fade'])(
    '%s with a spring ends in the state of its composition',
    (type) => {
      fc.assert(
        fc.property(fc.constantFrom('spring', 'easeOutBack'), fc.boolean(), (easing, leaves) => {
          const document = film({
            objects: { box: { ...box, [leaves ? 'exit' : 'enter']: { type, easing } } },
            compositions: [
              { duration: 100, states: { box: leaves } },
              { duration: 100, states: { box: !leaves } },
            ],
          });
          const timeline = compileTimeline(expand(document).project);
          const [shown] = timeline.at(leaves ? 50 : timeline.durationMs).poses;
          expect(shown?.matrix).toEqual([1, 0, 0, 1, 500, 300]);
          expect(shown?.opacity).toBe(1);
          expect(timeline.at(leaves ? timeline.durationMs : 50).poses).toEqual([]);
        }),
        { numRuns: runs(4) },
      );
    },
  );

  it('a size that shrinks to nothing does not turn over', () => {
    const document = film({
      objects: { box },
      compositions: [
        { states: { box: true } },
        { enter: { duration: 600, easing: 'spring' }, states: { box: { width: 0 } } },
      ],
    });
    const { keyframes = {} } = tracksOf(document).box ?? {};
    for (const { value } of Object.values(keyframes)) expect(value).toBeGreaterThanOrEqual(0);
  });

  it('a label appears with its shape while it pops', () => {
    const tracks = tracksOf(entering({ box: { ...box, text: 'Start' } }, { duration: 600, type: 'pop' }));
    expect(tracks['box-label']?.opacityTiming).toEqual(tracks.box?.opacityTiming);
    expect(tracks.box?.opacityTiming?.duration).toBeLessThan(600);
  });

  it('pop grows beyond its size by 6 %', () => {
    const document = entering({ box: { ...box, enter: 'pop' } });
    const { keyframes = {} } = tracksOf(document).box ?? {};
    const largest = Math.max(...Object.values(keyframes).map(({ value }) => Number(value)));
    expect(largest).toBeCloseTo(1.062, 2);
  });
});

describe('wipe and blur', () => {
  it('a wipe uncovers an object from a side, from the left by default', () => {
    const tracks = (enter: unknown) => tracksOf(entering({ box: { ...box, enter } })).box;
    expect(tracks('wipe')).toMatchObject({ type: 'write', wipe: 'left', duration: 600 });
    expect(tracks({ type: 'wipe', from: 'top' })).toMatchObject({ type: 'write', wipe: 'top' });
  });

  it('a text on a card that is wiped fades in when most of the card is there', () => {
    const card = {
      kind: 'column',
      x: 500,
      y: 300,
      padding: 20,
      fill: 'white',
      children: { h: { kind: 'text', text: 'one' } },
    };
    const tracks = tracksOf(entering({ card: { ...card, enter: 'wipe' } }));
    expect(tracks['card-box']).toMatchObject({ wipe: 'left', start: 0, duration: 600 });
    expect(tracks['card-h']).toMatchObject({ type: 'fade', start: 300, duration: 300 });
    expect(tracks['card-h']).not.toHaveProperty('wipe');
  });

  it('a blur ends sharp', () => {
    const timeline = compileTimeline(expand(entering({ box: { ...box, enter: 'blur' } })).project);
    const blurAt = (timeMs: number) => timeline.at(timeMs).poses[0]?.effects?.blur ?? 0;
    expect(blurAt(10)).toBeGreaterThan(10);
    expect(blurAt(300)).toBeLessThan(blurAt(10));
    expect(blurAt(600)).toBe(0);
  });
});

describe('animations of themes', () => {
  it.each(themeNames)('objects without an animation slide a short way in %s', (theme) => {
    const document = {
      ...entering({ t: { kind: 'text', text: 'one', y: 500, x: 900 } }, 600),
      theme,
    };
    const { poses } = compileTimeline(expand(document).project).at(60);
    const state = sceneOf(document).compositions['2']?.states.t as CompositionState;
    const [pose] = poses;
    const away = Math.hypot((pose?.matrix[4] ?? 0) - state.x, (pose?.matrix[5] ?? 0) - state.y);
    const isPop = (pose?.matrix[0] ?? 1) < 1;
    expect(isPop || away > 5).toBe(true);
    expect(away).toBeLessThan(0.1 * 1080);
  });
});
