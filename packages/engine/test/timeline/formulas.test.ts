// biome-ignore-all lint/suspicious/noTemplateCurlyInString: formulas in texts look like template placeholders.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composition,
  keyframe,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { VariableTrack } from '../../src/project/motion-schemas.ts';
import type { SceneObject } from '../../src/project/object-schemas.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import type { CompositionState, Project, Transition, TransitionTrack } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import type { Pose } from '../../src/timeline/pose.ts';
import { knownFormula } from '../formulas/arbitrary-formula.ts';

interface Film {
  readonly kind?: SceneObject['kind'];
  readonly from: Partial<CompositionState>;
  readonly to: Partial<CompositionState>;
  readonly before?: Record<string, number>;
  readonly after?: Record<string, number>;
  readonly track?: Partial<TransitionTrack>;
  readonly variables?: Record<string, VariableTrack>;
}

/** A film with one object: 100 ms of `a`, a transition of 400 ms in which s runs linearly by default, 100 ms of `b`. */
function film({ kind = 'rectangle', from, to, ...rest }: Film): Project {
  const { before = { s: 0 }, after = { s: 1 } } = rest;
  const variables = rest.variables ?? { s: { start: 0, duration: 400, easing: 'linear' } };
  const change: Transition = {
    ...transition('a', 'b', 400, rest.track ? [track(rest.track)] : []),
    variables,
  };
  const made = project(
    scene('one', {
      objects: [object('box', { kind })],
      compositions: [
        { ...composition('a', 100, { box: state(from) }), variables: before },
        { ...composition('b', 100, { box: state(to) }), variables: after },
      ],
      transitions: [change],
    }),
  );
  const parsed = parseProject({ ...made, extended: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.project;
}

/** Returns the pose at a time of the transition; null if the object is not drawn. */
function poseIn(made: Project): (timeMs: number) => Pose | null {
  const timeline = compileTimeline(made);
  return (timeMs) => timeline.at(100 + timeMs).poses[0] ?? null;
}

const x = (pose: Pose | null) => pose?.matrix[4];
const eased = (share: number) => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2);
const same = (formulas: CompositionState['formulas']) => ({ from: { formulas }, to: { formulas } });

describe('formulas over a transition', () => {
  it('a property follows its formula at every time', () => {
    const pose = poseIn(film(same({ x: '100*s^2', y: '50*sin(pi*s)' })));
    for (const time of [-100, 0, 100, 200, 399, 400, 499]) {
      const s = Math.min(1, Math.max(0, time / 400));
      expect(x(pose(time))).toBeCloseTo(100 * s * s, 9);
      expect(pose(time)?.matrix[5]).toBeCloseTo(50 * Math.sin(Math.PI * s), 9);
    }
  });

  it('values of random formulas equal those computed while writing them', { tags: 'slow' }, () => {
    const number = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        knownFormula,
        number,
        number,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (known, ...rest) => {
          const [first, last, share] = rest;
          const variables = (s: number) => ({ s, long_Name2: 2 });
          const values = [first, last].map((s) => known.compute(variables(s)));
          fc.pre(known.text.length <= 900 && values.every(Number.isFinite));
          const made = film({
            ...same({ x: `(${known.text})/1000`, height: '7' }),
            before: variables(first),
            after: variables(last),
          });
          const s = share <= 0 ? first : share >= 1 ? last : first + (last - first) * ((share * 400) / 400);
          const value = known.compute(variables(s)) / 1000;
          const drawn = poseIn(made)(share * 400);
          if (!Number.isFinite(value)) expect(drawn).toBeNull();
          else {
            const limited = Math.min(100_000, Math.max(-100_000, value));
            // A jump of the formula may fall on either side of a rounding error.
            const near = [-1e-9, 1e-9].map((step) => known.compute(variables(s + step)) / 1000);
            const isSteady = near.every(
              (one) => Math.abs(one - value) <= 5e-7 * Math.max(1, Math.abs(value)),
            );
            if (isSteady)
              expect(Math.abs((x(drawn) ?? NaN) - limited)).toBeLessThan(
                1e-6 * Math.max(1, Math.abs(limited)),
              );
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a variable without a timing takes the whole transition with easeInOut', () => {
    const pose = poseIn(film({ ...same({ x: '100*s' }), variables: {} }));
    for (const share of [0, 0.2, 0.5, 0.9, 1])
      expect(x(pose(400 * share))).toBeCloseTo(100 * eased(share), 9);
  });

  it('a variable has a start, a duration and keyframes', () => {
    const late = { start: 100, duration: 200, easing: 'linear' } as const;
    const pose = poseIn(film({ ...same({ x: '100*s' }), variables: { s: late } }));
    expect([50, 100, 200, 300, 350].map((time) => x(pose(time)))).toEqual([0, 0, 50, 100, 100]);
    const keyframes = [
      { at: 0.75, value: 0, easing: 'linear' },
      { at: 0.25, value: 9, easing: 'linear' },
      { at: 0.25, value: 2, easing: 'linear' },
    ] as const;
    const keyed = { start: 0, duration: 400, easing: 'linear', keyframes: [...keyframes] } as const;
    const bounce = poseIn(
      film({ ...same({ x: '100*s' }), variables: { s: { ...keyed, keyframes: [...keyframes] } } }),
    );
    expect([0, 50, 100, 200, 300, 350, 400].map((time) => x(bounce(time)))).toEqual([
      0, 100, 200, 100, 0, 50, 100,
    ]);
  });

  it('the same formula on both sides ignores the track, and different ones are blended by it', () => {
    const half = { start: 200, duration: 200, easing: 'linear' } as const;
    const alike = poseIn(film({ ...same({ x: '100*s' }), track: half }));
    expect(x(alike(100))).toBe(25);
    const blended = poseIn(
      film({ from: { formulas: { x: '100*s' } }, to: { formulas: { x: '1000 + s' } }, track: half }),
    );
    expect(x(blended(100))).toBe(25);
    expect(x(blended(300))).toBeCloseTo((75 + 1000.75) / 2, 9);
    expect(x(blended(400))).toBe(1001);
    const number = poseIn(film({ from: { x: 500 }, to: { formulas: { x: '100*s' } }, track: half }));
    expect([100, 300, 400].map((time) => x(number(time)))).toEqual([500, 287.5, 100]);
  });

  it('every property can have a formula', () => {
    const formulas = {
      ...{ x: '1+s', y: '2+s', anchorX: '0', anchorY: '0', opacity: '0.5+s/4', width: '3+s', height: '4+s' },
      ...{ scaleX: '2', scaleY: '3', rotation: '0', shear: '0', strokeWidth: '5+s', fontSize: '6+s' },
      ...{ cornerRadius: '7+s', c1x: '8+s', c1y: '9+s', c2x: '10+s', c2y: '11+s', sweepStart: '12+s' },
      ...{ sweepEnd: '13+s', innerRadius: 's/2', dashOffset: '14+s', lineHeight: '1+s' },
    };
    const both = { formulas, dash: [1, 2] };
    const pose = poseIn(film({ kind: 'circle', from: both, to: both }))(200);
    expect(pose).toMatchObject({
      matrix: [2, 0, 0, 3, 1.5, 2.5],
      opacity: 0.625,
      appearance: {
        ...{ width: 3.5, height: 4.5, strokeWidth: 5.5, fontSize: 6.5, cornerRadius: 7.5 },
        ...{ c1x: 8.5, c1y: 9.5, c2x: 10.5, c2y: 11.5, lineHeight: 1.5 },
        ...{ sweepStart: 12.5, sweepEnd: 13.5, innerRadius: 0.25, dash: [1, 2], dashOffset: 14.5 },
      },
    });
  });

  it('values are limited to the range of their property', () => {
    const pose = poseIn(film(same({ opacity: '2*s', strokeWidth: '-5*s', x: '1e9*s', lineHeight: '9' })));
    expect(pose(300)).toMatchObject({ opacity: 1, appearance: { strokeWidth: 0, lineHeight: 4 } });
    expect(x(pose(300))).toBe(100_000);
    expect(pose(100)?.opacity).toBe(0.5);
  });

  it('an object that enters fades with its track, over the opacity of its formula', () => {
    const formulas = { opacity: 'clamp(s, 0.5, 1)' };
    const entering = { from: { visible: false, formulas }, to: { formulas } };
    const pose = poseIn(film({ ...entering, track: { easing: 'linear' } }));
    expect(pose(100)?.opacity).toBeCloseTo(0.25 * 0.5, 9);
    expect(pose(300)?.opacity).toBeCloseTo(0.75 * 0.75, 9);
    const timed = { opacityTiming: { start: 0, duration: 400, easing: 'linear' } } as const;
    const own = poseIn(film({ ...entering, track: timed }));
    expect(own(300)?.opacity).toBeCloseTo(0.75 * 0.75, 9);
  });

  it('an object that grows multiplies the size of its formula', () => {
    const formulas = { width: '100 + 100*s' };
    const pose = poseIn(
      film({
        from: { visible: false, formulas },
        to: { formulas },
        track: { type: 'grow', easing: 'linear' },
      }),
    );
    expect(pose(200)?.appearance.width).toBeCloseTo(75, 9);
  });

  it('an object that is only in one composition follows its formula', () => {
    const made = film(same({ x: '100*s' }));
    const scenes = structuredClone(made);
    delete scenes.scenes.one?.compositions.a?.states.box;
    expect(x(poseIn(scenes)(200))).toBe(50);
  });

  it('a motion path does not apply to a coordinate with a formula', () => {
    const path = { c1: { x: 0, y: 300 }, c2: { x: 0, y: 300 } };
    const pose = poseIn(film({ ...same({ x: '100*s' }), track: { path, easing: 'linear' } }));
    expect(x(pose(200))).toBe(50);
    expect(pose(200)?.matrix[5]).toBe(225);
  });

  it('children follow a parent whose place has a formula', () => {
    const made = film(same({ x: '100*s' }));
    const [one] = Object.values(structuredClone(made).scenes);
    if (one === undefined) throw new Error('no scene');
    one.objects.child = object('child', { parentId: 'box', order: 1 });
    for (const each of Object.values(one.compositions)) each.states.child = state({ x: 5 });
    const poses = compileTimeline({ ...made, scenes: { one } }).at(300).poses;
    expect(poses.map((pose) => x(pose))).toEqual([50, 55]);
  });
});

describe('values that are not finite', () => {
  const formulas = { x: '10/(s - 0.5)', width: '5' };

  it('the object is not drawn at the time of a division by zero', () => {
    const pose = poseIn(film(same(formulas)));
    expect(pose(200)).toBeNull();
    expect(x(pose(199))).toBeCloseTo(10 / (199 / 400 - 0.5), 6);
    expect(x(pose(300))).toBe(40);
  });

  it.each([
    'width',
    'height',
    'strokeWidth',
    'opacity',
    'cornerRadius',
    'fontSize',
    'c1x',
    'rotation',
  ] as const)('an object whose %s is not finite is not drawn', (property) => {
    const pose = poseIn(film(same({ [property]: 'ln(abs(s - 0.5)) + 1.5' })));
    expect(pose(200)).toBeNull();
    expect(pose(100)).not.toBeNull();
  });

  it('a text with a number that is not finite is not drawn', () => {
    const pose = poseIn(film({ kind: 'text', ...same({ text: 'a ${1/(s - 0.5):.1f}' }) }));
    expect(pose(200)).toBeNull();
    expect(pose(300)?.appearance.lettering.text).toBe('a 4.0');
  });

  it('a hidden object may have a formula that is not finite', () => {
    const made = film({
      from: { visible: false, formulas: { x: '10/s' } },
      to: { formulas: { x: '10/s' } },
      track: { easing: 'linear' },
    });
    expect(poseIn(made)(0)).toBeNull();
    expect(x(poseIn(made)(200))).toBe(20);
  });
});

describe('texts with formulas', () => {
  it('a text runs with its variable and is not crossfaded', () => {
    const formulas = { text: '× ${1 + s:.1f}' };
    const pose = poseIn(
      film({ kind: 'text', from: { formulas }, to: { formulas, textTransition: 'crossfade' } }),
    );
    const texts = [-50, 0, 100, 200, 400].map((time) => pose(time)?.appearance);
    expect(texts.map((one) => one?.lettering.text)).toEqual(['× 1.0', '× 1.0', '× 1.3', '× 1.5', '× 2.0']);
    expect(texts.every((one) => one?.textChange === null)).toBe(true);
  });

  it('equal texts keep the same appearance', () => {
    const formulas = { text: '${floor(s*2)}' };
    const pose = poseIn(film({ kind: 'text', ...same(formulas) }));
    expect(pose(10)?.appearance).toBe(pose(150)?.appearance);
    expect(pose(10)?.appearance).not.toBe(pose(250)?.appearance);
  });

  it('different texts change like others, with the numbers of the moment', () => {
    const from = { formulas: { text: 'a ${s:.2f}' } };
    const fade = poseIn(
      film({
        kind: 'text',
        from,
        to: { text: 'end', textTransition: 'crossfade' },
        track: { easing: 'linear' },
      }),
    );
    expect(fade(100)?.appearance.textChange).toMatchObject({
      kind: 'crossfade',
      from: { text: 'a 0.25' },
      to: { text: 'end' },
      progress: 0.25,
    });
    const switched = poseIn(
      film({ kind: 'text', from, to: { formulas: { text: 'b ${s:.2f}' } }, track: { easing: 'linear' } }),
    );
    expect([100, 300].map((time) => switched(time)?.appearance.lettering.text)).toEqual(['a 0.25', 'b 0.75']);
    const counted = { formulas: { text: '${100 + s:.2f}' }, textTransition: 'count' } as const;
    const count = poseIn(
      film({ kind: 'text', from: { text: '0.00' }, to: counted, track: { easing: 'linear' } }),
    );
    expect(count(200)?.appearance.lettering.text).toBe('50.25');
  });

  it('an equation can have formulas', () => {
    const formulas = { text: '\\frac{${1 + s:.1f}}{2}' };
    const pose = poseIn(film({ kind: 'equation', ...same(formulas) }));
    expect(pose(200)?.appearance.lettering.text).toBe('\\frac{1.5}{2}');
  });
});

describe('stillness', () => {
  it('a hold is one frame, and a transition is still unless a used variable changes', () => {
    const frames = (made: Project) => {
      const timeline = compileTimeline(made);
      return [timeline.at(0) === timeline.at(99), timeline.at(100) === timeline.at(300)];
    };
    expect(frames(film(same({ x: '100*s' })))).toEqual([true, false]);
    expect(frames(film({ ...same({ x: '100*s' }), after: { s: 0 } }))).toEqual([true, true]);
    const other = { ...same({ x: '100*s' }), before: { s: 0, t: 0 }, after: { s: 0, t: 1 } };
    expect(frames(film(other))).toEqual([true, true]);
  });

  it('a film without formulas has poses without variables, whatever its variables', () => {
    const plain = film({ from: { x: 1 }, to: { x: 5 } });
    const without = structuredClone(plain);
    for (const each of Object.values(without.scenes.one?.compositions ?? {})) delete each.variables;
    for (const each of Object.values(without.scenes.one?.transitions ?? {})) delete each.variables;
    for (const time of [0, 100, 250, 500]) {
      expect(compileTimeline(plain).at(time)).toEqual(compileTimeline(without).at(time));
    }
  });

  it('random access gives the frames of playing in order', () => {
    const made = film({ kind: 'text', ...same({ x: '100*s', text: '${s:.2f}', opacity: '1 - s/2' }) });
    const times = Array.from({ length: 61 }, (_, index) => index * 10);
    const inOrder = compileTimeline(made);
    const expected = new Map(times.map((time) => [time, inOrder.at(time)]));
    fc.assert(
      fc.property(fc.shuffledSubarray(times, { minLength: 1 }), (some) => {
        const timeline = compileTimeline(made);
        for (const time of some) expect(timeline.at(time)).toEqual(expected.get(time));
      }),
      { numRuns: 20 },
    );
  });

  it('keyframes of other properties stay', () => {
    const keyframes = { k: keyframe('y', 0.5, 77) };
    const pose = poseIn(film({ ...same({ x: '100*s' }), track: { keyframes } }));
    expect(pose(200)?.matrix[5]).toBe(77);
  });
});
