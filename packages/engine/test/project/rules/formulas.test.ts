// biome-ignore-all lint/suspicious/noTemplateCurlyInString: formulas in texts look like template placeholders.
import { describe, expect, it } from 'vitest';
import { parseProject } from '../../../src/project/parse-project.ts';
import { problemsOf, sampleProject, withValues } from '../sample.ts';

const intro = 'scenes.intro';
const ids = ['first', 'second', 'third'];
const box = `${intro}.compositions.first.states.box`;
const t1 = `${intro}.transitions.t1`;

/** A project with a variable s in all compositions, and these values at their places. */
function computed(values: Readonly<Record<string, unknown>>): object {
  const declared = ids.map((id, index) => [`${intro}.compositions.${id}.variables`, { s: index }]);
  return withValues(sampleProject(), {
    ...{ extended: true, [`${t1}.tracks.box.keyframes`]: {} },
    ...Object.fromEntries(declared),
    ...values,
  });
}

const problems = (values: Readonly<Record<string, unknown>>) => problemsOf(computed(values));

describe('formulas of states', () => {
  it('accepts formulas of numbers and texts', () => {
    expect(problems({ [`${box}.formulas`]: { x: '2*s', opacity: '1 - s', text: '× ${1 + s:.1f}' } })).toEqual(
      [],
    );
    expect(problems({ [`${box}.formulas`]: {} })).toEqual([]);
  });

  it('a mistake names the letter', () => {
    expect(problems({ [`${box}.formulas`]: { x: '2s', text: 'a ${s:.q}' } })).toEqual([
      `${box}.formulas.x: has no operator before "s" at letter 2; write 2*s to multiply`,
      `${box}.formulas.text: has the unknown format ".q" at letter 7; write a format of d3-format such as .1f, , or .0%`,
    ]);
  });

  it('an unknown variable is answered with the closest one', () => {
    expect(problems({ [`${box}.formulas`]: { x: '1 + ss', y: 'constructor' } })).toEqual([
      `${box}.formulas.x: uses the unknown variable "ss" at letter 5; declare it in "variables", or use one of s`,
      `${box}.formulas.y: uses the unknown variable "constructor" at letter 1; declare it in "variables", or use one of s`,
    ]);
  });

  it('a formula without a finite value at rest is a problem of a visible state', () => {
    expect(problems({ [`${box}.formulas`]: { x: '10/s' } })).toEqual([
      `${box}.formulas.x: has no finite value with s = 0; keep divisors away from 0, and roots and logarithms in their range`,
    ]);
    expect(problems({ [`${box}.formulas`]: { text: '${ln(s):.1f}' } })).toHaveLength(1);
    const dot = `${intro}.compositions.first.states.dot`;
    const hidden = { [`${dot}.formulas`]: { x: '10/s' }, [`${dot}.visible`]: false };
    expect(problems(hidden)).toEqual([]);
    // The box is the parent of the dot.
    expect(problems({ [`${box}.formulas`]: { x: '10/s' }, [`${box}.visible`]: false })).toHaveLength(1);
  });

  it('long and deep formulas are refused at once', () => {
    expect(problems({ [`${box}.formulas`]: { x: 'x'.repeat(1_000_000) } })[0]).toContain(
      'at most 1000 characters',
    );
    expect(problems({ [`${box}.formulas`]: { x: '('.repeat(100_000) } })[0]).toContain(
      'at most 1000 characters',
    );
    expect(problems({ [`${box}.formulas`]: { x: `${'('.repeat(400)}s` } })[0]).toContain('50 levels');
  });

  it.each([[7], ['s'], [null], [['s']]])('formulas that are %j are refused', (formulas) => {
    expect(problems({ [`${box}.formulas`]: formulas })[0]).toMatch(/formulas: must be an object/);
  });

  it('a formula that is not a text is refused', () => {
    expect(problems({ [`${box}.formulas`]: { x: 5 } })).toEqual([
      `${box}.formulas.x: must be a string of at most 1000 characters (UTF-16 units), but is 5`,
    ]);
  });

  it('a keyframe of a property with a formula is a conflict', () => {
    const values = {
      [`${box}.formulas`]: { x: '2*s' },
      [`${t1}.tracks.box.keyframes`]: {
        k1: { property: 'x', at: 0.5, value: 3, easing: 'linear' },
        k2: { property: 'y', at: 0.5, value: 3, easing: 'linear' },
        k3: { property: 'x', at: 0.5, value: 3, easing: 'linear', deleted: true },
      },
    };
    expect(problems(values)).toEqual([
      `${t1}.tracks.box.keyframes.k1: sets x, which has a formula; remove the keyframe, or animate a variable of the formula`,
    ]);
  });
});

describe('values at rest', () => {
  it('fields with a formula get its value, within their range', () => {
    const formulas = {
      ...{ x: '100 + s', opacity: '5', sweepEnd: '90*s', c2y: 's - 1', innerRadius: '-1' },
      ...{ text: '× ${1 + s:.1f}', lineHeight: '2' },
    };
    const values = Object.fromEntries(
      ['first', 'second'].map((id) => [`${intro}.compositions.${id}.states.box.formulas`, formulas]),
    );
    const parsed = parseProject(computed(values));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { first, second } = parsed.project.scenes.intro?.compositions ?? {};
    expect(first?.states.box).toMatchObject({
      ...{ x: 100, opacity: 1, sweep: [0, 0], innerRadius: 0, lineHeight: 2, text: '× 1.0', formulas },
      path: { c1: { x: 0, y: 0 }, c2: { x: 10, y: -1 } },
    });
    expect(second?.states.box).toMatchObject({ x: 101, sweep: [0, 90], text: '× 2.0', formulas });
    expect(parseProject(parsed.project)).toEqual(parsed);
  });

  it('a document without the mark ignores formulas and variables', () => {
    const values = { extended: undefined, [`${box}.formulas`]: { x: '2s' }, [`${t1}.variables`]: 5 };
    const parsed = parseProject(computed(values));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const [scene] = Object.values(parsed.project.scenes);
    expect(scene?.compositions.first).not.toHaveProperty('variables');
    expect(scene?.compositions.first?.states.box).not.toHaveProperty('formulas');
    expect(scene?.transitions.t1).not.toHaveProperty('variables');
  });
});

describe('variables', () => {
  const formula = { [`${box}.formulas`]: { x: 's' } };

  it('all compositions of a scene with formulas have the same variables', () => {
    const rule = 'must have the same variables as the other compositions of the scene';
    const second = `${intro}.compositions.second.variables`;
    expect(problems({ ...formula, [second]: {} })).toEqual([
      `${second}: ${rule}, but "s" of "first" is missing; add it`,
    ]);
    expect(problems({ ...formula, [second]: { s: 1, t: 1 } })).toEqual([
      `${second}: ${rule}, but "first" has no "t"; add it there`,
    ]);
    const ofSecond = { [`${intro}.compositions.second.states.box.formulas`]: { x: 't' } };
    expect(problems({ ...ofSecond, [second]: { s: 1, t: 1 } })).toEqual([
      `${second}: ${rule}, but "first" has no "t"; add it there`,
    ]);
    expect(problems({ [second]: { t: 1 } })).toEqual([]);
  });

  it.each(['pi', 'sin', 'a-b', '2a'])('%s cannot name a variable', (name) => {
    const values = Object.fromEntries(
      ids.map((id) => [`${intro}.compositions.${id}.variables`, { s: 1, [name]: 1 }]),
    );
    expect(problems({ ...formula, ...values })[0]).toBe(
      `${intro}.compositions.first.variables.${name}: cannot be used in formulas: names have letters, digits and _, start with a letter or _, and differ from those of constants and functions`,
    );
  });

  it('the value of a variable is a number', () => {
    const first = `${intro}.compositions.first.variables`;
    expect(problems({ ...formula, [`${first}.s`]: 'one' })).toEqual([
      `${first}.s: must be a number from -1000000000000 to 1000000000000, but is "one"`,
    ]);
    expect(problems({ ...formula, [first]: [1] })[0]).toMatch(/variables: must be an object/);
  });

  it('timings of variables end within their transition and name variables', () => {
    const timing = { start: 100, duration: 700, easing: 'easeOut' };
    expect(problems({ ...formula, [`${t1}.variables`]: { s: timing } })).toEqual([]);
    expect(problems({ ...formula, [`${t1}.variables`]: { s: { ...timing, start: 101 } } })).toEqual([
      `${t1}.variables.s: start + duration (801) exceeds the transition's duration (800)`,
    ]);
    expect(problems({ ...formula, [`${t1}.variables`]: { q: timing } })).toEqual([
      `${t1}.variables.q: is not a variable of the compositions; declare it in both`,
    ]);
    expect(problems({ ...formula, [`${t1}.variables`]: { s: { start: 0 } } })).toHaveLength(2);
    const keyframes = [{ at: 2, value: 1, easing: 'linear' }];
    expect(problems({ ...formula, [`${t1}.variables`]: { s: { ...timing, keyframes } } })).toEqual([
      `${t1}.variables.s.keyframes[0].at: must be a number from 0 to 1, but is 2`,
    ]);
  });

  it('broken parts give no further problems', () => {
    const broken = [
      { [`${intro}.compositions.first.variables`]: 7 },
      { [`${intro}.compositions.first.states`]: 7 },
      { [`${intro}.compositions.first.states.box`]: 7 },
      { [`${intro}.compositions`]: 7 },
      { [`${t1}.variables`]: 7 },
      {
        [`${t1}.duration`]: 'long',
        [`${t1}.variables`]: { s: { start: 0, duration: 900, easing: 'linear' } },
      },
      { [`${t1}.variables`]: { s: 7 } },
      { [`${intro}.compositions.second.states.box.formulas`]: { y: 's', text: 7 } },
      { [`${intro}.compositions.second.states.box.path`]: 7 },
    ];
    for (const values of broken) {
      const found = problems({
        [`${intro}.compositions.second.states.box.formulas`]: { c1x: 's' },
        [`${t1}.tracks.box.keyframes`]: { k1: { property: 'x', at: 0.5, value: 3, easing: 'linear' } },
        ...values,
      });
      expect(found, JSON.stringify(values)).toHaveLength(1);
    }
  });
});
