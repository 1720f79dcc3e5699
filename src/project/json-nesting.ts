const quote = 0x22;
const backslash = 0x5c;
/** In both pairs of brackets, `[` and `{`, `]` and `}`, the two differ by this bit alone. */
const bracketMask = ~0x20;
const opening = 0x5b;
const closing = 0x5d;

/**
 * The offset of the first bracket that opens one level more than `maxDepth`, or -1. Looks at nothing but quotes
 * and brackets, so that text which is no JSON may be misread; JSON is read right.
 */
export function findDeeperBracket(text: string, maxDepth: number): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = findClosingQuote(text, at + 1);
      if (at < 0) return -1;
    } else if ((code & bracketMask) === opening) {
      depth++;
      if (depth > maxDepth) return at;
    } else if ((code & bracketMask) === closing) depth--;
  }
  return -1;
}

/** Searching is many times as fast as looking at each character of a string, which may be megabytes of base64. */
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
