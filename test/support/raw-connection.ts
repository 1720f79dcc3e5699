import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Answer } from './answer.ts';
import { checkDocumented } from './documented-response.ts';
import { parseAnswer } from './parse-answer.ts';
import type { ServiceAddress } from './service.ts';

/**
 * A client that sends exactly the bytes it is told. It reads nothing until it is asked for an answer, as clients do
 * that write their whole request first.
 */
export class RawConnection {
  /** The statuses of the interim answers so far, such as 100. */
  readonly interim: number[] = [];
  /** Settles when the connection is over, however it ended. */
  readonly closed: Promise<void>;
  readonly #service: ServiceAddress;
  readonly #socket: Socket;
  #request = { method: 'GET', target: '/' };
  #received = Buffer.alloc(0);
  #ended = false;
  #failure: Error | undefined;
  #tell = () => {};

  private constructor(service: ServiceAddress, socket: Socket) {
    this.#service = service;
    this.#socket = socket;
    this.closed = new Promise((done) => socket.on('close', () => done()));
    socket.on('error', (error) => {
      this.#failure = error;
    });
    socket.on('end', () => {
      this.#ended = true;
      this.#tell();
    });
    socket.on('close', () => this.#tell());
  }

  static async open(service: ServiceAddress): Promise<RawConnection> {
    const socket = connect({ host: service.address, port: service.port, allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(service, socket);
  }

  /** Resolves when the bytes have left; rejects when the connection does not take them. */
  send(bytes: string | Uint8Array): Promise<void> {
    const line = /^([A-Z-]+) (\S+) HTTP\/1\.[01]\r\n/.exec(typeof bytes === 'string' ? bytes : '');
    if (line) this.#request = { method: line[1], target: line[2] };
    return new Promise((done, failed) => {
      this.#socket.write(bytes, (error) => (error ? failed(error) : done()));
    });
  }

  /**
   * The next whole answer. Rejects when the connection ends before it, and for an answer that is not as documented;
   * `unreadable` says that the request was none that HTTP knows.
   */
  async answer({ unreadable = false } = {}): Promise<Answer> {
    const { method, target } = this.#request;
    const answer = await this.#nextAnswer(method === 'HEAD');
    await checkDocumented(this.#service, { method, target, answer, unreadable });
    return answer;
  }

  /** Reads until the other side ends the connection, and gives what came. */
  async rest(): Promise<Buffer> {
    this.#read();
    while (!this.#isOver()) await this.#more();
    return this.#received;
  }

  /** Reads until a text has come, and then no more. Rejects when the connection ends before it. */
  async untilReceived(text: string): Promise<void> {
    this.#read();
    while (!this.#received.includes(text)) {
      if (this.#isOver()) throw new Error(`the connection ended without ${JSON.stringify(text)}`);
      await this.#more();
    }
    this.#socket.pause();
  }

  /** Ends this side of the connection; what comes from the other is still read. */
  end(): void {
    this.#socket.end();
  }

  /** Goes away without a word. */
  destroy(): void {
    this.#socket.destroy();
  }

  async #nextAnswer(isHead: boolean): Promise<Answer> {
    this.#read();
    for (;;) {
      const parsed = parseAnswer(this.#received, this.#isOver(), isHead);
      if (parsed) {
        this.#received = this.#received.subarray(parsed.end);
        if (parsed.answer.status >= 200) return parsed.answer;
        this.interim.push(parsed.answer.status);
      } else if (this.#isOver()) {
        const cause = this.#failure?.message ?? 'closed';
        throw new Error(
          `no whole answer came, but ${this.#received.length} bytes; the connection was: ${cause}`,
        );
      } else {
        await this.#more();
      }
    }
  }

  #read(): void {
    if (this.#socket.listenerCount('data') > 0) {
      this.#socket.resume();
      return;
    }
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#tell();
    });
  }

  #isOver(): boolean {
    return this.#ended || this.#socket.destroyed;
  }

  #more(): Promise<void> {
    return new Promise((done) => {
      this.#tell = done;
    });
  }
}

/** A request's head, its Host first. */
export function requestHead(
  service: ServiceAddress,
  method: string,
  target: string,
  headers: readonly string[] = [],
): string {
  return [`${method} ${target} HTTP/1.1`, `Host: ${service.host}`, ...headers, '', ''].join('\r\n');
}

/** The head of a POST of JSON. */
export function postHead(
  service: ServiceAddress,
  target: string,
  contentLength: number,
  headers: readonly string[] = [],
): string {
  return requestHead(service, 'POST', target, [
    'Content-Type: application/json',
    `Content-Length: ${contentLength}`,
    ...headers,
  ]);
}
