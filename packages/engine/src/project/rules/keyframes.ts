import { maxKeyframesPerTrack } from '../limits.ts';
import { mustBe, type Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import { isColorProperty, rangeOf } from '../properties/all-properties.ts';
import type { Keyframe, KeyframeProperty } from '../schema.ts';

/** Checks that a track has at most 1024 keyframes, deleted ones included, and that each value fits its property. */
export function checkKeyframes(
  keyframes: Readonly<Record<string, Keyframe>>,
  path: Path,
  problems: Problems,
): void {
  const entries = Object.entries(keyframes);
  if (entries.length > maxKeyframesPerTrack) {
    problems.add(
      path,
      'count',
      `must have at most ${maxKeyframesPerTrack} keyframes, but has ${entries.length}`,
    );
    return;
  }
  for (const [id, { property, value }] of entries) {
    const rule = brokenRule(property, value);
    if (rule !== undefined)
      problems.add([...path, id, 'value'], 'value', mustBe(`${rule} for ${property}`, value));
  }
}

function brokenRule(property: KeyframeProperty, value: number | string): string | undefined {
  if (isColorProperty(property)) return typeof value === 'string' ? undefined : 'a color';
  if (typeof value === 'string') return 'a number';
  const [min, max] = rangeOf(property);
  return value >= min && value <= max ? undefined : `a number from ${min} to ${max}`;
}
