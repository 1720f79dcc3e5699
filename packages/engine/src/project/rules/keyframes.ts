import { isColorProperty } from '../field-schemas.ts';
import { maxKeyframesPerTrack } from '../limits.ts';
import { mustBe, type Path } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { FormulaProperty, Keyframe, KeyframeProperty } from '../schema.ts';
import { maxAreaSteps } from '../state-fields.ts';

const axisRange = [-1e15, 1e15] as const;

/** Minimum and maximum values of properties with a range. */
const ranges: Readonly<
  Partial<Record<KeyframeProperty | FormulaProperty, readonly [min: number, max: number]>>
> = {
  opacity: [0, 1],
  reveal: [0, 1],
  strokeWidth: [0, 10_000],
  fontSize: [0, 10_000],
  cornerRadius: [0, 10_000],
  innerRadius: [0, 1],
  lineHeight: [0.5, 4],
  letterSpacing: [-1000, 1000],
  blur: [0, 500],
  xStart: axisRange,
  xEnd: axisRange,
  yStart: axisRange,
  yEnd: axisRange,
  tStart: axisRange,
  tEnd: axisRange,
  m11: [-1000, 1000],
  m12: [-1000, 1000],
  m21: [-1000, 1000],
  m22: [-1000, 1000],
  areaStart: axisRange,
  areaEnd: axisRange,
  areaSteps: [0, maxAreaSteps],
};

/** Minimum and maximum of a coordinate, and of every numeric property without a range of its own. */
const coordinateRange = [-100_000, 100_000] as const;

/** Returns the minimum and the maximum of a numeric property. */
export function rangeOf(property: KeyframeProperty | FormulaProperty): readonly [min: number, max: number] {
  return ranges[property] ?? coordinateRange;
}

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
  const range = ranges[property];
  if (range === undefined) return undefined;
  const [min, max] = range;
  return value >= min && value <= max ? undefined : `a number from ${min} to ${max}`;
}
