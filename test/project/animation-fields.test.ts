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

  it('validates the c1 field of control points', { tags: ['project.bezier.c1'] }, () =>
    required(place('c1'), point),
  );
  it('validates the c2 field of control points', { tags: ['project.bezier.c2'] }, () =>
    required(place('c2'), point),
  );
});

describe('transition fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.${name}`;

  it('validates the id field of a transition', { tags: ['project.transition.id'] }, () =>
    required(place('id'), id('t1')),
  );
  it('validates the fromId field of a transition', { tags: ['project.transition.fromId'] }, () =>
    required(place('fromId'), id('first')),
  );
  it('validates the toId field of a transition', { tags: ['project.transition.toId'] }, () =>
    required(place('toId'), id('second')),
  );
  it('validates the tracks field of a transition', { tags: ['project.transition.tracks'] }, () =>
    required(place('tracks'), map),
  );
  it('validates the duration field of a transition', { tags: ['project.transition.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
});

describe('track fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.${name}`;

  it('validates the path field of a track', { tags: ['project.track.path'] }, () =>
    required(place('path'), controlsOrNull),
  );
  it('validates the type field of a track', { tags: ['project.track.type'] }, () =>
    required(place('type'), choice('move', 'write', 'fade', 'grow', 'none')),
  );
  it('validates the order field of a track', { tags: ['project.track.order'] }, () =>
    required(place('order'), choice('together', 'sequential')),
  );
  it('validates the start field of a track', { tags: ['project.track.start'] }, () =>
    required(place('start'), number(0, 600_000)),
  );
  it('validates the duration field of a track', { tags: ['project.track.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
  it('validates the easing field of a track', { tags: ['project.track.easing'] }, () =>
    required(place('easing'), easing),
  );
  it('validates the objectId field of a track', { tags: ['project.track.objectId'] }, () =>
    required(place('objectId'), id('box')),
  );
  it('validates the implicit field of a track', { tags: ['project.track.implicit'] }, () =>
    optional(place('implicit'), flag),
  );
  it('validates the keyframes field of a track', { tags: ['project.track.keyframes'] }, () =>
    optional(place('keyframes'), map),
  );
  it('validates the fillTiming field of a track', { tags: ['project.track.fillTiming'] }, () =>
    optional(place('fillTiming'), timingOrNull),
  );
  it('validates the pathTiming field of a track', { tags: ['project.track.pathTiming'] }, () =>
    optional(place('pathTiming'), timingOrNull),
  );
  it('validates the sizeTiming field of a track', { tags: ['project.track.sizeTiming'] }, () =>
    optional(place('sizeTiming'), timingOrNull),
  );
  it('validates the revealTiming field of a track', { tags: ['project.track.revealTiming'] }, () =>
    optional(place('revealTiming'), timingOrNull),
  );
  it('validates the strokeTiming field of a track', { tags: ['project.track.strokeTiming'] }, () =>
    optional(place('strokeTiming'), timingOrNull),
  );
  it('validates the opacityTiming field of a track', { tags: ['project.track.opacityTiming'] }, () =>
    optional(place('opacityTiming'), timingOrNull),
  );
  it('validates the fontSizeTiming field of a track', { tags: ['project.track.fontSizeTiming'] }, () =>
    optional(place('fontSizeTiming'), timingOrNull),
  );
  it('validates the positionTiming field of a track', { tags: ['project.track.positionTiming'] }, () =>
    optional(place('positionTiming'), timingOrNull),
  );
  it('validates the rotationTiming field of a track', { tags: ['project.track.rotationTiming'] }, () =>
    optional(place('rotationTiming'), timingOrNull),
  );
  it('validates the strokeWidthTiming field of a track', { tags: ['project.track.strokeWidthTiming'] }, () =>
    optional(place('strokeWidthTiming'), timingOrNull),
  );
  it(
    'validates the cornerRadiusTiming field of a track',
    { tags: ['project.track.cornerRadiusTiming'] },
    () => optional(place('cornerRadiusTiming'), timingOrNull),
  );
});

describe('timing fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.fillTiming.${name}`;

  it('validates the start field of a timing', { tags: ['project.timing.start'] }, () =>
    required(place('start'), number(0, 600_000)),
  );
  it('validates the easing field of a timing', { tags: ['project.timing.easing'] }, () =>
    required(place('easing'), easing),
  );
  it('validates the duration field of a timing', { tags: ['project.timing.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
});

describe('keyframe fields', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.keyframes.k1.${name}`;

  it('validates the at field of a keyframe', { tags: ['project.keyframe.at'] }, () =>
    required(place('at'), number(0, 1)),
  );
  it('validates the easing field of a keyframe', { tags: ['project.keyframe.easing'] }, () =>
    required(place('easing'), easing),
  );
  it('validates the deleted field of a keyframe', { tags: ['project.keyframe.deleted'] }, () =>
    optional(place('deleted'), flag),
  );

  it('validates the value field of a keyframe', { tags: ['project.keyframe.value'] }, () => {
    required(place('value'), (value) => {
      accepts(value, -100_000, 100_000);
      refuses(value, [-100_001, 100_001, 'red', '', null, true, []]);
      for (const fill of ['none', 'transparent', '#fff', '#09f8a7', '#09f8a780']) {
        expect(problemsWhen({ [value]: fill, [place('property')]: 'fill' })).toEqual([]);
      }
    });
  });

  it('accepts keyframes for 21 properties', {
    tags: ['project.keyframe.property', 'validity.keyframes.numbers'],
  }, () => {
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

  it(
    'accepts an easing name or a cubic Bézier curve as an easing',
    { tags: ['project.easing.names', 'project.easing.cubicBezier'] },
    () => required(place, easing),
  );

  it('accepts only control values from 0 to 1 in a cubic Bézier easing', {
    tags: ['project.easing.cubicBezier'],
  }, () => {
    const curve = { type: 'cubicBezier', x1: 0, y1: 1, x2: 1, y2: 0 };
    expect(problemsWhen({ [place]: { ...curve, y1: 1.5 } })).toEqual([
      `${place}.y1: must be a number from 0 to 1, but is 1.5`,
    ]);
    expect(problemsWhen({ [place]: { ...curve, x2: -0.5 } })).toEqual([
      `${place}.x2: must be a number from 0 to 1, but is -0.5`,
    ]);
  });
});
