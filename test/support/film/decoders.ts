import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { externalProgram } from '../external-programs.ts';
import { runOnFile } from '../ffmpeg.ts';

// Two decoders of H.264 that share no code. Both give the MD5 of each picture's I420 planes, without cropped samples
// and gaps.

/** Decodes a byte stream or a film with FFmpeg. Rejects with an Error if it prints any message. */
export async function decodeWithFfmpeg(stream: Uint8Array): Promise<string[]> {
  const { stdout, stderr } = await runOnFile('ffmpeg', stream, (path) => [
    ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', path],
    ...['-map', '0:v', '-fps_mode', 'passthrough', '-pix_fmt', 'yuv420p', '-f', 'framemd5', '-'],
  ]);
  if (stderr.length > 0) throw new Error(`ffmpeg complains: ${stderr.toString().trim()}`);
  const lines = stdout.toString().split('\n');
  return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',').at(-1)?.trim() ?? '');
}

const script = fileURLToPath(new URL('openh264.py', import.meta.url));

/** Decodes a byte stream with OpenH264. Rejects with an Error if OpenH264 reports one. */
export function decodeWithOpenH264(stream: Uint8Array): Promise<string[]> {
  const args = [script, externalProgram('libopenh264')];
  const python = externalProgram('python3');
  return new Promise((done, failed) => {
    const child = execFile(python, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error) failed(new Error(stderr.trim() || error.message));
      else if (stderr !== '') failed(new Error(`OpenH264 complains: ${stderr.trim()}`));
      else done(stdout.trimEnd().split('\n'));
    });
    // If the script fails before it has read everything, its message matters.
    child.stdin?.on('error', () => {});
    child.stdin?.end(stream);
  });
}

/** The byte stream of a film's pictures, with its parameter sets (ITU-T H.264, annex B). */
export async function byteStreamOf(film: Uint8Array): Promise<Buffer> {
  const { stdout } = await runOnFile('ffmpeg', film, (path) => [
    ...['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy'],
    ...['-bsf:v', 'h264_mp4toannexb', '-f', 'h264', '-'],
  ]);
  return stdout;
}
