import { familyNames } from '../../language/font-families.ts';
import { isMap } from '../check.ts';
import { mustBe, type Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Project } from '../schema.ts';

/** Checks that states and spans name only families that the package or the document has. */
export function checkFamilies({ scenes }: Project, problems: Problems): void {
  const known: readonly string[] = familyNames;
  const check = (holder: unknown, path: Path) => {
    if (!isMap(holder) || typeof holder.fontFamily !== 'string' || known.includes(holder.fontFamily)) return;
    problems.add(
      [...path, 'fontFamily'],
      'unknown-id',
      mustBe(`one of ${known.join(', ')}`, holder.fontFamily),
    );
  };
  for (const [key, scene] of Object.entries(scenes)) {
    for (const [id, { states }] of Object.entries(scene.compositions)) {
      for (const [objectId, state] of Object.entries(states)) {
        if (problems.full) return;
        const path = ['scenes', key, 'compositions', id, 'states', objectId];
        check(state, path);
        if (!isMap(state) || !Array.isArray(state.spans)) continue;
        for (const [index, span] of state.spans.entries()) check(span, [...path, 'spans', index]);
      }
    }
  }
}
