import { areas } from '../requirements.ts';
import type { Area, Requirement } from './requirement.ts';
import type { TaggedTest } from './tagged-tests.ts';

const introduction = `# Conformance

What the service must do, where this is specified, and the tests that prove it. The *specification* is the contract of the
service. *semantics* and *interfaces* settle what it leaves open, *authoring* adds help for authors, and *farm* covers batches
and queues. A group of tests represents all tests in it.
`;

const summaryIntroduction = `# Conformance

Every statement, table row and limit of the specification is a requirement with an id, listed in \`test/requirements/\`. Tests name the
requirements that they check as tags. The suite fails for a requirement without a test, and for a tag that is not a
requirement, so each of these has a test:
`;

const summaryEnd = `
\`npm run --silent conformance\` prints every requirement with its source and its tests; with the beginning of an id, as in
\`npm run --silent conformance -- http.errors\`, only those. \`npx vitest run --tags-filter http.errors.body\` runs the tests of one
requirement.

After adding or removing requirements, update this page with \`npx vitest run test/requirements.test.ts --update\`.
`;

/** Every requirement whose id begins with `beginning`, with its source and its tests, as Markdown. */
export function conformancePage(tests: readonly TaggedTest[], beginning = ''): string {
  const shown = areas
    .map(({ title, requirements }) => ({
      title,
      requirements: requirements.filter(({ id }) => id.startsWith(beginning)),
    }))
    .filter(({ requirements }) => requirements.length > 0);
  return [introduction, ...shown.map((area) => section(area, tests))].join('\n');
}

/** The text of `docs/conformance.md`: how many requirements each area has, and how to see them. */
export function conformanceSummary(): string {
  const rows = areas.map(({ title, requirements }) => `| ${title} | ${requirements.length} |\n`);
  const total = areas.reduce((sum, { requirements }) => sum + requirements.length, 0);
  const table = `| area | requirements |\n|---|---|\n${rows.join('')}| **all** | **${total}** |\n`;
  return `${summaryIntroduction}\n${table}${summaryEnd}`;
}

function section({ title, requirements }: Area, tests: readonly TaggedTest[]): string {
  const rows = requirements.map((requirement) => row(requirement, tests));
  return `## ${title}\n\n| requirement | source | tests |\n|---|---|---|\n${rows.join('')}`;
}

function row({ id, document, heading, sentence }: Requirement, tests: readonly TaggedTest[]): string {
  const proofs = tests.filter(({ tags }) => tags.includes(id));
  const files = [...new Set(proofs.map(({ file }) => file))].map((file) => {
    const found = proofs
      .filter((proof) => proof.file === file)
      .map(({ path }) => path.map(escaped).join(' › '));
    return `${file}: ${found.join('; ')}`;
  });
  const place = `${document}: ${escaped(heading)}`;
  return `| \`${id}\`<br>${escaped(sentence)} | ${place} | ${files.join('<br>')} |\n`;
}

/** Escapes what Markdown would not show literally. */
function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]|<$]/g, '\\$&');
}
