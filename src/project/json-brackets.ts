const quote = 0x22;
const backslash = 0x5c;
/** Clears the only bit in which `[` differs from `{`, and `]` from `}`. */
const bracketMask = ~0x20;
const opening = 0x5b;
const closing = 0x5d;

/** The first bracket in a text that exceeds a limit. */
export interface ExcessiveBracket {
  readonly offset: number;
  /** The exceeded limit: nesting levels, or objects and arrays in total. */
  readonly of: 'levels' | 'containers';
}

/**
 * Returns the first bracket that opens one level more than `maxDepth`, or one object or array more than
 * `maxContainers`, or null. Reads only quotes and brackets, so the result is reliable only for valid JSON.
 */
export function findExcessiveBracket(
  text: string,
  maxDepth: number,
  maxContainers: number,
): ExcessiveBracket | null {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = findClosingQuote(text, at + 1);
      if (at < 0) return null;
    } else if ((code & bracketMask) === opening) {
      depth++;
      containers++;
      if (depth > maxDepth) return { offset: at, of: 'levels' };
      if (containers > maxContainers) return { offset: at, of: 'containers' };
    } else if ((code & bracketMask) === closing) depth--;
  }
  return null;
}

/** Uses indexOf, which is many times faster than a loop over a string that may hold megabytes of base64. */
function findClosingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}
