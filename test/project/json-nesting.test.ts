import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDeeperBracket } from '../../src/project/json-nesting.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it('finds a bracket exactly where JSON is deeper than allowed, whatever its strings hold', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'a', '\ud83d\ude00') });
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      text,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(text, tie('tree'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.nat(8), fc.constantFrom(undefined, 2), (value, maxDepth, indent) => {
      const json = JSON.stringify(value, null, indent);
      const offset = findDeeperBracket(json, maxDepth);
      expect(offset >= 0).toBe(depthOf(value) > maxDepth);
      if (offset >= 0) expect(json.slice(offset)).toMatch(/^[[{]/);
    }),
    { numRuns: 500 },
  );
});
