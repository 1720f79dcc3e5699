import { transitionTrackSchema } from '../../project/schema.ts';

/** Names of animations. The types of tracks are among them. */
export const presets = [...transitionTrackSchema.shape.type.options, 'slide', 'pop', 'wipe', 'blur'] as const;
