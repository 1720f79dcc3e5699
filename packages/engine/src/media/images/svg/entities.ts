import { SvgRefusal } from './svg-tree.ts';

/** Maximum characters that the entities of an SVG stand for together, wherever they are used. */
const maxExpanded = 1_000_000;

/** Maximum characters of a DOCTYPE. */
const maxDoctype = 32_768;

/** Entities that refer to each other. */
const maxNesting = 16;

const declaration = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;

const reference = /&(#x?)?([^&;\s]{1,100});/g;

/** Adds the entities that a DOCTYPE declares, such as `<!ENTITY red "#f00">`, to those of a parser. */
export function declareEntities(doctype: string, entities: Record<string, string>): void {
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
      const own = texts.get(name);
      return own === undefined ? (entities[name] ?? written) : expand(own, nesting + 1);
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
