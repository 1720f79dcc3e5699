import { createServer, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { toProtocolError } from '../web/errors.ts';
import type { HttpLimits } from './limits.ts';
import type { DisconnectReason, ReportRequest } from './request-log.ts';

// See docs/decisions.md, "Connections are limited with Node's own means".

/** Milliseconds for a client to read the last response before its connection is closed, whatever it still sends. */
const lingerMs = 2_000;

/**
 * A server whose connections are limited. `handle` also gets requests with an expectation, and must send
 * `100 Continue` itself.
 */
export function createLimitedServer(
  handle: RequestListener,
  options: ServerOptions,
  limits: HttpLimits,
): Server {
  const waiting = new WeakMap<Socket, number>();
  const take: RequestListener = (request, response) => {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    // This destroys the connection. Node still passes on the rest of what it has read, over a thousand requests, and
    // would create an error for each of them when the connection closes.
    if (count > limits.waitingRequests || socket.destroyed) {
      request.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    handle(request, response);
  };
  const server = createServer(options, take);
  server.on('checkContinue', take).on('checkExpectation', take);
  server.maxConnections = limits.connections;
  server.on('connection', (socket: Socket) => {
    // Bytes that the kernel has taken; Node cannot see how many of them the client has read.
    const taken = () => (socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength : undefined);
    const stop = requireRate(socket, limits.readingBytesPerSecond, limits.readingWindowMs, taken);
    socket.once('close', stop);
  });
  return server;
}

/**
 * Disconnects a client that moves fewer bytes than this in a window. `moved` is the number of bytes so far, or
 * undefined while the client has nothing to do. Call the returned function to stop.
 */
export function requireRate(
  socket: Socket,
  bytesPerSecond: number,
  windowMs: number,
  moved: () => number | undefined,
): () => void {
  let before = moved();
  const checking = setInterval(() => {
    const now = moved();
    const isSlow =
      before !== undefined && now !== undefined && now - before < (bytesPerSecond * windowMs) / 1000;
    if (isSlow) disconnect(socket, 'too slow');
    before = now;
  }, windowMs).unref();
  return () => clearInterval(checking);
}

/**
 * Responds to a request that Node could not read, or not in time, and ends the connection. With `isSending`, another
 * response is partly sent and nothing may be written into it, so the connection just ends.
 */
export function handleProtocolError(
  error: Error & { code?: string },
  socket: Socket,
  { report, isSending }: { report: ReportRequest; isSending: boolean },
): void {
  // The connection ends already; whatever follows an unreadable request cannot be read either.
  if (!socket.writable) return;
  const hasLeft = error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE';
  if (hasLeft || isSending) {
    socket.destroy();
    return;
  }
  const { status, message } = toProtocolError(error.code);
  const body = JSON.stringify({ error: message });
  report({ method: null, path: null, status, ms: 0, bytes: body.length });
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
  // Closing a connection with unread data can lose the response.
  socket.resume();
  const limit = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(limit));
}

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
