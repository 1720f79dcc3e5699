// The encoder alone: this project's H.264 encoder and MP4 file, with pictures prepared beforehand.
// node encoder.mjs PICTURES.i420 SEQUENCE.json
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { H264Encoder, ticksPerFrame } from '../../dist/output/film/h264-encoder.js';
import { Mp4File } from '../../dist/output/film/mp4-file.js';
import { maxOutputBytes } from '../../dist/render/capabilities.js';
import { videoBitrate } from '../../dist/render/film/film.js';
import { Stopwatch, tell } from '../stopwatch.mjs';
import { output } from '../workloads/workloads.mjs';

const [picturesFile, sequenceFile] = process.argv.slice(2);
const { sequence, stored, durationMs, hasSound } = JSON.parse(await readFile(sequenceFile, 'utf8'));
const pictures = readPictures(picturesFile, stored);

const stopwatch = new Stopwatch();
stopwatch.start();
const maximumBitrate = videoBitrate(durationMs, maxOutputBytes, hasSound);
const encoder = new H264Encoder({ ...output, framesPerSecond: output.fps, maximumBitrate }, (packet) => {
  packet.duration = BigInt(ticksPerFrame);
  file.addVideo(packet);
});
const file = new Mp4File(encoder.codec);
for (const [index, shown] of sequence.entries()) {
  if (shown !== sequence[index - 1]) encoder.takePicture(pictures[shown]);
  await encoder.encode(index);
}
await encoder.finish();
const bytes = file.finish();
stopwatch.stop();
tell({ frames: sequence.length, bytes: bytes.length, ...stopwatch.times });
file.close();
encoder.close();

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
