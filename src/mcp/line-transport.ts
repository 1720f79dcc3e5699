import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type Answer, Batch } from './batch.ts';
import {
  idOf,
  invalidRequestAnswer,
  isAnswer,
  parseErrorAnswer,
  problemOf,
  unknownToolAnswer,
} from './invalid-message.ts';

/** The only protocol revision that allows batches: several messages in one line. */
const batchRevision = '2025-03-26';
/** Without a limit, the responses to a batch of millions of invalid messages would take gigabytes. */
const maxBatchLength = 100;

const lineFeed = 0x0a;

/**
 * Reads and writes protocol messages on standard input and output, one per line, and tells when the connection is
 * closed. Unlike the library's own transport, it supports batches and sends an error response to an invalid line.
 */
export class LineTransport extends StdioServerTransport {
  /** Resolves when either side has closed the connection or the client can no longer be written to. */
  readonly closed: Promise<void>;
  #markClosed = () => {};
  #isOpen = true;
  #revision: string | undefined;
  #unfinished: Buffer[] = [];
  #unfinishedBytes = 0;
  #batches: Batch[] = [];
  /** The ids of requests that have no response yet. */
  readonly #pending = new Set<RequestId>();

  constructor() {
    super();
    this.closed = new Promise((resolve) => {
      this.#markClosed = resolve;
    });
  }

  /** Called when client and server have agreed on a protocol revision. */
  setProtocolVersion(revision: string): void {
    this.#revision = revision;
  }

  override async close(): Promise<void> {
    this.#isOpen = false;
    await super.close();
    this.#markClosed();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (isAnswer && message.id !== undefined) this.#pending.delete(message.id);
    const batch = isAnswer && message.id !== undefined ? this.#settle(message.id, message) : undefined;
    return batch ? this.#sendIfComplete(batch) : super.send(message);
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
    if (Array.isArray(value)) {
      this.#takeBatch(value);
      return;
    }
    const { message, answer } = this.#read(value);
    if (message) this.#deliver(message);
    if (answer) this.#answer(answer);
  }

  /** The message, or the error response to an invalid one. An invalid response gets no error response. */
  #read(value: unknown): { message?: JSONRPCMessage; answer?: Answer } {
    try {
      const message = parseJSONRPCMessage(value);
      if (!isJSONRPCRequest(message)) return { message };
      if (this.#pending.has(message.id)) {
        return {
          answer: invalidRequestAnswer(
            `the id ${JSON.stringify(message.id)} is that of a request that still runs`,
          ),
        };
      }
      const answer = unknownToolAnswer(message);
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
    // A cancelled request gets no response, unless that is already being sent.
    setImmediate(() => {
      this.#pending.delete(requestId);
      const batch = this.#settle(requestId, undefined);
      if (batch) void this.#sendIfComplete(batch);
    });
  }

  #takeBatch(values: readonly unknown[]): void {
    const problem = this.#batchProblem(values.length);
    if (problem) {
      this.#report(problem);
      this.#answer(invalidRequestAnswer(problem));
      return;
    }
    const batch = new Batch();
    const messages: JSONRPCMessage[] = [];
    for (const value of values) {
      const { message, answer } = this.#read(value);
      if (answer) batch.add(answer);
      if (!message) continue;
      if (isJSONRPCRequest(message)) {
        if (message.method === 'initialize') {
          batch.add(invalidRequestAnswer('initialize must not be part of a batch', message.id));
          continue;
        }
        batch.expect(message.id);
      }
      messages.push(message);
    }
    this.#batches.push(batch);
    for (const message of messages) this.#deliver(message);
    void this.#sendIfComplete(batch);
  }

  #batchProblem(length: number): string | undefined {
    if (this.#revision !== batchRevision) {
      return `batches are only supported in protocol revision ${batchRevision}; send one message per line`;
    }
    if (length >= 1 && length <= maxBatchLength) return undefined;
    return `a batch must have 1 to ${maxBatchLength} messages, but has ${length}`;
  }

  /** Records a request's response in its batch and returns the batch; undefined if the request is not in a batch. */
  #settle(id: RequestId, answer: Answer | undefined): Batch | undefined {
    return this.#batches.find((batch) => batch.settle(id, answer));
  }

  async #sendIfComplete(batch: Batch): Promise<void> {
    if (!batch.isComplete || !this.#batches.includes(batch)) return;
    this.#batches = this.#batches.filter((other) => other !== batch);
    // The library's types do not include batches, but at run time it only converts the value to JSON.
    if (batch.answers.length > 0) await super.send(batch.answers as unknown as JSONRPCMessage);
  }

  #answer(answer: Answer): void {
    // A broken connection is reported elsewhere.
    super.send(answer).catch(() => {});
  }

  #report(problem: string): void {
    this.onerror?.(new Error(`invalid protocol message on standard input: ${problem}`));
  }
}
