import { describe, expect, it } from 'vitest';
import {
  languageNamed,
  languageNames,
  languageOfFile,
  unknownLanguage,
} from '../../../src/shorthand/kinds/code/languages.ts';
import { tokenize } from '../../../src/shorthand/kinds/code/tokens.ts';
import { samples } from './samples.ts';

const groupsOf = (name: string, text: string) => {
  const language = languageNamed(name);
  if (language === undefined) throw new Error(`there is no language ${name}`);
  const lines = tokenize(text.split('\n'), language);
  return { lines, groups: new Set(lines.flatMap(({ tokens }) => tokens.map(({ group }) => group))) };
};

it('every language with a grammar has a sample', () => {
  expect(Object.keys(samples)).toEqual(languageNames.filter((name) => !['terminal', 'text'].includes(name)));
  expect(Object.keys(samples).length).toBeGreaterThan(30);
});

describe.each(Object.entries(samples))('the language %s', (name, text) => {
  it('its tokens are in several groups, cover each line, and do not overlap', { tags: 'slow' }, () => {
    const { lines, groups } = groupsOf(name, text);
    expect(groups.size).toBeGreaterThanOrEqual(4);
    for (const { text: line, tokens } of lines) {
      let end = 0;
      for (const token of tokens) {
        expect(token.start).toBe(end);
        expect(token.end).toBeGreaterThan(token.start);
        end = token.end;
      }
      expect(end).toBe(line.length);
    }
  });

  it('its comments are comments', () => {
    const { groups } = groupsOf(name, text);
    expect(groups.has('comment')).toBe(!['json', 'diff', 'markdown'].includes(name));
  });
});

it.each([
  ['js', 'javascript'],
  ['py', 'python'],
  ['sh', 'bash'],
  ['C++', 'c++'],
  ['cs', 'c#'],
  ['yml', 'yaml'],
  ['TypeScript', 'typescript'],
  ['golang', 'go'],
  ['postgres', 'sql'],
  ['console', 'terminal'],
])('%s is another name of %s', (alias, name) => {
  expect(languageNamed(alias)?.name).toBe(name);
});

it('the ending of a file names its language', () => {
  expect(languageOfFile('src/main.rs')?.name).toBe('rust');
  expect(languageOfFile('a/Dockerfile')?.name).toBe('dockerfile');
  expect(languageOfFile('notes')).toBeUndefined();
});

it('an unknown language is answered with the closest one and the list of all', () => {
  expect(unknownLanguage('pyton')).toMatch(
    /^is "pyton", which is not a language of code; did you mean "python"\? Known are bash, c, c\+\+, .*, text$/,
  );
});

it('a line of a terminal with a prompt is a command, and another one its output', () => {
  const { lines } = groupsOf(
    'terminal',
    '$ npm test --silent\nall 12 tests passed\n>>> print(1)\nanna@host:~/films$ ls',
  );
  expect(lines.map(({ isOutput }) => isOutput)).toEqual([false, true, false, false]);
  const [command] = lines;
  expect(command?.tokens[0]).toEqual({ start: 0, end: 2, group: 'comment' });
  expect(new Set(command?.tokens.map(({ group }) => group)).size).toBeGreaterThan(2);
});

it('a string that begins on an earlier line is a string on all of its lines', () => {
  const { lines } = groupsOf('python', 'text = """one\ntwo\nthree"""\nx = 1');
  expect(lines[1]?.tokens.map(({ group }) => group)).toEqual(['string']);
  expect(lines[3]?.tokens.at(-1)?.group).toBe('number');
});
