import { describe, expect, it } from 'vitest';
import { problemsWith } from '../sample.ts';

const keyframes = 'scenes.intro.transitions.t1.tracks.box.keyframes';

function problemsOfKeyframe(property: string, value: unknown, more: object = {}): readonly string[] {
  return problemsWith({ [`${keyframes}.k1`]: { at: 0, easing: 'linear', property, value, ...more } });
}

describe('keyframe rules', () => {
  it.each(['fill', 'stroke'])('accepts only colors as %s keyframe values', (property) => {
    expect(problemsOfKeyframe(property, 'none')).toEqual([]);
    expect(problemsOfKeyframe(property, 3)).toEqual([
      `${keyframes}.k1.value: must be a color for ${property}, but is 3`,
    ]);
  });

  it.each('x y anchorX anchorY width height scaleX scaleY rotation shear c1x c1y c2x c2y'.split(' '))(
    'accepts negative numbers but no colors as %s keyframe values',
    (property) => {
      expect(problemsOfKeyframe(property, -100_000)).toEqual([]);
      expect(problemsOfKeyframe(property, '#fff')).toEqual([
        `${keyframes}.k1.value: must be a number for ${property}, but is "#fff"`,
      ]);
    },
  );

  it.each([
    ['opacity', 1, 1.001],
    ['reveal', 1, 2],
    ['strokeWidth', 10_000, 10_000.5],
    ['fontSize', 10_000, 10_001],
    ['cornerRadius', 10_000, 10_001],
  ])('accepts only %s keyframe values from 0 to %d', (property, max, over) => {
    expect(problemsOfKeyframe(property, 0)).toEqual([]);
    expect(problemsOfKeyframe(property, max)).toEqual([]);
    const place = `${keyframes}.k1.value: must be a number from 0 to ${max} for ${property}, but is`;
    expect(problemsOfKeyframe(property, -0.5)).toEqual([`${place} -0.5`]);
    expect(problemsOfKeyframe(property, over)).toEqual([`${place} ${over}`]);
  });

  it('validates deleted keyframes as well', () => {
    expect(problemsOfKeyframe('fill', 3, { deleted: true })).toHaveLength(1);
  });

  it('refuses more than 1024 keyframes in a track', () => {
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `k${index}`,
          { at: 0, value: 0, easing: 'linear', property: 'x' },
        ]),
      );
    expect(problemsWith({ [keyframes]: many(1024) })).toEqual([]);
    expect(problemsWith({ [keyframes]: many(1025) })).toEqual([
      `${keyframes}: must have at most 1024 keyframes, but has 1025`,
    ]);
  });
});
