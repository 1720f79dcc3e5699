// The encoder alone: x264 as in a program without knowledge of the pictures, on all processors, with all pictures
// prepared and held ones sent again. Quality and limits are the original ones of this project. node encoder.mjs
// PICTURES.i420 SEQUENCE.json
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_FATAL,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_FLOAT,
  AV_OPT_TYPE_INT,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUV420P,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_LIBX264,
} from '../../packages/engine/assets/node-av/constants.mjs';
import {
  Codec,
  CodecContext,
  Frame,
  Log,
  Packet,
  Rational,
} from '../../packages/engine/assets/node-av/lib.mjs';
import { Stopwatch, tell } from '../stopwatch.mjs';
import { output } from '../workloads/workloads.mjs';

const constantRateFactor = 17;
const threadCount = 4;
const secondsBetweenKeyFrames = 2;
/** Bits per second, over a window of one second. */
const highestBitrate = 50_000_000;
const maximumBytes = 2 ** 26;

const [picturesFile, sequenceFile] = process.argv.slice(2);
const { sequence, stored, durationMs } = JSON.parse(await readFile(sequenceFile, 'utf8'));
const pictures = readPictures(picturesFile, stored);

Log.setLevel(AV_LOG_FATAL);
const stopwatch = new Stopwatch();
stopwatch.start();
const codec = openEncoder(Math.min(highestBitrate, (maximumBytes * 8 * 0.9) / (durationMs / 1000 + 1)));
const [source, frame] = [new Frame(), new Frame()];
for (const one of [source, frame]) {
  one.alloc();
  one.width = output.width;
  one.height = output.height;
  one.format = AV_PIX_FMT_YUV420P;
}
check(frame.getBuffer());
const packet = new Packet();
packet.alloc();
let bytes = 0;
for (const [index, shown] of sequence.entries()) {
  if (shown !== sequence[index - 1]) {
    check(source.fromBuffer(pictures[shown]));
    check(frame.makeWritable());
    check(frame.copy(source));
  }
  frame.pts = BigInt(index);
  check(await codec.sendFrame(frame));
  drain();
}
check(await codec.sendFrame(null));
drain();
stopwatch.stop();
tell({ frames: sequence.length, bytes, ...stopwatch.times });

function openEncoder(bitrate) {
  const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.width = output.width;
  context.height = output.height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, output.fps);
  context.framerate = new Rational(output.fps, 1);
  context.gopSize = output.fps * secondsBetweenKeyFrames;
  context.maxBFrames = 0;
  context.threadCount = threadCount;
  context.rcMaxRate = BigInt(Math.round(bitrate));
  context.rcBufferSize = Math.round(bitrate);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  const set = (name, value, type) => check(context.setOption(name, value, type, AV_OPT_SEARCH_CHILDREN));
  set('preset', 'superfast', AV_OPT_TYPE_STRING);
  set('crf', constantRateFactor, AV_OPT_TYPE_FLOAT);
  set('sc_threshold', 0, AV_OPT_TYPE_INT);
  set('weightp', 0, AV_OPT_TYPE_INT);
  check(context.open2Sync(encoder));
  return context;
}

function drain() {
  for (;;) {
    const code = codec.receivePacketSync(packet);
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
    check(code);
    bytes += packet.size;
    packet.unref();
  }
}

function check(code) {
  if (code < 0) throw new Error(`FFmpeg failed with code ${code}`);
}

function readPictures(path, count) {
  const pictureBytes = (output.width * output.height * 3) / 2;
  const descriptor = openSync(path, 'r');
  const read = Array.from({ length: count }, () => {
    const picture = Buffer.allocUnsafeSlow(pictureBytes);
    readSync(descriptor, picture);
    return picture;
  });
  closeSync(descriptor);
  return read;
}
