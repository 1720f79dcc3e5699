import type { FastifyReply } from 'fastify';

/**
 * Calls back once, when an answer is out or can no longer go out; at once if its connection is gone already. An answer
 * that waits for its turn on a connection is not told when the connection ends, so both are listened to.
 */
export function onceOver(reply: FastifyReply, callback: () => void): void {
  const answer = reply.raw;
  const { socket } = reply.request.raw;
  if (socket.destroyed) {
    callback();
    return;
  }
  let isOver = false;
  const over = () => {
    // The end of a connection is told to both at once, and then taking back the other comes too late.
    if (isOver) return;
    isOver = true;
    answer.off('close', over);
    socket.off('close', over);
    callback();
  };
  answer.on('close', over);
  // Any number of requests may wait on one connection.
  socket.setMaxListeners(0);
  socket.on('close', over);
}
