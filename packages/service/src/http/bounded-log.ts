/** Maximum bytes of the log that wait for a reader: about 4,000 requests. */
const maxWaitingBytes = 1024 ** 2;

interface LogOutput {
  readonly writableLength: number;
  readonly write: (text: string) => unknown;
}

/**
 * A log destination that buffers a bounded number of bytes for a stalled reader, and drops further lines. When the
 * reader resumes, a line reports how many were dropped.
 */
export class BoundedLog {
  readonly #output: LogOutput;
  #dropped = 0;

  constructor(output: LogOutput) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#output.writableLength + line.length > maxWaitingBytes) {
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
