#!/usr/bin/env node
import { setImmediate } from 'node:timers/promises';
import { SettingsError } from '../contract/settings.ts';
import { RenderError, unforeseenCause } from '../render/render-error.ts';
import { describeSystemError, isSystemError } from '../render/system-error.ts';
import { generalHelp } from './help.ts';
import { UsageError } from './usage-error.ts';
import { versionLine } from './version.ts';

const exitCodes = { done: 0, failed: 1, wrongUsage: 2, interrupted: 130, terminated: 143 } as const;

async function run([command, ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  switch (command) {
    // A command loads what it needs, and nothing of the others.
    case 'serve':
      return (await import('./serve-command.ts')).serveCommand(args, signal);
    case 'mcp':
      return (await import('./mcp-command.ts')).mcpCommand(args, signal);
    case 'render':
      return (await import('./render-command.ts')).renderCommand(args, signal);
    case 'inspect':
      return (await import('./inspect-command.ts')).inspectCommand(args, signal);
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
  const problems = error instanceof RenderError ? [...error.problems] : [describe(error)];
  const cause = error instanceof RenderError ? unforeseenCause(error) : undefined;
  if (cause !== undefined) problems.push(cause);
  process.stderr.write(problems.map((problem) => `render-service: ${problem}\n`).join(''));
  return error instanceof RenderError && error.code === 'invalid-option'
    ? exitCodes.wrongUsage
    : exitCodes.failed;
}

function describe(error: unknown): string {
  return error instanceof SettingsError ? error.message : String(error);
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
let outputIsLost = false;
process.stdout.on('error', (error) => {
  // Whoever reads our output may stop early; there is nobody left to work for. Any other failure is news.
  if (!isSystemError(error, 'EPIPE') && !outputIsLost) {
    outputIsLost = true;
    process.stderr.write(`render-service: cannot write standard output: ${describeSystemError(error)}\n`);
  }
  interruptedWith ??= exitCodes.failed;
  interruption.abort();
});
// The work goes on when nobody reads what is said about it.
process.stderr.on('error', () => {});

const code = await run(process.argv.slice(2), interruption.signal).catch((error: unknown) =>
  interruptedWith === undefined ? fail(error) : interruptedWith,
);
// A failure of the last words is known only now.
await setImmediate();
process.exit(outputIsLost ? exitCodes.failed : code);
