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

describe('the fields of control points', () => {
  const place = (name: string) => `scenes.intro.compositions.first.states.box.path.${name}`;

  it('checks c1 of control points', { tags: ['project.bezier.c1'] }, () => required(place('c1'), point));
  it('checks c2 of control points', { tags: ['project.bezier.c2'] }, () => required(place('c2'), point));
});

describe('the fields of a transition', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.${name}`;

  it('checks id of a transition', { tags: ['project.transition.id'] }, () => required(place('id'), id('t1')));
  it('checks fromId of a transition', { tags: ['project.transition.fromId'] }, () =>
    required(place('fromId'), id('first')),
  );
  it('checks toId of a transition', { tags: ['project.transition.toId'] }, () =>
    required(place('toId'), id('second')),
  );
  it('checks tracks of a transition', { tags: ['project.transition.tracks'] }, () =>
    required(place('tracks'), map),
  );
  it('checks duration of a transition', { tags: ['project.transition.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
});

describe('the fields of a track', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.${name}`;

  it('checks path of a track', { tags: ['project.track.path'] }, () =>
    required(place('path'), controlsOrNull),
  );
  it('checks type of a track', { tags: ['project.track.type'] }, () =>
    required(place('type'), choice('move', 'write', 'fade', 'grow', 'none')),
  );
  it('checks order of a track', { tags: ['project.track.order'] }, () =>
    required(place('order'), choice('together', 'sequential')),
  );
  it('checks start of a track', { tags: ['project.track.start'] }, () =>
    required(place('start'), number(0, 600_000)),
  );
  it('checks duration of a track', { tags: ['project.track.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
  it('checks easing of a track', { tags: ['project.track.easing'] }, () => required(place('easing'), easing));
  it('checks objectId of a track', { tags: ['project.track.objectId'] }, () =>
    required(place('objectId'), id('box')),
  );
  it('checks implicit of a track', { tags: ['project.track.implicit'] }, () =>
    optional(place('implicit'), flag),
  );
  it('checks keyframes of a track', { tags: ['project.track.keyframes'] }, () =>
    optional(place('keyframes'), map),
  );
  it('checks fillTiming of a track', { tags: ['project.track.fillTiming'] }, () =>
    optional(place('fillTiming'), timingOrNull),
  );
  it('checks pathTiming of a track', { tags: ['project.track.pathTiming'] }, () =>
    optional(place('pathTiming'), timingOrNull),
  );
  it('checks sizeTiming of a track', { tags: ['project.track.sizeTiming'] }, () =>
    optional(place('sizeTiming'), timingOrNull),
  );
  it('checks revealTiming of a track', { tags: ['project.track.revealTiming'] }, () =>
    optional(place('revealTiming'), timingOrNull),
  );
  it('checks strokeTiming of a track', { tags: ['project.track.strokeTiming'] }, () =>
    optional(place('strokeTiming'), timingOrNull),
  );
  it('checks opacityTiming of a track', { tags: ['project.track.opacityTiming'] }, () =>
    optional(place('opacityTiming'), timingOrNull),
  );
  it('checks fontSizeTiming of a track', { tags: ['project.track.fontSizeTiming'] }, () =>
    optional(place('fontSizeTiming'), timingOrNull),
  );
  it('checks positionTiming of a track', { tags: ['project.track.positionTiming'] }, () =>
    optional(place('positionTiming'), timingOrNull),
  );
  it('checks rotationTiming of a track', { tags: ['project.track.rotationTiming'] }, () =>
    optional(place('rotationTiming'), timingOrNull),
  );
  it('checks strokeWidthTiming of a track', { tags: ['project.track.strokeWidthTiming'] }, () =>
    optional(place('strokeWidthTiming'), timingOrNull),
  );
  it('checks cornerRadiusTiming of a track', { tags: ['project.track.cornerRadiusTiming'] }, () =>
    optional(place('cornerRadiusTiming'), timingOrNull),
  );
});

describe('the fields of a timing', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.fillTiming.${name}`;

  it('checks start of a timing', { tags: ['project.timing.start'] }, () =>
    required(place('start'), number(0, 600_000)),
  );
  it('checks easing of a timing', { tags: ['project.timing.easing'] }, () =>
    required(place('easing'), easing),
  );
  it('checks duration of a timing', { tags: ['project.timing.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
});

describe('the fields of a keyframe', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.keyframes.k1.${name}`;

  it('checks at of a keyframe', { tags: ['project.keyframe.at'] }, () => required(place('at'), number(0, 1)));
  it('checks easing of a keyframe', { tags: ['project.keyframe.easing'] }, () =>
    required(place('easing'), easing),
  );
  it('checks deleted of a keyframe', { tags: ['project.keyframe.deleted'] }, () =>
    optional(place('deleted'), flag),
  );

  it('checks value of a keyframe', { tags: ['project.keyframe.value'] }, () => {
    required(place('value'), (value) => {
      accepts(value, -100_000, 100_000);
      refuses(value, [-100_001, 100_001, 'red', '', null, true, []]);
      for (const fill of ['none', 'transparent', '#fff', '#09f8a7', '#09f8a780']) {
        expect(problemsWhen({ [value]: fill, [place('property')]: 'fill' })).toEqual([]);
      }
    });
  });

  it('accepts 21 properties in a keyframe', {
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
    'accepts a name or a curve as easing',
    { tags: ['project.easing.names', 'project.easing.cubicBezier'] },
    () => required(place, easing),
  );

  it('accepts only control values from 0 to 1 in a curve', { tags: ['project.easing.cubicBezier'] }, () => {
    const curve = { type: 'cubicBezier', x1: 0, y1: 1, x2: 1, y2: 0 };
    expect(problemsWhen({ [place]: { ...curve, y1: 1.5 } })).toEqual([
      `${place}.y1: must be a number from 0 to 1, but is 1.5`,
    ]);
    expect(problemsWhen({ [place]: { ...curve, x2: -0.5 } })).toEqual([
      `${place}.x2: must be a number from 0 to 1, but is -0.5`,
    ]);
  });
});
