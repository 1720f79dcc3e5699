import { decodeBase64 } from '../../project/data-url.ts';
import { showValue } from '../../project/problem-text.ts';
import { maxImagePixels } from './decode-image.ts';
import { readImageHeader } from './image-header.ts';

// The expressions are bounded so that no text takes longer than its length suggests. What they miss in a text that is
// not well-formed is refused by the parser that draws it.

const tag = /<[A-Za-z](?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g;
const elementName = /^<(?:[\w.-]+:)?([\w.-]+)/;
const attribute = /\s([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;
const outsideReference =
  /\burl\(\s{0,9}(?:"|'|&quot;|&apos;)?\s{0,9}(?!#|["'\s]|&quot;|&apos;)[^)]{0,80}|@import\b[^;]{0,80}/i;

/** Elements that a picture does not need, with what they are. */
const refusedElements: ReadonlyMap<string, string> = new Map([
  ['script', 'a script'],
  ['foreignobject', 'a document of another kind (foreignObject)'],
]);

/** Whether these are the bytes of an SVG, as far as their beginning tells. */
export function startsAsSvg(bytes: Uint8Array): boolean {
  const start = withoutSilentParts(new TextDecoder().decode(bytes.subarray(0, 4096)));
  return /^\s*(?:<\?xml[^>]*>\s*)?<(?:!DOCTYPE\s+svg\b|(?:[\w.-]+:)?svg[\s/>])/i.test(start);
}

/**
 * Why an SVG may not be drawn: it has scripts, entities, or parts outside of the file, or pictures that are too large.
 * Undefined if it may.
 */
export function findSvgDanger(svg: string): string | undefined {
  const text = withoutSilentParts(svg);
  const type = text.search(/<!DOCTYPE/i);
  if (type >= 0 && text.slice(type, text.indexOf('>', type)).includes('['))
    return 'it declares entities; export it without them';
  // Style sheets may be in character data.
  const outside = outsideReference.exec(svg);
  if (outside) return describeReference(outside[0]);
  let pixels = 0;
  for (const [markup] of text.matchAll(tag)) {
    const name = (elementName.exec(markup)?.[1] ?? '').toLowerCase();
    const refused = refusedElements.get(name);
    if (refused !== undefined) return `it has ${refused}; export it without that`;
    for (const [, key, quoted] of markup.matchAll(attribute)) {
      const value = quoted.slice(1, -1).trim();
      if (/^on[a-z]/i.test(key)) return `it has a script (${key}); export it without that`;
      // Links are not followed.
      if (!/^(?:[\w.-]+:)?href$/i.test(key) || name === 'a' || value.startsWith('#')) continue;
      const picture = embeddedPixels(value);
      if (picture === undefined) return describeReference(value);
      pixels += picture;
    }
  }
  if (pixels <= maxImagePixels) return undefined;
  return `its pictures have ${pixels} pixels, but at most ${maxImagePixels} can be drawn; embed smaller ones`;
}

/** Leaves out comments and character data, in which markup has no meaning. */
function withoutSilentParts(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.slice(at).search(/<!--|<!\[CDATA\[/);
    if (start < 0) return kept + text.slice(at);
    kept += text.slice(at, at + start);
    const close = text.startsWith('<!--', at + start) ? '-->' : ']]>';
    const end = text.indexOf(close, at + start);
    if (end < 0) return kept;
    at = end + close.length;
  }
}

function describeReference(seen: string): string {
  const shown = showValue(seen.slice(0, 80));
  return `it refers to ${shown}, but only PNG and JPEG pictures in the file itself can be drawn; embed it`;
}

/** The pixels of a PNG or JPEG in a data URL; undefined for anything else. */
function embeddedPixels(url: string): number | undefined {
  const data = /^data:image\/(?:png|jpe?g);base64,/i.exec(url)?.[0];
  const bytes = data === undefined ? undefined : decodeBase64(url.slice(data.length).replaceAll(/\s/g, ''));
  const header = bytes && readImageHeader(bytes);
  return header?.ok ? header.value.width * header.value.height : undefined;
}
