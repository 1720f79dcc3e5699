#!/usr/bin/env node
import { RenderError, unforeseenCause } from '../render/render-error.ts';
import { generalHelp } from './help.ts';
import { inspectCommand } from './inspect-command.ts';
import { renderCommand } from './render-command.ts';
import { UsageError } from './usage-error.ts';
import { versionLine } from './version.ts';

const exitCodes = { done: 0, failed: 1, wrongUsage: 2, interrupted: 130, terminated: 143 } as const;

async function run([command, ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  switch (command) {
    case 'render':
      return renderCommand(args, signal);
    case 'inspect':
      return inspectCommand(args, signal);
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(generalHelp);
      return exitCodes.done;
    case '--version':
      process.stdout.write(versionLine());
      return exitCodes.done;
    case undefined:
      throw new UsageError('which command?');
    default:
      throw new UsageError(`there is no command ${JSON.stringify(command)}`);
  }
}

function fail(error: unknown): number {
  if (error instanceof UsageError || isParseArgsError(error)) {
    process.stderr.write(`render-service: ${error.message}\nTry: render-service --help\n`);
    return exitCodes.wrongUsage;
  }
  const problems = error instanceof RenderError ? [...error.problems] : [String(error)];
  const cause = error instanceof RenderError ? unforeseenCause(error) : undefined;
  if (cause !== undefined) problems.push(cause);
  process.stderr.write(problems.map((problem) => `render-service: ${problem}\n`).join(''));
  return error instanceof RenderError && error.code === 'invalid-option'
    ? exitCodes.wrongUsage
    : exitCodes.failed;
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

const interruption = new AbortController();
let interruptedWith: number | undefined;
for (const [name, code] of [
  ['SIGINT', exitCodes.interrupted],
  ['SIGTERM', exitCodes.terminated],
] as const) {
  process.on(name, () => {
    // A second signal is from someone who will not wait.
    if (interruptedWith !== undefined) process.exit(code);
    interruptedWith = code;
    interruption.abort();
  });
}
// Whoever reads our output may stop early; there is nobody left to tell.
process.stdout.on('error', () => process.exit(exitCodes.failed));

const code = await run(process.argv.slice(2), interruption.signal).catch((error: unknown) =>
  interruptedWith === undefined ? fail(error) : interruptedWith,
);
process.exit(code);
