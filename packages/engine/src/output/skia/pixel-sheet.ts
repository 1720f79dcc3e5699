import type { Patch, PixelArea, PixelSheet } from '@render-service/h264';
import type { Size } from '../fit-scene.ts';

/** Returns a sheet of a single area. */
export function wholeSheet(area: PixelArea, rgba: Uint8Array): PixelSheet {
  return { rgba, width: area.width, patches: [{ area, x: 0, y: 0 }] };
}

/** Places of areas on a sheet of this size. */
export interface PatchLayout extends Size {
  readonly patches: readonly Patch[];
}

/** Ratio of a row's length to the side of a square with the same area, to compensate for gaps. */
const roomForGaps = 1.1;

/** Places areas side by side in rows, the tallest first, on a sheet that is about square. */
export function arrangePatches(areas: readonly PixelArea[]): PatchLayout {
  const pixels = areas.reduce((sum, { width, height }) => sum + width * height, 0);
  const widest = areas.reduce((most, { width }) => Math.max(most, width), 0);
  const rowWidth = Math.max(widest, Math.ceil(Math.sqrt(pixels) * roomForGaps));
  const patches: Patch[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const area of areas.toSorted((a, b) => b.height - a.height)) {
    if (x + area.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight, 0];
    patches.push({ area, x, y });
    x += area.width;
    rowHeight = Math.max(rowHeight, area.height);
    width = Math.max(width, x);
  }
  return { width, height: y + rowHeight, patches };
}
