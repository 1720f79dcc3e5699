import type { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** A piece with more objects remembers those that appear first. */
const maxObjects = 200;

/** What a piece shows, as checksums: enough to say what differs between two pieces, and no more. */
export interface PieceLooks {
  readonly frames: number;
  /** How long each picture is held. */
  readonly times: number;
  readonly background: number;
  /** In order of appearance, by `objectNumber` of their ids. */
  readonly objects: ReadonlyMap<number, number>;
}

/** Stands for an object without telling its id. */
export function objectNumber(objectId: string): number {
  return crc32(objectId);
}

/** Collects the looks of a piece while its key is made. */
export class LooksCollector implements PieceLooks {
  readonly frames: number;
  times = 0;
  background = 0;
  readonly objects = new Map<number, number>();

  constructor(frames: number) {
    this.frames = frames;
  }

  /** Adds how many frames a picture is held. */
  addTime(held: number): void {
    this.times = (Math.imul(this.times, 31) + held) >>> 0;
  }

  /** Adds the background of a scene. */
  addBackground(bytes: Buffer): void {
    this.background = crc32(bytes, this.background);
  }

  /** Adds the look of an object in a picture. */
  addObject(objectId: string, bytes: Buffer): void {
    const number = objectNumber(objectId);
    const before = this.objects.get(number);
    if (before === undefined && this.objects.size === maxObjects) return;
    this.objects.set(number, crc32(bytes, before));
  }
}

/**
 * Says why `now` is another piece than `then`: the first thing that differs, with the id of an object as `idOf` knows
 * it. Ends without a full stop.
 */
export function firstDifference(
  now: PieceLooks,
  then: PieceLooks,
  idOf: (number: number) => string | undefined,
): string {
  if (now.frames !== then.frames) return `it lasts ${countFrames(now.frames)} instead of ${then.frames}`;
  if (now.background !== then.background) return 'the background differs';
  for (const [number, looks] of now.objects) {
    const before = then.objects.get(number);
    if (before === looks) continue;
    const name = `the object ${JSON.stringify(idOf(number))}`;
    return before === undefined ? `${name} was not in it` : `${name} differs`;
  }
  const isGone = [...then.objects.keys()].some((number) => !now.objects.has(number));
  if (isGone) return 'an object is no longer in it';
  if (now.times !== then.times) return 'its pictures are shown at other times';
  return 'something in it differs';
}

function countFrames(frames: number): string {
  return frames === 1 ? '1 frame' : `${frames} frames`;
}
