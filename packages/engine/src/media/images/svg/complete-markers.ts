import { maxSvgElements } from './read-svg.ts';
import {
  childElements,
  elementsIn,
  inheritedValue,
  referenceIn,
  type SvgElement,
  SvgRefusal,
} from './svg-tree.ts';

const markedElements: ReadonlySet<string> = new Set(['path', 'line', 'polyline', 'polygon']);

const markerProperties = ['marker-start', 'marker-mid', 'marker-end'] as const;

interface ContextPaints {
  readonly fill: string;
  readonly stroke: string;
}

/**
 * Lets markers be drawn on lines without fill and stroke, which the library omits, and in the paints of their lines if
 * they refer to these (`context-stroke`). Returns whether there were any.
 */
export function completeMarkers(root: SvgElement): boolean {
  const elements = elementsIn(root);
  const markers = new Map<string, SvgElement>();
  for (const element of elements) {
    const id = element.attributes.get('id');
    if (element.name === 'marker' && id !== undefined && !markers.has(id)) markers.set(id, element);
  }
  if (markers.size === 0) return false;
  const contextual = new Set([...markers.values()].filter(hasContextPaint));
  const copies = new MarkerCopies(elements);
  let isChanged = false;
  for (const element of elements) {
    if (!markedElements.has(element.name)) continue;
    const paints = { fill: paintOf(element, 'fill', 'black'), stroke: paintOf(element, 'stroke', 'none') };
    let isMarked = false;
    for (const property of markerProperties) {
      const marker = markers.get(referenceIn(inheritedValue(element, property)) ?? '');
      if (marker === undefined) continue;
      isMarked = true;
      if (!contextual.has(marker)) continue;
      element.attributes.set(property, `url(#${copies.idOf(marker, paints)})`);
      isChanged = true;
    }
    if (!isMarked || paints.fill !== 'none' || paints.stroke !== 'none') continue;
    element.attributes.set('fill', 'black').set('fill-opacity', '0');
    isChanged = true;
  }
  return isChanged;
}

function paintOf(element: SvgElement, property: 'fill' | 'stroke', initial: string): string {
  const paint = inheritedValue(element, property) ?? initial;
  return /^currentcolor$/i.test(paint) ? (inheritedValue(element, 'color') ?? 'black') : paint;
}

function hasContextPaint(marker: SvgElement): boolean {
  for (const { attributes } of elementsIn(marker))
    if (contextOf(attributes.get('fill')) || contextOf(attributes.get('stroke'))) return true;
  return false;
}

function contextOf(paint: string | undefined): keyof ContextPaints | undefined {
  const [, property] = /^\s*context-(fill|stroke)\s*$/.exec(paint ?? '') ?? [];
  return property as keyof ContextPaints | undefined;
}

/** The copies of markers with the paints of lines in them. */
class MarkerCopies {
  readonly #ids = new Map<string, string>();
  readonly #usedIds: Set<string>;
  #elements = 0;

  constructor(elements: readonly SvgElement[]) {
    this.#usedIds = new Set(elements.map(({ attributes }) => attributes.get('id') ?? ''));
  }

  idOf(marker: SvgElement, paints: ContextPaints): string {
    const key = JSON.stringify([marker.attributes.get('id'), paints.fill, paints.stroke]);
    const cached = this.#ids.get(key);
    if (cached !== undefined) return cached;
    let number = this.#ids.size;
    while (this.#usedIds.has(`marker-${number}`)) number++;
    const id = `marker-${number}`;
    this.#usedIds.add(id);
    this.#ids.set(key, id);
    const copy = this.#copy(marker, marker.parent, paints);
    copy.attributes.set('id', id);
    marker.parent?.children.push(copy);
    return id;
  }

  #copy(element: SvgElement, parent: SvgElement | undefined, paints: ContextPaints): SvgElement {
    if (++this.#elements > maxSvgElements)
      throw new SvgRefusal('its markers have too many elements in the paints of their lines; simplify it');
    const attributes = new Map(element.attributes);
    attributes.delete('id');
    for (const property of ['fill', 'stroke']) {
      const context = contextOf(attributes.get(property));
      if (context !== undefined) attributes.set(property, paints[context]);
    }
    const copy: SvgElement = { name: element.name, attributes, children: [], parent };
    copy.children = childElements(element).map((child) => this.#copy(child, copy, paints));
    return copy;
  }
}
