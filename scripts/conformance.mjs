/**
 * Prints every requirement of the contract with the tests that prove it, as Markdown. With the beginning of an id as its
 * argument, prints only the requirements that start with it.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const load = async (file) => {
  const { module } = await runnerImport(
    fileURLToPath(new URL(`../test/requirements/${file}`, import.meta.url)),
  );
  return module;
};
const { conformancePage } = await load('conformance-page.ts');
const { readTaggedTests } = await load('tagged-tests.ts');

const [beginning] = process.argv.slice(2);
const page = conformancePage(await readTaggedTests(), beginning);
process.stdout.write(page);
