import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_S16, AVERROR_EAGAIN, AVERROR_EOF } from '#node-av/constants';
import { Filter, type FilterContext, FilterGraph, Frame } from '#node-av/lib';
import { checkCall } from '../ffmpeg-call.ts';
import { mixRate } from '../sound/sound.ts';
import { frameBytes } from './clip-sound.ts';

/** Frames that are given to the filters at once, after which other work gets its turn. */
const chunkFrames = 65_536;

/**
 * Returns a sound of 16-bit stereo at the rate of the mix at another speed and the same pitch, by FFmpeg's `atempo`. Rejects with the
 * signal's reason.
 */
export async function changeTempo(
  sound: Buffer,
  speed: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;
  const frame = new Frame();
  frame.alloc();
  try {
    const [source, sink] = setUp(graph, speed);
    const parts: Buffer[] = [];
    const take = () => {
      for (;;) {
        const code = sink.buffersinkGetFrameSync(frame);
        if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
        checkCall(code, 'change the speed of a sound');
        const [samples] = frame.data ?? [];
        if (samples !== undefined) parts.push(Buffer.from(samples.subarray(0, frame.nbSamples * frameBytes)));
        frame.unref();
      }
    };
    for (let at = 0; at < sound.length; at += chunkFrames * frameBytes) {
      put(source, sound.subarray(at, at + chunkFrames * frameBytes), at / frameBytes);
      take();
      await nextTurn();
      signal?.throwIfAborted();
    }
    checkCall(source.buffersrcAddFrameSync(null), 'change the speed of a sound');
    take();
    const made = Buffer.alloc(Math.round(sound.length / frameBytes / speed) * frameBytes);
    // The filters may give a few frames more or less.
    Buffer.concat(parts).copy(made);
    return made;
  } finally {
    frame.free();
    graph.free();
  }
}

/** `atempo` leaves out sound at more than twice the speed, and goes to half, so that several follow each other. */
function setUp(graph: FilterGraph, speed: number): readonly [FilterContext, FilterContext] {
  const count = Math.max(1, Math.ceil(Math.abs(Math.log2(speed))));
  const input = `sample_rate=${mixRate}:sample_fmt=s16:channel_layout=stereo:time_base=1/${mixRate}`;
  const steps = Array.from({ length: count }, () => ['atempo', `tempo=${speed ** (1 / count)}`] as const);
  const format = ['aformat', 'sample_fmts=s16:channel_layouts=stereo'] as const;
  const chain = [['abuffer', input] as const, ...steps, format, ['abuffersink', null] as const].map(
    ([name, options], index) => {
      const filter = Filter.getByName(name);
      const created = filter && graph.createFilter(filter, `step${index}`, options);
      if (!created) throw new Error(`the filter ${name} is missing from this installation`);
      return created;
    },
  );
  for (const [index, filter] of chain.slice(1).entries())
    checkCall(chain[index].link(0, filter, 0), 'join filters');
  checkCall(graph.configSync(), 'set up filters');
  return [chain[0], chain[chain.length - 1]];
}

function put(source: FilterContext, samples: Buffer, pts: number): void {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_S16;
  frame.sampleRate = mixRate;
  frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  frame.nbSamples = samples.length / frameBytes;
  frame.pts = BigInt(pts);
  checkCall(frame.getBuffer(), 'change the speed of a sound');
  frame.data?.[0]?.set(samples);
  const code = source.buffersrcAddFrameSync(frame);
  frame.free();
  checkCall(code, 'change the speed of a sound');
}
