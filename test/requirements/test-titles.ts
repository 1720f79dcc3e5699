import { readdirSync, readFileSync } from 'node:fs';
import { idPattern } from './requirement.ts';

/** A title of a test, or of a group of tests, that names requirements. */
export interface TestTitle {
  /** Path in the repository. */
  readonly file: string;
  /** The titles of the groups around it, from the outermost on, and its own, all without ids. */
  readonly path: readonly string[];
  readonly ids: readonly string[];
}

/** The first argument of a call, or of a call of what a call gave: files may call `describe` by other names. */
const titleOfCall =
  /(?<name>\b[\w.]+|\))\s*\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*?)(?: \[(?<ids>[^[\]]*)\])?\k<quote>\s*,/gs;

/** What has the ids of requirements in its title. */
const isTest = /^(?:(?:it|test|describe)\b|\))/;

interface Call {
  readonly name: string;
  readonly title: string;
  /** What stands in brackets at the end of the title. */
  readonly words: readonly string[];
  /** Of its first line, in characters; calls around it stand further left. */
  readonly indentation: number;
}

/**
 * Finds the titles that end in ids, as in `it('refuses two Hosts [http.host.single]', …)`, in a source that is
 * formatted. Throws an Error for brackets that hold both ids and other words, and for ids of a test that is never run.
 */
export function titlesIn(source: string, file: string): TestTitle[] {
  const calls = callsIn(source);
  return calls.flatMap(({ name, title, words }, index) => {
    if (!isTest.test(name) || !words.some((word) => idPattern.test(word))) return [];
    if (!words.every((word) => idPattern.test(word)))
      throw new Error(`${file}: no ids: [${words.join(' ')}]`);
    if (/\.(skip|todo|fails)$/.test(name)) throw new Error(`${file}: is not run: ${title}`);
    return [{ file, path: pathTo(index, calls), ids: words }];
  });
}

function callsIn(source: string): Call[] {
  return [...source.matchAll(titleOfCall)].flatMap((match) => {
    const { name = '', quote, title = '', ids = '' } = match.groups ?? {};
    const line = source.slice(source.lastIndexOf('\n', match.index) + 1);
    if (/^\s*(\/\/|\*)/.test(line)) return [];
    const words = ids === '' ? [] : ids.split(' ');
    const indentation = line.search(/\S/);
    return [{ name, title: title.replaceAll(`\\${quote}`, () => quote ?? ''), words, indentation }];
  });
}

function pathTo(index: number, calls: readonly Call[]): string[] {
  const path: string[] = [];
  let indentation = Number.POSITIVE_INFINITY;
  for (const call of calls.slice(0, index + 1).reverse()) {
    if (call.indentation >= indentation) continue;
    path.unshift(call.title);
    indentation = call.indentation;
  }
  return path;
}

/** Reads the titles of all test files. `root` is the repository's folder; files come in the order of their paths. */
export function readTestTitles(root: URL): TestTitle[] {
  const files = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
  return files.flatMap((file) => titlesIn(readFileSync(new URL(file, root), 'utf8'), file));
}
