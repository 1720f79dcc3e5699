import { showValue } from '../../../project/problem-text.ts';

/** An element of an SVG, without its namespace. */
export interface SvgElement {
  readonly name: string;
  /** Attributes without a namespace, `href` of XLink, and `xml:space` and `xml:lang`. */
  readonly attributes: Map<string, string>;
  /** Elements and texts in their order. */
  children: (SvgElement | string)[];
  readonly parent: SvgElement | undefined;
}

/** Why an SVG cannot be drawn; ends its preparation. */
export class SvgRefusal extends Error {}

/** Maximum characters of an SVG whose styles are resolved. */
export const maxWritten = 32 * 1024 ** 2;

export const svgNamespace = 'http://www.w3.org/2000/svg';
export const xlinkNamespace = 'http://www.w3.org/1999/xlink';

/** Returns an element and all elements in it, in the order of the file. */
export function elementsIn(element: SvgElement): SvgElement[] {
  const elements: SvgElement[] = [];
  const visit = (one: SvgElement) => {
    elements.push(one);
    for (const child of one.children) if (typeof child !== 'string') visit(child);
  };
  visit(element);
  return elements;
}

export function childElements(element: SvgElement): SvgElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

/** Returns the value of an inherited property: that of the closest element whose attribute declares it. */
export function inheritedValue(element: SvgElement, property: string): string | undefined {
  for (let at: SvgElement | undefined = element; at; at = at.parent) {
    const value = at.attributes.get(property)?.trim();
    if (value !== undefined && value !== 'inherit') return value;
  }
  return undefined;
}

/** Returns the id in a `url(#id)`. */
export function referenceIn(value: string | undefined): string | undefined {
  return value === undefined ? undefined : /^\s*url\(\s*["']?\s*#([^"')]+)/i.exec(value)?.[1]?.trim();
}

export function refuseLength(): never {
  throw new SvgRefusal('its styles repeat too much text; simplify them');
}

/** Writes the elements as a file. Throws an SvgRefusal if it became too large. */
export function writeSvg(root: SvgElement): string {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    if (length > maxWritten) refuseLength();
    parts.push(part);
  };
  const write = ({ name, attributes, children }: SvgElement) => {
    add(`<${name}`);
    for (const [key, value] of attributes) add(` ${key}="${escapeXml(value)}"`);
    if (children.length === 0) {
      add('/>');
      return;
    }
    add('>');
    for (const child of children) {
      if (typeof child === 'string') add(escapeXml(child));
      else write(child);
    }
    add(`</${name}>`);
  };
  root.attributes.set('xmlns', svgNamespace);
  write(root);
  return parts.join('');
}

const xmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"\n\t\r]/g, (character) => xmlEscapes[character] ?? '');
}

/** The spaces are bounded, so that the time depends only on the length of the text. */
const outsideReference = /\burl\(\s{0,9}["']?\s{0,9}(?![#"'\s])[^)]{0,80}|@import\b[^;]{0,80}/i;

/** Refuses references of a style sheet or a property to anything outside of the file. */
export function refuseOutside(css: string): void {
  const outside = outsideReference.exec(css);
  if (outside) refuseReference(outside[0]);
}

/** Throws an SvgRefusal that shows a reference to another file. */
export function refuseReference(seen: string): never {
  const shown = showValue(seen.slice(0, 80));
  throw new SvgRefusal(
    `it refers to ${shown}, but only PNG and JPEG pictures in the file itself can be drawn; embed it`,
  );
}
