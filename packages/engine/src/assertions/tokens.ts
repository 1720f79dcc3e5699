/** A word, a text in quotes, or one of the signs `,`, `+`, `(` and `)`. */
export interface Token {
  /** Without quotes. */
  readonly text: string;
  readonly isQuoted: boolean;
  readonly start: number;
  readonly end: number;
}

const pattern = /'([^']*)'|"([^"]*)"|[,+()]|[^\s,+()'"]+(?:'[a-z]+)?|['"]/gy;

/** Divides a sentence into tokens. A full stop at its end is no part of it. */
export function readTokens(sentence: string): readonly Token[] {
  const tokens: Token[] = [];
  const text = sentence.replace(/[\s.]+$/u, '');
  for (let start = 0; start < text.length; ) {
    if (/\s/u.test(text[start] ?? '')) {
      start++;
      continue;
    }
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match === null) break;
    const [whole, single, double] = match;
    const quoted = single ?? double;
    const end = start + whole.length;
    tokens.push({ text: quoted ?? whole, isQuoted: quoted !== undefined, start, end });
    start = end;
  }
  return tokens;
}

/** Writes a name so that it is read as one token; in quotes, if it is not a plain one. */
export function quoted(name: string): string {
  if (/^[\w-]+$/.test(name)) return name;
  return name.includes("'") ? `"${name}"` : `'${name}'`;
}
