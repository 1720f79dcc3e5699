import type { Value } from 'css-tree';
import { type TransformValues, transformAttribute } from './css-transforms.ts';
import { StyleValues } from './css-values.ts';
import { declareVariables, replaceVariables } from './css-variables.ts';
import { StyleRules } from './style-rules.ts';
import { isForScreen, isWide, readSheet, readStyle, type StyleDeclaration } from './style-sheets.ts';
import {
  appliesTo,
  inheritedProperties,
  needsResolving,
  spatialAttribute,
  styleOnlyProperties,
  transformProperties,
} from './svg-properties.ts';
import {
  childElements,
  elementsIn,
  maxWritten,
  refuseLength,
  type SvgElement,
  SvgRefusal,
} from './svg-tree.ts';
import type { ReferenceBox } from './view-box.ts';

/** Maximum characters of values in which variables are replaced, some tenths of a second. */
const maxReplaced = 500_000;

/** What the children of an element inherit that attributes do not express. */
interface Inherited {
  readonly variables: ReadonlyMap<string, string>;
  readonly color: string;
}

/**
 * Replaces style sheets and `style` attributes by attributes that mean the same, as browsers understand them, and values
 * that the library does not read by those that it reads. `box` is that of percentages in transforms.
 */
export function resolveStyles(root: SvgElement, box: ReferenceBox): void {
  new StyleResolver(root, box).resolve(root, { variables: new Map(), color: 'black' });
}

class StyleResolver {
  readonly #rules = new StyleRules();
  readonly #box: ReferenceBox;
  readonly #values = new StyleValues();
  #replaced = 0;
  #written = 0;

  constructor(root: SvgElement, box: ReferenceBox) {
    this.#box = box;
    for (const { name, attributes, children } of elementsIn(root)) {
      const isSheet = name === 'style' && /^(?:text\/css)?$/i.test(attributes.get('type')?.trim() ?? '');
      if (!isSheet || !isForScreen(attributes.get('media') ?? '')) continue;
      const css = children.filter((child) => typeof child === 'string').join('');
      for (const rule of readSheet(css, this.#values)) this.#rules.add(rule);
    }
  }

  resolve(element: SvgElement, inherited: Inherited): void {
    element.children = element.children.filter(
      (child) => typeof child === 'string' || child.name !== 'style',
    );
    const style = this.#apply(element, inherited);
    for (const child of childElements(element)) this.resolve(child, style);
  }

  #apply(element: SvgElement, inherited: Inherited): Inherited {
    const { attributes } = element;
    const declared = this.#declarationsOf(element);
    const variables = declareVariables(declared, inherited.variables);
    const textOf = (text: string) => this.#withVariables(text, variables);
    const written = declared.get('color') ?? attributes.get('color');
    const color = this.#colorOf(written === undefined ? undefined : textOf(written), inherited.color);
    attributes.delete('style');
    attributes.delete('class');
    this.#transform(element, declared, textOf, color);
    const style: string[] = [];
    for (const [property, written] of declared) {
      if (property.startsWith('--') || (transformProperties as readonly string[]).includes(property))
        continue;
      if (!appliesTo(property, element.name)) continue;
      const value = this.#write(property, textOf(written), color);
      if (styleOnlyProperties.has(property)) {
        if (value !== undefined) style.push(`${property}:${value}`);
      } else if (value === undefined) attributes.delete(property);
      else attributes.set(property, this.#counted(value));
    }
    if (style.length > 0) attributes.set('style', style.join(';'));
    return { variables, color };
  }

  #withVariables(text: string, variables: ReadonlyMap<string, string>): string | undefined {
    if (!text.includes('var(')) return text;
    this.#replaced += text.length;
    if (this.#replaced > maxReplaced)
      throw new SvgRefusal('its styles have too many variables for its elements; simplify them');
    return replaceVariables(text, variables);
  }

  #counted(value: string): string {
    this.#written += value.length;
    if (this.#written > maxWritten) refuseLength();
    return value;
  }

  /** The declarations of an element. The last one for a property counts; attributes are the weakest. */
  #declarationsOf(element: SvgElement): Map<string, string> {
    const declared = new Map<string, string>();
    for (const [property, value] of element.attributes)
      if (needsResolving(property, value))
        declared.set(property, property === 'transform-origin' ? withUnits(value) : value);
    const style = element.attributes.get('style');
    const all = [
      ...this.#rules.declarationsOf(element),
      ...(style === undefined ? [] : readStyle(style, this.#values)),
    ];
    const add = ({ property, text }: StyleDeclaration) => declared.set(property, text);
    for (const declaration of all) if (!declaration.isImportant) add(declaration);
    for (const declaration of all) if (declaration.isImportant) add(declaration);
    return declared;
  }

  #colorOf(text: string | undefined, inherited: string): string {
    if (text === undefined || isWide(text) || /^currentcolor$/i.test(text)) return inherited;
    return this.#write('color', text, inherited) ?? inherited;
  }

  /** Returns the value of an attribute; undefined to have none. */
  #write(property: string, text: string | undefined, color: string): string | undefined {
    const initial = inheritedProperties.get(property);
    // The library keeps what is inherited, and what attributes do not declare.
    if (text === undefined) return undefined;
    if (isWide(text)) {
      if (initial === undefined) return text.toLowerCase() === 'inherit' ? 'inherit' : undefined;
      return text.toLowerCase() === 'initial' ? initial : undefined;
    }
    const value = this.#values.parse(property, text, color);
    if (value === undefined) return undefined;
    if (property === 'd') return pathIn(value);
    return this.#values.write(value);
  }

  #transform(
    { attributes }: SvgElement,
    declared: ReadonlyMap<string, string>,
    textOf: (text: string) => string | undefined,
    color: string,
  ): void {
    if (!transformProperties.some((property) => declared.has(property))) return;
    const parsed = (property: string) => {
      const text = textOf(declared.get(property) ?? '');
      return text === undefined || text === '' || isWide(text)
        ? undefined
        : this.#values.parse(property, text, color);
    };
    const values: TransformValues = {
      translate: parsed('translate'),
      rotate: parsed('rotate'),
      scale: parsed('scale'),
      transform: parsed('transform'),
      origin: parsed('transform-origin'),
    };
    const transform = transformAttribute(values, attributes.get('transform'), this.#box);
    attributes.delete('transform-origin');
    if (transform === undefined) attributes.set(spatialAttribute, 'preserve-3d');
    else if (transform === '') attributes.delete('transform');
    else attributes.set('transform', transform);
  }
}

function pathIn(value: Value): string {
  const call = value.children.first;
  const data = call?.type === 'Function' ? call.children.last : null;
  return data?.type === 'String' ? data.value : '';
}

/** Adds the unit that lengths in attributes need not have. */
function withUnits(lengths: string): string {
  return lengths.replace(/,/g, ' ').replace(/[\d.](?=\s|$)/g, '$&px');
}
