import { type LetterKinds, loadTypesetters } from '../drawing/typesetters.ts';
import type { LayOut, OpenedProject } from '../shorthand/expand-project.ts';
import { resolveScene } from './resolve-scene.ts';

/**
 * Loads the fonts, and the equation typesetter if there are equations; returns the function that replaces relations by
 * numbers. Rejects with a ContentError for fonts of the project that cannot be used.
 */
export async function loadLayout({
  hasEquations,
  fonts,
}: Pick<OpenedProject, 'hasEquations' | 'fonts'>): Promise<LayOut> {
  const kinds: LetterKinds = { hasTexts: true, hasEquations, wrapsTexts: true, hasMarks: true, fonts };
  const typesetters = await loadTypesetters(kinds);
  return (scene, problems) => resolveScene(scene, typesetters, problems);
}
