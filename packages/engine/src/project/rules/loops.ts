import { isMap } from '../check.ts';
import { mustBe, type Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import { isColorProperty, rangeOf } from '../properties/all-properties.ts';
import type { LoopField, Scene } from '../schema.ts';

/** Checks that the values of loops are in order and fit their properties. */
export function checkLoops({ compositions }: Scene, path: Path, problems: Problems): void {
  for (const [key, { states }] of Object.entries(compositions)) {
    for (const [id, state] of Object.entries(states)) {
      if (problems.full) return;
      const { loop } = isMap(state) ? state : {};
      if (!Array.isArray(loop)) continue;
      const place = [...path, 'compositions', key, 'states', id, 'loop'];
      for (const [index, one] of loop.entries()) {
        if (isMap(one)) checkLoop(one as unknown as LoopField, [...place, index, 'values'], problems);
      }
    }
  }
}

function checkLoop({ property, values }: LoopField, path: Path, problems: Problems): void {
  // A broken property or value has a problem already.
  if (!Array.isArray(values) || typeof property !== 'string') return;
  let before = 0;
  for (const [index, point] of values.entries()) {
    if (!Array.isArray(point)) continue;
    const [at, value] = point;
    if (typeof at !== 'number') continue;
    if (at < before) {
      const rule = `must be at least ${before}, the time of the value before it`;
      problems.add([...path, index, 0], 'value', `${rule}, but is ${at}`);
      return;
    }
    before = at;
    const rule = brokenRule(property, value);
    if (rule !== undefined)
      problems.add([...path, index, 1], 'value', mustBe(`${rule} for ${property}`, value));
  }
}

function brokenRule(property: LoopField['property'], value: unknown): string | undefined {
  if (typeof value === 'symbol') return undefined;
  if (isColorProperty(property)) return typeof value === 'string' ? undefined : 'a color';
  if (typeof value !== 'number') return 'a number';
  const [, max] = rangeOf(property);
  // What is added may be negative.
  return Math.abs(value) <= max ? undefined : `a number from ${-max} to ${max}`;
}
