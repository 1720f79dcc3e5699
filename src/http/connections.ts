import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpLimits } from './limits.ts';
import { MinimumRate } from './minimum-rate.ts';

type ConnectionLimits = Pick<HttpLimits, 'waitingRequests' | 'readingBytesPerSecond' | 'readingWindowMs'>;

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

interface Connection {
  waitingRequests: number;
  rate: MinimumRate;
  bytesTaken: number;
}

/** Bounds what each connection of a server may have waiting in memory, whatever it asks for. */
export function boundConnections(server: Server, limits: ConnectionLimits): void {
  const connections = new Map<Socket, Connection>();
  const newRate = () =>
    new MinimumRate(limits.readingBytesPerSecond, limits.readingWindowMs, performance.now());

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { waitingRequests: 0, rate: newRate(), bytesTaken: 0 });
    socket.once('close', () => connections.delete(socket));
  });

  const countRequest = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.waitingRequests++;
    response.once('close', () => {
      connection.waitingRequests--;
    });
    if (connection.waitingRequests < limits.waitingRequests) return;
    // A client may send over a thousand requests in one piece, which Node would all hand over at once. The responses
    // up to here go out; then the connection ends, and a client that wants more asks again.
    response.shouldKeepAlive = false;
    if (connection.waitingRequests > limits.waitingRequests || !stopParsing(socket)) socket.destroy();
  };
  // Before the router's own listeners.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.prependListener(event, countRequest);
  }

  const look = () => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      if (socket.writableLength === 0) {
        connection.rate = newRate();
      } else {
        // Taken by the kernel, that is: what the client itself has taken, only the kernel knows.
        const bytesTaken = socket.bytesWritten - socket.writableLength;
        connection.rate.count(Math.max(0, bytesTaken - connection.bytesTaken), now);
        connection.bytesTaken = bytesTaken;
        if (connection.rate.remainingMs(now) <= 0) socket.destroy();
      }
    }
  };
  const looking = setInterval(look, limits.readingWindowMs / looksPerWindow).unref();
  server.once('close', () => clearInterval(looking));
}

/** Has Node read no further request from a connection; false when this version of Node cannot be told. */
function stopParsing(socket: Socket & { parser?: Parser | null }): boolean {
  if (typeof socket.parser?.onIncoming !== 'function') return false;
  socket.parser.onIncoming = leaveUnread;
  unread.add(socket);
  return true;
}
