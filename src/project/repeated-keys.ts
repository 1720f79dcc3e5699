import type { Path } from './problem-text.ts';

/** A name that occurs more than once in an object of a JSON text. The last of its values counts. */
export interface RepeatedKey {
  readonly path: Path;
  readonly name: string;
}

/** An object or array around the current place of the scan. */
interface Container {
  /** The names so far; null for an array. */
  readonly names: Set<string> | null;
  /** The name or index of the current value. */
  key: string | number;
}

const nextToken = /["{}[\],]/g;

/** Returns the first repeated names of a valid JSON text, at most `most`. */
export function findRepeatedKeys(text: string, most: number): readonly RepeatedKey[] {
  const found: RepeatedKey[] = [];
  const open: Container[] = [];
  for (let at = tokenFrom(text, 0); at >= 0 && found.length < most; at = tokenFrom(text, at)) {
    const container = open.at(-1);
    switch (text[at]) {
      case '{':
        open.push({ names: new Set(), key: '' });
        break;
      case '[':
        open.push({ names: null, key: 0 });
        break;
      case '"': {
        const end = endOfString(text, at);
        if (container?.names && isName(text, end)) {
          const name: string = JSON.parse(text.slice(at, end));
          container.key = name;
          if (container.names.has(name)) found.push({ path: open.map(({ key }) => key), name });
          container.names.add(name);
        }
        at = end;
        continue;
      }
      case ',':
        if (typeof container?.key === 'number') container.key++;
        break;
      default:
        open.pop();
    }
    at++;
  }
  return found;
}

function tokenFrom(text: string, from: number): number {
  nextToken.lastIndex = from;
  return nextToken.exec(text)?.index ?? -1;
}

/** Uses indexOf, which is many times faster than a loop over a string that may hold megabytes of base64. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** Whether a colon follows, as it does only after names. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++;
  return text[at] === ':';
}
