import { Packet } from '#node-av/lib';
import type { ByteSource } from '../byte-source.ts';
import { isLeftOut, VideoInput } from './video-input.ts';

/** Pictures are stored up to this long before others that are shown earlier, in milliseconds. */
const reorderedMs = 2000;

/**
 * Reads the stamps of a clip's pictures between two of its times, in milliseconds and ascending, without decoding them. The one before
 * `fromMs` is among them. Undefined for a file that cannot be read.
 */
export function readStamps(source: ByteSource, fromMs: number, toMs: number): Float64Array | undefined {
  const opened = VideoInput.open(source);
  if (!opened.ok) return undefined;
  const input = opened.value;
  const packet = new Packet();
  packet.alloc();
  const stamps = new Set<number>();
  if (fromMs > reorderedMs) input.seek(fromMs - reorderedMs);
  let isKnown = true;
  while (isKnown && input.read(packet)) {
    const timeMs = input.timeOf(packet.pts);
    const storedMs = input.timeOf(packet.dts) ?? timeMs ?? 0;
    // Without all stamps, a picture would be left out.
    isKnown = timeMs !== undefined;
    if (timeMs !== undefined && !isLeftOut(packet)) stamps.add(timeMs);
    packet.unref();
    if (storedMs > toMs + reorderedMs) break;
  }
  packet.free();
  input.close();
  return isKnown && stamps.size > 0 ? Float64Array.from(stamps).sort() : undefined;
}
