import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsWith, sampleProject } from '../sample.ts';

const t1 = 'scenes.intro.transitions.t1';
const box = `${t1}.tracks.box`;
const transition = sampleProject().scenes.intro.transitions.t1;

describe('transition rules', () => {
  it('refuses a transition that does not lead to the next composition', () => {
    const after = `${t1}.toId: must be the composition after "first", which is "second", but is`;
    expect(problemsWith({ [`${t1}.toId`]: 'third' })).toEqual([`${after} "third"`]);
    expect(problemsWith({ [`${t1}.toId`]: 'first' })).toEqual([`${after} "first"`]);
    expect(problemsWith({ [`${t1}.fromId`]: 'second', [`${t1}.toId`]: 'first' })).toEqual([
      `${t1}.toId: must be the composition after "second", which is "third", but is "first"`,
    ]);
    expect(problemsWith({ [`${t1}.fromId`]: 'third', [`${t1}.toId`]: 'first' })).toEqual([
      `${t1}.fromId: must have a composition after it, but "third" is the last`,
    ]);
  });

  it('refuses a transition that names a missing composition', () => {
    expect(problemsWith({ [`${t1}.fromId`]: 'x', [`${t1}.toId`]: 'y' })).toEqual([
      `${t1}.fromId: must name a composition in the scene, but is "x"`,
      `${t1}.toId: must name a composition in the scene, but is "y"`,
    ]);
  });

  it('refuses a second transition between the same compositions', () => {
    const values = { 'scenes.intro.transitions.t2': { ...transition, id: 't2' } };
    expect(problemsWith(values)).toEqual([
      'scenes.intro.transitions.t2: must be the only transition from first to second, but "t1" also goes from first to second',
    ]);
    const next = { ...transition, id: 't2', fromId: 'second', toId: 'third' };
    expect(problemsWith({ 'scenes.intro.transitions.t2': next })).toEqual([]);
  });
});

describe('track rules', () => {
  it('refuses a track that ends after its transition', () => {
    expect(problemsWith({ [`${box}.start`]: 400 })).toEqual([
      `${box}: start + duration (900) exceeds the transition's duration (800)`,
    ]);
    expect(problemsWith({ [`${box}.start`]: 300.001 })).toEqual([
      `${box}: start + duration (800.001) exceeds the transition's duration (800)`,
    ]);
  });

  it('tolerates floating-point rounding errors in track times', () => {
    const tiny = { start: 0, duration: 0, easing: 'linear' };
    expect(
      problemsWith({
        [`${t1}.duration`]: 0.3,
        [`${box}.start`]: 0.1,
        [`${box}.duration`]: 0.2,
        [`${box}.fillTiming`]: tiny,
      }),
    ).toEqual([]);
  });

  it('ignores the start and duration of an implicit track, but not its timings', () => {
    expect(problemsWith({ [`${box}.start`]: 600_000, [`${box}.implicit`]: true })).toEqual([]);
    expect(problemsWith({ [`${box}.start`]: 600_000, [`${box}.implicit`]: false })).toHaveLength(1);
    expect(problemsWith({ [`${box}.fillTiming.start`]: 1, [`${box}.implicit`]: true })).toEqual([
      `${box}.fillTiming: start + duration (801) exceeds the transition's duration (800)`,
    ]);
  });

  it.each([
    'fillTiming',
    'pathTiming',
    'sizeTiming',
    'revealTiming',
    'strokeTiming',
    'opacityTiming',
    'fontSizeTiming',
    'positionTiming',
    'rotationTiming',
    'strokeWidthTiming',
    'cornerRadiusTiming',
  ])('refuses a track whose %s ends after the transition', (name) => {
    const timing = { start: 500, easing: 'linear', duration: 400 };
    expect(problemsWith({ [`${box}.${name}`]: timing })).toEqual([
      `${box}.${name}: start + duration (900) exceeds the transition's duration (800)`,
    ]);
    expect(problemsWith({ [`${box}.${name}`]: { ...timing, start: 400 } })).toEqual([]);
    expect(problemsWith({ [`${box}.${name}`]: null })).toEqual([]);
  });

  it('refuses a track exactly when it ends after its transition', () => {
    const time = fc.integer({ min: 0, max: 1600 });
    fc.assert(
      fc.property(time, time, (start, duration) => {
        const problems = problemsWith({ [`${box}.start`]: start / 2, [`${box}.duration`]: duration / 2 });
        expect(problems.length).toBe(start + duration <= 1600 ? 0 : 1);
      }),
    );
  });
});
