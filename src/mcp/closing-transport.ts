import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Messages of the protocol on standard input and output, and word of the end of the connection. */
export class ClosingTransport extends StdioServerTransport {
  /** Resolves when the client closed its side, can no longer be written to, or was hung up on. */
  readonly closed: Promise<void>;
  #markClosed = () => {};

  constructor() {
    super();
    this.closed = new Promise((resolve) => {
      this.#markClosed = resolve;
    });
  }

  override async close(): Promise<void> {
    await super.close();
    this.#markClosed();
  }
}
