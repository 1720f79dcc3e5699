import { childElements, elementsIn, type SvgElement } from './svg-tree.ts';

/** Maximum number of elements that an SVG draws, including those that it refers to. */
export const maxDrawnElements = 100_000;

/**
 * Maximum number of masks, clip paths, filters, patterns and markers that others of them refer to. Each is a separate
 * picture.
 */
export const maxNestedLayers = 100;

/** Maximum number of references in an SVG. */
export const maxSvgReferences = 200_000;

/** A reference to an element of the same SVG. */
interface SvgReference {
  readonly id: string;
  /**
   * `content`: drawn in its place; `layer`: drawn for the element as a whole; `paint`, `markers`: inherited, and drawn
   * for each element, or each point of its path.
   */
  readonly kind: 'content' | 'layer' | 'paint' | 'markers';
}

const inheritedKinds: ReadonlyMap<string, SvgReference['kind']> = new Map([
  ['fill', 'paint'],
  ['stroke', 'paint'],
  ['marker-start', 'paint'],
  ['marker-end', 'paint'],
  ['marker-mid', 'markers'],
  ['marker', 'markers'],
]);

/** The cost of drawing an element, including its references. Large numbers become Infinity. */
interface Cost {
  readonly levels: number;
  readonly elements: number;
  /** Points of paths, each of which may have a marker. */
  readonly points: number;
  readonly layers: number;
  readonly nestedLayers: number;
}

const nothing: Cost = { levels: 1, elements: 0, points: 0, layers: 0, nestedLayers: 0 };

/** Elements that are drawn only where others refer to them. */
const definitions: ReadonlySet<string> = new Set([
  ...['defs', 'symbol', 'mask', 'clipPath', 'filter', 'pattern', 'marker'],
  ...['linearGradient', 'radialGradient'],
]);

/** The elements of an SVG and their references, from which the cost of drawing is computed in advance. */
export class SvgReferences {
  readonly #byId = new Map<string, SvgElement[]>();
  readonly #onPath = new Set<SvgElement>();
  readonly #costs = new Map<SvgElement, Cost>();
  readonly #root: SvgElement;
  readonly #maxLevels: number;
  #references = 0;

  /** The styles of the elements must be resolved. */
  constructor(root: SvgElement, maxLevels: number) {
    this.#root = root;
    this.#maxLevels = maxLevels;
    for (const element of elementsIn(root)) {
      const id = element.attributes.get('id');
      if (id === undefined) continue;
      const same = this.#byId.get(id);
      if (same) same.push(element);
      else this.#byId.set(id, [element]);
    }
  }

  /** Why the SVG cannot be drawn; undefined if it can. */
  findProblem(): string | undefined {
    const cost = this.#costOf(this.#root, 1);
    if (typeof cost === 'string') return cost;
    if (cost.elements > maxDrawnElements)
      return `it draws ${count(cost.elements)} elements with its references followed, but at most ${maxDrawnElements} can be drawn; repeat fewer parts`;
    if (cost.nestedLayers > maxNestedLayers)
      return `its masks, clip paths, filters, patterns and markers draw ${count(cost.nestedLayers)} others, but at most ${maxNestedLayers} can be drawn; use fewer in each other`;
    return undefined;
  }

  /** `level` counts the elements and references that lead to the node, so the recursion is bounded. */
  #costOf(node: SvgElement, level: number): Cost | string {
    if (this.#onPath.has(node))
      return `its element ${nameOf(node)} refers to itself through others; remove one of these references`;
    const cached = this.#costs.get(node);
    if (level + (cached?.levels ?? 1) - 1 > this.#maxLevels)
      return `its references lead through ${nameOf(node)} to more than ${this.#maxLevels} levels of elements, but at most ${this.#maxLevels} can be drawn; let fewer elements refer to each other`;
    if (cached) return cached;
    this.#onPath.add(node);
    const cost = this.#measure(node, level + 1);
    this.#onPath.delete(node);
    if (typeof cost !== 'string') this.#costs.set(node, cost);
    return cost;
  }

  #measure(node: SvgElement, level: number): Cost | string {
    const points = pointsOf(node);
    // Gradients are not drawn for each element that they fill.
    let total: Cost = { ...nothing, elements: isElementOfGradient(node.name) ? 0 : 1, points };
    for (const child of childElements(node)) {
      const cost = this.#costOf(child, level);
      if (typeof cost === 'string') return cost;
      total = sum(total, definitions.has(child.name) ? { ...nothing, levels: cost.levels } : cost, 1);
    }
    const references = this.#referencesOf(node);
    if (this.#references > maxSvgReferences)
      return `it has more than ${maxSvgReferences} references; simplify it`;
    // Inherited references are drawn for each element that the other references lead to.
    for (const inherited of [false, true]) {
      const { elements, points: allPoints } = total;
      for (const { target, kind } of references) {
        if ((kind === 'paint' || kind === 'markers') !== inherited) continue;
        const cost = this.#costOf(target, level);
        if (typeof cost === 'string') return cost;
        const times = kind === 'paint' ? Math.max(elements, 1) : kind === 'markers' ? allPoints : 1;
        total = sum(total, kind === 'content' ? cost : asLayer(cost), times);
      }
    }
    return total;
  }

  #referencesOf(node: SvgElement): { target: SvgElement; kind: SvgReference['kind'] }[] {
    const found: { target: SvgElement; kind: SvgReference['kind'] }[] = [];
    for (const { id, kind } of referencesIn(node)) {
      const targets = this.#byId.get(id) ?? [];
      this.#references += Math.max(1, targets.length);
      if (this.#references > maxSvgReferences) return [];
      // A reference to an enclosing element is not drawn.
      for (const target of targets) if (!isInside(node, target)) found.push({ target, kind });
    }
    return found;
  }
}

/** Gradients and their stops are parts of a colour. */
function isElementOfGradient(name: string): boolean {
  return name === 'linearGradient' || name === 'radialGradient' || name === 'stop';
}

function referencesIn({ name, attributes }: SvgElement): SvgReference[] {
  return [...attributes].flatMap(([key, value]): SvgReference[] => {
    if (!value.includes('#')) return [];
    if (key !== 'href') {
      const kind = inheritedKinds.get(key) ?? 'layer';
      return [...value.matchAll(/url\(\s{0,9}["']?\s{0,9}#([^"')]{1,1000})/gi)].map(([, id = '']) => ({
        id: id.trim(),
        kind,
      }));
    }
    const target = value.trim();
    if (!target.startsWith('#') || name === 'a') return [];
    return [{ id: target.slice(1), kind: name === 'feImage' ? 'layer' : 'content' }];
  });
}

function isInside(node: SvgElement, outer: SvgElement): boolean {
  for (let at: SvgElement | undefined = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

function sum(one: Cost, other: Cost, times: number): Cost {
  if (times === 0) return one;
  return {
    levels: Math.max(one.levels, other.levels + 1),
    elements: one.elements + times * other.elements,
    points: one.points + times * other.points,
    layers: one.layers + times * other.layers,
    nestedLayers: one.nestedLayers + times * other.nestedLayers,
  };
}

/** The cost of a mask, or the like, where it is used. It is not among the elements that inherit properties. */
function asLayer(cost: Cost): Cost {
  const layers = cost.elements === 0 ? 0 : 1;
  return { ...cost, points: 0, layers: cost.layers + layers, nestedLayers: cost.layers };
}

function pointsOf({ name, attributes }: SvgElement): number {
  const written = attributes.get('d') ?? attributes.get('points');
  if (written !== undefined) return 1 + (written.match(/[a-z]|[-+]?[\d.]+/gi)?.length ?? 0) / 2;
  return name === 'line' ? 2 : 0;
}

function nameOf({ name, attributes }: SvgElement): string {
  const id = attributes.get('id');
  return id === undefined ? `<${name}>` : `#${id.slice(0, 40)}`;
}

function count(value: number): string {
  return value > 1e9 ? 'more than 1000000000' : String(Math.ceil(value));
}
