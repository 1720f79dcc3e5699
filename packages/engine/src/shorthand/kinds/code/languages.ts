import { didYouMean } from '../../../names/closest-name.ts';
import { showValue } from '../../../project/problem-text.ts';

/** A language that code can have. */
export interface CodeLanguage {
  readonly name: string;
  /** Its grammar in @shikijs/langs; null for one without tokens. */
  readonly grammar: string | null;
}

/** Lines that begin with a prompt are commands, the others their output. */
export const terminal = 'terminal';

/** The name of each language, its grammar if that has another name, and other names of it. */
const table: readonly (readonly [name: string, grammar: string | null, aliases: string])[] = [
  ['bash', 'shellscript', 'sh shell shellscript zsh'],
  ['c', 'c', 'h'],
  ['c++', 'cpp', 'cpp cc cxx hpp cplusplus'],
  ['c#', 'csharp', 'csharp cs dotnet'],
  ['css', 'css', ''],
  ['dart', 'dart', 'flutter'],
  ['diff', 'diff', 'patch'],
  ['dockerfile', 'docker', 'docker containerfile'],
  ['elixir', 'elixir', 'ex exs'],
  ['go', 'go', 'golang'],
  ['graphql', 'graphql', 'gql'],
  ['haskell', 'haskell', 'hs'],
  ['html', 'html', 'htm xhtml'],
  ['java', 'java', ''],
  ['javascript', 'javascript', 'js mjs cjs node nodejs ecmascript'],
  ['json', 'json', 'jsonc json5'],
  ['jsx', 'jsx', 'react'],
  ['julia', 'julia', 'jl'],
  ['kotlin', 'kotlin', 'kt kts'],
  ['lua', 'lua', ''],
  ['makefile', 'make', 'make mk'],
  ['markdown', 'markdown', 'md'],
  ['matlab', 'matlab', 'octave'],
  ['objective-c', 'objective-c', 'objc objectivec'],
  ['perl', 'perl', 'pl'],
  ['php', 'php', ''],
  ['powershell', 'powershell', 'ps ps1 pwsh'],
  ['python', 'python', 'py python3 ipython'],
  ['r', 'r', 'rscript'],
  ['ruby', 'ruby', 'rb'],
  ['rust', 'rust', 'rs'],
  ['scala', 'scala', 'sc'],
  ['scss', 'scss', 'sass'],
  ['sql', 'sql', 'mysql postgres postgresql sqlite plsql'],
  ['swift', 'swift', ''],
  ['terraform', 'terraform', 'hcl tf'],
  ['toml', 'toml', 'ini'],
  ['tsx', 'tsx', ''],
  ['typescript', 'typescript', 'ts mts cts'],
  ['xml', 'xml', 'svg xsl'],
  ['yaml', 'yaml', 'yml'],
  [terminal, null, 'console cli shellsession shell-session'],
  ['text', null, 'plain plaintext txt none'],
];

const byName: ReadonlyMap<string, CodeLanguage> = new Map(
  table.flatMap(([name, grammar, aliases]) =>
    [name, ...aliases.split(' ').filter(Boolean)].map((one): [string, CodeLanguage] => [
      one,
      { name, grammar },
    ]),
  ),
);

export const languageNames: readonly string[] = table.map(([name]) => name);

/** The language without tokens, which code has by default. */
export const plainText: CodeLanguage = { name: 'text', grammar: null };

/** Returns the language with a name or an alias, in any case; undefined if there is none. */
export function languageNamed(name: string): CodeLanguage | undefined {
  return byName.get(name.trim().toLowerCase());
}

/** Returns the language that the ending of a file's name means; undefined without a known one. */
export function languageOfFile(file: string): CodeLanguage | undefined {
  const name = file.split('/').at(-1) ?? '';
  return languageNamed(name) ?? languageNamed(name.slice(name.lastIndexOf('.') + 1));
}

/** Says why a language is unknown, with the closest one and all others. */
export function unknownLanguage(name: string): string {
  const meant = didYouMean(name.toLowerCase(), [...byName.keys()], { show: showValue });
  return `is ${showValue(name)}, which is not a language of code${meant || '.'} Known are ${languageNames.join(', ')}`;
}
