import { areas } from '../requirements.ts';
import type { Area, Requirement } from './requirement.ts';
import { readTestTitles, type TestTitle } from './test-titles.ts';

const introduction = `# Conformance

What the service must do, where that is said, and the tests that prove it. *Specification* is the contract of the
service, *semantics* and *interfaces* decide what it leaves open. A test stands behind the groups that it is in; a
group stands for all of its tests.

Made from \`test/requirements.ts\` and the titles of the tests by \`node scripts/conformance.mjs\`; not to be edited.
`;

/** The text of `docs/conformance.md`. `root` is the repository's folder. */
export function conformancePage(root: URL): string {
  const titles = readTestTitles(root);
  return [introduction, ...areas.map((area) => section(area, titles))].join('\n');
}

function section({ title, requirements }: Area, titles: readonly TestTitle[]): string {
  const rows = requirements.map((requirement) => row(requirement, titles));
  return `## ${title}\n\n| requirement | source | tests |\n|---|---|---|\n${rows.join('')}`;
}

function row({ id, document, heading, sentence }: Requirement, titles: readonly TestTitle[]): string {
  const proofs = titles.filter(({ ids }) => ids.includes(id));
  const tests = [...new Set(proofs.map(({ file }) => file))].map((file) => {
    const found = proofs
      .filter((proof) => proof.file === file)
      .map(({ path }) => path.map(escaped).join(' › '));
    return `[${file.slice('test/'.length)}](../${file}): ${found.join('; ')}`;
  });
  const place = `${document}: ${escaped(heading)}`;
  return `| \`${id}\`<br>${escaped(sentence)} | ${place} | ${tests.join('<br>')} |\n`;
}

/** A text that Markdown shows as it stands. */
function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]|<$]/g, '\\$&');
}
