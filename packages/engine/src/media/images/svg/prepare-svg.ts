import svgpath from 'svgpath';
import { failure, type Result, success } from '../../../project/result.ts';
import { checkSvg } from './check-svg.ts';
import { completeMarkers } from './complete-markers.ts';
import { readSvg } from './read-svg.ts';
import { needsResolving, spatialAttribute } from './svg-properties.ts';
import {
  childElements,
  elementsIn,
  inheritedValue,
  type SvgElement,
  SvgRefusal,
  writeSvg,
} from './svg-tree.ts';
import { completeSize, paintBackground, viewBoxOf } from './view-box.ts';

/** An SVG that can be drawn. */
export interface PreparedSvg {
  readonly text: string;
  /** What the library does not draw, such as `an animation`. */
  readonly ignored: string | undefined;
}

/**
 * Prepares an SVG for the library that draws it: resolves its styles as browsers do, and completes what the library
 * does not derive. Most files are returned as they are. Explains why an SVG cannot be drawn: it is not well-formed, has
 * scripts or parts outside of the file, or is too large or too deep.
 */
export async function prepareSvg(text: string): Promise<Result<PreparedSvg>> {
  try {
    const { root, isUnusual } = readSvg(text);
    const isChanged = await complete(root);
    const prepared = isUnusual || isChanged ? writeSvg(root) : text;
    checkSvg(root);
    return success({ text: prepared, ignored: ignoredFeature(root) });
  } catch (error) {
    if (error instanceof SvgRefusal) return failure(error.message);
    if (error instanceof RangeError) return failure('its styles are nested too deeply; simplify them');
    if (!(error instanceof Error)) throw error;
    return failure(
      `${error.message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ').replace(/\.$/, '')}; export it again`,
    );
  }
}

async function complete(root: SvgElement): Promise<boolean> {
  const changes = [chooseBranches(root)];
  if (hasStyles(root)) {
    // Most files have no styles, and their parsers take a while to load.
    const { resolveStyles } = await import('./resolve-styles.ts');
    resolveStyles(root, viewBoxOf(root));
    changes.push(true);
  }
  changes.push(
    completeSize(root),
    paintBackground(root),
    completeMarkers(root),
    directTexts(root),
    divideScales(root),
  );
  return changes.includes(true);
}

function hasStyles(root: SvgElement): boolean {
  for (const { name, attributes } of elementsIn(root)) {
    if (name === 'style' || attributes.has('style')) return true;
    for (const [property, value] of attributes) if (needsResolving(property, value)) return true;
  }
  return false;
}

/**
 * Removes the elements that are for other languages than American English or for extensions, and all but the first of the others
 * in each `switch`. Returns whether there were any.
 */
function chooseBranches(root: SvgElement): boolean {
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

/** Characters of Unicode around text that runs from right to left. */
const embedding = { start: '\u202b', end: '\u202c' };

const opposite: Readonly<Record<string, string>> = { start: 'end', end: 'start' };

/**
 * Lets texts with the direction `rtl` run to the left from their position, where the library starts them to the right.
 * Returns whether there were any.
 */
function directTexts(root: SvgElement): boolean {
  let isChanged = false;
  for (const element of elementsIn(root)) {
    if (element.name !== 'text' || inheritedValue(element, 'direction') !== 'rtl') continue;
    const anchor = inheritedValue(element, 'text-anchor') ?? 'start';
    for (const part of elementsIn(element)) {
      const anchorOfPart = part === element ? anchor : part.attributes.get('text-anchor');
      if (anchorOfPart !== undefined)
        part.attributes.set('text-anchor', opposite[anchorOfPart] ?? anchorOfPart);
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

/** The library draws nothing that one transform makes smaller than this. */
const leastScale = 1 / 4096;

/** The scale of each transform into which a smaller one is divided. */
const step = 1 / 64;

/** Only transforms with such numbers can be that small. */
const smallNumber = /\.000|e-/i;

/** Divides transforms to very small sizes into several, one in the other. Returns whether there were any. */
function divideScales(root: SvgElement): boolean {
  let isChanged = false;
  for (const element of elementsIn(root)) {
    const { parent, attributes } = element;
    const transform = attributes.get('transform');
    // The parts of a clip path cannot be groups.
    if (parent === undefined || parent.name === 'clipPath') continue;
    if (transform === undefined || !smallNumber.test(transform)) continue;
    const [a, b, c, d, e, f] = matrixOf(transform);
    const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d));
    if (!(scale > 0 && scale < leastScale)) continue;
    const group: SvgElement = { name: 'g', attributes: new Map(), children: [element], parent };
    group.attributes.set('transform', `translate(${e} ${f}) scale(${step})`);
    attributes.set('transform', `matrix(${[a, b, c, d].map((value) => value / step).join(' ')} 0 0)`);
    // Those who refer to the element mean all of its transform.
    const id = attributes.get('id');
    if (id !== undefined) group.attributes.set('id', id);
    attributes.delete('id');
    parent.children = parent.children.map((child) => (child === element ? group : child));
    isChanged = true;
  }
  return isChanged;
}

function matrixOf(transform: string): [a: number, b: number, c: number, d: number, e: number, f: number] {
  const points: number[][] = [];
  svgpath('M0 0L1 0L0 1')
    .transform(transform)
    .iterate(([, x, y]) => {
      points.push([Number(x), Number(y)]);
    });
  const [[e = 0, f = 0] = [], [acrossX = 0, acrossY = 0] = [], [downX = 0, downY = 0] = []] = points;
  return [acrossX - e, acrossY - f, downX - e, downY - f, e, f];
}

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
function ignoredFeature(root: SvgElement): string | undefined {
  for (const { name, attributes } of elementsIn(root)) {
    if (animations.has(name)) return 'an animation';
    for (const [attribute, pattern, noun] of ignoredAttributes) {
      const value = attributes.get(attribute)?.trim();
      if (value !== undefined && pattern.test(value)) return noun;
    }
  }
  return undefined;
}
