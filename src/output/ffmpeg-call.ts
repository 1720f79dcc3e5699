import { FFmpegError } from '#node-av/lib';

/** Throws an Error that says what FFmpeg could not do, if the code that a call gave is that of a failure. */
export function checkCall(code: number, what: string): void {
  if (code < 0) throw new Error(`could not ${what}: ${new FFmpegError(code).message}`);
}

/** The sentence of an error that says why FFmpeg's library cannot be used on this machine; null for any other. */
export function unusableLibrary(error: unknown): string | null {
  // Thrown by scripts/node-av-binding.mjs.
  const isUnusable = error instanceof Error && 'code' in error && error.code === 'ERR_FFMPEG_UNUSABLE';
  return isUnusable ? error.message : null;
}
