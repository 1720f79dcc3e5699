import { createRequire } from 'node:module';
import type { ThemedToken } from '@shikijs/primitive';
import { type CodeLanguage, languageNamed, terminal } from './languages.ts';
import { groupOf, groupTheme, type TokenGroup } from './token-groups.ts';

/** A part of a line with one colour: UTF-16 units from `start` up to `end`. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly group: TokenGroup;
}

/** A line with its tokens. */
export interface TokenLine {
  readonly text: string;
  /** In order, without gaps; none for an empty line. */
  readonly tokens: readonly Token[];
  /** Whether it is the output of a command in a terminal. */
  readonly isOutput: boolean;
}

/** Letters of a line that get tokens; the rest of a longer line is plain. */
const maxTokenizedLetters = 1000;

/** Milliseconds for one line. No line of a bounded length needs them, unless a regular expression degenerates. */
const maxLineMs = 5000;

/** A prompt at the beginning of a line, with the language of the command behind it. */
const prompts: readonly (readonly [prompt: RegExp, language: string])[] = [
  [/^(>>>|\.\.\.) /, 'python'],
  [/^PS [A-Za-z]:[^>]{0,80}> /, 'powershell'],
  [/^([\w.-]{1,40}@[\w.-]{1,40}:[^\s$#]{0,80})?[$%#>] /, 'bash'],
];

/** Returns the tokens of the lines of a code, without line feeds. */
export function tokenize(lines: readonly string[], language: CodeLanguage): TokenLine[] {
  if (language.name === terminal) return lines.map(terminalLine);
  if (language.grammar === null) return lines.map((text) => plainLine(text));
  return tokensOf(lines, language.grammar).map((tokens, index) => ({
    text: lines[index] ?? '',
    tokens,
    isOutput: false,
  }));
}

function plainLine(text: string, isOutput = false): TokenLine {
  return { text, tokens: text === '' ? [] : [{ start: 0, end: text.length, group: 'text' }], isOutput };
}

function terminalLine(text: string): TokenLine {
  for (const [pattern, name] of prompts) {
    const length = pattern.exec(text)?.[0].length;
    if (length === undefined) continue;
    const grammar = languageNamed(name)?.grammar ?? '';
    const [command = []] = tokensOf([text.slice(length)], grammar);
    const moved = command.map((token) => ({
      ...token,
      start: token.start + length,
      end: token.end + length,
    }));
    return { text, tokens: [{ start: 0, end: length, group: 'comment' }, ...moved], isOutput: false };
  }
  return plainLine(text, true);
}

function tokensOf(lines: readonly string[], grammar: string): Token[][] {
  const { shiki, codeToTokensBase } = loadGrammar(grammar);
  const tokens = codeToTokensBase(shiki, lines.join('\n'), {
    lang: grammar,
    theme: groupTheme.name,
    tokenizeMaxLineLength: maxTokenizedLetters,
    tokenizeTimeLimit: maxLineMs,
  });
  return lines.map((text, index) => joined(text, tokens[index] ?? []));
}

/** Joins neighbours of one group, and spaces to the token before them. */
function joined(text: string, themed: readonly ThemedToken[]): Token[] {
  const tokens: { start: number; end: number; group: TokenGroup }[] = [];
  let start = 0;
  for (const { content, color } of themed) {
    const end = start + content.length;
    const last = tokens.at(-1);
    const group = groupOf(color);
    if (last !== undefined && (last.group === group || content.trim() === '')) last.end = end;
    else if (content !== '') tokens.push({ start, end, group });
    start = end;
  }
  const last = tokens.at(-1);
  if (last !== undefined) last.end = text.length;
  else if (text !== '') tokens.push({ start: 0, end: text.length, group: 'text' });
  return tokens;
}

type Shiki = ReturnType<typeof import('@shikijs/primitive').createShikiPrimitive>;

let loaded:
  | { readonly shiki: Shiki; readonly codeToTokensBase: typeof import('@shikijs/primitive').codeToTokensBase }
  | undefined;

/**
 * Returns shiki with a grammar. Both are loaded when a film first has code of that language, because that takes a tenth
 * of a second, and synchronously, because documents are.
 */
function loadGrammar(grammar: string) {
  const require = createRequire(import.meta.url);
  if (loaded === undefined) {
    const [core, engine] = ['@shikijs/primitive', '@shikijs/engine-javascript'];
    const { createShikiPrimitive, codeToTokensBase }: typeof import('@shikijs/primitive') = require(core);
    const { createJavaScriptRegexEngine }: typeof import('@shikijs/engine-javascript') = require(engine);
    const shiki = createShikiPrimitive({
      themes: [{ ...groupTheme, settings: [...groupTheme.settings] }],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
    loaded = { shiki, codeToTokensBase };
  }
  if (!loaded.shiki.getLoadedLanguages().includes(grammar))
    loaded.shiki.loadLanguageSync(require(`@shikijs/langs/${grammar}`).default);
  return loaded;
}
