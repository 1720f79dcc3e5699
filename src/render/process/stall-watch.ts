import type { Socket } from 'node:net';
import { stillAlive } from './messages.ts';

/** Milliseconds between two questions to the process whether it runs. */
const intervalMs = 1000;

/** A process that leaves as many questions in a row unanswered is stopped, or the machine has no time for it at all. */
const mostUnanswered = 5;

/**
 * Asks the guard of a render process every second whether it runs, which it answers even while the main thread draws. Calls
 * `onStall` once if no answer comes. Returns a function that ends the questions.
 */
export function watchForStall(lifeline: Socket, onStall: () => void): () => void {
  let unanswered = 0;
  const hear = (data: Buffer) => {
    if (data.includes(stillAlive)) unanswered = 0;
  };
  const ask = () => {
    if (unanswered === mostUnanswered) {
      end();
      onStall();
      return;
    }
    unanswered++;
    lifeline.write('?');
  };
  const timer = setInterval(ask, intervalMs);
  lifeline.on('data', hear);
  const end = () => {
    clearInterval(timer);
    lifeline.off('data', hear);
  };
  return end;
}
