/** The message of an error that says why FFmpeg's library cannot be used on this machine; null for other errors. */
export function unusableLibrary(error: unknown): string | null {
  // Thrown by scripts/node-av-binding.mjs.
  const isUnusable = error instanceof Error && 'code' in error && error.code === 'ERR_FFMPEG_UNUSABLE';
  return isUnusable ? error.message : null;
}
