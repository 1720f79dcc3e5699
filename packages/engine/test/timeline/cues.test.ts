import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePng, pixelAt } from '../../../../test/support/picture.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../test/support/project-parts.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import { wordsOfCue } from '../../src/project/cue-words.ts';
import type { Cue } from '../../src/project/object-schemas.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { Project } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const talk: Cue[] = [
  {
    startMs: 100,
    endMs: 500,
    text: 'First we split.',
    words: [
      [100, 200],
      [250, 300],
      [300, 500],
    ],
  },
  { startMs: 500, endMs: 700, text: 'Then' },
  { startMs: 1400, endMs: 2000, text: 'we\nmerge' },
];

/** A film of two seconds: a hold, a transition of a second, and a hold. */
function film(cues: Cue[], changes = {}): Project {
  const text = (x: number) => state({ x, text: 'no cue', spoken: '#ff0000', ...changes });
  return {
    ...project(
      scene('s', {
        objects: [object('talk', { kind: 'text', cues }), object('box')],
        compositions: [
          composition('a', 500, { talk: text(100), box: state() }),
          composition('b', 500, { talk: text(300), box: state() }),
        ],
        transitions: [transition('a', 'b', 1000, [])],
      }),
    ),
    extended: true,
  };
}

function problemsOf(document: object): string[] {
  const result = parseProject(document);
  return result.ok ? [] : result.problems.map(describeProblem);
}

describe('cues of a text', () => {
  it('shows each cue from its start up to its end, in holds and in transitions', () => {
    const timeline = compileTimeline(film(talk));
    const shownAt = (timeMs: number) =>
      timeline.at(timeMs).poses.find(({ objectId }) => objectId === 'talk')?.appearance.lettering.text ??
      null;
    const times = [0, 99, 100, 499, 500, 699, 700, 1399, 1400, 1999, 2000];
    expect(times.map((timeMs) => [timeMs, shownAt(timeMs)])).toEqual([
      [0, null],
      [99, null],
      [100, 'First we split.'],
      [499, 'First we split.'],
      [500, 'Then'],
      [699, 'Then'],
      [700, null],
      [1399, null],
      [1400, 'we\nmerge'],
      [1999, 'we\nmerge'],
      [2000, 'we\nmerge'],
    ]);
  });

  it('colours the words that have begun', () => {
    const timeline = compileTimeline(film(talk));
    const spokenAt = (timeMs: number) =>
      timeline.at(timeMs).poses.find(({ objectId }) => objectId === 'talk')?.appearance.lettering.spans;
    const red = { red: 255, green: 0, blue: 0, alpha: 1 };
    expect(spokenAt(100)).toEqual([{ start: 0, end: 5, fill: red, opacity: 1 }]);
    expect(spokenAt(260)).toEqual([{ start: 0, end: 8, fill: red, opacity: 1 }]);
    expect(spokenAt(300)).toEqual([{ start: 0, end: 15, fill: red, opacity: 1 }]);
    expect(spokenAt(600)).toBeNull();
  });

  it('gives the same frame while a hold shows the same', () => {
    const { at } = compileTimeline(film(talk));
    expect(at(101)).toBe(at(249));
    expect(at(250)).not.toBe(at(249));
    expect(at(251)).toBe(at(299));
    expect(at(0)).toBe(at(99));
  });

  it('shows at any time what the list of cues says', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        gaps,
        fc.array(fc.double({ min: 0, max: 1999, noNaN: true }), { maxLength: 20 }),
        (parts, times) => {
          let end = 0;
          const cues = parts.map(([gap, length], index): Cue => {
            const startMs = end + gap;
            end = startMs + length;
            return { startMs, endMs: end, text: `cue ${index}` };
          });
          const timeline = compileTimeline(film(cues));
          for (const exact of times) {
            // The timeline knows times to a billionth of a second.
            const time = Math.round(exact * 1e6) / 1e6;
            const shown = timeline.at(time).poses.find(({ objectId }) => objectId === 'talk');
            const expected = cues.find(({ startMs, endMs }) => startMs <= time && time < endMs);
            expect(shown?.appearance.lettering.text).toBe(expected?.text);
          }
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it('draws one even ground behind neighbouring lines', async () => {
    const cues = [{ startMs: 0, endMs: 2000, text: 'lllllll\nlllllll' }];
    const look = { fontSize: 40, ground: '#0000ff80', fill: 'none', y: 100, verticalAlign: 'middle' };
    const bare = { ...film(cues, look) };
    const { data } = await render(bare, { format: 'png', timeMs: 0 });
    const picture = await decodePng(data);
    const column = Array.from({ length: 60 }, (_, index) => pixelAt(picture, 100, 70 + index).join());
    expect(new Set(column).size).toBe(1);
  });

  it('divides words by spaces, line breaks and zero-width spaces', () => {
    const text = 'one  two\nまず\u200b分ける ';
    expect(wordsOfCue(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'one',
      'two',
      'まず',
      '分ける',
    ]);
  });

  it('refuses cues that overlap, are empty, or whose words do not fit', () => {
    const [first] = talk;
    const cue = (fields: Partial<Cue>) =>
      problemsOf(film([{ startMs: 5, endMs: 9, text: 'a b', ...fields }]));
    expect(problemsOf(film(talk))).toEqual([]);
    expect(problemsOf(film([first, { ...first, startMs: 499 }]))[0]).toContain(
      'objects.talk.cues[1].startMs: must be at least 500, the end of the cue before, but is 499',
    );
    expect(cue({ endMs: 5 })[0]).toContain('cues[0].endMs: must be greater than startMs, 5, but is 5');
    expect(cue({ words: [[5, 6]] })[0]).toContain(
      'cues[0].words: must have a time for each of the 2 words of "a b", but has 1',
    );
    expect(
      cue({
        words: [
          [6, 6],
          [5, 9],
        ],
      })[0],
    ).toContain('must not begin before the word before it, at 6, but begins at 5');
    expect(
      cue({
        words: [
          [6, 5],
          [7, 9],
        ],
      })[0],
    ).toContain('must not end before it begins, at 6, but ends at 5');
    const box = film(talk);
    Object.assign(box.scenes.s?.objects.box ?? {}, { cues: talk });
    expect(problemsOf(box)[0]).toContain('objects.box.cues: belongs to a text, but the object is of kind');
  });
});
