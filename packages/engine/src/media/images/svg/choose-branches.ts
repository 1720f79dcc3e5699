import { childElements, elementsIn, type SvgElement } from './svg-tree.ts';

/**
 * Removes the elements that are for other languages than American English or for extensions, and all but the first of the others
 * in each `switch`. Returns whether there were any.
 */
export function chooseBranches(root: SvgElement): boolean {
  let isChanged = false;
  for (const element of elementsIn(root)) {
    const kept = element.name === 'switch' ? childElements(element).filter(isChoice).slice(0, 1) : undefined;
    const children = kept ?? element.children.filter((child) => typeof child === 'string' || isMet(child));
    if (children.length === element.children.length) continue;
    element.children = children;
    isChanged = true;
  }
  return isChanged;
}

/** The contents of a `foreignObject` are never drawn. */
function isChoice(element: SvgElement): boolean {
  return element.name !== 'foreignObject' && isMet(element);
}

function isMet({ attributes }: SvgElement): boolean {
  if (attributes.has('requiredExtensions')) return false;
  const languages = attributes.get('systemLanguage');
  return languages === undefined || languages.split(',').some((tag) => /^en(?:-US)?$/i.test(tag.trim()));
}
