import { convertApart, loadProject } from '@render-service/engine/process';
import { langPattern, type SpokenSentence } from '@render-service/engine/speech';
import { showClock } from '@render-service/engine/text';
import {
  argumentsOf,
  baseFolderOf,
  onlyInput,
  parseArguments,
  printHelpOrVersion,
  readInput,
  readVariables,
  setHelp,
  UsageError,
  writeTextOutput,
} from '@render-service/service/command-line';

const formats = ['markdown', 'json', 'ssml'] as const;

export const scriptHelp = `Usage: render-service script INPUT [-o OUTPUT] [options]

Prints what is said in a project: the text of "say", or the words of a recording. INPUT is a project file, or - for standard input.

Options:
  -o, --output OUTPUT    where to write the text (default: standard output)
  --format FORMAT        markdown, json with times in milliseconds, or ssml for speech programs (default: markdown)
  --lang TAG             the language of SSML, such as de or pt-BR (default: that of the film, or en)
${setHelp}
  --force                replace OUTPUT if it exists
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

/** `script INPUT`: prints the text that is spoken. Returns the exit code, or throws UsageError or RenderError. */
export async function scriptCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...argumentsOf('script'),
    output: { type: 'string', short: 'o', default: '-' },
    format: { type: 'string', default: 'markdown' },
    lang: { type: 'string' },
    force: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(scriptHelp, values);
  const input = onlyInput('script', positionals);
  const format = formats.find((one) => one === values.format);
  if (format === undefined)
    throw new UsageError(`--format must be one of ${formats.join(', ')}, but is ${values.format}`);
  if (values.lang !== undefined && !langPattern.test(values.lang))
    throw new UsageError(`--lang must be a language tag such as en or pt-BR, but is ${values.lang}`);
  const variables = readVariables(values.set);
  const document = await readInput(input, signal);
  const options = { variables, baseFolder: baseFolderOf(input) };
  const { project, speech } = await loadProject(document, options, signal, convertApart);
  const text = { markdown: asMarkdown, json: asJson, ssml: asSsml }[format](
    speech,
    project.name,
    values.lang ?? project.lang ?? 'en',
  );
  await writeTextOutput(values.output, text, { input, force: values.force, signal });
  return 0;
}

/** Neighbouring sentences of one composition. */
function sections(speech: readonly SpokenSentence[]): SpokenSentence[][] {
  const found: SpokenSentence[][] = [];
  for (const sentence of speech) {
    const last = found.at(-1);
    if (last?.[0]?.composition === sentence.composition && sentence.composition !== null) last.push(sentence);
    else found.push([sentence]);
  }
  return found;
}

function asMarkdown(speech: readonly SpokenSentence[], name: string): string {
  const parts = sections(speech).map((sentences) => {
    const [{ composition, cue }] = sentences;
    const title =
      composition === null ? showClock(cue.startMs) : `${composition} (${showClock(cue.startMs)})`;
    return `## ${title}\n\n${sentences.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')}\n`;
  });
  return [`# ${name}\n`, ...(parts.length === 0 ? ['Nobody speaks in this film.\n'] : parts)].join('\n');
}

function asJson(speech: readonly SpokenSentence[], name: string): string {
  const sentences = speech.map(({ composition, text, cue: { startMs, endMs }, isRecorded }) => ({
    ...{ composition, text, startMs, endMs, recorded: isRecorded },
  }));
  return `${JSON.stringify({ name, sentences }, null, 2)}\n`;
}

function asSsml(speech: readonly SpokenSentence[], _name: string, lang: string): string {
  const paragraphs = sections(speech).map(
    (sentences) => `  <p>${sentences.map(({ text }) => `<s>${escapeXml(text)}</s>`).join('')}</p>`,
  );
  const body = paragraphs.join('\n  <break time="400ms"/>\n');
  return `<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${lang}">\n${body}\n</speak>\n`;
}

/** Without the control characters that XML forbids. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
