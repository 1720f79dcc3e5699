/** A reference to an element of the same SVG. */
export interface SvgReference {
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

/** Gradients and their stops are parts of a colour. */
export function isElementOfGradient(name: string): boolean {
  return name === 'linearGradient' || name === 'radialGradient' || name === 'stop';
}

/** The references that the attributes of an element have. */
export function referencesIn(name: string, attributes: ReadonlyMap<string, string>): SvgReference[] {
  return [...attributes].flatMap(([key, value]): SvgReference[] => {
    if (key === 'style') return declaredReferences(value);
    if (key !== 'href' && !key.endsWith(':href')) return propertyReferences(key, value);
    const target = value.trim();
    if (!target.startsWith('#') || name === 'a') return [];
    return [{ id: target.slice(1), kind: name === 'feImage' ? 'layer' : 'content' }];
  });
}

function declaredReferences(css: string): SvgReference[] {
  return css.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    return propertyReferences(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1));
  });
}

function propertyReferences(property: string, value: string): SvgReference[] {
  if (!value.includes('#')) return [];
  const kind = inheritedKinds.get(property) ?? 'layer';
  return [...value.matchAll(/url\(\s{0,9}["']?\s{0,9}#([^"')]{1,1000})/gi)].map(([, id = '']) => ({
    id: id.trim(),
    kind,
  }));
}

/**
 * The references of style sheets. A rule counts for every element that has the class, id or name at the end of its
 * selector, so it may count for too many.
 */
export class StyleSheet {
  /** By key; rules share their references, so many selectors of long rules take no more memory than their text. */
  readonly #rules = new Map<string, SvgReference[][]>();

  add(css: string): void {
    for (const rule of withoutComments(css).split('}')) {
      const brace = rule.lastIndexOf('{');
      const references = declaredReferences(rule.slice(brace + 1));
      if (brace < 0 || references.length === 0) continue;
      const selectors = rule.slice(0, brace).split('{').at(-1) ?? '';
      for (const key of new Set(selectors.split(',').map(keyOf))) {
        const known = this.#rules.get(key);
        if (known) known.push(references);
        else this.#rules.set(key, [references]);
      }
    }
  }

  referencesOf(node: {
    readonly name: string;
    readonly attributes: ReadonlyMap<string, string>;
  }): SvgReference[] {
    if (this.#rules.size === 0) return [];
    const { name, attributes } = node;
    const classes = (attributes.get('class') ?? '').split(/\s+/).map((one) => `.${one}`);
    const keys = new Set(['*', name, `#${attributes.get('id')}`, ...classes]);
    return [...keys].flatMap((key) => this.#rules.get(key)?.flat() ?? []);
  }
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join(' ');
}

function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  return /[.#][\w-]+/.exec(last)?.[0] ?? /^[\w-]+/.exec(last)?.[0] ?? '*';
}
