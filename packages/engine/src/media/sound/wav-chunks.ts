/** The format and data chunks of a WAV file, or the parts of them that the file has. */
export interface WaveChunks {
  readonly format: Uint8Array | undefined;
  readonly data: Uint8Array | undefined;
}

/** Length of a chunk's id and size, and of the file header. */
const chunkHeaderLength = 8;
const fileHeaderLength = 12;
/** Sizes written by recorders that cannot fill them in afterwards. */
const sizesNeverFilledIn: readonly number[] = [0, 0xffff_ffff];

/** Whether these are the bytes of a RIFF WAVE file. */
export function isWave(file: Uint8Array): boolean {
  return (
    file.length >= fileHeaderLength &&
    fourCharacters(file, 0) === 'RIFF' &&
    fourCharacters(file, 8) === 'WAVE'
  );
}

/**
 * Finds the first format chunk and the first data chunk of a RIFF WAVE file, in any order and among any others. The
 * size in the file header is ignored, because it is often wrong. Data whose size was never filled in extends to the
 * end of the file, and so does a chunk whose size exceeds the file.
 */
export function findWaveChunks(file: Uint8Array): WaveChunks {
  let format: Uint8Array | undefined;
  let data: Uint8Array | undefined;
  for (let at = fileHeaderLength; at + chunkHeaderLength <= file.length && !(format && data); ) {
    const id = fourCharacters(file, at);
    const size = sizeAt(file, at);
    const start = at + chunkHeaderLength;
    const isData = id === 'data' && !data;
    const isOpen = isData && sizesNeverFilledIn.includes(size) && !isChunkList(file, start);
    const end = isOpen ? file.length : Math.min(start + size, file.length);
    if (isData) data = file.subarray(start, end);
    else if (id === 'fmt ') format ??= file.subarray(start, end);
    at = chunkAfter(file, start, end);
  }
  return { format, data };
}

/** Whether chunks fill the file from here to its end. If so, an empty chunk before them is really empty. */
function isChunkList(file: Uint8Array, start: number): boolean {
  let at = start;
  while (at + chunkHeaderLength <= file.length && isChunkId(file, at)) {
    const bodyStart = at + chunkHeaderLength;
    const end = bodyStart + sizeAt(file, at);
    if (end > file.length) return false;
    at = chunkAfter(file, bodyStart, end);
  }
  return at >= file.length;
}

/** Returns the start of the next chunk: after a padding zero if the size is odd, unless the writer omitted it. */
function chunkAfter(file: Uint8Array, start: number, end: number): number {
  const isOdd = (end - start) % 2 === 1;
  return isOdd && !(file[end] !== 0 && isChunkId(file, end)) ? end + 1 : end;
}

function isChunkId(file: Uint8Array, at: number): boolean {
  return /^[ -~]{4}$/.test(fourCharacters(file, at));
}

function fourCharacters(file: Uint8Array, at: number): string {
  return String.fromCharCode(...file.subarray(at, at + 4));
}

function sizeAt(file: Uint8Array, at: number): number {
  return new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(at + 4, true);
}
