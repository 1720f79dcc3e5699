import { setImmediate } from 'node:timers/promises';
import { RenderError } from '@render-service/engine';
import { describeSystemError, isSystemError } from '@render-service/engine/files';
import { unexpectedCause } from '@render-service/engine/process';
import { closestName, describeProblem, escapeControls } from '@render-service/engine/text';
import { FlagError, packageVersion, SettingsError, UsageError } from '@render-service/service/command-line';
import { openFilesLimit } from './open-files.ts';
import { signalCodes } from './signal-codes.ts';

const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** Milliseconds that an interrupted render may take to clean up; it usually takes 20, and 200 on a very busy machine. */
const cleanUpLimitMs = 500;

const commands = [
  'init',
  'preview',
  'render',
  'batch',
  'sheet',
  'inspect',
  'fix',
  'expand',
  'script',
  'speak',
  'schema',
  'guide',
  'serve',
  'mcp',
  'work',
  'queue',
  'cache',
] as const;
/** Commands that may take any time to end after a first signal. */
const services: readonly (string | undefined)[] = ['serve', 'mcp', 'preview', 'work'];

const [command, ...args] = process.argv.slice(2);

async function run(signal: AbortSignal): Promise<number> {
  switch (command) {
    // Each command loads only the modules that it needs.
    case 'serve':
      return (await import('@render-service/service')).serveCommand(args, signal);
    case 'mcp':
      return (await import('@render-service/service')).mcpCommand(args, signal, async (formats) => {
        const { ConversationFilms } = await import('@render-service/preview');
        return new ConversationFilms(formats);
      });
    case 'preview':
      return (await import('@render-service/preview')).previewCommand(args, signal);
    case 'render':
      return (await import('./render-command.ts')).renderCommand(args, signal);
    case 'batch':
      return (await import('@render-service/farm')).batchCommand(args, signal);
    case 'inspect':
      return (await import('./inspect-command.ts')).inspectCommand(args, signal);
    case 'fix':
      return (await import('./fix-command.ts')).fixCommand(args, signal);
    case 'sheet':
      return (await import('./sheet-command.ts')).sheetCommand(args, signal);
    case 'expand':
      return (await import('./expand-command.ts')).expandCommand(args, signal);
    case 'script':
      return (await import('./script-command.ts')).scriptCommand(args, signal);
    case 'speak':
      return (await import('./speak-command.ts')).speakCommand(args, signal);
    case 'schema':
      return (await import('./schema-command.ts')).schemaCommand(args, signal);
    case 'guide':
      return (await import('./guide-command.ts')).guideCommand(args, signal);
    case 'init':
      return (await import('./init-command.ts')).initCommand(args, signal);
    case 'work':
      return (await import('@render-service/farm')).workCommand(args, signal);
    case 'queue':
      return (await import('@render-service/farm')).queueCommand(args, signal);
    case 'cache':
      return (await import('./cache-command.ts')).cacheCommand(args);
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write((await import('./general-help.ts')).generalHelp);
      return exitCodes.done;
    case '--version':
      process.stdout.write(`${packageVersion()}\n`);
      return exitCodes.done;
    case undefined:
      throw new UsageError(`a command is missing; ${validCommands}`);
    default: {
      const kind = command.startsWith('-') ? 'option' : 'command';
      const closest = kind === 'command' ? closestName(command, commands) : undefined;
      const advice = closest === undefined ? validCommands : `did you mean ${closest}?`;
      throw new UsageError(`unknown ${kind} ${command}; ${advice}`);
    }
  }
}

const validCommands = `valid commands: ${commands.join(', ')}`;

function fail(error: unknown): number {
  if (error instanceof UsageError || error instanceof FlagError) {
    const subject = commands.find((name) => name === command);
    const help = subject === undefined ? '--help' : `${subject} --help`;
    process.stderr.write(`render-service: ${escapeControls(error.message)}\nTry: render-service ${help}\n`);
    return exitCodes.wrongUsage;
  }
  const isWrongUsage = error instanceof RenderError && error.code === 'invalid-option';
  const described = error instanceof RenderError ? describeFailure(error) : [describe(error)];
  const problems = isWrongUsage ? described.map(withFlags) : described;
  process.stderr.write(problems.map((problem) => `render-service: ${escapeControls(problem)}\n`).join(''));
  return isWrongUsage ? exitCodes.wrongUsage : exitCodes.failed;
}

/** Writes the options of the library in a problem as the flags of the command line. */
function withFlags(problem: string): string {
  return problem
    .replace(/^(?:format|width|height|fps|audio|codec|captions)(?= (?!x ))/, '--$&')
    .replace(/\bembedCaptions\b/, '--embed-captions')
    .replace(', or the format must be given: ', ', or add --format with ')
    .replace(/(?<![\w./-])(?:timeMs|timeoutMs|fromMs|toMs)(?=[ ,])/g, (name) => `--${name.slice(0, -2)}-ms`);
}

/** Matches text whose second line is a line of a stack trace. */
const stackLine = /^[^\n]*\n {4}at /;

/**
 * Describes a failure in one sentence per problem. For a crash of the render process, one sentence states how the
 * process ended. A stack trace is added only for a bug in this program, so the user can report it.
 */
function describeFailure(error: RenderError): readonly string[] {
  const cause = unexpectedCause(error);
  const problems = error.problems.map(describeProblem).map(withFilePlace);
  if (cause === undefined) return problems;
  if (stackLine.test(cause)) return [...problems, cause];
  return [`${problems.join('; ')} (${cause.split('\n', 1)[0]})`];
}

/** Writes the place of a syntax error as editors and compilers do, if the command has one JSON file. */
function withFilePlace(problem: string): string {
  const [, line, column] = /^project: is not valid JSON at line (\d+), column (\d+)/.exec(problem) ?? [];
  const [file, other] = args.filter((one) => /^[^-].*\.json$/i.test(one));
  if (line === undefined || file === undefined || other !== undefined) return problem;
  return problem.replace('project', `${file}:${line}:${column}`);
}

function describe(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (isSystemError(error, 'EMFILE')) {
    return `too many files are open; raise the limit (ulimit -n), which is ${openFilesLimit() ?? 'too low'}`;
  }
  return String(error);
}

const interruption = new AbortController();
let interruptedWith: number | undefined;
for (const [name, code] of Object.entries(signalCodes)) {
  process.on(name, () => {
    // A second signal ends the process at once.
    if (interruptedWith !== undefined) process.exit(code);
    interruptedWith = code;
    interruption.abort();
    // Services have their own limits. Incomplete output is removed on exit.
    if (!services.includes(command)) setTimeout(() => process.exit(code), cleanUpLimitMs);
  });
}
let outputIsLost = false;
process.stdout.on('error', (error) => {
  // A reader that closes the pipe needs no more output, so this is not an error; any other failure is reported.
  if (!isSystemError(error, 'EPIPE') && !outputIsLost) {
    outputIsLost = true;
    process.stderr.write(`render-service: cannot write standard output: ${describeSystemError(error)}\n`);
  }
  interruptedWith ??= exitCodes.failed;
  interruption.abort();
});
// The work continues when standard error is closed.
process.stderr.on('error', () => {});

function taskName(): string {
  return commands.find((name) => name === command) ?? 'text';
}

/** Of scripts/start-program.cjs; undefined in a program that is not bundled. */
declare const keepCompiledCode: ((task: string) => void) | undefined;

async function runToEnd(): Promise<never> {
  const code = await run(interruption.signal).catch((error: unknown) =>
    interruptedWith === undefined ? fail(error) : interruptedWith,
  );
  // A failure of the last write appears only now.
  await setImmediate();
  if (typeof keepCompiledCode === 'function') keepCompiledCode(taskName());
  process.exit(outputIsLost ? exitCodes.failed : code);
}

/** Awaited by `main.ts`, so Node reports a program that has nothing left to do before it has ended. */
export const ended = runToEnd();
