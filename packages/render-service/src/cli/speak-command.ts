import { readFile, stat } from 'node:fs/promises';
import { convertApart, loadProject } from '@render-service/engine/process';
import {
  isWave,
  measureSpeech,
  type SpeechTimes,
  type SpokenSentence,
  sentenceKey,
} from '@render-service/engine/speech';
import { showValue } from '@render-service/engine/text';
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
} from '@render-service/service/command-line';
import { runSpeechProgram } from '../speak/run-speech-program.ts';
import { VoiceFiles } from '../speak/voice-files.ts';

/** Bytes of the sound of one sentence: over two minutes in the best quality. */
const maxBytes = 16 * 1024 ** 2;

/** Sentences that fail one after another before the others are not tried. */
const maxFailures = 3;

const usualTimeoutMs = 60_000;

export const speakHelp = `Usage: render-service speak FILE --command COMMAND [options]

Lets any speech program say the text of "say" in a project, one sentence at a time, and keeps the sounds in the folder "voice" beside
FILE. From then on, the film lasts as long as they do, and plays them. Sentences that the same command has spoken are kept.

The program gets a sentence on standard input. It writes a sound file in place of {out}, or else to standard output. No shell is used.

  render-service speak film.json --command 'piper --model en_US-amy-medium.onnx --output_file {out}'
  render-service speak film.json --command 'espeak-ng -v en-us -s 150 --stdout'

Options:
  --command COMMAND      the program and its arguments; quotes group words
  --timeout-ms MS        how long one sentence may take, from 100 to 3600000 (default: ${usualTimeoutMs})
${setHelp}
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated.
`;

/** `speak FILE --command COMMAND`: returns the exit code, or throws UsageError or RenderError. */
export async function speakCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...argumentsOf('speak'),
    command: { type: 'string' },
    'timeout-ms': { type: 'string', default: String(usualTimeoutMs) },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(speakHelp, values);
  const input = onlyInput('speak', positionals);
  if (input === '-')
    throw new UsageError('speak needs a project file, because it keeps sounds in a folder beside it');
  const { command } = values;
  if (command === undefined) throw new UsageError('--command is missing: the program that speaks');
  const words = splitCommand(command);
  if (words === undefined)
    throw new UsageError(`--command needs a program, and closed quotes, but is ${showValue(command)}`);
  const timeoutMs = Number(values['timeout-ms']);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 3_600_000)
    throw new UsageError(
      `--timeout-ms must be a whole number from 100 to 3600000, but is ${values['timeout-ms']}`,
    );
  const options = { variables: readVariables(values.set), baseFolder: baseFolderOf(input) };
  const load = async (ignoresVoice: boolean) =>
    loadProject(await readInput(input, signal), { ...options, ignoresVoice }, signal, convertApart);
  // Recordings that are missing or damaged are made again.
  const { speech } = await load(true);
  const sentences = spokenOnce(speech);
  if (sentences.length === 0) {
    process.stdout.write(`${input}: no composition has "say", so there is nothing to speak\n`);
    return 0;
  }
  const counts = await speakAll(sentences, {
    words,
    command,
    timeoutMs,
    base: options.baseFolder ?? '.',
    signal,
  });
  const after = await load(false);
  const seconds = Math.max(0, ...after.speech.map(({ cue }) => cue.endMs)) / 1000;
  process.stdout.write(
    `${input}: ${counts.spoken} spoken, ${counts.kept} kept, ${counts.failed} failed of ${sentences.length} sentences, which end at ${seconds.toFixed(1)} s\n`,
  );
  return counts.failed === 0 ? 0 : 1;
}

/** The texts of compositions, each once. */
function spokenOnce(speech: readonly SpokenSentence[]): string[] {
  const texts = new Map(
    speech.flatMap(({ composition, text }) => (composition === null ? [] : [[sentenceKey(text), text]])),
  );
  return [...texts.values()];
}

interface Speaking {
  readonly words: readonly string[];
  readonly command: string;
  readonly timeoutMs: number;
  /** The folder of the film. */
  readonly base: string;
  readonly signal: AbortSignal;
}

async function speakAll(sentences: readonly string[], speaking: Speaking) {
  const files = await VoiceFiles.open(speaking.base);
  const counts = { spoken: 0, kept: 0, failed: 0 };
  let failures = 0;
  for (const [index, text] of sentences.entries()) {
    const kept = await files.recordingOf(sentenceKey(text), speaking.command);
    if (kept !== undefined && !('problem' in (await waveOf(kept, speaking.signal)))) {
      counts.kept++;
      continue;
    }
    const problem = await speak(text, files, speaking);
    if (problem === undefined) {
      counts.spoken++;
      failures = 0;
      continue;
    }
    failures++;
    counts.failed++;
    process.stderr.write(`render-service: ${showValue(text)}: ${problem.message}\n`);
    const left = sentences.length - index - 1;
    if (left > 0 && (problem.isMissing || failures === maxFailures)) {
      const why = problem.isMissing ? 'The program is missing' : `${maxFailures} sentences in a row failed`;
      process.stderr.write(`render-service: ${why}, so the other ${left} were not tried\n`);
      counts.failed += left;
      break;
    }
  }
  return counts;
}

/** Speaks one sentence and keeps it; returns what went wrong, if anything. */
async function speak(
  text: string,
  files: VoiceFiles,
  { words, command, timeoutMs, signal }: Speaking,
): Promise<{ readonly message: string; readonly isMissing: boolean } | undefined> {
  const [program = '', ...rest] = words;
  const out = files.temporary();
  const file = rest.some((word) => word.includes('{out}')) ? out : undefined;
  const args = rest.map((word) => word.replaceAll('{out}', out));
  try {
    const outcome = await runSpeechProgram({ program, args, text, file, timeoutMs, maxBytes, signal });
    if ('problem' in outcome)
      return { message: `${program} ${outcome.problem}`, isMissing: outcome.isMissing === true };
    const size =
      file === undefined
        ? 0
        : await stat(out).then(
            (found) => found.size,
            () => 0,
          );
    if (size > maxBytes)
      return {
        message: `${program} wrote ${size} bytes, but at most ${maxBytes} are read`,
        isMissing: false,
      };
    const bytes = file === undefined ? outcome.output : await readFile(out).catch(() => undefined);
    if (bytes === undefined || bytes.length === 0) {
      const where =
        file === undefined
          ? 'to standard output; write {out} where it takes the name of a file'
          : 'into {out}';
      return { message: `${program} wrote nothing ${where}`, isMissing: false };
    }
    const wave = await waveOf(bytes, signal);
    if ('problem' in wave) return { message: `${program} wrote no sound: ${wave.problem}`, isMissing: false };
    await files.add(sentenceKey(text), wave.bytes, { ...wave.times, text, command }, signal);
    return undefined;
  } finally {
    await files.remove(out);
  }
}

async function waveOf(
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly times: SpeechTimes } | { readonly problem: string }> {
  if (bytes.length > maxBytes)
    return { problem: `it has ${bytes.length} bytes, but at most ${maxBytes} are read` };
  const sound = { type: 'media', bytes, maxBytes, drawn: undefined, heardUntilMs: undefined } as const;
  const converted = isWave(bytes)
    ? { ok: true as const, value: { bytes } }
    : await convertApart(sound, signal);
  if (!converted.ok) return { problem: converted.problems.join('; ') };
  const times = measureSpeech(converted.value.bytes);
  return times.ok
    ? { bytes: converted.value.bytes, times: times.value }
    : { problem: times.problems.join('; ') };
}

/**
 * Divides a command into the program and its arguments at spaces, except in single or double quotes. A backslash takes the next
 * character as it is, except in single quotes. Undefined for an open quote, and for a command without a program.
 */
function splitCommand(command: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < command.length; index++) {
    const letter = command.charAt(index);
    if (letter === '\\' && quote !== "'" && index + 1 < command.length) {
      word = (word ?? '') + command.charAt(++index);
    } else if (quote !== '') {
      if (letter === quote) quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return words.length === 0 || words[0] === '' ? undefined : words;
}
