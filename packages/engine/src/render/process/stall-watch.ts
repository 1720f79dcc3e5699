import type { Socket } from 'node:net';
import { heartbeatMs, maxMissedHeartbeats } from './limits.ts';
import { stillAlive } from './messages.ts';

/**
 * Pings the guard of a render process every second, which replies even while the main thread draws. Calls `onStall`
 * once if no reply arrives. Returns a function that ends the pings.
 */
export function watchForStall(lifeline: Socket, onStall: () => void): () => void {
  let unanswered = 0;
  const hear = (data: Buffer) => {
    if (data.includes(stillAlive)) unanswered = 0;
  };
  const ask = () => {
    if (unanswered === maxMissedHeartbeats) {
      end();
      onStall();
      return;
    }
    unanswered++;
    lifeline.write('?');
  };
  const timer = setInterval(ask, heartbeatMs);
  lifeline.on('data', hear);
  const end = () => {
    clearInterval(timer);
    lifeline.off('data', hear);
  };
  return end;
}
