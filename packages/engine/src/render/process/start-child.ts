import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultMemoryBytes } from './limits.ts';
import { processorsArgument, warmUpArgument } from './messages.ts';

/** The process always runs the compiled program, even if tests run the source. */
const mainFile = fileURLToPath(new URL('../../../dist/render/process/main.start.cjs', import.meta.url));

const mebibyte = 1024 ** 2;

/**
 * Of the libraries. See docs/decisions.md, "Moving objects are painted on a small canvas" and "Memory of a film is
 * reused, not returned".
 */
export const librarySettings = {
  // Skia's allocator gives memory back to the system after 10 ms, which is less than the time between two pictures on a
  // busy machine. Asking for it again costs up to 20 ms for a picture on virtual machines.
  MIMALLOC_PURGE_DELAY: '-1',
  // By default, glibc keeps the free memory of every thread for that thread alone.
  MALLOC_ARENA_MAX: String(Math.ceil(availableParallelism() / 2)),
  // Larger than the pixels of a picture, which are read many times. By default, encoders leave holes of up to 32 MiB.
  MALLOC_MMAP_THRESHOLD_: String(9 * mebibyte),
  // Setting the threshold above lets glibc give back more than 128 KiB at the end of its memory, and so the pixels of
  // each picture, whose pages the system then clears again: a tenth of the processor time of shadows and many shapes.
  MALLOC_TRIM_THRESHOLD_: String(32 * mebibyte),
  // Letters are drawn as outlines of the bundled fonts, so Skia need not open every font of the system.
  DISABLE_SYSTEM_FONTS_LOAD: '1',
};

/**
 * Of V8. Semi-spaces, in MiB, usually grow from 1 to 16. The garbage of a picture is short-lived, and small ones stay in
 * the caches of the processor. `gc` lets films free the pixels that they have read. Those pixels count as growth of the
 * heap, by which V8 would otherwise mark all of it after every second picture: in a film that changes everywhere, that
 * is a third of the processor time. A heap that begins with a few MiB is marked again and again until it has 60, and
 * Node 20 optimizes functions early: together a seventh of the processor time of light films.
 */
export const heapSettings = [
  // The code that is kept for later processes would lack functions that a long film no longer calls.
  '--no-flush-bytecode',
  '--min-semi-space-size=2',
  '--max-semi-space-size=2',
  '--expose-gc',
  '--heap-growing-percent=100',
  '--initial-heap-size=64',
  ...(process.versions.v8.startsWith('11.') ? ['--interrupt-budget=400000'] : []),
];

/** Environment variables that the render process inherits; none could contain a secret. */
const passedVariables = [
  'PATH',
  'LD_LIBRARY_PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
];

/**
 * Returns the folder to start the process in: this process's own, unless it was deleted, because no process can start
 * in a deleted folder.
 */
function workingFolder(): string {
  try {
    const folder = process.cwd();
    if (existsSync(folder)) return folder;
  } catch {
    // The folder was deleted.
  }
  return dirname(mainFile);
}

export interface RenderProcessOptions {
  /** Limit for the JavaScript heap, and the same for the resident memory. */
  readonly maxMemoryBytes: number;
  /** Whether it prepares for films and stills while it is idle. */
  readonly warmsUp: boolean;
  /** Maximum number of processors for its films. */
  readonly processors: number | undefined;
  /** Whether to end a process that does not run for some seconds although it has a task. */
  readonly endsStalled: boolean;
}

/** Starts the render process, by default for one task. */
export function startChild({
  maxMemoryBytes = defaultMemoryBytes,
  warmsUp = false,
  processors,
}: Partial<Omit<RenderProcessOptions, 'endsStalled'>> = {}): ChildProcess {
  const settings = [
    ...(warmsUp ? [warmUpArgument] : []),
    ...(processors === undefined ? [] : [processorsArgument + processors]),
  ];
  return fork(mainFile, [String(maxMemoryBytes), ...settings], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    execArgv: [`--max-old-space-size=${Math.floor(maxMemoryBytes / mebibyte)}`, ...heapSettings],
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedVariables.includes(name))),
      ...librarySettings,
    },
    cwd: workingFolder(),
  });
}
