import { readFileSync } from 'node:fs';
import {
  catalogueEntry,
  catalogueNames,
  isKind,
  kinds,
  type PageName,
  pageNames,
} from '@render-service/engine/formats';
import { closestName } from '@render-service/engine/text';

/** Returns the page about a topic, a kind of objects or a component of the catalogue, in Markdown; undefined for any other word. */
export function topicPage(topic: string): string | undefined {
  const page = pageNamed(topic);
  return page === undefined ? componentPage(topic) : readPage(page);
}

function pageNamed(topic: string): PageName | undefined {
  const page = pageNames.find((name) => name === topic);
  return page ?? (isKind(topic) ? (kinds[topic].page ?? undefined) : undefined);
}

/** A sentence about a topic without a page, with the topic that is probably meant and a list of all. */
export function unknownTopic(topic: string): string {
  const closest = closestName(topic, [...pageNames, ...catalogueNames()]);
  const all = `topics are ${pageNames.join(', ')}`;
  const rest = closest === undefined ? `; the ${all}` : `; did you mean ${closest}? The ${all}`;
  return `there is no page ${JSON.stringify(topic.slice(0, 80))}${rest}`;
}

/** The text of a page, in Markdown. */
export function readPage(name: PageName): string {
  return readFileSync(new URL(`../../assets/docs/reference/topics/${name}.md`, import.meta.url), 'utf8');
}

/** The page of a component of the catalogue: an object that shows it, and how it is written. */
export function componentPage(name: string): string | undefined {
  const entry = catalogueEntry(name);
  if (entry === undefined) return undefined;
  const { description, example, component } = entry;
  const { description: _, example: __, ...definition } = component;
  return `# ${name}

${description} A component of the catalogue: see the page "components".

\`\`\`json
${JSON.stringify(example)}
\`\`\`

It is written as below. A copy in \`components\` of a film, under any name, is one of your own.

\`\`\`json
${JSON.stringify(definition, null, 2)}
\`\`\`
`;
}
