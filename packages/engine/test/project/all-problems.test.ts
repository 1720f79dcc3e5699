import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { film, problemsOf as shorthandProblemsOf } from '../shorthand/expand.ts';
import { placesIn } from './places-in.ts';
import { absent, problemsOf, sampleProject, withValues } from './sample.ts';

const scene = 'scenes.intro';
const state = `${scene}.compositions.first.states.box`;
const track = `${scene}.transitions.t1.tracks.box`;

/** Changes that keep the sample's structure valid but break one rule. */
const brokenRules: readonly Readonly<Record<string, unknown>>[] = [
  { [`${scene}.objects.dot.parentId`]: 'nobody' },
  { [`${track}.duration`]: 900 },
  { [`${track}.fillTiming.duration`]: 900 },
  { [`${scene}.transitions.t1.toId`]: 'third' },
  { [`${scene}.objects.picture.image`]: absent },
  { [`${scene}.objects.clip.media.mime`]: 'audio/wav' },
  { [`${scene}.audioTracks.voice.offset`]: 2000 },
  {
    [`${scene}.compositions.second.states`]: {
      ghost: sampleProject().scenes.intro?.compositions.first?.states.box,
    },
  },
  { [`${track}.keyframes.k1.value`]: '#ffffff' },
  { [`${scene}.objects.box.id`]: 'other' },
];

const places = placesIn(sampleProject());
const wrongValue = fc.constantFrom<unknown>(true, null, '?', -1e9, [], {}, absent);
const damage = fc.tuple(fc.constantFrom(...places), wrongValue).filter(isStructural);

describe('problems reported for a project', () => {
  it('reports structure, reference, timing and media problems together', () => {
    const document = withValues(sampleProject(), {
      version: 3,
      [`${state}.opacity`]: 2,
      [`${scene}.objects.dot.parentId`]: 'nobody',
      [`${track}.duration`]: 900,
      [`${scene}.audioTracks.voice.volume`]: 'loud',
      [`${scene}.audioTracks.voice.offset`]: 2000,
    });
    expect(problemsOf(document)).toEqual([
      'version: must be an integer from 1 to 2, but is 3',
      `${state}.opacity: must be a number from 0 to 1, but is 2`,
      `${scene}.audioTracks.voice.volume: must be a number from 0 to 1, but is "loud"`,
      `${scene}.objects.dot.parentId: must name another object in the scene, but is "nobody"`,
      `${track}: start + duration (1200) exceeds the transition's duration (800)`,
      `${scene}.audioTracks.voice: offset + duration (3001) exceeds the asset's duration (2000)`,
    ]);
  });

  it('does not report rule problems that merely follow from a broken part', () => {
    fc.assert(
      fc.property(
        fc.array(damage, { minLength: 1, maxLength: 4 }).filter(areApart),
        fc.subarray([...brokenRules], { maxLength: 3 }),
        (damages, rules) => {
          const broken = damages.map(([place, value]) => ({ [place]: value }));
          const possible = [...broken, ...rules].flatMap((change) => problemsAfter(change)).map(withoutSums);
          for (const problem of problemsAfter(...broken, ...rules))
            expect(possible).toContain(withoutSums(problem));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('still reports rule problems when other parts of the project have structural problems', () => {
    fc.assert(
      fc.property(fc.constantFrom(...brokenRules), (rule) => {
        const [problem] = problemsAfter(rule);
        expect(problemsAfter(rule, { name: 5, [`${state}.opacity`]: 7 })).toContain(problem);
      }),
    );
  });
});

/** Whether a change breaks the structure, and only at the place itself. */
function isStructural([place, value]: readonly [string, unknown]): boolean {
  const problems = problemsAfter({ [place]: value });
  return problems.length > 0 && problems.every((problem) => problem.replaceAll('[', '.').startsWith(place));
}

/** Whether no change is made in a part that another one replaces. */
function areApart(damages: readonly (readonly [string, unknown])[]): boolean {
  return damages.every(([place], at) =>
    damages.every(([other], otherAt) => at === otherAt || !`${place}.`.startsWith(`${other}.`)),
  );
}

/** A problem without the numbers to which a broken part contributes. */
function withoutSums(problem: string): string {
  return problem.replace(/\([\d.]+\)/g, '');
}

/** Returns the problems of the sample after changes, skipping changes whose place no longer exists. */
function problemsAfter(...changes: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  let document: object = sampleProject();
  for (const change of changes) {
    try {
      document = withValues(document, change);
    } catch {
      // An earlier change has replaced this change's target.
    }
  }
  return problemsOf(document);
}

describe('keyframe values of the wrong type', () => {
  it("names the value type that a keyframe's property requires, in the full format", () => {
    const value = withValues(sampleProject(), { [`${track}.keyframes.k1.value`]: '900px' });
    expect(problemsOf(value)).toEqual([
      `${track}.keyframes.k1.value: must be a number for x, but is "900px"; write 900 without quotes and unit`,
    ]);
    const property = withValues(sampleProject(), { [`${track}.keyframes.k1.property`]: 'text' });
    expect(problemsOf(property)).toEqual([
      `${track}.keyframes.k1.property: text cannot have keyframes, because it switches in the middle of its track`,
    ]);
  });

  it("names the value type that a keyframe's property requires, in shorthand", () => {
    const problems = (keyframes: object) =>
      shorthandProblemsOf(film({ enter: { duration: 800, tracks: { box: { keyframes } } } }));
    const place = 'enter.tracks.box.keyframes';
    expect(problems({ x: [[0.5, '900px']] })).toEqual([
      `${place}.x[0][1]: must be a number for x, but is "900px"; write 900 without quotes and unit`,
    ]);
    expect(problems({ text: [[0.5, 'Bye']] })).toEqual([
      `${place}.text: text cannot have keyframes, because it switches in the middle of its track`,
    ]);
    expect(problems({ path: [[0.5, 3]] })).toEqual([
      `${place}.path: path cannot have keyframes; use c1x, c1y, c2x and c2y`,
    ]);
    expect(problems({ visible: [[0.5, 0]] })).toEqual([
      `${place}.visible: visible cannot have keyframes; use opacity`,
    ]);
  });
});
