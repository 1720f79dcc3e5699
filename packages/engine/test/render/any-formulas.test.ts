// biome-ignore-all lint/suspicious/noTemplateCurlyInString: formulas in texts look like template placeholders.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formulaFilm } from '../../../../test/support/formula-film.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { valueAt } from '../../src/project/problem.ts';
import { formulaProperties } from '../../src/project/properties/all-properties.ts';
import type { Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { findFormulaGaps } from '../../src/timeline/formula-gaps.ts';
import { knownFormula } from '../formulas/arbitrary-formula.ts';

const text = fc
  .tuple(knownFormula, fc.constantFrom('', ':.1f', ':,', ':.0%', ':e', ':.3s', ':~g', ':d'))
  .map(([formula, format]) => `a \${(${formula.text})${format}} b`);
const formulas = fc.record(
  {
    ...Object.fromEntries(formulaProperties.map((name) => [name, knownFormula.map((one) => one.text)])),
    text,
  },
  { requiredKeys: [] },
);
const value = fc.oneof(fc.double({ min: -10, max: 10, noNaN: true }), fc.constantFrom(0, 1, -1e12, 1e12));
const variables = fc.record({ s: value, long_Name2: value });

/** Numbers in a pose, however deep. */
function numbersIn(given: unknown): number[] {
  if (typeof given === 'number') return [given];
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(numbersIn) : [];
}

/** Parses a film without those formulas that have no finite value in a composition. */
function parseValid(film: Project) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const parsed = parseProject(film);
    if (parsed.ok) return parsed;
    for (const { path, message } of parsed.problems) {
      expect(message).toMatch(/no finite value|at most|levels/);
      expect(path.at(-2)).toBe('formulas');
      Reflect.deleteProperty(Object(valueAt(film, path.slice(0, -1))), String(path.at(-1)));
    }
  }
  throw new Error('the film stays invalid');
}

it('a valid film with any formulas is drawn at any time, with finite numbers, the same in any order', {
  tags: 'slow',
}, async () => {
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(formulas, formulas), { minLength: 4, maxLength: 4 }),
      variables,
      variables,
      fc.array(fc.double({ min: 0, max: 1500, noNaN: true }), { minLength: 1, maxLength: 6 }),
      async (given, before, after, times) => {
        const film: Project = structuredClone(formulaFilm);
        const { a, b } = film.scenes.scene?.compositions ?? {};
        if (!a || !b) throw new Error('the film has other compositions');
        a.variables = before;
        b.variables = after;
        for (const [index, id] of ['dot', 'bar', 'ring', 'number'].entries()) {
          const [first, last] = given[index] ?? [{}, {}];
          Object.assign(a.states[id] ?? {}, { formulas: { ...first } });
          Object.assign(b.states[id] ?? {}, { formulas: { ...(index % 2 === 0 ? first : last) } });
        }
        const parsed = parseValid(film);
        expect(parseProject(parsed.project)).toEqual(parsed);
        const timeline = compileTimeline(parsed.project);
        const drawing = await compileDrawing(parsed.project, timeline);
        for (const time of times) {
          const frame = timeline.at(time);
          expect(numbersIn(frame.poses).every(Number.isFinite)).toBe(true);
          expect(numbersIn(drawing.at(time).nodes).some(Number.isNaN)).toBe(false);
          expect(compileTimeline(parsed.project).at(time)).toEqual(frame);
          drawn += frame.poses.length;
        }
        expect(findFormulaGaps(parsed.project, 30).length).toBeLessThanOrEqual(4);
      },
    ),
    { numRuns: 60 },
  );
  expect(drawn).toBeGreaterThan(20);
});
