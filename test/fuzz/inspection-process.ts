import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Results of the built program for a document. */
export interface InspectionAnswer {
  readonly parsed: { ok: true } | { ok: false; problems: readonly string[] } | { thrown: string };
  readonly inspected:
    | { ok: true; issues: readonly string[] }
    | { ok: false; code: string; problems: readonly string[]; unexpected?: string }
    | { thrown: string };
  /** Processor time of the whole process for parsing and inspecting, in milliseconds. */
  readonly processorMs: number;
}

/** No answer: the process has ended, or was ended because it did not answer. */
export interface NoAnswer {
  readonly died: string;
}

const childFile = fileURLToPath(new URL('./inspection-child.mjs', import.meta.url));
/** Milliseconds of wall time, long enough for a busy machine. */
const patience = 60_000;

/** Parses and inspects documents in a separate process, which is replaced when it dies. */
export class InspectionProcess {
  #child: ChildProcess | undefined;

  async inspect(input: string | Uint8Array | object): Promise<InspectionAnswer | NoAnswer> {
    this.#child ??= fork(childFile, [], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=2048'],
    });
    const child = this.#child;
    const stopWaiting = new AbortController();
    const { signal } = stopWaiting;
    try {
      const answer = once(child, 'message', { signal }).then(([message]) => message as InspectionAnswer);
      const end = once(child, 'exit', { signal }).then(([code, by]) => ({
        died: `ended with ${by ?? code}`,
      }));
      const silence = new Promise<NoAnswer>((resolve) => {
        const timer = setTimeout(() => resolve({ died: `no answer within ${patience} ms` }), patience);
        signal.addEventListener('abort', () => clearTimeout(timer));
      });
      child.send(input);
      const outcome = await Promise.race([answer, end, silence]);
      if ('died' in outcome) this.close();
      for (const promise of [answer, end]) promise.catch(() => {});
      return outcome;
    } finally {
      stopWaiting.abort();
    }
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
