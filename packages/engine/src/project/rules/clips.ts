import { kinds } from '../../language/kinds.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';

/** Checks that every `clip` names another object of the scene that has an outline. */
export function checkClips({ objects, compositions }: Scene, path: Path, problems: Problems): void {
  for (const [key, { states }] of Object.entries(compositions)) {
    for (const [id, { clip }] of Object.entries(states)) {
      if (problems.full) return;
      if (clip === undefined) continue;
      const place = [...path, 'compositions', key, 'states', id, 'clip'];
      const rule = 'must name another object of the scene';
      if (clip === id || !Object.hasOwn(objects, clip)) {
        problems.add(place, 'unknown-id', `${rule}, but is ${showValue(clip)}`);
        continue;
      }
      // An object whose kind is broken has none; that problem is reported already.
      const kind = objects[clip]?.kind;
      if (kind === undefined || hasOutline(kind)) continue;
      problems.add(
        place,
        'wrong-kind',
        `${rule} that has an outline, but ${showValue(clip)} is of kind ${kind}; use a shape, a text, an equation or an image`,
      );
    }
  }
}

function hasOutline(kind: Scene['objects'][string]['kind']): boolean {
  return ['shape', 'letters', 'picture'].includes(kinds[kind].draws) || kind === 'path';
}
