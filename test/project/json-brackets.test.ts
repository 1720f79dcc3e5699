import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findExcessiveBracket } from '../../src/project/json-brackets.ts';
import { runs } from '../support/random-runs.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function containersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + containersIn(item), 1);
}

it('findExcessiveBracket finds a bracket only in JSON that exceeds the depth or container limit', () => {
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
    fc.property(
      tree,
      fc.nat(8),
      fc.nat(20),
      fc.constantFrom(undefined, 2),
      (value, maxDepth, maxContainers, indent) => {
        const json = JSON.stringify(value, null, indent);
        const found = findExcessiveBracket(json, maxDepth, maxContainers);
        const isDeep = depthOf(value) > maxDepth;
        const isWide = containersIn(value) > maxContainers;
        expect(found !== null).toBe(isDeep || isWide);
        if (found === null) return;
        expect(json.slice(found.offset)).toMatch(/^[[{]/);
        expect(found.of === 'levels' ? isDeep : isWide).toBe(true);
      },
    ),
    { numRuns: runs(500) },
  );
});
