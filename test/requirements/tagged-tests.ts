import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type CliOptions, createVitest, type TestCase, type TestModule, type TestSuite } from 'vitest/node';

/** A test, or a group of tests, with the requirements that its tags name. */
export interface TaggedTest {
  /** Relative to the root, with slashes. */
  readonly file: string;
  /** The titles of the groups around it, outermost first, and its own. */
  readonly path: readonly string[];
  /** Its own tags, without those of the groups around it. */
  readonly tags: readonly string[];
}

/** Marks that keep a test from running, or turn its result around, on every machine. */
const neverRun = /\b(?:it|test|describe)\b[^\n]*?\.(?:skip|todo|fails)\b|\b(?:skip|todo|fails): true\b/;

/**
 * Reads the tests of all test files, without running them, and returns those with tags in the order of their paths.
 * Takes Vitest's options; without any it reads `vitest.config.ts`. Throws an Error for a file that cannot be parsed,
 * a file that marks a test as skipped, to do or failing, and, with `strictTags`, a tag that is not defined.
 */
export async function readTaggedTests(options: CliOptions = {}): Promise<TaggedTest[]> {
  const vitest = await createVitest('test', { ...options, watch: false });
  try {
    const modules = await vitest.experimental_parseSpecifications(await vitest.globTestSpecifications());
    return modules
      .map((module) => ({
        module,
        file: relative(vitest.config.root, module.moduleId).replaceAll('\\', '/'),
      }))
      .sort((a, b) => (a.file < b.file ? -1 : 1))
      .flatMap(({ module, file }) => taggedIn(module, file));
  } finally {
    await vitest.close();
  }
}

function taggedIn(module: TestModule, file: string): TaggedTest[] {
  const [error] = module.errors();
  if (error) throw new Error(`${file}: ${error.message}`);
  const mark = neverRun.exec(readFileSync(module.moduleId, 'utf8'));
  if (mark) throw new Error(`${file}: every test must run, found ${JSON.stringify(mark[0])}`);
  return [...module.children].flatMap((child) => taggedFrom(child, file, [], []));
}

function taggedFrom(
  task: TestCase | TestSuite,
  file: string,
  groups: readonly string[],
  inherited: readonly string[],
): TaggedTest[] {
  // Vitest gives the name as it is written in the source.
  const path = [...groups, task.name.replaceAll(/\\(['"`])/g, '$1')];
  const all = task.options.tags ?? [];
  const tags = all.filter((tag) => !inherited.includes(tag));
  const own = tags.length > 0 ? [{ file, path, tags }] : [];
  if (task.type === 'test') return own;
  // A group without tests proves nothing.
  if (task.children.allTests().next().done) return [];
  return [...own, ...[...task.children].flatMap((child) => taggedFrom(child, file, path, all))];
}
