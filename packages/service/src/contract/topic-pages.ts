import { readFileSync } from 'node:fs';
import { isKind, kinds, type PageName, pageNames } from '@render-service/engine/formats';
import { closestName } from '@render-service/engine/text';

/** Returns the page about a topic, or about a kind of objects; undefined for any other word. */
export function pageNamed(topic: string): PageName | undefined {
  const own = pageNames.find((name) => name === topic);
  return own ?? (isKind(topic) ? (kinds[topic].page ?? undefined) : undefined);
}

/** A sentence about a topic without a page, with the topic that is probably meant and a list of all. */
export function unknownTopic(topic: string): string {
  const closest = closestName(topic, pageNames);
  const all = `topics are ${pageNames.join(', ')}`;
  const rest = closest === undefined ? `; the ${all}` : `; did you mean ${closest}? The ${all}`;
  return `there is no page ${JSON.stringify(topic.slice(0, 80))}${rest}`;
}

/** The text of a page, in Markdown. */
export function readPage(name: PageName): string {
  return readFileSync(new URL(`../../assets/docs/reference/topics/${name}.md`, import.meta.url), 'utf8');
}
