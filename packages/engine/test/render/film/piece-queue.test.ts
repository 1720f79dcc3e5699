import { expect, it } from 'vitest';
import { cutIntoPieces } from '../../../src/render/film/piece.ts';
import { PieceQueue } from '../../../src/render/film/piece-queue.ts';
import { workOrder } from '../../../src/render/film/work-order.ts';

const rate = { startMs: 0, framesPerSecond: 30 };

it('pieces with the most movement are made first, and otherwise the earlier ones', () => {
  // Pieces of 42, 42, 60 and 6 frames.
  const pieces = cutIntoPieces(150, 30, 1e9, [0, 144]);
  expect(workOrder(pieces, [{ startMs: 200, endMs: 4800 }], rate)).toEqual([2, 1, 0, 3]);
  expect(workOrder(pieces, [], rate)).toEqual([0, 1, 2, 3]);
  const later = { ...rate, startMs: 2800 };
  expect(workOrder(pieces, [{ startMs: 200, endMs: 4800 }], later)).toEqual([0, 1, 2, 3]);
});

it('the pieces of a long film are made in their order', () => {
  const pieces = cutIntoPieces(2000, 30, 1e9);
  expect(workOrder(pieces, [{ startMs: 9000, endMs: 11_000 }], rate)).toEqual(
    pieces.map(({ index }) => index),
  );
});

it('threads take released pieces in the order of the queue', () => {
  const queue = PieceQueue.for([2, 0, 3, 1]);
  const other = new PieceQueue(queue.memory);
  expect(queue.take()).toBeUndefined();
  for (const index of [0, 1, 2]) queue.release(index);
  expect(queue.waiting).toBe(3);
  expect([other.take(), queue.take()]).toEqual([2, 0]);
  queue.release(3);
  expect([queue.take(), other.take(), queue.take()]).toEqual([3, 1, undefined]);
  expect(queue.waiting).toBe(0);
});

it('a thread that waits gets no piece of a queue that is closed or stopped', () => {
  const closed = PieceQueue.for([0, 1]);
  closed.release(1);
  closed.close();
  expect([closed.takeOrWait(), closed.takeOrWait()]).toEqual([1, undefined]);
  const stopped = PieceQueue.for([0]);
  stopped.release(0);
  stopped.stop();
  expect(stopped.takeOrWait()).toBeUndefined();
});

/** The pieces that each of some threads takes from a queue in runs, if all take the same time for one. */
function takenInRuns(threads: number, pieces: number): number[][] {
  const queue = PieceQueue.for([...Array(pieces).keys()], { isInRuns: true });
  for (let index = 0; index < pieces; index++) queue.release(index);
  queue.close();
  const queues = Array.from({ length: threads }, () => new PieceQueue(queue.memory));
  const taken = queues.map((): number[] => []);
  while (queue.waiting > 0)
    for (const [thread, one] of queues.entries()) {
      const index = one.takeOrWait();
      if (index !== undefined) taken[thread].push(index);
    }
  return taken;
}

it('in runs, threads take pieces that follow one another', () => {
  const [one, other] = takenInRuns(2, 30);
  expect(one).toEqual([...Array(15).keys()]);
  expect(other).toEqual(Array.from({ length: 15 }, (_, index) => index + 15));
});

it('in runs of a long film, no thread is far ahead of the others, and each piece is taken once', () => {
  const taken = takenInRuns(3, 400);
  expect(taken.flat().toSorted((a, b) => a - b)).toEqual([...Array(400).keys()]);
  const jumps = taken.flatMap((pieces) =>
    pieces.filter((piece, at) => at > 0 && piece !== pieces[at - 1] + 1),
  );
  expect(jumps.length).toBeLessThan(60);
  for (const [step, piece] of taken[0].entries())
    for (const pieces of taken.slice(1)) expect(Math.abs((pieces[step] ?? piece) - piece)).toBeLessThan(60);
});
