import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { checkDocumented } from './documented-response.ts';
import { parseResponse } from './parse-response.ts';
import type { HttpResponse } from './response.ts';
import type { ServiceAddress } from './service.ts';

/**
 * A client that sends exactly the given bytes. Like clients that write their whole request first, it reads nothing
 * until a response is requested.
 */
export class RawConnection {
  /** The statuses of the interim responses so far, such as 100. */
  readonly interim: number[] = [];
  /** Resolves when the connection is closed, however it ended. */
  readonly closed: Promise<void>;
  readonly #service: ServiceAddress;
  readonly #socket: Socket;
  #request = { method: 'GET', target: '/' };
  #received = Buffer.alloc(0);
  #ended = false;
  #failure: Error | undefined;
  #notify = () => {};

  private constructor(service: ServiceAddress, socket: Socket) {
    this.#service = service;
    this.#socket = socket;
    this.closed = new Promise((done) => socket.on('close', () => done()));
    socket.on('error', (error) => {
      this.#failure = error;
    });
    socket.on('end', () => {
      this.#ended = true;
      this.#notify();
    });
    socket.on('close', () => this.#notify());
  }

  static async open(service: ServiceAddress): Promise<RawConnection> {
    const socket = connect({ host: service.address, port: service.port, allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(service, socket);
  }

  /** Resolves when the bytes are written; rejects when they cannot be. */
  send(bytes: string | Uint8Array): Promise<void> {
    const line = /^([A-Z-]+) (\S+) HTTP\/1\.[01]\r\n/.exec(typeof bytes === 'string' ? bytes : '');
    if (line) this.#request = { method: line[1], target: line[2] };
    return new Promise((done, failed) => {
      this.#socket.write(bytes, (error) => (error ? failed(error) : done()));
    });
  }

  /**
   * The next complete response. Rejects when the connection ends before it, and for a response that differs from its
   * documentation; `unreadable` means that the request was not valid HTTP.
   */
  async response({ unreadable = false } = {}): Promise<HttpResponse> {
    const { method, target } = this.#request;
    const response = await this.#nextResponse(method === 'HEAD');
    await checkDocumented(this.#service, { method, target, response, unreadable });
    return response;
  }

  /** Reads until the service ends the connection, and returns the bytes read. */
  async rest(): Promise<Buffer> {
    this.#read();
    while (!this.#isOver()) await this.#more();
    return this.#received;
  }

  /** Reads until a text has arrived, then stops. Rejects when the connection ends before it. */
  async untilReceived(text: string): Promise<void> {
    this.#read();
    while (!this.#received.includes(text)) {
      if (this.#isOver()) throw new Error(`the connection ended without ${JSON.stringify(text)}`);
      await this.#more();
    }
    this.#socket.pause();
  }

  /** Ends this side of the connection; the other side can still be read. */
  end(): void {
    this.#socket.end();
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  async #nextResponse(isHead: boolean): Promise<HttpResponse> {
    this.#read();
    for (;;) {
      const parsed = parseResponse(this.#received, this.#isOver(), isHead);
      if (parsed) {
        this.#received = this.#received.subarray(parsed.end);
        if (parsed.response.status >= 200) return parsed.response;
        this.interim.push(parsed.response.status);
      } else if (this.#isOver()) {
        const cause = this.#failure?.message ?? 'closed';
        throw new Error(
          `received ${this.#received.length} bytes, but no complete response; the connection: ${cause}`,
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
      this.#notify();
    });
  }

  #isOver(): boolean {
    return this.#ended || this.#socket.destroyed;
  }

  #more(): Promise<void> {
    return new Promise((done) => {
      this.#notify = done;
    });
  }
}

/** The head of a request, Host first. */
export function requestHead(
  service: ServiceAddress,
  method: string,
  target: string,
  headers: readonly string[] = [],
): string {
  return [`${method} ${target} HTTP/1.1`, `Host: ${service.host}`, ...headers, '', ''].join('\r\n');
}

/** The head of a POST request with a JSON body. */
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
