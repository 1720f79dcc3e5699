import { expect } from 'vitest';
import { isExtensionField } from '../../src/project/schema.ts';
import { absent, problemsOf, sampleProject, withValues } from './sample.ts';

/**
 * A valid project in which every field can be set to its minimum and maximum independently: all spans are empty, and
 * their transitions and media have the maximum duration. `clip` is a circle with an image and media, which avoids the
 * rules for images and videos.
 */
const roomy = withValues(sampleProject(), {
  'scenes.intro.transitions.t1.duration': 600_000,
  'scenes.intro.transitions.t1.tracks.box.start': 0,
  'scenes.intro.transitions.t1.tracks.box.duration': 0,
  'scenes.intro.transitions.t1.tracks.box.fillTiming': { start: 0, easing: 'linear', duration: 0 },
  'scenes.intro.objects.clip.kind': 'circle',
  'scenes.intro.objects.clip.image': { src: '', width: 1, height: 1 },
  'scenes.intro.objects.clip.media.src': '',
  'scenes.intro.objects.clip.media.duration': 86_400_000,
  'scenes.intro.objects.clip.playback': { start: 0, offset: 0, duration: 0 },
  'scenes.intro.audioTracks.voice.asset.duration': 86_400_000,
  'scenes.intro.audioTracks.voice.offset': 0,
  'scenes.intro.audioTracks.voice.duration': 0,
});

/** Returns the problems of the project with these values at their places. It is extended if one of them has to be. */
export function problemsWhen(values: Readonly<Record<string, unknown>>): readonly string[] {
  const isExtended = Object.keys(values).some((place) =>
    isExtensionField('state', place.split('.').at(-1) ?? ''),
  );
  return problemsOf(withValues(roomy, isExtended ? { ...values, extended: true } : values));
}

export function accepts(place: string, ...values: readonly unknown[]): void {
  for (const value of values) {
    expect({ place, value, problems: problemsWhen({ [place]: value }) }).toEqual({
      place,
      value,
      problems: [],
    });
  }
}

/**
 * Expects each value alone to make the project invalid. The first problem must name the place, and the rule if given.
 */
export function refuses(place: string, values: readonly unknown[], rule = ''): void {
  for (const value of values) {
    const [problem] = problemsWhen({ [place]: value });
    expect(problem, `${place} ${JSON.stringify(value)?.slice(0, 60)}`).toMatch(
      new RegExp(`^${place.replaceAll('.', '\\.')}[:.[].*${rule}`),
    );
  }
}

/** A check of the field at a place. */
type Check = (place: string) => void;

export function required(place: string, check: Check): void {
  const [problem, ...others] = problemsWhen({ [place]: absent });
  expect(problem).toMatch(new RegExp(`^${place.replaceAll('.', '\\.')}: is required: \\S`));
  expect(others).toEqual([]);
  check(place);
}

export function optional(place: string, check: Check): void {
  expect(problemsWhen({ [place]: absent })).toEqual([]);
  check(place);
}

export function text(maxLength: number): Check {
  return (place) => {
    accepts(place, '', 'x'.repeat(maxLength));
    const rule = `must be a string of at most ${maxLength} characters`;
    refuses(place, ['x'.repeat(maxLength + 1), 5, null, true, ['x'], {}], rule);
  };
}

export function number(min: number, max: number): Check {
  return (place) => {
    accepts(place, min, max, min + (max - min) / 3);
    const rule = `must be a number from ${min} to ${max}`;
    refuses(place, [min - 1e-6, max + 1e-6, `${min}`, null, true, [min], {}], rule);
  };
}

export function integer(min: number, max: number): Check {
  return (place) => {
    accepts(place, min, max);
    const rule = `must be an integer from ${min} to ${max}`;
    refuses(place, [min - 1, max + 1, min + 0.5, `${min}`, null, true], rule);
  };
}

export const flag: Check = (place) => {
  accepts(place, true, false);
  refuses(place, [0, 1, 'true', '', null], 'must be true or false');
};

export function choice(...values: readonly string[]): Check {
  return (place) => {
    accepts(place, ...values);
    refuses(place, ['other', '', `${values[0]} `, values[0]?.toUpperCase(), null, 0, values]);
  };
}

export const color: Check = (place) => {
  accepts(place, 'none', 'transparent', '#09f', '#AbC', '#0099ff', '#0099FF80');
  refuses(place, [
    '',
    '#',
    '#0099f',
    '#09ff',
    '#0099ff8',
    '#0099ff800',
    '#gggggg',
    '0099ff',
    'red',
    'None',
    9,
    null,
  ]);
};

/** `fitting` lists values that are valid for the id. */
export function id(...fitting: readonly unknown[]): Check {
  return (place) => {
    accepts(place, ...fitting);
    refuses(
      place,
      ['', 'a b', 'é', 'x'.repeat(81), '__proto__', 'constructor', 'prototype', 5, true, ['box']],
      'must be an id',
    );
  };
}

/** A map by ids; its values are not checked. */
export const map: Check = (place) => {
  refuses(place, [[], 'x', 5, null], 'must be an object');
  refuses(place, [{ 'a b': {} }, { '': {} }, { ['k'.repeat(81)]: {} }, { é: {} }], 'each key must be');
};

/** An array of 1 to 100 ids, which are not compared with anything. */
export function ids(...fitting: readonly string[]): Check {
  return (place) => {
    accepts(place, fitting);
    refuses(
      place,
      [[], Array(101).fill(fitting[0]), null, {}, fitting[0]],
      'must be an array of 1 to 100 items',
    );
    refuses(place, [['a b'], [5], ['prototype']], 'must be an id');
  };
}

/** An object with required fields, which are not checked. */
export const resource: Check = (place) => refuses(place, [null, [], 'x', 5, {}]);

export const point: Check = (place) => {
  resource(place);
  for (const axis of ['x', 'y']) required(`${place}.${axis}`, number(-100_000, 100_000));
};

export const controlsOrNull: Check = (place) => {
  accepts(place, null, { c1: { x: 0, y: 0 }, c2: { x: 1, y: 1 } });
  refuses(place, [[], 5, {}, { c1: { x: 0, y: 0 } }]);
};

export const easing: Check = (place) => {
  const curve = { type: 'cubicBezier', x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4 };
  accepts(place, 'linear', 'easeInOut', 'easeIn', 'easeOut', curve);
  refuses(place, ['ease', 'Linear', '', 'cubicBezier', null, 0, [], {}, { ...curve, type: 'bezier' }]);
  for (const name of ['type', 'x1', 'y1', 'x2', 'y2']) refuses(place, [{ ...curve, [name]: undefined }]);
  for (const name of ['x1', 'y1', 'x2', 'y2']) {
    accepts(place, { ...curve, [name]: 0 }, { ...curve, [name]: 1 });
    refuses(place, [
      { ...curve, [name]: -0.001 },
      { ...curve, [name]: 1.001 },
      { ...curve, [name]: '0' },
    ]);
  }
};

export const timingOrNull: Check = (place) => {
  accepts(place, null, { start: 0, easing: 'linear', duration: 600_000 });
  refuses(place, [0, 'linear', [], {}, { start: 0, easing: 'linear' }]);
};
