import { isElementOfGradient, referencesIn, StyleSheet, type SvgReference } from './svg-styles.ts';

/** Maximum number of elements that an SVG draws, including those that it refers to. */
export const maxDrawnElements = 100_000;

/**
 * Maximum number of masks, clip paths, filters, patterns and markers that others of them refer to. Each is a separate
 * picture.
 */
export const maxNestedLayers = 100;

/** Maximum number of references in an SVG. */
export const maxSvgReferences = 200_000;

interface SvgNode {
  readonly name: string;
  readonly id: string | undefined;
  readonly parent: SvgNode | undefined;
  readonly children: SvgNode[];
  readonly attributes: ReadonlyMap<string, string>;
  cost?: Cost;
}

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
  readonly #byId = new Map<string, SvgNode[]>();
  readonly #styles = new StyleSheet();
  readonly #onPath = new Set<SvgNode>();
  readonly #maxLevels: number;
  #root: SvgNode | undefined;
  #open: SvgNode | undefined;
  #references = 0;

  constructor(maxLevels: number) {
    this.#maxLevels = maxLevels;
  }

  enter(name: string, attributes: ReadonlyMap<string, string>): void {
    const id = attributes.get('id');
    const node: SvgNode = { name, id, parent: this.#open, children: [], attributes };
    this.#open?.children.push(node);
    this.#root ??= node;
    this.#open = node;
    if (id === undefined) return;
    const same = this.#byId.get(id);
    if (same) same.push(node);
    else this.#byId.set(id, [node]);
  }

  leave(): void {
    this.#open = this.#open?.parent;
  }

  addStyles(css: string): void {
    this.#styles.add(css);
  }

  /** Why the SVG cannot be drawn; undefined if it can. */
  findProblem(): string | undefined {
    if (!this.#root) return undefined;
    const cost = this.#costOf(this.#root, 1);
    if (typeof cost === 'string') return cost;
    if (cost.elements > maxDrawnElements)
      return `it draws ${count(cost.elements)} elements with its references followed, but at most ${maxDrawnElements} can be drawn; repeat fewer parts`;
    if (cost.nestedLayers > maxNestedLayers)
      return `its masks, clip paths, filters, patterns and markers draw ${count(cost.nestedLayers)} others, but at most ${maxNestedLayers} can be drawn; use fewer in each other`;
    return undefined;
  }

  /** `level` counts the elements and references that lead to the node, so the recursion is bounded. */
  #costOf(node: SvgNode, level: number): Cost | string {
    if (this.#onPath.has(node))
      return `its element ${nameOf(node)} refers to itself through others; remove one of these references`;
    if (level + (node.cost?.levels ?? 1) - 1 > this.#maxLevels)
      return `its references lead through ${nameOf(node)} to more than ${this.#maxLevels} levels of elements, but at most ${this.#maxLevels} can be drawn; let fewer elements refer to each other`;
    if (node.cost) return node.cost;
    this.#onPath.add(node);
    const cost = this.#measure(node, level + 1);
    this.#onPath.delete(node);
    if (typeof cost !== 'string') node.cost = cost;
    return cost;
  }

  #measure(node: SvgNode, level: number): Cost | string {
    const points = pointsOf(node);
    // Gradients are not drawn for each element that they fill.
    let total: Cost = { ...nothing, elements: isElementOfGradient(node.name) ? 0 : 1, points };
    for (const child of node.children) {
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

  #referencesOf(node: SvgNode): { target: SvgNode; kind: SvgReference['kind'] }[] {
    const written = [...referencesIn(node.name, node.attributes), ...this.#styles.referencesOf(node)];
    const found: { target: SvgNode; kind: SvgReference['kind'] }[] = [];
    for (const { id, kind } of written) {
      const targets = this.#byId.get(id) ?? [];
      this.#references += Math.max(1, targets.length);
      if (this.#references > maxSvgReferences) return [];
      // A reference to an enclosing element is not drawn.
      for (const target of targets) if (!isInside(node, target)) found.push({ target, kind });
    }
    return found;
  }
}

function isInside(node: SvgNode, outer: SvgNode): boolean {
  for (let at: SvgNode | undefined = node; at; at = at.parent) if (at === outer) return true;
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

function pointsOf({ name, attributes }: SvgNode): number {
  const written = attributes.get('d') ?? attributes.get('points');
  if (written !== undefined) return 1 + (written.match(/[a-z]|[-+]?[\d.]+/gi)?.length ?? 0) / 2;
  return name === 'line' ? 2 : 0;
}

function nameOf({ name, id }: SvgNode): string {
  return id === undefined ? `<${name}>` : `#${id.slice(0, 40)}`;
}

function count(value: number): string {
  return value > 1e9 ? 'more than 1000000000' : String(Math.ceil(value));
}
