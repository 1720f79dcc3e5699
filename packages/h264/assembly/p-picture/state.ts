// What the coder of P pictures holds of a film: planes, and what later macroblocks need to know of earlier ones.
// Addresses are those of the module's memory. All planes are whole macroblocks wide and high.

/** Sides of a picture in macroblocks. */
export let columns: i32 = 0;
export let rows: i32 = 0;
/** Bytes from one row of samples to the next, in luma; in chroma it is half of that. */
export let stride: i32 = 0;

/** The picture to be coded, in its own size, without padding. */
export let sourceWidth: i32 = 0;
export let sourceHeight: i32 = 0;
export let sourceLuma: usize = 0;
export let sourceBlue: usize = 0;
export let sourceRed: usize = 0;

/** The decoded picture before, and the one that is being coded. */
export let referenceLuma: usize = 0;
export let referenceBlue: usize = 0;
export let referenceRed: usize = 0;
export let codedLuma: usize = 0;
export let codedBlue: usize = 0;
export let codedRed: usize = 0;

/** The source of every macroblock when it was last coded: 256 luma, 64 blue and 64 red samples. */
export let previousSources: usize = 0;
export const macroblockBytes: i32 = 384;

/** For each macroblock: its vector in quarter samples, i16 each. */
export let vectorsX: usize = 0;
export let vectorsY: usize = 0;
/** For each macroblock: 1 if it is coded in intra prediction, so that it has no vector. */
export let intraFlags: usize = 0;
/** For each macroblock: 1 if those after it may infer another vector than zero from it. */
export let movingFlags: usize = 0;
/** For each macroblock: 1 if something of it may have changed. */
export let damageFlags: usize = 0;
/** For each macroblock: 1 if it was coded since the key picture and not refined since. */
export let coarseFlags: usize = 0;
/** For each block of 4 x 4 samples: how many levels are not 0, in luma and in the two planes of chroma. */
export let lumaCounts: usize = 0;
export let blueCounts: usize = 0;
export let redCounts: usize = 0;
/** For each luma block: its Intra_4x4 mode, or 2. */
export let intraModes: usize = 0;
/** For each macroblock: what the contexts of later ones depend on; syntax.ts knows the bytes. 0 for a skipped one. */
export let contextsOfMacroblocks: usize = 0;
export const contextBytes: i32 = 8;
/** The macroblocks of the picture before that are not skipped with a vector of zero, u32 each. */
export let changed: usize = 0;
export let changedLength: i32 = 0;

/** Vectors that are worth a try in the area of an object: x0, y0, x1, y1 in macroblocks, then x and y, i32 each. */
export let hints: usize = 0;
export let hintsLength: i32 = 0;
export const mostHints: i32 = 256;
export const hintBytes: i32 = 24;

let end: usize = 0;

function allocate(bytes: i32): usize {
  const address = (end + 15) & ~15;
  end = address + <usize>bytes;
  const pages = <i32>((end + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) unreachable();
  return address;
}

/** Makes room for the I420 planes of a film and, behind them, for the RGBA pixels of a picture. Gives the planes' address. */
export function allocatePicture(width: i32, height: i32): usize {
  end = __heap_base;
  sourceWidth = width;
  sourceHeight = height;
  sourceLuma = allocate((width * height * 3) >> 1);
  sourceBlue = sourceLuma + <usize>(width * height);
  sourceRed = sourceBlue + <usize>((width * height) >> 2);
  allocate(width * height * 4);
  return sourceLuma;
}

/** Makes room for what coding needs; the planes of the film are allocated before. */
export function allocateCoder(): void {
  columns = (sourceWidth + 15) >> 4;
  rows = (sourceHeight + 15) >> 4;
  stride = columns << 4;
  const macroblocks = columns * rows;
  const samples = macroblocks << 8;
  referenceLuma = allocate(samples);
  referenceBlue = allocate(samples >> 2);
  referenceRed = allocate(samples >> 2);
  codedLuma = allocate(samples);
  codedBlue = allocate(samples >> 2);
  codedRed = allocate(samples >> 2);
  previousSources = allocate(macroblocks * macroblockBytes);
  vectorsX = allocate(macroblocks << 1);
  vectorsY = allocate(macroblocks << 1);
  intraFlags = allocate(macroblocks);
  movingFlags = allocate(macroblocks);
  damageFlags = allocate(macroblocks);
  coarseFlags = allocate(macroblocks);
  lumaCounts = allocate(macroblocks << 4);
  blueCounts = allocate(macroblocks << 2);
  redCounts = allocate(macroblocks << 2);
  intraModes = allocate(macroblocks << 4);
  contextsOfMacroblocks = allocate(macroblocks * contextBytes);
  changed = allocate(macroblocks << 2);
  hints = allocate(mostHints * hintBytes);
}

/** Room for the bits of a picture, and for the same with emulation prevention. */
export function allocateBits(bytes: i32): usize {
  return allocate(bytes);
}

export function swapPictures(): void {
  let plane = referenceLuma;
  referenceLuma = codedLuma;
  codedLuma = plane;
  plane = referenceBlue;
  referenceBlue = codedBlue;
  codedBlue = plane;
  plane = referenceRed;
  referenceRed = codedRed;
  codedRed = plane;
}

export function addChanged(macroblock: i32): void {
  store<i32>(changed + (<usize>changedLength << 2), macroblock);
  changedLength++;
}

export function forgetChanged(): void {
  changedLength = 0;
}

export function addHint(x0: i32, y0: i32, x1: i32, y1: i32, x: i32, y: i32): void {
  if (hintsLength >= mostHints) return;
  const address = hints + <usize>(hintsLength * hintBytes);
  store<i32>(address, x0);
  store<i32>(address, y0, 4);
  store<i32>(address, x1, 8);
  store<i32>(address, y1, 12);
  store<i32>(address, x, 16);
  store<i32>(address, y, 20);
  hintsLength++;
}

export function forgetHints(): void {
  hintsLength = 0;
}

/** Gives a macroblock's luma blocks neutral modes of Intra_4x4. */
export function clearModes(column: i32, row: i32): void {
  for (let y = 0; y < 4; y++) store<u32>(intraModes + <usize>(((row << 2) + y) * (columns << 2) + (column << 2)), 0x02020202);
}

/** Makes a macroblock look to its neighbours as if it were skipped. */
export function clearContexts(macroblock: i32, column: i32, row: i32): void {
  store<u64>(contextsOfMacroblocks + <usize>(macroblock * contextBytes), 0);
  const width = columns << 2;
  for (let y = 0; y < 4; y++) {
    const at = <usize>(((row << 2) + y) * width + (column << 2));
    store<u32>(lumaCounts + at, 0);
    store<u32>(intraModes + at, 0x02020202);
  }
  for (let y = 0; y < 2; y++) {
    const at = <usize>(((row << 1) + y) * (width >> 1) + (column << 1));
    store<u16>(blueCounts + at, 0);
    store<u16>(redCounts + at, 0);
  }
}
