import { readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { RunningCommand } from '../../../../../test/support/command-line.ts';
import {
  childrenOf,
  coreMilliseconds,
  handlesSignal,
  isRunning,
} from '../../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../../test/support/wait-until.ts';

export const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../../test/fixtures/projects/${name}.json`, import.meta.url));
export const hello = fixture('hello');

export const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const;

/** Equations that take most of a minute together; each stays far below its own time limit. */
export async function manyEquations(folder: string): Promise<string> {
  const project = JSON.parse(await readFile(hello, 'utf8'));
  const scene = project.scenes.hello;
  const [composition] = Object.values<{ states: Record<string, object> }>(scene.compositions);
  for (let index = 0; index < 800; index++) {
    const id = `e${index}`;
    scene.objects[id] = { ...scene.objects.title, id, kind: 'equation', order: index + 1 };
    composition.states[id] = { ...composition.states.title, text: `${index}${'x^2+'.repeat(120)}1` };
  }
  const path = join(folder, 'equations.json');
  await writeFile(path, JSON.stringify(project));
  return path;
}

/** Code that the command runs first: publishing a file never gets beyond its temporary file. */
export const stuckWhilePublishing = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    fs.link = () => new Promise(() => setInterval(() => {}, 1000));
    syncBuiltinESMExports();
  `)}`,
};

export function pidOf({ process }: RunningCommand): number {
  if (process.pid === undefined) throw new Error('not started');
  return process.pid;
}

/** Waits until the command handles signals itself. Node has no handler of its own for SIGHUP. */
export function untilItListens(command: RunningCommand): Promise<unknown> {
  return waitUntil('handlers', () => handlesSignal(pidOf(command), constants.signals.SIGHUP), 30_000);
}

/** Waits until the render process has used this much processor time, and returns its id. */
export function renderProcessOf(command: RunningCommand, workedMs: number): Promise<number> {
  return waitUntil(
    'the render process',
    () => childrenOf(pidOf(command)).find((child) => coreMilliseconds(child) >= workedMs),
    60_000,
  );
}

/** Sends the signal; the command must end with this code, which work that is done does not have, and without further output. */
export async function interrupt(
  command: RunningCommand,
  signal: NodeJS.Signals,
  code: number,
): Promise<void> {
  const children = childrenOf(pidOf(command));
  command.process.kill(signal);
  expect(await command.finished).toMatchObject({ code, stdout: Buffer.alloc(0), stderr: '' });
  for (const child of children) await waitUntil('the end of the render process', () => !isRunning(child));
}
