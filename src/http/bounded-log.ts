/** Bytes of the log that may wait for a reader: some 4,000 requests. */
const mostWaitingBytes = 1024 ** 2;

interface LogOutput {
  readonly writableLength: number;
  readonly write: (text: string) => unknown;
}

/**
 * A destination of the log that keeps a bounded number of bytes for a reader that has stalled, and drops lines beyond
 * it. Once the reader takes some, a line says how many were dropped.
 */
export class BoundedLog {
  readonly #output: LogOutput;
  #dropped = 0;

  constructor(output: LogOutput) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#output.writableLength + line.length > mostWaitingBytes) {
      this.#dropped++;
      return;
    }
    if (this.#dropped > 0) {
      const record = {
        level: 40,
        time: Date.now(),
        dropped: this.#dropped,
        msg: 'the reader of the log is too slow',
      };
      this.#dropped = 0;
      this.#output.write(`${JSON.stringify(record)}\n`);
    }
    this.#output.write(line);
  }
}
