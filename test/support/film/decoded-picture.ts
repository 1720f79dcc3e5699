import { runOnFile, type Size } from '../ffmpeg.ts';
import type { Picture } from '../picture.ts';

/** A frame of a film as FFmpeg decodes it, with the colours of BT.709. */
export async function decodedPicture(film: Uint8Array, frame: number, size: Size): Promise<Picture> {
  const scale =
    'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int';
  const { stdout } = await runOnFile('ffmpeg', film, (path) => [
    ...['-v', 'error', '-i', path, '-vf', `select=eq(n\\,${frame}),${scale}`, '-frames:v', '1'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
  ]);
  return { ...size, data: new Uint8ClampedArray(stdout) };
}
