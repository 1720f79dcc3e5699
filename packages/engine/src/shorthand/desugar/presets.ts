import { transitionTrackSchema } from '../../project/schema.ts';
import type { Names } from './name-rule.ts';

/** Names of animations. The types of tracks are among them. */
export const presets = [...transitionTrackSchema.shape.type.options, 'slide', 'pop', 'wipe', 'blur'] as const;

/** Presets, with what other tools call them. */
export const presetNames: Names = {
  names: presets,
  meant: {
    ...{ draw: 'write', reveal: 'wipe', type: 'write', typewriter: 'write' },
    ...{ bounce: 'pop', zoom: 'pop', scale: 'grow', appear: 'fade', fly: 'slide', cut: 'none' },
  },
};
