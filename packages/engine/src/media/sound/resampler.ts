import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_OPT_TYPE_DOUBLE,
  AV_OPT_TYPE_INT,
  AV_SAMPLE_FMT_FLTP,
} from '#node-av/constants';
import { SoftwareResampleContext } from '#node-av/lib';
import { checkCall } from '../ffmpeg-call.ts';
import type { RateConverter } from './track-samples.ts';

/** Number of taps of the filter, at the lower of the two rates. */
const filterSize = 128;
/** End of the pass band, as a share of the lower rate's Nyquist frequency. */
const cutoff = 0.95;
/** Shape of the Kaiser window: 12 attenuates frequencies beyond the filter's edge by about 120 dB. */
const kaiserBeta = 12;

/**
 * Number of source frames that the filter uses on either side of a position: half its taps, which grow with the
 * source's rate, rounded up generously.
 */
export const resamplerReach = 1024;

/**
 * Converts sound from one rate to another with FFmpeg's polyphase filter. The first output frame has the time of the
 * first input frame. Frames are returned as soon as the filter has all of their input.
 */
export class Resampler implements RateConverter {
  readonly reach = resamplerReach;
  readonly #context = new SoftwareResampleContext();
  readonly #planes: Float32Array[];

  /** Rates are in Hz. A call of `convert` gets at most `maxFrames` frames. */
  constructor(channels: 1 | 2, fromRate: number, toRate: number, maxFrames: number) {
    const layout = channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
    const format = AV_SAMPLE_FMT_FLTP;
    const code = this.#context.allocSetOpts2(layout, format, toRate, layout, format, fromRate);
    checkCall(code, 'create a resampler');
    checkCall(this.#context.setOption('filter_size', filterSize, AV_OPT_TYPE_INT), 'set the filter size');
    checkCall(this.#context.setOption('cutoff', cutoff, AV_OPT_TYPE_DOUBLE), 'set the cutoff');
    checkCall(this.#context.setOption('kaiser_beta', kaiserBeta, AV_OPT_TYPE_DOUBLE), 'set the window');
    checkCall(this.#context.init(), `resample from ${fromRate} to ${toRate} Hz`);
    const room = Math.ceil(((maxFrames + 2 * resamplerReach) * toRate) / fromRate);
    this.#planes = Array.from({ length: channels }, () => new Float32Array(room));
  }

  /**
   * Converts the next frames, one array per channel, and returns the output so far. The returned arrays are valid
   * until the next call.
   */
  async convert(frames: readonly Float32Array[]): Promise<readonly Float32Array[]> {
    const planes = this.#planes;
    const code = await this.#context.convert(
      planes.map(bytesOf),
      planes[0].length,
      frames.map(bytesOf),
      frames[0].length,
    );
    checkCall(code, 'resample a sound');
    return planes.map((plane) => plane.subarray(0, code));
  }

  /** Frees the resampler; it cannot be used afterwards. */
  close(): void {
    this.#context.free();
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
