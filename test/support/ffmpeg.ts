import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExternalProgram, externalProgram } from './external-programs.ts';
import type { Picture } from './picture.ts';

export interface Probe {
  readonly video: VideoStream;
  readonly format: { readonly duration: string; readonly nb_streams: number };
  readonly packets: readonly { readonly pts: number; readonly duration: number; readonly flags: string }[];
}

/** The video stream, with ffprobe's field names. */
export interface VideoStream {
  readonly codec_name: string;
  readonly pix_fmt: string;
  readonly width: number;
  readonly height: number;
  readonly time_base: string;
  readonly duration: string;
  readonly nb_frames: string;
  readonly color_range: string;
  readonly color_space: string;
  readonly color_transfer: string;
  readonly color_primaries: string;
}

/** The fields of a film's only video stream from ffprobe. */
export function probeFilm(film: Uint8Array): Promise<Probe> {
  return withFile(film, async (path) => {
    const { stdout } = await run('ffprobe', [
      ...['-v', 'error', '-of', 'json', '-select_streams', 'v'],
      ...['-show_format', '-show_streams', '-show_packets', path],
    ]);
    const { streams, format, packets } = JSON.parse(stdout.toString());
    if (streams.length !== 1) throw new Error(`the film has ${streams.length} video streams, not one`);
    return { video: streams[0], format, packets };
  });
}

export interface ProbedChapter {
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A film's chapters from ffprobe. */
export function probeChapters(film: Uint8Array): Promise<ProbedChapter[]> {
  return withFile(film, async (path) => {
    const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_chapters', path]);
    const chapters: { start_time: string; end_time: string; tags: { title: string } }[] = JSON.parse(
      stdout.toString(),
    ).chapters;
    return chapters.map(({ start_time, end_time, tags }) => ({
      title: tags.title,
      startMs: Math.round(1000 * Number(start_time)),
      endMs: Math.round(1000 * Number(end_time)),
    }));
  });
}

/**
 * How the reference decoder reads a film's pixels: matrix and range given, chroma interpolated bicubically in full
 * precision.
 */
const toRgb =
  'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int';
/** The best version of a picture that yuv420p can store: its chroma averaged over 2 x 2 pixels. */
const toYuv =
  'scale=out_color_matrix=bt709:in_range=pc:out_range=tv:flags=area+accurate_rnd+full_chroma_int,format=yuv420p';

/** Frames of a film by index, in ascending order. */
export function decodeFrames(film: Uint8Array, indexes: readonly number[], size: Size): Promise<Picture[]> {
  const chosen = indexes.map((index) => `eq(n,${index})`).join('+');
  return readPictures(film, `select='${chosen}',${toRgb}`, indexes.length, size);
}

/** The picture of a PNG file after a conversion to yuv420p and back without other losses. */
export async function throughYuv420(png: Uint8Array, size: Size): Promise<Picture> {
  const [picture] = await readPictures(png, `format=rgb24,${toYuv},${toRgb}`, 1, size);
  return picture;
}

function readPictures(file: Uint8Array, filter: string, count: number, size: Size): Promise<Picture[]> {
  return withFile(file, async (path) => {
    const { stdout } = await run('ffmpeg', [
      ...['-v', 'error', '-i', path, '-vf', filter, '-fps_mode', 'passthrough'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    ]);
    const length = 4 * size.width * size.height;
    if (stdout.length !== count * length) {
      throw new Error(`ffmpeg gave ${stdout.length / length} pictures, not ${count}`);
    }
    return Array.from({ length: count }, (_, at) => ({
      width: size.width,
      height: size.height,
      data: new Uint8ClampedArray(stdout.subarray(at * length, (at + 1) * length)),
    }));
  });
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Runs a program on a file of these bytes. Rejects with an Error when it fails. */
export function runOnFile(
  command: ExternalProgram,
  file: Uint8Array,
  argumentsFor: (path: string) => readonly string[],
): Promise<Output> {
  return withFile(file, (path) => run(command, argumentsFor(path)));
}

/** Converts a file with FFmpeg to one with this extension. */
export function convertWithFfmpeg(
  file: Uint8Array,
  extension: string,
  options: readonly string[],
): Promise<Buffer> {
  return withFile(file, async (path) => {
    const made = `${path}.${extension}`;
    await run('ffmpeg', ['-v', 'error', '-i', path, ...options, made]);
    return readFile(made);
  });
}

interface Output {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

async function withFile<Result>(data: Uint8Array, use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'render-service-film-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, data);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(command: ExternalProgram, args: readonly string[]): Promise<Output> {
  const program = externalProgram(command);
  return new Promise((done, failed) => {
    execFile(program, args, { encoding: 'buffer', maxBuffer: 1 << 30 }, (error, stdout, stderr) => {
      if (!error) done({ stdout, stderr });
      else failed(new Error(`${command} failed: ${stderr.toString().trim() || error.message}`));
    });
  });
}

/** A hash of every decoded frame of a film's video, in order. Rejects with FFmpeg's output if there is any. */
export function frameHashes(film: Uint8Array): Promise<string[]> {
  return withFile(film, async (path) => {
    const { stdout, stderr } = await run('ffmpeg', [
      ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', path],
      ...['-map', '0:v', '-fps_mode', 'passthrough', '-f', 'framemd5', '-'],
    ]);
    if (stderr.length > 0) throw new Error(stderr.toString());
    const lines = stdout.toString().split('\n');
    return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',').at(-1)?.trim() ?? '');
  });
}
