import { spatialAttribute } from './svg-properties.ts';
import { elementsIn, type SvgElement } from './svg-tree.ts';

/** What the library does not draw, nor mention: an attribute, with the values that count. */
const ignoredAttributes: readonly (readonly [name: string, value: RegExp, noun: string])[] = [
  ['vector-effect', /^non-scaling/, 'a vector-effect'],
  ['transform-box', /^(?:fill|stroke|content|border)-box/, 'a transform-box'],
  [spatialAttribute, /./, 'a transform in three dimensions'],
  ['animation', /^(?!none)/, 'an animation'],
  ['animation-name', /^(?!none)/, 'an animation'],
  ['clip-path', /^(?!none|inherit|url\()/, 'a shape as clip path'],
  ['mask', /^(?!none|inherit|url\(\s*["']?#)/, 'a picture as mask'],
];

const animations: ReadonlySet<string> = new Set(['animate', 'animateMotion', 'animateTransform', 'set']);

/** What an SVG with its styles resolved has that is not drawn, such as `an animation`. */
export function ignoredFeature(root: SvgElement): string | undefined {
  for (const { name, attributes } of elementsIn(root)) {
    if (animations.has(name)) return 'an animation';
    for (const [attribute, pattern, noun] of ignoredAttributes) {
      const value = attributes.get(attribute)?.trim();
      if (value !== undefined && pattern.test(value)) return noun;
    }
  }
  return undefined;
}
