import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { Problems } from '../../src/project/problems.ts';
import { ExpansionBudget } from '../../src/shorthand/budget.ts';
import { expandStates } from '../../src/shorthand/expand-states.ts';
import { sceneRelations } from '../../src/shorthand/scene-relations.ts';

/** What a composition says about an object: nothing, hidden, shown unchanged, or shown in another place. */
const anySaid = fc.constantFrom(undefined, false as const, {}, 'elsewhere' as const);

it('an object without a place of its own is where its numbers would put it', () => {
  fc.assert(
    fc.property(fc.array(anySaid, { minLength: 1, maxLength: 8 }), (said) => {
      const objects = { one: { kind: 'rectangle' as const, state: { gap: 1 } } };
      const compositions = said.map((one, index) =>
        one === undefined ? {} : { states: { one: one === 'elsewhere' ? { x: 100 + index } : one } },
      );
      const problems = new Problems();
      const scene = { width: 1000, height: 600, objects, compositions };
      const states = expandStates(scene, [], new ExpansionBudget(problems));
      const sequence = compositions.map((_, index) => `c${index}`);
      const relations = sceneRelations(
        {
          ...scene,
          written: compositions,
          groups: {},
          hidden: new Map(),
          names: new Map(),
          sequence,
          path: [],
        },
        problems,
      );
      for (const [index, origin] of (relations?.objects.one?.origins ?? []).entries()) {
        const here = states?.[index]?.one;
        const there = states?.[origin]?.one;
        // Only a state beside a visible one can be seen, in the transition between them.
        const isSeen = [index - 1, index, index + 1].some((at) => states?.[at]?.one?.visible);
        if (here === undefined || there === undefined || !isSeen) continue;
        expect(here.x, JSON.stringify(said)).toBe(there.x);
        expect(there.visible).toBe(true);
      }
    }),
    { numRuns: runs(500) },
  );
});
