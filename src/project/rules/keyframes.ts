import { maxKeyframesPerTrack } from '../limits.ts';
import { mustBe, type Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import { isColorProperty, type Keyframe, type KeyframeProperty } from '../schema.ts';

/** Maximum keyframe values of properties with a range; the minimum is 0. */
const ranges: Readonly<Partial<Record<KeyframeProperty, number>>> = {
  opacity: 1,
  reveal: 1,
  strokeWidth: 10_000,
  fontSize: 10_000,
  cornerRadius: 10_000,
};

/** Checks that a track has at most 1024 keyframes, deleted ones included, and that each value fits its property. */
export function checkKeyframes(
  keyframes: Readonly<Record<string, Keyframe>>,
  path: Path,
  problems: Problems,
): void {
  const entries = Object.entries(keyframes);
  if (entries.length > maxKeyframesPerTrack) {
    problems.add(path, `must have at most ${maxKeyframesPerTrack} keyframes, but has ${entries.length}`);
    return;
  }
  for (const [id, { property, value }] of entries) {
    const rule = brokenRule(property, value);
    if (rule !== undefined) problems.add([...path, id, 'value'], mustBe(`${rule} for ${property}`, value));
  }
}

function brokenRule(property: KeyframeProperty, value: number | string): string | undefined {
  if (isColorProperty(property)) return typeof value === 'string' ? undefined : 'a color';
  if (typeof value === 'string') return 'a number';
  const max = ranges[property];
  return max === undefined || (value >= 0 && value <= max) ? undefined : `a number from 0 to ${max}`;
}
