/** One element of a document, in document order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/;
const startOfTag = /<([A-Za-z][A-Za-z0-9]*)/y;
const startOfAttribute = /\s+([A-Za-z][A-Za-z:-]*)="/y;
const endOfStartTag = /\s*(\/?)>/y;
const endTag = /<\/([A-Za-z][A-Za-z0-9]*)>/y;
const reference = /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([0-9a-fA-F]+));/g;
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads an XML document of elements and attributes. Throws an Error for anything that is not well-formed (XML 1.0),
 * and for comments, processing instructions, CDATA, document types and text, which our documents never contain.
 */
export function readXml(text: string): XmlElement[] {
  if (!declaration.test(text)) throw new Error('the XML declaration is missing');
  const bad = forbidden.exec(text);
  if (bad) throw new Error(`character U+${text.codePointAt(bad.index)?.toString(16)} at offset ${bad.index}`);
  const elements: XmlElement[] = [];
  const open: string[] = [];
  let at = text.indexOf('\n') + 1;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (text.slice(at, at + 2) !== '\n') {
    const start = take(startOfTag);
    if (start) {
      if (open.length === 0 && elements.length > 0) throw new Error(`a second root before offset ${at}`);
      const name = start[1] ?? '';
      const attributes = new Map<string, string>();
      for (let found = take(startOfAttribute); found; found = take(startOfAttribute)) {
        const attribute = found[1] ?? '';
        const end = text.indexOf('"', at);
        const value = text.slice(at, end);
        if (end < 0 || value.includes('<')) throw new Error(`attribute ${attribute} has no end`);
        if (attributes.has(attribute)) throw new Error(`attribute ${attribute} twice before offset ${at}`);
        attributes.set(attribute, decode(value));
        at = end + 1;
      }
      elements.push({ name, attributes });
      const end = take(endOfStartTag);
      if (!end) throw new Error(`the tag ${name} has no end at offset ${at}`);
      if (end[1] === '') open.push(name);
    } else {
      const end = take(endTag);
      if (!end) throw new Error(`no tag at offset ${at}: ${JSON.stringify(text.slice(at, at + 60))}`);
      if (open.pop() !== end[1]) throw new Error(`${end[0]} before offset ${at} closes nothing`);
    }
  }
  if (open.length > 0 || elements.length === 0) throw new Error(`the end of ${open.join(', ')} is missing`);
  return elements;
}

function decode(raw: string): string {
  if (/&/.test(raw.replace(reference, '')))
    throw new Error(`a bare & in ${JSON.stringify(raw.slice(0, 80))}`);
  return raw.replace(reference, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return predefined[name] ?? '';
    const character = String.fromCodePoint(Number(decimal ?? `0x${hexadecimal}`));
    if (forbidden.test(character))
      throw new Error(`a reference to U+${character.codePointAt(0)?.toString(16)}`);
    return character;
  });
}
