import { areas } from '../requirements.ts';
import type { Area, Requirement } from './requirement.ts';
import type { TaggedTest } from './tagged-tests.ts';

const introduction = `# Conformance

What the service must do, where that is stated, and the tests that prove it. The *specification* is the contract of the
service; *semantics* and *interfaces* settle what it leaves open, *authoring* adds what helps authors, and *farm* what
makes many films. A group of tests stands for all tests in it.

Generated from \`test/requirements.ts\` and the tags of the tests by \`npm run conformance\`. Do not edit.
`;

/** The text of `docs/conformance.md`. */
export function conformancePage(tests: readonly TaggedTest[]): string {
  return [introduction, ...areas.map((area) => section(area, tests))].join('\n');
}

function section({ title, requirements }: Area, tests: readonly TaggedTest[]): string {
  const rows = requirements.map((requirement) => row(requirement, tests));
  return `## ${title}\n\n| requirement | source | tests |\n|---|---|---|\n${rows.join('')}`;
}

function row({ id, document, heading, sentence }: Requirement, tests: readonly TaggedTest[]): string {
  const proofs = tests.filter(({ tags }) => tags.includes(id));
  const links = [...new Set(proofs.map(({ file }) => file))].map((file) => {
    const found = proofs
      .filter((proof) => proof.file === file)
      .map(({ path }) => path.map(escaped).join(' › '));
    return `[${file.slice('test/'.length)}](../${file}): ${found.join('; ')}`;
  });
  const place = `${document}: ${escaped(heading)}`;
  return `| \`${id}\`<br>${escaped(sentence)} | ${place} | ${links.join('<br>')} |\n`;
}

/** Escapes what Markdown would not show literally. */
function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]|<$]/g, '\\$&');
}
