import { describe, expect, it } from 'vitest';
import {
  accepts,
  choice,
  controlsOrNull,
  easing,
  flag,
  id,
  map,
  number,
  optional,
  point,
  problemsWhen,
  refuses,
  required,
  timingOrNull,
} from './field-checks.ts';

describe('control point fields', () => {
  const place = (name: string) => `scenes.intro.compositions.first.states.box.path.${name}`;

  it('validates the c1 field of control points', () => required(place('c1'), point));
  it('validates the c2 field of control points', () => required(place('c2'), point));
});

describe('transition fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.${name}`;

  it('validates the id field of a transition', () => required(place('id'), id('t1')));
  it('validates the fromId field of a transition', () => required(place('fromId'), id('first')));
  it('validates the toId field of a transition', () => required(place('toId'), id('second')));
  it('validates the tracks field of a transition', () => required(place('tracks'), map));
  it('validates the duration field of a transition', () => required(place('duration'), number(0, 600_000)));
});

describe('track fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.${name}`;

  it('validates the path field of a track', () => required(place('path'), controlsOrNull));
  it('validates the type field of a track', () =>
    required(place('type'), choice('move', 'write', 'fade', 'grow', 'none')));
  it('validates the order field of a track', () =>
    required(place('order'), choice('together', 'sequential')));
  it('validates the start field of a track', () => required(place('start'), number(0, 600_000)));
  it('validates the duration field of a track', () => required(place('duration'), number(0, 600_000)));
  it('validates the easing field of a track', () => required(place('easing'), easing));
  it('validates the objectId field of a track', () => required(place('objectId'), id('box')));
  it('validates the implicit field of a track', () => optional(place('implicit'), flag));
  it('validates the keyframes field of a track', () => optional(place('keyframes'), map));
  it('validates the fillTiming field of a track', () => optional(place('fillTiming'), timingOrNull));
  it('validates the pathTiming field of a track', () => optional(place('pathTiming'), timingOrNull));
  it('validates the sizeTiming field of a track', () => optional(place('sizeTiming'), timingOrNull));
  it('validates the revealTiming field of a track', () => optional(place('revealTiming'), timingOrNull));
  it('validates the strokeTiming field of a track', () => optional(place('strokeTiming'), timingOrNull));
  it('validates the opacityTiming field of a track', () => optional(place('opacityTiming'), timingOrNull));
  it('validates the fontSizeTiming field of a track', () => optional(place('fontSizeTiming'), timingOrNull));
  it('validates the positionTiming field of a track', () => optional(place('positionTiming'), timingOrNull));
  it('validates the rotationTiming field of a track', () => optional(place('rotationTiming'), timingOrNull));
  it('validates the strokeWidthTiming field of a track', () =>
    optional(place('strokeWidthTiming'), timingOrNull));
  it('validates the cornerRadiusTiming field of a track', () =>
    optional(place('cornerRadiusTiming'), timingOrNull));
});

describe('timing fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.fillTiming.${name}`;

  it('validates the start field of a timing', () => required(place('start'), number(0, 600_000)));
  it('validates the easing field of a timing', () => required(place('easing'), easing));
  it('validates the duration field of a timing', () => required(place('duration'), number(0, 600_000)));
});

describe('keyframe fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.keyframes.k1.${name}`;

  it('validates the at field of a keyframe', () => required(place('at'), number(0, 1)));
  it('validates the easing field of a keyframe', () => required(place('easing'), easing));
  it('validates the deleted field of a keyframe', () => optional(place('deleted'), flag));

  it('validates the value field of a keyframe', () => {
    required(place('value'), (value) => {
      accepts(value, -100_000, 100_000);
      refuses(value, [-100_001, 100_001, 'red', '', null, true, []]);
      for (const fill of ['none', 'transparent', '#fff', '#09f8a7', '#09f8a780']) {
        expect(problemsWhen({ [value]: fill, [place('property')]: 'fill' })).toEqual([]);
      }
    });
  });

  it('accepts keyframes for 21 properties', () => {
    const numbers =
      'x y anchorX anchorY opacity width height scaleX scaleY rotation shear strokeWidth fontSize cornerRadius ' +
      'c1x c1y c2x c2y reveal';
    for (const property of numbers.split(' ')) {
      expect(problemsWhen({ [place('property')]: property, [place('value')]: 0.5 }), property).toEqual([]);
      expect(problemsWhen({ [place('property')]: property, [place('value')]: '#fff' })).toHaveLength(1);
    }
    for (const property of ['fill', 'stroke']) {
      expect(problemsWhen({ [place('property')]: property, [place('value')]: '#fff' }), property).toEqual([]);
    }
    required(place('property'), (property) => refuses(property, ['text', '', 'X', null, 0]));
  });
});

describe('easings', () => {
  const place = 'scenes.intro.transitions.t1.tracks.box.easing';

  it('accepts an easing name or a cubic Bézier curve as an easing', () => required(place, easing));

  it('accepts only control values from 0 to 1 in a cubic Bézier easing', () => {
    const curve = { type: 'cubicBezier', x1: 0, y1: 1, x2: 1, y2: 0 };
    expect(problemsWhen({ [place]: { ...curve, y1: 1.5 } })).toEqual([
      `${place}.y1: must be a number from 0 to 1, but is 1.5`,
    ]);
    expect(problemsWhen({ [place]: { ...curve, x2: -0.5 } })).toEqual([
      `${place}.x2: must be a number from 0 to 1, but is -0.5`,
    ]);
  });
});
