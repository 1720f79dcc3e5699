import { familyNames } from '../../language/font-families.ts';
import { broken, isMap } from '../check.ts';
import { maxFontFamilies } from '../limits.ts';
import { mustBe, type Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Project } from '../schema.ts';

/** Checks that states and spans name only families that the package or the document has, and that these differ. */
export function checkFamilies({ scenes, fonts }: Project, problems: Problems): void {
  // The unknown fonts may have any name.
  if ((fonts as unknown) === broken) return;
  const own = Object.keys(fonts ?? {});
  const known: readonly string[] = [...familyNames, ...own];
  if (own.length > maxFontFamilies)
    problems.add(['fonts'], 'count', `must have at most ${maxFontFamilies} families, but has ${own.length}`);
  for (const name of own) {
    const bundled = familyNames.find((family) => family.toLowerCase() === name.toLowerCase());
    if (bundled === undefined) continue;
    const rule = `is the name of the bundled family ${bundled}`;
    problems.add(['fonts', name], 'repeated-id', `${rule}; rename it, for example to "my-${name}"`);
  }
  const check = (holder: unknown, path: Path) => {
    if (!isMap(holder) || typeof holder.fontFamily !== 'string' || known.includes(holder.fontFamily)) return;
    problems.add(
      [...path, 'fontFamily'],
      'unknown-id',
      `${mustBe(`one of ${known.join(', ')}`, holder.fontFamily)}; for another family, add its font to fonts`,
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
