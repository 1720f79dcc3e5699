import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { refuseReference, type SvgElement, SvgRefusal, svgNamespace, xlinkNamespace } from './svg-tree.ts';

/** Maximum nesting depth of elements. The library that draws an SVG is recursive; its stack ends at some 600 levels. */
export const maxSvgDepth = 200;

/** Maximum number of elements in an SVG. */
export const maxSvgElements = 200_000;

/** Bytes in which the first element of an SVG must start, after comments. */
const headBytes = 1 << 16;

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Prefixes that a file may use without declaring them. */
const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ['xlink', xlinkNamespace],
  ['svg', svgNamespace],
]);

/** The elements of an SVG. */
export interface SvgFile {
  readonly root: SvgElement;
  /** Whether the library needs the file without entities, and with the namespaces that it lacks. */
  readonly isUnusual: boolean;
}

/** Whether these are the bytes of an SVG: whether their first element is `svg`. */
export function startsAsSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, headBytes));
  if (!/^\s*</.test(head)) return false;
  const parser = new SaxesParser();
  let first: string | undefined;
  parser.on('opentagstart', ({ name }) => {
    first ??= name.slice(name.indexOf(':') + 1);
  });
  // Whether it is well-formed is checked, and reported, before it is drawn.
  parser.on('error', () => {});
  parser.write(head);
  return first === 'svg';
}

/** Reads the elements of an SVG. Throws an SvgRefusal, or the parser's error. */
export function readSvg(text: string): SvgFile {
  return new SvgReader().read(text);
}

class SvgReader {
  readonly #parser = new SaxesParser({
    xmlns: true,
    resolvePrefix: (prefix: string) => {
      const uri = usualPrefixes.get(prefix);
      this.#isUnusual ||= uri !== undefined;
      return uri;
    },
  });
  /** The root's namespace also counts as that of SVG, because files may lack it. */
  readonly #namespaces = new Set([svgNamespace]);
  #root: SvgElement | undefined;
  #open: SvgElement | undefined;
  #depth = 0;
  #elements = 0;
  /** The depth of the element of another namespace in which the parser is. */
  #foreignDepth: number | undefined;
  #isUnusual = false;

  read(text: string): SvgFile {
    const parser = this.#parser;
    parser.on('doctype', (doctype) => {
      if (!doctype.includes('[')) return;
      this.#isUnusual = true;
      declareEntities(doctype, parser.ENTITIES);
    });
    parser.on('processinginstruction', ({ target, body }) => {
      if (target === 'xml-stylesheet') refuseReference(body);
    });
    parser.on('opentagstart', ({ name }) => this.#count(name));
    parser.on('opentag', ({ local, uri, attributes }) => this.#enter(local, uri, Object.values(attributes)));
    parser.on('closetag', () => this.#leave());
    parser.on('text', (characters) => this.#addText(characters));
    parser.on('cdata', (characters) => this.#addText(characters));
    parser.write(text).close();
    if (this.#root === undefined) throw new SvgRefusal('it has no elements; export it again');
    return { root: this.#root, isUnusual: this.#isUnusual };
  }

  #count(name: string): void {
    this.#depth++;
    this.#elements++;
    if (this.#depth > maxSvgDepth)
      throw new SvgRefusal(
        `in line ${this.#parser.line}, <${name}> is inside ${maxSvgDepth} other elements, but at most ${maxSvgDepth} levels can be drawn; ungroup its parts`,
      );
    if (this.#elements > maxSvgElements)
      throw new SvgRefusal(`it has more than ${maxSvgElements} elements; simplify it`);
  }

  #enter(name: string, uri: string, written: readonly SaxesAttributeNS[]): void {
    if (this.#root === undefined) {
      this.#namespaces.add(uri);
      this.#isUnusual ||= uri !== svgNamespace;
    }
    if (!this.#namespaces.has(uri)) {
      this.#foreignDepth ??= this.#depth;
      // The library reads style sheets of all namespaces.
      this.#isUnusual ||= name === 'style';
    }
    if (this.#foreignDepth !== undefined) return;
    const element = { name, attributes: this.#attributesOf(written), children: [], parent: this.#open };
    this.#open?.children.push(element);
    this.#root ??= element;
    this.#open = element;
  }

  /** Attributes that browsers ignore, but the library may read, make the file unusual. */
  #attributesOf(written: readonly SaxesAttributeNS[]): Map<string, string> {
    const attributes = new Map<string, string>();
    for (const { local, uri, value } of written) if (uri === '') attributes.set(local, value);
    for (const { local, uri, value } of written) {
      if (uri === xlinkNamespace && local === 'href' && !attributes.has('href'))
        attributes.set('href', value);
      else if (uri === xmlNamespace && (local === 'space' || local === 'lang'))
        attributes.set(`xml:${local}`, value);
      else if (uri === svgNamespace || uri === xmlNamespace || local === 'href')
        this.#isUnusual ||= uri !== '';
    }
    return attributes;
  }

  #leave(): void {
    if (this.#foreignDepth === undefined) this.#open = this.#open?.parent;
    else if (this.#foreignDepth === this.#depth) this.#foreignDepth = undefined;
    this.#depth--;
  }

  #addText(text: string): void {
    if (this.#foreignDepth === undefined) this.#open?.children.push(text);
  }
}

/** Maximum characters that the entities of an SVG stand for together, wherever they are used. */
const maxExpanded = 1_000_000;

/** Maximum characters of a DOCTYPE. */
const maxDoctype = 32_768;

/** Entities that refer to each other. */
const maxNesting = 16;

const declaration = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;

const reference = /&(#x?)?([^&;\s]{1,100});/g;

/** Adds the entities that a DOCTYPE declares, such as `<!ENTITY red "#f00">`, to those of a parser. */
function declareEntities(doctype: string, entities: Record<string, string>): void {
  if (doctype.length > maxDoctype)
    throw new SvgRefusal(`its DOCTYPE has more than ${maxDoctype} characters; export it without that`);
  let expanded = 0;
  const expand = (text: string, nesting: number): string => {
    if (nesting > maxNesting)
      throw new SvgRefusal(
        'its entities refer to themselves or too deeply to others; export it without them',
      );
    const value = text.replace(reference, (written, kind: string | undefined, name: string) => {
      if (kind !== undefined) return character(name, kind === '#' ? 10 : 16) ?? written;
      const entityText = texts.get(name);
      return entityText === undefined ? (entities[name] ?? written) : expand(entityText, nesting + 1);
    });
    expanded += 1 + value.length;
    if (expanded > maxExpanded)
      throw new SvgRefusal(
        `its entities stand for more than ${maxExpanded} characters; export it without them`,
      );
    return value;
  };
  const texts = new Map<string, string>();
  for (const [, name = '', quoted, single] of doctype.matchAll(declaration)) {
    // The first declaration counts.
    if (texts.has(name)) continue;
    texts.set(name, quoted ?? single ?? '');
    Object.defineProperty(entities, name, {
      get: () => {
        const value = expand(texts.get(name) ?? '', 0);
        if (value.includes('<'))
          throw new SvgRefusal(`its entity ${name.slice(0, 40)} has elements; export it without that`);
        return value;
      },
    });
  }
}

function character(digits: string, base: number): string | undefined {
  const code = Number.parseInt(digits, base);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
