import { elementsIn, inheritedValue, type SvgElement } from './svg-tree.ts';

/** Characters of Unicode around text that runs from right to left. */
const embedding = { start: '\u202b', end: '\u202c' };

const opposite: Readonly<Record<string, string>> = { start: 'end', end: 'start' };

/**
 * Lets texts with the direction `rtl` run to the left from their position, where the library starts them to the right.
 * Returns whether there were any.
 */
export function directTexts(root: SvgElement): boolean {
  let isChanged = false;
  for (const element of elementsIn(root)) {
    if (element.name !== 'text' || inheritedValue(element, 'direction') !== 'rtl') continue;
    const anchor = inheritedValue(element, 'text-anchor') ?? 'start';
    for (const part of elementsIn(element)) {
      const own = part === element ? anchor : part.attributes.get('text-anchor');
      if (own !== undefined) part.attributes.set('text-anchor', opposite[own] ?? own);
      if (inheritedValue(part, 'direction') === 'rtl' && !placesCharacters(part)) embed(part);
    }
    isChanged = true;
  }
  return isChanged;
}

/** Whether characters have positions of their own, which more characters would move. */
function placesCharacters(element: SvgElement): boolean {
  for (let at: SvgElement | undefined = element; at; at = at.parent) {
    for (const name of ['x', 'y', 'dx', 'dy', 'rotate'])
      if (/\d[\s,]+[-+.\d]/.test(at.attributes.get(name) ?? '')) return true;
    if (at.name === 'text') return false;
  }
  return false;
}

function embed(element: SvgElement): void {
  element.children = element.children.map((child) =>
    typeof child === 'string'
      ? child.replace(/\S(?:.*\S)?/s, (text) => embedding.start + text + embedding.end)
      : child,
  );
}
