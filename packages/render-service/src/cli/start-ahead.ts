import type { ChildProcess } from 'node:child_process';
import { startChild } from '@render-service/engine/process';
import { signalCodes } from './signal-codes.ts';

/** Commands whose work is that of a render process. */
const commands: readonly (string | undefined)[] = ['render', 'inspect', 'sheet', 'fix'];
/** Arguments of a command that renders nothing. */
const asksForText = new Set(['-h', '--help', '--version']);

/** The render process of the command, which starts while the program is loaded; undefined if none is needed. */
export const startedAhead: ChildProcess | undefined = start();

function start(): ChildProcess | undefined {
  const [command, ...args] = process.argv.slice(2);
  if (!commands.includes(command) || args.some((argument) => asksForText.has(argument))) return undefined;
  // A signal waits until the program listens, which then ends this process, too.
  for (const signal of Object.keys(signalCodes)) process.on(signal, () => {});
  try {
    const child = startChild();
    if (child.pid !== undefined) return child;
    // The program starts another, and reports why that is impossible.
    child.on('error', () => {});
  } catch {
    // The same.
  }
  return undefined;
}
