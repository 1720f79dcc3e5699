import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { decodeBase64 } from '../../project/data-url.ts';
import { showValue } from '../../project/problem-text.ts';
import { maxImagePixels } from './decode-image.ts';
import { readImageHeader } from './image-header.ts';
import { SvgReferences } from './svg-references.ts';

/** Maximum nesting depth of elements. The library that draws an SVG is recursive; its stack ends at some 600 levels. */
export const maxSvgDepth = 200;

/** Maximum number of elements in an SVG. */
export const maxSvgElements = 200_000;

/** Maximum octaves of a noise. Ten take some three times as long as one, and more hardly change a colour. */
export const maxSvgOctaves = 10;

/** Maximum number of rows and columns of a feConvolveMatrix. */
export const maxSvgKernel = 16;

/** Bytes in which the first element of an SVG must start, after comments. */
const headBytes = 1 << 16;

/** The spaces are bounded, so that the time depends only on the length of the text. */
const outsideReference = /\burl\(\s{0,9}["']?\s{0,9}(?![#"'\s])[^)]{0,80}|@import\b[^;]{0,80}/i;

/** Elements that are not drawn, with their descriptions. */
const refusedElements: ReadonlyMap<string, string> = new Map([
  ['script', 'a script'],
  ['foreignObject', 'a document of another kind (foreignObject)'],
]);

/** Why an SVG is refused; ends its parsing. */
class Refusal extends Error {}

/** Whether these are the bytes of an SVG: whether their first element is `svg`. */
export function startsAsSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, headBytes));
  if (!/^\s*</.test(head)) return false;
  const parser = new SaxesParser();
  let first: string | undefined;
  parser.on('opentagstart', ({ name }) => {
    first ??= localName(name);
  });
  // Whether it is well-formed is checked, and reported, before it is drawn.
  parser.on('error', () => {});
  parser.write(head);
  return first === 'svg';
}

/**
 * Why an SVG cannot be drawn: it is not well-formed, has scripts, entities or parts outside of the file, or is too
 * large or too deep, including the elements that it refers to. Undefined if it can.
 */
export function findSvgProblem(svg: string): string | undefined {
  try {
    new SvgCheck().read(svg);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    if (!(error instanceof Error)) throw error;
    return `${error.message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ').replace(/\.$/, '')}; export it again`;
  }
}

/** Counts the parts of an SVG while it is parsed. Throws a Refusal, or the parser's error. */
class SvgCheck {
  readonly #parser = new SaxesParser();
  readonly #open: string[] = [];
  readonly #references = new SvgReferences(maxSvgDepth);
  #css = '';
  #elements = 0;
  #pixels = 0;

  read(svg: string): void {
    const parser = this.#parser;
    parser.on('doctype', (type) => {
      if (type.includes('[')) throw new Refusal('it declares entities; export it without them');
    });
    parser.on('processinginstruction', ({ target, body }) => {
      if (target === 'xml-stylesheet') refuseReference(body);
    });
    parser.on('opentagstart', ({ name }) => this.#enter(localName(name)));
    parser.on('opentag', ({ name, attributes }) => this.#checkAttributes(localName(name), attributes));
    parser.on('closetag', () => {
      if (this.#open.pop() === 'style') this.#references.addStyles(this.#css);
      this.#css = '';
      this.#references.leave();
    });
    parser.on('text', (text) => this.#checkText(text));
    parser.on('cdata', (text) => this.#checkText(text));
    parser.write(svg).close();
    const problem = this.#references.findProblem();
    if (problem !== undefined) throw new Refusal(problem);
  }

  #enter(name: string): void {
    const refused = refusedElements.get(name);
    if (refused !== undefined) throw new Refusal(`it has ${refused}; export it without that`);
    this.#open.push(name);
    this.#elements++;
    if (this.#open.length > maxSvgDepth)
      throw new Refusal(
        `in line ${this.#parser.line}, <${name}> is inside ${maxSvgDepth} other elements, but at most ${maxSvgDepth} levels can be drawn; ungroup its parts`,
      );
    if (this.#elements > maxSvgElements)
      throw new Refusal(`it has more than ${maxSvgElements} elements; simplify it`);
  }

  #checkAttributes(name: string, attributes: Readonly<Record<string, SaxesAttributePlain['value']>>): void {
    this.#references.enter(name, new Map(Object.entries(attributes)));
    refuseCostlyFilter(name, attributes);
    for (const [key, value] of Object.entries(attributes)) {
      if (/^on[a-z]/i.test(key)) throw new Refusal(`it has a script (${key}); export it without that`);
      refuseOutside(value);
      // Links are not followed.
      if (localName(key) !== 'href' || name === 'a') continue;
      const target = value.trim();
      if (!target.startsWith('#')) this.#addPicture(target);
    }
  }

  #addPicture(url: string): void {
    this.#pixels += embeddedPixels(url) ?? refuseReference(url);
    if (this.#pixels > maxImagePixels)
      throw new Refusal(
        `its pictures have at least ${this.#pixels} pixels, but at most ${maxImagePixels} can be drawn; embed smaller ones`,
      );
  }

  #checkText(text: string): void {
    if (this.#open.at(-1) !== 'style') return;
    refuseOutside(text);
    this.#css += text;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Refuses amounts of a filter that take longer than the size of the picture suggests. */
function refuseCostlyFilter(name: string, { numOctaves, order }: Readonly<Record<string, string>>): void {
  if (name === 'feTurbulence' && Number(numOctaves) > maxSvgOctaves)
    throw new Refusal(
      `numOctaves of a feTurbulence must be at most ${maxSvgOctaves}, but is ${showValue(numOctaves)}; more cannot be seen`,
    );
  if (name === 'feConvolveMatrix' && order?.split(/[\s,]+/).some((side) => Number(side) > maxSvgKernel))
    throw new Refusal(
      `order of a feConvolveMatrix must be at most ${maxSvgKernel}, but is ${showValue(order)}; use a feGaussianBlur`,
    );
}

/** Refuses references of a style sheet or a property to anything outside of the file. */
function refuseOutside(css: string): void {
  const outside = outsideReference.exec(css);
  if (outside) refuseReference(outside[0]);
}

function refuseReference(seen: string): never {
  const shown = showValue(seen.slice(0, 80));
  throw new Refusal(
    `it refers to ${shown}, but only PNG and JPEG pictures in the file itself can be drawn; embed it`,
  );
}

/** The pixels of a PNG or JPEG in a data URL; undefined for anything else. */
function embeddedPixels(url: string): number | undefined {
  const data = /^data:image\/(?:png|jpe?g);base64,/i.exec(url)?.[0];
  const bytes = data === undefined ? undefined : decodeBase64(url.slice(data.length).replaceAll(/\s/g, ''));
  const header = bytes && readImageHeader(bytes);
  return header?.ok ? header.value.width * header.value.height : undefined;
}
