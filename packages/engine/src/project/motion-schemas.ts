import * as z from 'zod';
import { maxFormulaLength } from '../formulas/limits.ts';
import { textParts } from '../language/text-parts.ts';
import {
  animationTime,
  boolean,
  colorSchema,
  coordinate,
  listOf,
  namedSchemas,
  number,
  object,
  oneOf,
  rule,
  string,
  time,
} from './field-schemas.ts';
import { maxKeyframesPerTrack } from './limits.ts';
import { extendedPlaybackSchema, namedTracks } from './object-schemas.ts';
import { type FormulaProperty, formulaProperties } from './properties/all-properties.ts';
import { easingSchema } from './properties/values.ts';

export const timingSchema = object({
  start: animationTime(),
  easing: easingSchema,
  duration: animationTime(),
}).register(namedSchemas, {
  id: 'Timing',
  description: 'The time in which a property changes during its transition, in milliseconds.',
});

export const keyframeValueSchema = z.union(
  [coordinate(), colorSchema],
  rule('a number from -100000 to 100000 or a color'),
);

/** Maximum number of points between the start and the end of a part's motion. */
const maxSettlePoints = 32;

export const writeOrders = ['together', 'sequential'] as const;
/** `reading` is for equations; other objects are written together. */
export const extendedWriteOrders = [...writeOrders, 'reading'] as const;

/** Sides from which an object is uncovered. */
export const wipeSides = ['left', 'right', 'top', 'bottom'] as const;

export const optionalTiming = () => z.nullable(timingSchema).optional();

/** Values of variables, which formulas use. */
export const variableValue = () => number(-1e12, 1e12);

export const variableKeyframeSchema = object({
  at: number(0, 1),
  value: variableValue(),
  easing: easingSchema,
}).register(namedSchemas, {
  id: 'VariableKeyframe',
  description: 'The value of a variable at a fraction of its timing.',
});

export const variableTrackSchema = object({
  start: animationTime(),
  duration: animationTime(),
  easing: easingSchema,
  keyframes: listOf(variableKeyframeSchema, 0, maxKeyframesPerTrack).optional(),
}).register(namedSchemas, {
  id: 'VariableTrack',
  description:
    'How a variable gets from its value in one composition to that in the next. Times are milliseconds of the transition.',
});

const formulaText = () => string(maxFormulaLength).optional();

export const formulasSchema = object({
  ...(Object.fromEntries(formulaProperties.map((name) => [name, formulaText()])) as Record<
    FormulaProperty,
    ReturnType<typeof formulaText>
  >),
  text: string(10_000).optional(),
}).register(namedSchemas, {
  id: 'Formulas',
  description:
    'Formulas over the variables of the composition, by property, which replace the fields of the state. They are computed at every frame.',
});

export const partBeginSchema = object({
  x: coordinate().optional(),
  y: coordinate().optional(),
  scale: number(0, 10).optional(),
  rotation: coordinate().optional(),
  opacity: number(0, 1).optional(),
  blur: number(0, 500).optional(),
  reveal: number(0, 1).optional(),
}).register(namedSchemas, {
  id: 'PartBegin',
  description:
    'What each letter, word or line of a text has before it enters and after it leaves. x and y are added, in pixels of the object.',
});

const settlePoint = 'a list of [at, share, easing] with at from 0 to 1 and share from -10 to 10';

/** Fields of a track that move the parts of a text one after another, and that uncover an object. */
export const trackExtensionFields = {
  by: oneOf(textParts).optional(),
  stagger: animationTime().optional(),
  begin: partBeginSchema.optional(),
  settle: listOf(
    z.tuple([number(0, 1), number(-10, 10), easingSchema], rule(settlePoint)),
    1,
    maxSettlePoints,
  ).optional(),
  wipe: oneOf(wipeSides).optional(),
};

export const volumeKeyframeSchema = object({
  at: number(0, 1),
  value: number(0, 1),
  easing: easingSchema,
}).register(namedSchemas, {
  id: 'VolumeKeyframe',
  description: 'The volume of an audio track at a fraction of its duration.',
});

export const audioKeyframesSchema = object({
  volume: listOf(volumeKeyframeSchema, 1, maxKeyframesPerTrack),
}).register(namedSchemas, {
  id: 'AudioKeyframes',
  description: 'How the volume of an audio track changes, instead of its volume.',
});

/** Milliseconds. A part of a film is mixed with only so much of what is heard before and after it. */
const duckTime = () => time(0, 10_000);

export const duckSchema = object({
  under: namedTracks('another audio track of the scene', 1),
  to: number(0, 1).optional(),
  attack: duckTime().optional(),
  release: duckTime().optional(),
}).register(namedSchemas, {
  id: 'Duck',
  description: 'How an audio track becomes quieter while others are heard. Times are in milliseconds.',
});

/** Fields that shape the sound of an audio track. */
export const audioTrackExtensionFields = {
  fadeIn: animationTime().optional(),
  fadeOut: animationTime().optional(),
  loop: boolean().optional(),
  duck: duckSchema.optional(),
  keyframes: audioKeyframesSchema.optional(),
  playback: extendedPlaybackSchema.optional(),
};

export type Duck = z.infer<typeof duckSchema>;
export type VolumeKeyframe = z.infer<typeof volumeKeyframeSchema>;
export type AudioKeyframes = z.infer<typeof audioKeyframesSchema>;
export type Formulas = z.infer<typeof formulasSchema>;
export type VariableKeyframe = z.infer<typeof variableKeyframeSchema>;
export type VariableTrack = z.infer<typeof variableTrackSchema>;
export type Timing = z.infer<typeof timingSchema>;
export type PartBegin = z.infer<typeof partBeginSchema>;
