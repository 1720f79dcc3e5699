import { type Outline, OutlineBuilder } from './outline.ts';
import { addSegmentPart, type MeasuredSegment, measureOutline } from './trim-outline.ts';

/** Maximum number of dashes and gaps of one outline: more than fit on the longest side of a picture. */
export const maxDashes = 20_000;

/**
 * Returns the dashes of an outline, as SVG's stroke-dasharray and stroke-dashoffset define them: the pattern starts
 * again with each contour, and one of an odd number of lengths is used twice. `offset` is in the unit of the lengths.
 * As in Skia, an outline with too many dashes stays solid.
 */
export function dashOutline(outline: Outline, lengths: readonly number[], offset: number): Outline {
  const { pattern, period } = patternOf(lengths);
  if (isSolid(pattern)) return outline;
  const { segments, length } = measureOutline(outline);
  if (length === 0 || countDashes(length, pattern, period) > maxDashes) return outline;
  const builder = new OutlineBuilder();
  let pen = penAt(pattern, period, offset);
  for (const segment of segments) {
    if (segment.startsSubpath) pen = penAt(pattern, period, offset);
    if (segment.length > 0) dashSegment(builder, segment, pattern, pen);
  }
  return builder.build();
}

/** Whether an outline has so many dashes that it stays solid. */
export function hasTooManyDashes(outline: Outline, lengths: readonly number[]): boolean {
  const { pattern, period } = patternOf(lengths);
  return !isSolid(pattern) && countDashes(measureOutline(outline).length, pattern, period) > maxDashes;
}

function countDashes(length: number, pattern: readonly number[], period: number): number {
  return (length / period) * pattern.length;
}

function patternOf(lengths: readonly number[]) {
  const pattern = lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths];
  return { pattern, period: pattern.reduce((sum, length) => sum + length, 0) };
}

/** As in SVG, a pattern without length, or without gaps, is a solid line. */
function isSolid(pattern: readonly number[]): boolean {
  return pattern.every((length, index) => index % 2 === 0 || length === 0);
}

/** Place in the pattern while an outline is followed. */
interface Pen {
  index: number;
  /** The rest of this dash or gap. */
  left: number;
  /** Whether a dash continues from the segment before. */
  isDown: boolean;
}

function penAt(pattern: readonly number[], period: number, offset: number): Pen {
  let left = ((offset % period) + period) % period;
  let index = 0;
  // A dash without length is a dot, also where the stroke starts.
  while (left > 0 && left >= pattern[index] && index < pattern.length - 1) left -= pattern[index++];
  return { index, left: Math.max(0, pattern[index] - left), isDown: false };
}

function dashSegment(
  builder: OutlineBuilder,
  segment: MeasuredSegment,
  pattern: readonly number[],
  pen: Pen,
): void {
  for (let at = 0; at < segment.length; ) {
    const reach = at + pen.left;
    const end = Math.min(segment.length, reach);
    if (pen.index % 2 === 0) {
      addSegmentPart(builder, segment, at, end, !pen.isDown);
      pen.isDown = true;
    }
    if (reach > segment.length) {
      pen.left = reach - segment.length;
      return;
    }
    pen.index = (pen.index + 1) % pattern.length;
    pen.left = pattern[pen.index];
    pen.isDown = false;
    at = end;
  }
}
