// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { placesIn } from '../project/places-in.ts';
import { absent, withValues } from '../project/sample.ts';
import { problemsOf } from './expand.ts';

/** A valid film that uses most features of shorthand. */
function sample(): object {
  return {
    shorthand: true,
    name: '${heading}',
    width: 640,
    height: 360,
    variables: { heading: 'Bread', share: 0.4 },
    objects: {
      title: { kind: 'text', state: { text: '${heading}', fontSize: 60 } },
      bar: { kind: 'rectangle', parentId: 'frame', state: { width: 40, opacity: '${share}' } },
      frame: { kind: 'rectangle', order: 0 },
      photo: { kind: 'image', image: { src: 'data:image/png;base64,AAAA', width: 10, height: 10 } },
    },
    enter: { duration: 400, tracks: { '*': { stagger: 100, easing: 'easeOut' } } },
    compositions: {
      start: { duration: 100, states: { title: {} } },
      bars: { states: { bar: { height: 90 }, photo: {}, title: { y: 100 } } },
      end: {
        enter: {
          duration: 600,
          tracks: { bar: { start: 100, keyframes: { x: [[0.5, 200]] } }, title: { duration: 300 } },
        },
        states: { bar: false, title: { fill: 'tomato' } },
      },
    },
    audioTracks: {
      beat: { asset: { src: 'data:audio/wav;base64,AAAA', mime: 'audio/wav', duration: 900 }, offset: 100 },
    },
  };
}

/** Changes that keep the structure valid but break one rule. */
const brokenRules: readonly Readonly<Record<string, unknown>>[] = [
  { 'objects.bar.parentId': 'nobody' },
  { 'compositions.end.enter.tracks.title.duration': 601 },
  { 'compositions.end.enter.tracks.bar.duration': 550 },
  { 'compositions.bars.states.ghost': {} },
  { 'compositions.start.enter': 300 },
  { 'objects.photo.image': absent },
  { 'audioTracks.beat.duration': 3000 },
  { 'enter.tracks.*.stagger': 500 },
  { 'objects.title.state.text': '${nobody}' },
  { 'objects.title.kind': 'image' },
];

const damage = fc
  .tuple(
    fc.constantFrom(...placesIn(sample()).filter((place) => place !== 'shorthand')),
    fc.constantFrom<unknown>(true, null, '?', -1e9, [], {}, '${nobody}', 'photo.png', absent),
  )
  .filter(isStructural);

describe('problems reported for a shorthand film', () => {
  it('reports no problems for a valid shorthand film', () => {
    expect(problemsOf(sample())).toEqual([]);
  });

  it('reports structure, variable, file, reference and timing problems of shorthand together', () => {
    const changes = {
      width: 0,
      'objects.bar.parentId': 'nobody',
      'objects.title.state.text': '${titel}',
      'objects.photo.image': { src: 'photo.png' },
      'compositions.end.enter.tracks.title.duration': 601,
      'compositions.bars.states.ghost': {},
      'audioTracks.beat.duration': 3000,
    };
    const problems = problemsOf(withValues(sample(), changes));
    expect(problems.map((problem) => problem.slice(0, problem.indexOf(': ')))).toEqual([
      'objects.title.state.text',
      'width',
      'objects.photo.image.src',
      'compositions.bars.states.ghost',
      'objects.bar.parentId',
      'compositions.end.enter.tracks.title',
      'audioTracks.beat',
    ]);
  });

  it('does not report shorthand problems that merely follow from a broken part', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.subarray([...brokenRules], { maxLength: 3 }),
        (damages, rules) => {
          const broken = damages
            .filter(([place], index) => !isInsideOneOf(place, damages.slice(0, index)))
            .map(([place, value]) => ({ [place]: value }));
          const possible = [...broken, ...rules].flatMap((change) => problemsAfter(change)).map(comparable);
          for (const problem of problemsAfter(...broken, ...rules))
            expect(possible).toContain(comparable(problem));
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

/** Whether a place lies in one that is damaged already, where it would be a new part. */
function isInsideOneOf(place: string, damages: readonly (readonly [string, unknown])[]): boolean {
  return damages.some(([outer]) => place.startsWith(`${outer}.`));
}

/** Whether a change breaks the structure, and only at the place itself. */
function isStructural([place, value]: readonly [string, unknown]): boolean {
  const problems = problemsAfter({ [place]: value });
  return problems.length > 0 && problems.every((problem) => problem.replaceAll('[', '.').startsWith(place));
}

/** A problem without the lists of names from the rest of the document. */
function comparable(problem: string): string {
  return problem
    .replace(/; (it has|known:|declare it) .*/, '')
    .replace(/; used by .*/, '')
    .replace(/\([\d.]+\)/g, '');
}

function problemsAfter(...changes: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  let document = sample();
  for (const change of changes) {
    try {
      document = withValues(document, change);
    } catch {
      // An earlier change has replaced this change's target.
    }
  }
  return problemsOf(document);
}

describe('variable values', () => {
  it("reports a variable's invalid value only once, even if several objects use it", () => {
    const used = { state: { opacity: '${share}' } };
    const document = {
      shorthand: true,
      variables: { share: 'half' },
      objects: {
        a: { kind: 'circle', ...used },
        b: { kind: 'circle', ...used },
        c: { kind: 'circle', ...used },
      },
      compositions: { only: {} },
    };
    expect(problemsOf(document)).toEqual([
      'variables.share: must be a number from 0 to 1, but is "half"; used by objects.a.state.opacity',
    ]);
    expect(problemsOf(document, { variables: { share: 3 } })).toEqual([
      'variables.share: must be a number from 0 to 1, but is 3; used by objects.a.state.opacity',
    ]);
  });

  it('shows an invalid value along with the string that contains its variable', () => {
    const document = {
      shorthand: true,
      variables: { hex: 'zz' },
      background: '#${hex}',
      compositions: { only: {} },
    };
    expect(problemsOf(document)).toEqual([
      'background: must be a color (none, transparent, #rgb, #rrggbb, #rrggbbaa or a CSS name in lower case), but is "#zz"; it is made from "#${hex}"',
    ]);
  });
});
