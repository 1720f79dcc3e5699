import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './answer.ts';
import type { HttpLimits } from './limits.ts';
import { MinimumRate } from './minimum-rate.ts';

type ConnectionLimits = Pick<HttpLimits, 'waitingRequests' | 'readingBytesPerSecond' | 'readingWindowMs'>;
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests behind others on their connections that are handled before other connections have their turn. */
const handledPerTurn = 8;

/** How often in a window the clients that do not read are looked for. */
const looksPerWindow = 16;

/** Node's parser of a connection: what it calls for each request, whose result 2 has it leave the rest unread. */
interface Parser {
  onIncoming: (() => number) | null;
}
const leaveUnread = () => 2;

/** Connections from which nothing is read any more, though their last responses still go out. */
const unread = new WeakSet<Socket>();

/** Whether what arrives on a connection is to be ignored, because it has had all the requests that it may have. */
export function isUnread(socket: Socket): boolean {
  return unread.has(socket);
}

/** Does what need not be done at once, a little at a time. */
class Backlog {
  readonly #actions: (() => void)[] = [];

  add(action: () => void): void {
    this.#actions.push(action);
    if (this.#actions.length === 1) setImmediate(this.#work);
  }

  readonly #work = () => {
    for (const action of this.#actions.slice(0, handledPerTurn)) action();
    this.#actions.splice(0, handledPerTurn);
    if (this.#actions.length > 0) setImmediate(this.#work);
  };
}

/** What a connection has waiting. */
class Connection {
  readonly #backlog: Backlog;
  readonly #handlers: (() => void)[] = [];
  #requests = 0;

  constructor(backlog: Backlog) {
    this.#backlog = backlog;
  }

  get requests(): number {
    return this.#requests;
  }

  /**
   * Counts a request until its response is out, and has it handled: at once when it has a body, which would keep the
   * connection from being read, else after those before it.
   */
  add(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    this.#requests++;
    response.once('close', () => {
      this.#requests--;
      if (this.#handlers.length > 0) this.#backlog.add(this.#handleNext);
    });
    if (hasBody(request)) {
      handle(request, response);
      return;
    }
    this.#handlers.push(() => handle(request, response));
    if (this.#requests > 1) return;
    // By then it is known whether others have come with it; clients that send one at a time go before.
    setImmediate(() => {
      if (this.#requests > 1) this.#backlog.add(this.#handleNext);
      else this.#handleNext();
    });
  }

  readonly #handleNext = () => this.#handlers.shift()?.();

  /** Has the rest handled, for the log: the client is gone. */
  close(): void {
    for (const handle of this.#handlers.splice(0)) handle();
  }
}

/**
 * Hands the requests of a server to `handle` and bounds what each connection may have waiting in memory, whatever it
 * asks for.
 */
export function boundConnections(server: Server, handle: RequestHandler, limits: ConnectionLimits): void {
  const connections = new Map<Socket, Connection>();
  const backlog = new Backlog();
  server.on('connection', (socket: Socket) => {
    const connection = new Connection(backlog);
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      connection.close();
    });
  });

  const take = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || connection.requests >= limits.waitingRequests) {
      socket.destroy();
      return;
    }
    if (connection.requests + 1 === limits.waitingRequests) {
      // A client may send over a thousand requests in one piece, which Node would all hand over at once. The responses
      // up to here go out; then the connection ends, and a client that wants more asks again.
      response.shouldKeepAlive = false;
      stopParsing(socket);
    }
    connection.add(request, response, handle);
  };
  server.removeAllListeners('request');
  // A client that waits for a word before it sends its body gets it, or its refusal, from the handlers.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, take);

  disconnectSlowReaders(server, connections, limits);
}

/** Has Node read no further request from a connection. A version of Node that has no such parser goes on reading. */
function stopParsing(socket: Socket & { parser?: Parser | null }): void {
  if (typeof socket.parser?.onIncoming !== 'function') return;
  socket.parser.onIncoming = leaveUnread;
  unread.add(socket);
}

function disconnectSlowReaders(
  server: Server,
  connections: ReadonlyMap<Socket, unknown>,
  { readingBytesPerSecond, readingWindowMs }: ConnectionLimits,
): void {
  const readers = new WeakMap<Socket, { readonly rate: MinimumRate; bytesTaken: number }>();
  const look = () => {
    const now = performance.now();
    for (const socket of connections.keys()) {
      // Taken by the kernel, that is: what the client itself has taken, only the kernel knows.
      const bytesTaken = socket.bytesWritten - socket.writableLength;
      const reader = readers.get(socket);
      if (socket.writableLength === 0) {
        readers.delete(socket);
      } else if (!reader) {
        const rate = new MinimumRate(readingBytesPerSecond, readingWindowMs, now);
        readers.set(socket, { rate, bytesTaken });
      } else {
        reader.rate.count(bytesTaken - reader.bytesTaken, now);
        reader.bytesTaken = bytesTaken;
        if (reader.rate.remainingMs(now) <= 0) socket.destroy();
      }
    }
  };
  const looking = setInterval(look, readingWindowMs / looksPerWindow).unref();
  server.once('close', () => clearInterval(looking));
}
