import { readFile } from 'node:fs/promises';
import type { Page } from '../tools/playwright.mjs';

/** A page, or a frame in one. */
type Evaluated = Pick<Page, 'evaluate'>;

const axe = new URL('../tools/node_modules/axe-core/axe.min.js', import.meta.url);

/** Resolves when no transition of the page runs, so that colours are final. */
export async function transitionsEnd(page: Evaluated): Promise<void> {
  await page.evaluate(`(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  })()`);
}

/**
 * Each violation that axe finds on the page, as its rule and the elements concerned. Waits for transitions of
 * colours first, because axe would measure the contrast in the middle of them.
 */
export async function accessibilityViolations(page: Evaluated): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'));
  await transitionsEnd(page);
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '));
  })()`);
}
