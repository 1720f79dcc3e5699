/** Shortest time in which a text is noticed, in milliseconds. */
export const noticeMs = 800;

/** Characters that are read in a second. */
const charactersPerSecond = 15;

/** The time to read a number of characters, in milliseconds. */
export function readingMs(characters: number): number {
  return characters === 0 ? 0 : Math.max(noticeMs, (characters * 1000) / charactersPerSecond);
}

/**
 * Counts the characters of a text that are new to viewers: those of words that the object did not show before. Running
 * numbers are watched rather than read.
 */
export function countNewCharacters(text: string, before: string | undefined): number {
  const readBefore = wordsOf(before ?? '');
  const hadNumbers = /\p{N}/u.test(before ?? '');
  const fresh = wordsOf(text).filter((word) => {
    const index = readBefore.indexOf(word);
    if (index >= 0) readBefore.splice(index, 1);
    return index < 0 && !(hadNumbers && !/\p{L}/u.test(word));
  });
  return fresh.reduce((sum, word) => sum + [...word].length, Math.max(0, fresh.length - 1));
}

/** Splits a text into words. A command of TeX counts as one character; brackets and invisible commands do not count. */
function wordsOf(text: string): string[] {
  const plain = withoutUndrawn(text)
    .replace(/\\(text|mathrm|mathbf|textbf)\b/g, '')
    .replace(/\\[A-Za-z]+/g, '∘');
  return plain
    .replace(/[{}^_&\\]/g, '')
    .split(/\s+/u)
    .filter(Boolean);
}

/** TeX without its invisible parts: phantoms, names of colours and of environments. */
function withoutUndrawn(tex: string): string {
  const undrawn = /\\(?:[vh]?phantom|color|textcolor|begin|end)\s*\{/g;
  let kept = '';
  let from = 0;
  for (let match = undrawn.exec(tex); match !== null; match = undrawn.exec(tex)) {
    kept += tex.slice(from, match.index);
    from = endOfGroup(tex, undrawn.lastIndex);
    undrawn.lastIndex = from;
  }
  return kept + tex.slice(from);
}

/** The index after the bracket that closes a group whose content begins at `start`; the end if none does. */
function endOfGroup(tex: string, start: number): number {
  let depth = 1;
  for (let index = start; index < tex.length; index++) {
    if (tex[index] === '\\') index++;
    else if (tex[index] === '{') depth++;
    else if (tex[index] === '}' && --depth === 0) return index + 1;
  }
  return tex.length;
}
