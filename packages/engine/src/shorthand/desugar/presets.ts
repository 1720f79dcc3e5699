import { timeExamples } from '../../language/written-times.ts';
import { transitionTrackSchema } from '../../project/schema.ts';
import type { Names } from './name-rule.ts';

/** Names of animations. The types of tracks are among them. */
export const presets = [
  ...transitionTrackSchema.shape.type.options,
  // Another word for `write`, which fits diagrams and lines.
  'draw',
  'slide',
  'pop',
  'wipe',
  'blur',
  'flip',
  'tilt',
] as const;

/** Key of the track for all objects that change. */
export const anyObject = '*';

/** Names of emphases of objects that stay. */
export const emphases = [
  ...(['pulse', 'pop', 'shake', 'flash', 'wiggle'] as const),
  ...(['ring', 'underline', 'mark'] as const),
] as const;
export type EmphasisName = (typeof emphases)[number];

export function isEmphasis(name: unknown): name is EmphasisName {
  return (emphases as readonly unknown[]).includes(name);
}

/** Whether an emphasis is drawn by an object of its own, which may be around words or parts. */
export function isDrawnEmphasis(name: unknown): boolean {
  return name === 'ring' || name === 'underline' || name === 'mark';
}

/** What the duration of a transition may be, in messages. */
export const enterTimes = `milliseconds from 0 to 600000, a time such as ${timeExamples}`;

/** Presets, with what other tools call them. */
export const presetNames: Names = {
  names: presets,
  meant: {
    ...{ reveal: 'wipe', type: 'write', typewriter: 'write' },
    ...{ bounce: 'pop', zoom: 'pop', scale: 'grow', appear: 'fade', fly: 'slide', cut: 'none' },
  },
};

/** Animations and emphases: the names for tracks of a composition. */
export const trackNames: Names = {
  ...presetNames,
  names: [...presets, ...emphases.filter((name) => name !== 'pop')],
};
