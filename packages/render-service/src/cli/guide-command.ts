import { pageNames, pages } from '@render-service/engine/formats';
import {
  parseArguments,
  printHelpOrVersion,
  topicPage,
  UsageError,
  unknownTopic,
  writeTextOutput,
} from '@render-service/service/command-line';

export const guideHelp = `Usage: render-service guide [TOPIC]

Prints how to write one thing in shorthand, in Markdown of at most 4 KB. TOPIC is one of the list that is printed without
it, a kind of objects, such as rectangle, or a component of the catalogue, such as window.

Options:
  -h, --help             print this help
  --version              print the version
`;

/** `guide [TOPIC]`: prints a page, or the list of pages. Returns the exit code, or throws UsageError. */
export async function guideCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    return printHelpOrVersion(guideHelp, values);
  }
  const [topic, further] = positionals;
  if (further !== undefined) throw new UsageError(`guide takes one TOPIC, but is also given ${further}`);
  await writeTextOutput('-', topic === undefined ? listOfPages() : pageAbout(topic), {
    force: false,
    signal,
  });
  return 0;
}

function pageAbout(topic: string): string {
  const page = topicPage(topic);
  if (page === undefined) throw new UsageError(unknownTopic(topic));
  return page;
}

function listOfPages(): string {
  const width = Math.max(...pageNames.map((name) => name.length)) + 2;
  return pageNames.map((name) => `${name.padEnd(width)}${pages[name]}\n`).join('');
}
