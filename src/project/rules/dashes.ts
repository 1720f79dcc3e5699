import type { Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';

/** Checks that every dash pattern has a length: without one, it would repeat infinitely often. */
export function checkDashes({ compositions }: Scene, path: Path, problems: Problems): void {
  for (const [compositionId, { states }] of Object.entries(compositions)) {
    for (const [objectId, { dash }] of Object.entries(states)) {
      if (problems.full) return;
      // A list with problems of its own is not an array here.
      if (!Array.isArray(dash) || dash.some((length) => length !== 0)) continue;
      problems.add(
        [...path, 'compositions', compositionId, 'states', objectId, 'dash'],
        'must have a length above 0; leave dash out for a solid stroke',
      );
    }
  }
}
