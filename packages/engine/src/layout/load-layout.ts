import { type LetterKinds, loadTypesetters } from '../drawing/typesetters.ts';
import type { LayOut } from '../shorthand/expand-project.ts';
import { resolveScene } from './resolve-scene.ts';

/**
 * Loads the fonts, and the equation typesetter if there are equations; returns the function that replaces relations by
 * numbers.
 */
export async function loadLayout({ hasEquations }: { readonly hasEquations: boolean }): Promise<LayOut> {
  const kinds: LetterKinds = { hasTexts: true, hasEquations, wrapsTexts: true };
  const typesetters = await loadTypesetters(kinds);
  return (scene, problems) => resolveScene(scene, typesetters, problems);
}
