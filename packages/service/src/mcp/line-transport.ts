import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import {
  idOf,
  invalidRequestAnswer,
  isAnswer,
  parseErrorAnswer,
  problemOf,
  prototypeArgumentAnswer,
  unknownToolAnswer,
} from './invalid-message.ts';

const lineFeed = 0x0a;

/**
 * Reads and writes protocol messages on standard input and output, one per line, and reports when the connection
 * closes. Unlike the library's own transport, it sends an error response to an invalid line.
 */
export class LineTransport extends StdioServerTransport {
  /** Resolves when either side has closed the connection or the client can no longer be written to. */
  readonly closed: Promise<void>;
  #markClosed = () => {};
  #isOpen = true;
  #unfinished: Buffer[] = [];
  #unfinishedBytes = 0;
  /** The ids of requests that have no response yet. */
  readonly #pending = new Set<RequestId>();

  constructor() {
    super();
    this.closed = new Promise((resolve) => {
      this.#markClosed = resolve;
    });
  }

  override async close(): Promise<void> {
    this.#isOpen = false;
    await super.close();
    this.#markClosed();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (isAnswer && message.id !== undefined) this.#pending.delete(message.id);
    return super.send(message);
  }

  override _ondata = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = Buffer.concat([...this.#unfinished, chunk.subarray(start, end)]).toString();
      this.#unfinished = [];
      this.#unfinishedBytes = 0;
      start = end + 1;
      this.#takeLine(line);
      if (!this.#isOpen) return;
    }
    if (start === chunk.length) return;
    this.#unfinished.push(chunk.subarray(start));
    this.#unfinishedBytes += chunk.length - start;
    if (this.#unfinishedBytes > STDIO_DEFAULT_MAX_BUFFER_SIZE) {
      this.onerror?.(new Error(`an input line exceeds the limit of ${STDIO_DEFAULT_MAX_BUFFER_SIZE} bytes`));
      void this.close();
    }
  };

  #takeLine(line: string): void {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      this.#report('not valid JSON');
      this.#answer(parseErrorAnswer(error));
      return;
    }
    const { message, answer } = this.#read(value);
    if (message) this.#deliver(message);
    if (answer) this.#answer(answer);
  }

  /** The message, or the error response to an invalid one. An invalid response gets no error response. */
  #read(value: unknown): { message?: JSONRPCMessage; answer?: JSONRPCErrorResponse } {
    try {
      const message = parseJSONRPCMessage(value);
      if (!isJSONRPCRequest(message)) return { message };
      if (this.#pending.has(message.id)) {
        return {
          answer: invalidRequestAnswer(
            `the id ${JSON.stringify(message.id)} belongs to a request that is still running`,
          ),
        };
      }
      const answer = unknownToolAnswer(message) ?? prototypeArgumentAnswer(message, value);
      if (answer) return { answer };
      this.#pending.add(message.id);
      return { message };
    } catch {
      const problem = problemOf(value);
      this.#report(problem);
      return isAnswer(value) ? {} : { answer: invalidRequestAnswer(problem, idOf(value)) };
    }
  }

  #deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const { requestId } = message.params ?? {};
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    // A cancelled request gets no response, unless one is already being sent.
    setImmediate(() => this.#pending.delete(requestId));
  }

  #answer(answer: JSONRPCErrorResponse): void {
    // A broken connection is reported elsewhere.
    super.send(answer).catch(() => {});
  }

  #report(problem: string): void {
    this.onerror?.(new Error(`invalid protocol message on standard input: ${problem}`));
  }
}
