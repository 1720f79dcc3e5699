import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, type HttpError, toProtocolError } from './errors.ts';
import { MinimumRate } from './minimum-rate.ts';
import { hasBody } from './request-head.ts';

/** Limits on the connections of every server. */
export interface ConnectionLimits {
  /** Maximum connections; the oldest one without a request makes room for a new one. */
  readonly connections: number;
  /** Maximum requests per connection that wait for their responses. The last of them closes the connection. */
  readonly waitingRequests: number;
  /** The minimum rate at which a client must read its responses, on average over the window. */
  readonly readingBytesPerSecond: number;
  readonly readingWindowMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  // The limit of open files is reached first.
  connections: Number.POSITIVE_INFINITY,
  waitingRequests: 10,
  readingBytesPerSecond: 4 * 1024,
  // The kernel takes bytes for a slow reader in steps of more than a megabyte, minutes apart: a shorter window would
  // disconnect clients that read all the time.
  readingWindowMs: 480_000,
};

/** A request that ended before it reached a handler. */
export interface RefusedRequest {
  /** Null, like the path, if the request could not be read. */
  readonly method: string | null;
  readonly path: string | null;
  readonly status: number;
  readonly ms: number;
  /** Size of the response's body. */
  readonly bytes: number;
}
type ReportRefused = (request: RefusedRequest) => void;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Pipelined requests that are handled before other connections get a turn. */
const handledPerTurn = 8;

/** Number of checks for slow readers per window. */
const checksPerWindow = 16;

/** Milliseconds for a client to read the last response before its connection is closed, whatever it still sends. */
const lingerMs = 2_000;

/** Codes of errors that only mean that the client closed the connection. */
const clientLeftCodes: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'HPE_INVALID_EOF_STATE']);

/** Node's parser of a connection. It calls `onIncoming` for each request; if that returns 2, it reads no further. */
interface Parser {
  onIncoming: (() => number) | null;
}
const stopReading = () => 2;

/** Connections that are no longer read, though their last responses are still being sent. */
const unread = new WeakSet<Socket>();

/** Connections that were sent their last response. */
const ending = new WeakSet<Socket>();

/** Runs actions that are not urgent, a few at a time. */
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

/** The requests of one connection that wait for their responses. */
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
   * Counts a request until its response has been sent, and handles it: at once if it has a body, which would otherwise
   * block the connection, else after the requests before it.
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
    // By then it is clear whether more requests came with it; clients that send one at a time go first.
    setImmediate(() => {
      if (this.#requests > 1) this.#backlog.add(this.#handleNext);
      else this.#handleNext();
    });
  }

  readonly #handleNext = () => this.#handlers.shift()?.();

  /** Handles the remaining requests of a disconnected client, so that they are logged. */
  close(): void {
    for (const handle of this.#handlers.splice(0)) handle();
  }
}

/** Passes the requests of a server to `handle`, and limits what each connection can keep waiting in memory. */
export function limitConnections(server: Server, handle: RequestHandler, limits: ConnectionLimits): void {
  const connections = new Map<Socket, Connection>();
  const backlog = new Backlog();
  server.on('connection', (socket: Socket) => {
    if (connections.size >= limits.connections) {
      // A map keeps the order in which its entries were added.
      const idle = [...connections].find(([, { requests }]) => requests === 0)?.[0];
      if (idle === undefined) {
        socket.destroy();
        return;
      }
      connections.delete(idle);
      disconnect(idle, 'gave way');
    }
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
      // A client may send over a thousand requests in one packet, and Node would pass them all on at once. The
      // responses up to here are sent; then the connection ends, and the client has to open another one.
      response.shouldKeepAlive = false;
      stopParsing(socket);
    }
    connection.add(request, response, handle);
  };
  server.removeAllListeners('request');
  // The handlers send `100 Continue`, or refuse the body, themselves.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, take);

  disconnectSlowReaders(server, connections, limits);
}

/**
 * Stops Node from reading further requests from a connection, through its private parser because there is no public
 * API. This prevents an attack: 100 connections that sent 64 KiB of requests each and read no response took 425 MB when
 * the further requests were ignored, and take 62 MB when they are not read. Closing the connection instead would lose
 * its first ten responses. A Node version without this parser continues to read.
 */
function stopParsing(socket: Socket & { parser?: Parser | null }): void {
  if (typeof socket.parser?.onIncoming !== 'function') return;
  socket.parser.onIncoming = stopReading;
  unread.add(socket);
}

function disconnectSlowReaders(
  server: Server,
  connections: ReadonlyMap<Socket, unknown>,
  { readingBytesPerSecond, readingWindowMs }: ConnectionLimits,
): void {
  const readers = new WeakMap<Socket, { readonly rate: MinimumRate; bytesTaken: number }>();
  const check = () => {
    const now = performance.now();
    for (const socket of connections.keys()) {
      // Bytes that the kernel has taken; Node cannot see how many of them the client has read.
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
        if (reader.rate.remainingMs(now) <= 0) disconnect(socket, 'too slow');
      }
    }
  };
  const checking = setInterval(check, readingWindowMs / checksPerWindow).unref();
  server.once('close', () => clearInterval(checking));
}

/**
 * Responds to a request that Node could not read, or not in time, and ends the connection. With `isSending`, another
 * response is partly sent and nothing may be written into it, so the connection just ends.
 */
export function handleProtocolError(
  error: Error & { code?: string },
  socket: Socket,
  { report, isSending }: { report: ReportRefused; isSending: boolean },
): void {
  // Whatever follows an unreadable request cannot be read either.
  if (ending.has(socket) || unread.has(socket)) return;
  if (clientLeftCodes.has(error.code) || !socket.writable || isSending) {
    socket.destroy();
    return;
  }
  endWithError(socket, toProtocolError(error.code), report, { method: null, path: null });
}

/** Sends the response to a request that never reaches the router, and ends the connection. */
export function endWithError(
  socket: Socket,
  error: HttpError,
  report: ReportRefused,
  request: Pick<RefusedRequest, 'method' | 'path'>,
): void {
  ending.add(socket);
  const body = errorBody(error);
  report({ ...request, status: error.status, ms: 0, bytes: body.length });
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body.toString()}`,
  );
  // Closing a connection with unread data can lose the response.
  socket.resume();
  const limit = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(limit));
}

/** Why the service closed a connection before its client had the whole response. */
export type DisconnectReason = 'gave way' | 'too slow' | 'shutting down';

const reasons = new WeakMap<Socket, DisconnectReason>();

/** Closes a connection at once, and remembers the reason for the log. */
export function disconnect(socket: Socket, reason: DisconnectReason): void {
  if (!socket.destroyed) reasons.set(socket, reason);
  socket.destroy();
}

/** Why the service closed a connection; undefined if its client did. */
export function disconnectReason(socket: Socket): DisconnectReason | undefined {
  return reasons.get(socket);
}
