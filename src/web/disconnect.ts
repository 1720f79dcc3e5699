import type { Socket } from 'node:net';

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
