/**
 * Imported by a program before it starts: records the maximum processor time, in milliseconds, that its main thread
 * spends between two turns of its event loop, from its first output to its first SIGINT. At the end it writes that to a
 * file. Time in which the machine does something else does not count.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.MAIN_THREAD_TIME;
const schedule = `/proc/self/task/${process.pid}/schedstat`;

/** Nanoseconds for which the thread ran, as Linux counts them. */
const spentMs = () => Number(readFileSync(schedule, 'latin1').split(' ')[0]) / 1e6;

if (isMainThread && file !== undefined) {
  let most = 0;
  let before;
  const look = () => {
    const now = spentMs();
    most = Math.max(most, now - before);
    before = spentMs();
    timer = setTimeout(look, 1).unref();
  };
  let timer;
  const { write } = process.stdout;
  process.stdout.write = (...given) => {
    if (before === undefined) {
      before = spentMs();
      look();
    }
    return write.apply(process.stdout, given);
  };
  process.once('SIGINT', () => clearTimeout(timer));
  process.on('exit', () => writeFileSync(file, String(most)));
}
