import { FFmpegError } from '#node-av/lib';

/** Throws an Error that names the failed operation if the return code of a call to FFmpeg is a failure. */
export function checkCall(code: number, what: string): void {
  if (code < 0) throw new Error(`could not ${what}: ${new FFmpegError(code).message}`);
}
