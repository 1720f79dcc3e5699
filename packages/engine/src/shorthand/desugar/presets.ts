import { timeExamples } from '../../language/written-times.ts';
import { transitionTrackSchema } from '../../project/schema.ts';
import type { Names } from './name-rule.ts';

/** Names of animations. The types of tracks are among them. */
export const presets = [...transitionTrackSchema.shape.type.options, 'slide', 'pop', 'wipe', 'blur'] as const;

/** What the duration of a transition may be, in messages. */
export const enterTimes = `milliseconds from 0 to 600000, a time such as ${timeExamples}`;

/** Presets, with what other tools call them. */
export const presetNames: Names = {
  names: presets,
  meant: {
    ...{ draw: 'write', reveal: 'wipe', type: 'write', typewriter: 'write' },
    ...{ bounce: 'pop', zoom: 'pop', scale: 'grow', appear: 'fade', fly: 'slide', cut: 'none' },
  },
};
