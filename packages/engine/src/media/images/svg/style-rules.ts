import { compile } from 'css-select';
import { parse, type Selector } from 'css-what';
import { Budget } from '../../../project/budget.ts';
import type { StyleDeclaration, StyleRule } from './style-sheets.ts';
import { childElements, type SvgElement, SvgRefusal } from './svg-tree.ts';

/** Maximum number of comparisons of selectors with elements, which take about half a second. */
const maxSteps = 5_000_000;

/** A rule with one of its selectors. */
interface IndexedRule {
  readonly matches: (element: SvgElement) => boolean;
  readonly specificity: number;
  readonly order: number;
  readonly declarations: readonly StyleDeclaration[];
}

/** Finds the rules of style sheets that match an element, in the order in which they count. */
export class StyleRules {
  /** By the class, id or name that an element must have. */
  readonly #byKey = new Map<string, IndexedRule[]>();
  #order = 0;
  readonly #steps = new Budget(maxSteps);

  readonly #options = {
    xmlMode: true,
    relativeSelector: false,
    adapter: {
      isTag: (_node: SvgElement): _node is SvgElement => true,
      getAttributeValue: ({ attributes }: SvgElement, name: string) => {
        const value = attributes.get(name);
        this.#step(1 + (value?.length ?? 0) / 64);
        return value;
      },
      hasAttrib: ({ attributes }: SvgElement, name: string) => attributes.has(name),
      getName: ({ name }: SvgElement) => {
        this.#step(1);
        return name;
      },
      getParent: ({ parent }: SvgElement) => {
        this.#step(1);
        return parent ?? null;
      },
      getChildren: (element: SvgElement) => this.#counted(childElements(element)),
      getSiblings: (element: SvgElement) =>
        element.parent ? this.#counted(childElements(element.parent)) : [element],
      getText: () => '',
      removeSubsets: (nodes: SvgElement[]) => nodes,
    },
  };

  add({ selectors, declarations }: StyleRule): void {
    try {
      for (const tokens of parse(selectors)) {
        const rule = {
          matches: compile<SvgElement, SvgElement>([tokens], this.#options),
          specificity: specificityOf(tokens),
          order: this.#order++,
          declarations,
        };
        const key = keyOf(tokens);
        const ruleList = this.#byKey.get(key);
        if (ruleList) ruleList.push(rule);
        else this.#byKey.set(key, [rule]);
      }
    } catch (error) {
      // Browsers ignore rules with unknown selectors.
      if (error instanceof RangeError) throw error;
    }
  }

  declarationsOf(element: SvgElement): StyleDeclaration[] {
    if (this.#byKey.size === 0) return [];
    const { name, attributes } = element;
    const classes = (attributes.get('class') ?? '').split(/\s+/).map((one) => `.${one}`);
    const keys = new Set(['*', name, `#${attributes.get('id')}`, ...classes]);
    const rules = [...keys].flatMap((key) => this.#byKey.get(key) ?? []);
    this.#step(rules.length);
    return rules
      .filter(({ matches }) => matches(element))
      .sort((one, other) => one.specificity - other.specificity || one.order - other.order)
      .flatMap(({ declarations }) => {
        this.#step(declarations.length);
        return declarations;
      });
  }

  #counted(elements: SvgElement[]): SvgElement[] {
    this.#step(elements.length);
    return elements;
  }

  #step(count: number): void {
    if (!this.#steps.take(count))
      throw new SvgRefusal('its style sheets have too many rules for its elements; simplify it');
  }
}

/** The class, id or name of the elements that a selector can match; `*` for any. */
function keyOf(selector: readonly Selector[]): string {
  const start = selector.findLastIndex(({ type }) =>
    ['descendant', 'child', 'sibling', 'adjacent'].includes(type),
  );
  for (const token of selector.slice(start + 1)) {
    if (token.type === 'tag') return token.name;
    if (token.type !== 'attribute' || token.ignoreCase !== 'quirks') continue;
    if (token.name === 'class' && token.action === 'element') return `.${token.value}`;
    if (token.name === 'id' && token.action === 'equals') return `#${token.value}`;
  }
  return '*';
}

/** Ids count 2 ** 20, classes 2 ** 10, names 1. */
function specificityOf(selector: readonly Selector[]): number {
  let sum = 0;
  for (const token of selector) {
    if (token.type === 'tag' || token.type === 'pseudo-element') sum += 1;
    else if (token.type === 'attribute')
      sum += token.name === 'id' && token.ignoreCase === 'quirks' ? 2 ** 20 : 2 ** 10;
    else if (token.type === 'pseudo' && token.name !== 'where')
      sum += Array.isArray(token.data) ? Math.max(...token.data.map(specificityOf)) : 2 ** 10;
  }
  return sum;
}
