import type { Buffer } from 'node:buffer';
import type { DisplayNode, Effects, GroupNode, PlacedGradient } from '../../../drawing/display-list.ts';
import { memoizeByObject } from '../../../drawing/memoize-by-object.ts';
import type { Outline } from '../../../drawing/outline.ts';
import type { ImageAsset } from '../../../project/schema.ts';
import type { Color } from '../../../timeline/color.ts';
import { ByteWriter } from './byte-writer.ts';

// Writes everything in display lists on which pixels depend. Each writer must know every field of its type.

const outlineDigest = memoizeByObject(
  ({ verbs, points }: Outline): Buffer => new ByteWriter().text(verbs).list(points).digest(),
);

const assetDigest = memoizeByObject(({ src }: ImageAsset): Buffer => new ByteWriter().text(src).digest());

/** The digest of nodes that are parts of an object. */
export const partsDigest: (parts: readonly DisplayNode[]) => Buffer = memoizeByObject(
  (parts: readonly DisplayNode[]): Buffer => {
    const writer = new ByteWriter().integer(parts.length);
    for (const part of parts) writePart(writer, part);
    return writer.digest();
  },
);

function writePart(writer: ByteWriter, part: DisplayNode): void {
  writer.text(part.type);
  switch (part.type) {
    case 'fill':
    case 'stroke':
      writer.bytes(outlineDigest(part.outline));
      writeColor(writer, part.color);
      writeGradient(writer, part.gradient);
      if (part.type === 'stroke') writer.numbers(part.width);
      return;
    case 'image':
      writer.bytes(assetDigest(part.asset)).numbers(part.width, part.height);
      return;
    case 'group':
      writeGroup(writer, part);
      writer.bytes(partsDigest(part.children));
  }
}

/** Writes a group without its children. */
export function writeGroup(writer: ByteWriter, { matrix, opacity, clip, effects }: GroupNode): void {
  writer.numbers(...matrix, opacity);
  writeOutline(writer, clip);
  writeEffects(writer, effects);
}

function writeOutline(writer: ByteWriter, outline: Outline | null): void {
  writer.integer(outline === null ? 0 : 1);
  if (outline !== null) writer.bytes(outlineDigest(outline));
}

function writeEffects(writer: ByteWriter, effects: Effects | null): void {
  writer.integer(effects === null ? 0 : 1);
  if (effects === null) return;
  const { blur, mask, shadows } = effects;
  writer.numbers(blur);
  writeOutline(writer, mask?.outline ?? null);
  if (mask !== null) writer.numbers(...mask.matrix);
  writer.integer(shadows.length);
  for (const { x, y, sigma, color } of shadows) {
    writer.numbers(x, y, sigma);
    writeColor(writer, color);
  }
}

export function writeColor(writer: ByteWriter, color: Color | null): void {
  if (color === null) writer.integer(0);
  else writer.numbers(color.red, color.green, color.blue, color.alpha);
}

export function writeGradient(writer: ByteWriter, gradient: PlacedGradient | null | undefined): void {
  writer.text(gradient?.type ?? '');
  if (!gradient) return;
  if (gradient.type === 'linear') writer.numbers(...gradient.start, ...gradient.end);
  else writer.numbers(...gradient.center, ...gradient.radii);
  writer.integer(gradient.stops.length);
  for (const { offset, color } of gradient.stops) {
    writer.numbers(offset);
    writeColor(writer, color);
  }
}
