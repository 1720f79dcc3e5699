import { decodeBase64 } from '../../../project/data-url.ts';
import { showValue } from '../../../project/problem-text.ts';
import { maxImagePixels } from '../decode-image.ts';
import { readImageHeader } from '../image-header.ts';
import { maxSvgDepth } from './read-svg.ts';
import { SvgReferences } from './svg-references.ts';
import { elementsIn, refuseOutside, refuseReference, type SvgElement, SvgRefusal } from './svg-tree.ts';

/** Maximum octaves of a noise. Ten take some three times as long as one, and more hardly change a colour. */
export const maxSvgOctaves = 10;

/** Maximum number of rows and columns of a feConvolveMatrix. */
export const maxSvgKernel = 16;

/** Elements that are not drawn, with their descriptions. */
const refusedElements: ReadonlyMap<string, string> = new Map([
  ['script', 'a script'],
  ['foreignObject', 'a document of another kind (foreignObject)'],
]);

/**
 * Throws an SvgRefusal if an SVG with its styles resolved has scripts or parts outside of the file, or is too large or
 * too deep, including the elements that it refers to.
 */
export function checkSvg(root: SvgElement): void {
  let pixels = 0;
  for (const element of elementsIn(root)) {
    pixels += checkElement(element);
    if (pixels > maxImagePixels)
      throw new SvgRefusal(
        `its pictures have at least ${pixels} pixels, but at most ${maxImagePixels} can be drawn; embed smaller ones`,
      );
  }
  const problem = new SvgReferences(root, maxSvgDepth).findProblem();
  if (problem !== undefined) throw new SvgRefusal(problem);
}

/** Returns the pixels of the picture to which the element refers. */
function checkElement({ name, attributes }: SvgElement): number {
  const refused = refusedElements.get(name);
  if (refused !== undefined) throw new SvgRefusal(`it has ${refused}; export it without that`);
  refuseCostlyFilter(name, attributes);
  for (const [key, value] of attributes) {
    if (/^on[a-z]/i.test(key)) throw new SvgRefusal(`it has a script (${key}); export it without that`);
    refuseOutside(value);
  }
  const target = attributes.get('href')?.trim();
  // Links are not followed.
  if (target === undefined || name === 'a' || target.startsWith('#')) return 0;
  return embeddedPixels(target) ?? refuseReference(target);
}

/** Refuses amounts of a filter that take longer than the size of the picture suggests. */
function refuseCostlyFilter(name: string, attributes: ReadonlyMap<string, string>): void {
  const octaves = attributes.get('numOctaves');
  if (name === 'feTurbulence' && Number(octaves) > maxSvgOctaves)
    throw new SvgRefusal(
      `numOctaves of a feTurbulence must be at most ${maxSvgOctaves}, but is ${showValue(octaves)}; more cannot be seen`,
    );
  const order = attributes.get('order');
  if (name === 'feConvolveMatrix' && order?.split(/[\s,]+/).some((side) => Number(side) > maxSvgKernel))
    throw new SvgRefusal(
      `order of a feConvolveMatrix must be at most ${maxSvgKernel}, but is ${showValue(order)}; use a feGaussianBlur`,
    );
}

/** The pixels of a PNG or JPEG in a data URL; undefined for anything else. */
function embeddedPixels(url: string): number | undefined {
  const data = /^data:image\/(?:png|jpe?g);base64,/i.exec(url)?.[0];
  const bytes = data === undefined ? undefined : decodeBase64(url.slice(data.length).replaceAll(/\s/g, ''));
  const header = bytes && readImageHeader(bytes);
  return header?.ok ? header.value.width * header.value.height : undefined;
}
