const orientationTag = 0x0112;
const shortType = 3;

/** A big-endian TIFF block whose only entry is the orientation. */
export function writeExifOrientation(orientation: number): Uint8Array {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [orientationTag >> 8, orientationTag & 255, 0, shortType, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Uint8Array.of(...header, 0, 1, ...entry, 0, 0, 0, 0);
}

/**
 * Returns the orientation, 1 to 8, in EXIF data (a TIFF block). Damaged data and other values count as 1: the picture
 * itself is intact, and browsers show it as stored.
 */
export function readExifOrientation(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 14) return 1;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const little = order === 0x4949;
  const directory = view.getUint32(4, little);
  if (view.getUint16(2, little) !== 42 || directory + 2 > tiff.length) return 1;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (view.getUint16(entry, little) !== orientationTag) continue;
    if (view.getUint16(entry + 2, little) !== shortType || view.getUint32(entry + 4, little) !== 1) return 1;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Whether the orientation turns the picture by a quarter, which swaps width and height. */
export function swapsSides(orientation: number): boolean {
  return orientation >= 5;
}
