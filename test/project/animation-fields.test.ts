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

describe('a Bezier controls object has', () => {
  const place = (name: string) => `scenes.intro.compositions.first.states.box.path.${name}`;

  it('c1', { tags: ['project.bezier.c1'] }, () => required(place('c1'), point));
  it('c2', { tags: ['project.bezier.c2'] }, () => required(place('c2'), point));
});

describe('a transition has', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.${name}`;

  it('id', { tags: ['project.transition.id'] }, () => required(place('id'), id('t1')));
  it('fromId', { tags: ['project.transition.fromId'] }, () => required(place('fromId'), id('first')));
  it('toId', { tags: ['project.transition.toId'] }, () => required(place('toId'), id('second')));
  it('tracks', { tags: ['project.transition.tracks'] }, () => required(place('tracks'), map));
  it('duration', { tags: ['project.transition.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
});

describe('a track has', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.${name}`;

  it('path', { tags: ['project.track.path'] }, () => required(place('path'), controlsOrNull));
  it('type', { tags: ['project.track.type'] }, () =>
    required(place('type'), choice('move', 'write', 'fade', 'grow', 'none')),
  );
  it('order', { tags: ['project.track.order'] }, () =>
    required(place('order'), choice('together', 'sequential')),
  );
  it('start', { tags: ['project.track.start'] }, () => required(place('start'), number(0, 600_000)));
  it('duration', { tags: ['project.track.duration'] }, () => required(place('duration'), number(0, 600_000)));
  it('easing', { tags: ['project.track.easing'] }, () => required(place('easing'), easing));
  it('objectId', { tags: ['project.track.objectId'] }, () => required(place('objectId'), id('box')));
  it('implicit', { tags: ['project.track.implicit'] }, () => optional(place('implicit'), flag));
  it('keyframes', { tags: ['project.track.keyframes'] }, () => optional(place('keyframes'), map));
  it('fillTiming', { tags: ['project.track.fillTiming'] }, () => optional(place('fillTiming'), timingOrNull));
  it('pathTiming', { tags: ['project.track.pathTiming'] }, () => optional(place('pathTiming'), timingOrNull));
  it('sizeTiming', { tags: ['project.track.sizeTiming'] }, () => optional(place('sizeTiming'), timingOrNull));
  it('revealTiming', { tags: ['project.track.revealTiming'] }, () =>
    optional(place('revealTiming'), timingOrNull),
  );
  it('strokeTiming', { tags: ['project.track.strokeTiming'] }, () =>
    optional(place('strokeTiming'), timingOrNull),
  );
  it('opacityTiming', { tags: ['project.track.opacityTiming'] }, () =>
    optional(place('opacityTiming'), timingOrNull),
  );
  it('fontSizeTiming', { tags: ['project.track.fontSizeTiming'] }, () =>
    optional(place('fontSizeTiming'), timingOrNull),
  );
  it('positionTiming', { tags: ['project.track.positionTiming'] }, () =>
    optional(place('positionTiming'), timingOrNull),
  );
  it('rotationTiming', { tags: ['project.track.rotationTiming'] }, () =>
    optional(place('rotationTiming'), timingOrNull),
  );
  it('strokeWidthTiming', { tags: ['project.track.strokeWidthTiming'] }, () =>
    optional(place('strokeWidthTiming'), timingOrNull),
  );
  it('cornerRadiusTiming', { tags: ['project.track.cornerRadiusTiming'] }, () =>
    optional(place('cornerRadiusTiming'), timingOrNull),
  );
});

describe('a timing has', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.fillTiming.${name}`;

  it('start', { tags: ['project.timing.start'] }, () => required(place('start'), number(0, 600_000)));
  it('easing', { tags: ['project.timing.easing'] }, () => required(place('easing'), easing));
  it('duration', { tags: ['project.timing.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
});

describe('a keyframe has', () => {
  const place = (name: string) => `scenes.intro.transitions.t1.tracks.box.keyframes.k1.${name}`;

  it('at', { tags: ['project.keyframe.at'] }, () => required(place('at'), number(0, 1)));
  it('easing', { tags: ['project.keyframe.easing'] }, () => required(place('easing'), easing));
  it('deleted', { tags: ['project.keyframe.deleted'] }, () => optional(place('deleted'), flag));

  it('a value', { tags: ['project.keyframe.value'] }, () => {
    required(place('value'), (value) => {
      accepts(value, -100_000, 100_000);
      refuses(value, [-100_001, 100_001, 'red', '', null, true, []]);
      for (const fill of ['none', 'transparent', '#fff', '#09f8a7', '#09f8a780']) {
        expect(problemsWhen({ [value]: fill, [place('property')]: 'fill' })).toEqual([]);
      }
    });
  });

  it('a property, one of 21', { tags: ['project.keyframe.property', 'validity.keyframes.numbers'] }, () => {
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

describe('an easing is', () => {
  const place = 'scenes.intro.transitions.t1.tracks.box.easing';

  it('a name or a curve', { tags: ['project.easing.names', 'project.easing.cubicBezier'] }, () =>
    required(place, easing),
  );

  it('a curve with control values from 0 to 1', { tags: ['project.easing.cubicBezier'] }, () => {
    const curve = { type: 'cubicBezier', x1: 0, y1: 1, x2: 1, y2: 0 };
    expect(problemsWhen({ [place]: { ...curve, y1: 1.5 } })).toEqual([
      `${place}.y1: must be a number from 0 to 1, but is 1.5`,
    ]);
    expect(problemsWhen({ [place]: { ...curve, x2: -0.5 } })).toEqual([
      `${place}.x2: must be a number from 0 to 1, but is -0.5`,
    ]);
  });
});
