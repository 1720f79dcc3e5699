/** A part of a text, in UTF-16 units: from `start` up to `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The words of a text or the symbols of an equation that a relation names, such as `law.pm`. */
export interface WordTarget {
  /** The id of the text or the equation. */
  readonly owner: string;
  readonly words: string;
}

/** Divides the target of a relation into an id and words; undefined for one without a dot, which ids do not have. */
export function wordTarget(target: string): WordTarget | undefined {
  const dot = target.indexOf('.');
  return dot < 0 ? undefined : { owner: target.slice(0, dot), words: target.slice(dot + 1) };
}

/** Returns the id of the object that a relation names, or of the one that its words are in. */
export function ownerOf(target: string, objects: Readonly<Record<string, unknown>>): string {
  if (target in objects) return target;
  return wordTarget(target)?.owner ?? target;
}

/**
 * Finds words in a text or symbols in TeX; `the#2` is the second "the". A symbol of TeX may leave out its backslash. The
 * name of marked pieces, as in `\class{a}{…}`, is all of them. Empty if there are none.
 */
export function findWords(text: string, words: string, isEquation: boolean): TextRange[] {
  const [, plain = words, count] = /^(.*)#(\d+)$/s.exec(words) ?? [];
  const number = count === undefined ? undefined : Number(count);
  if (isEquation) {
    const pieces = markedPieces(text, plain);
    if (pieces.length > 0) return number === undefined ? pieces : pieces.slice(number - 1, number);
  }
  for (const wanted of [`\\${plain}`, plain]) {
    const places = isEquation ? symbolPlaces(text, wanted) : wordPlaces(text, wanted);
    const start = places[(number ?? 1) - 1];
    if (start !== undefined && plain !== '') return [{ start, end: start + wanted.length }];
  }
  return [];
}

function wordPlaces(text: string, words: string): number[] {
  const places: number[] = [];
  if (words === '') return places;
  for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1))
    places.push(start);
  return places;
}

/** Commands whose first argument is a name and no symbol. */
const namings = /\\(?:begin|end|class|color|textcolor|colorbox|fcolorbox)\s*\{[^{}]*\}/g;

/** The places of a symbol in TeX, but not inside a command or a name. */
function symbolPlaces(tex: string, symbol: string): number[] {
  const taken = new Uint8Array(tex.length + 1);
  for (const { 0: name, index } of tex.matchAll(namings)) taken.fill(1, index, index + name.length);
  // Inside a command, its first character excepted.
  for (const { 0: name, index } of tex.matchAll(/\\(?:[A-Za-z]+|.)/gs))
    taken.fill(1, index + 1, index + name.length);
  const isCommand = /\\[A-Za-z]+$/.test(symbol);
  return wordPlaces(tex, symbol).filter((start) => {
    const goesOn = isCommand && /[A-Za-z]/.test(tex[start + symbol.length] ?? '');
    return taken[start] === 0 && !goesOn;
  });
}

/** The places of `\class{name}{…}`. */
function markedPieces(tex: string, name: string): TextRange[] {
  const pieces: TextRange[] = [];
  for (const { 0: mark, 1: own = '', index } of tex.matchAll(/\\class\s*\{([^{}]*)\}\s*/g)) {
    if (own.trim() !== name) continue;
    pieces.push({ start: index, end: endOfArgument(tex, index + mark.length) });
  }
  return pieces;
}

/** Returns where an argument of TeX ends: a group in braces, a command, or a character. */
function endOfArgument(tex: string, start: number): number {
  let depth = 0;
  for (const { 0: token, index } of tex.slice(start).matchAll(/\\(?:[A-Za-z]+|.)|./gs)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    if (depth <= 0) return start + index + token.length;
  }
  return tex.length;
}

/** The first words of a text or symbols of an equation that can be named. */
export function wordsToName(text: string, isEquation: boolean): readonly string[] {
  const pattern = isEquation ? /\\[A-Za-z]+|[A-Za-z0-9]/g : /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;
  const plain = isEquation ? text.replace(namings, ' ') : text;
  const classes = isEquation ? [...text.matchAll(/\\class\s*\{([^{}]*)\}/g)] : [];
  const found = Array.from(plain.matchAll(pattern), ([word]) => word.replace(/^\\/, ''));
  const names = new Set([...classes.map(([, name = '']) => name.trim()), ...found]);
  return [...names].slice(0, maxToName).filter((name) => findWords(text, name, isEquation).length > 0);
}

const maxToName = 30;
