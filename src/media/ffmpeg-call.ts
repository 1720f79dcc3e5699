import { FFmpegError } from '#node-av/lib';

/** Throws an Error that says what FFmpeg could not do if the return code of a call is a failure. */
export function checkCall(code: number, what: string): void {
  if (code < 0) throw new Error(`could not ${what}: ${new FFmpegError(code).message}`);
}
