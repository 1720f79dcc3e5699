import * as z from 'zod';
import { textParts } from '../language/text-parts.ts';
import {
  animationTime,
  boolean,
  idSchema,
  integer,
  keyframeMaps,
  listOf,
  number,
  object,
  oneOf,
  rule,
} from '../project/field-schemas.ts';
import { maxKeyframesPerTrack } from '../project/limits.ts';
import { keyframeValueSchema, timingSchema, variableTrackSchema } from '../project/motion-schemas.ts';
import { keyframeSchema, transitionSchema, transitionTrackSchema } from '../project/schema.ts';
import { emphases, enterTimes, presets } from './desugar/presets.ts';
import { growthEdges } from './grow-from-edge.ts';
import { mapOf, partSchema, type SchemaAdapter, timeText, type Written } from './schema-adapter.ts';

const enterRule = rule(`${enterTimes}, one of ${presets.join(', ')}, or an object with duration and tracks`);
const enterDuration = z.number(enterRule).min(0, enterRule).max(600_000, enterRule);

/** Maximum number of times that keyframes are repeated. */
export const maxRepeats = 1000;

const { easing } = transitionTrackSchema.shape;

/** The keyframes of a track. */
function keyframesSchema(adapter: SchemaAdapter) {
  const { easing: keyEasing, deleted, ...keyDetails } = keyframeSchema.shape;
  const keyframe = adapter.named(
    'ShorthandKeyframe',
    'The value of a property at a fraction of its timing.',
    object({ ...adapter.required(keyDetails), ...adapter.optional({ easing: keyEasing, deleted }) }),
  );
  const point = z.tuple(
    [
      adapter.adapt(keyframeSchema.shape.at),
      adapter.adapt(keyframeValueSchema),
      adapter.adapt(easing).optional(),
    ],
    rule('[at, value] or [at, value, easing]'),
  ) as unknown as z.ZodType<
    | readonly [Written<number>, Written<number | string>]
    | readonly [Written<number>, Written<number | string>, Written<z.output<typeof easing>>]
  >;
  const keyframes = adapter.named(
    'ShorthandKeyframes',
    'By property, such as { "x": [[0.25, 400], [0.6, 900, "easeOut"]] }, or keyframes by id.',
    object({
      repeat: adapter.number(integer(1, maxRepeats)).optional(),
      alternate: adapter.flag().optional(),
    }).catchall(
      z.union(
        [listOf(point, 1, maxKeyframesPerTrack), keyframe],
        rule('a list of [at, value, easing], or a keyframe'),
      ),
    ),
  );
  if (!adapter.variables) keyframeMaps.set(keyframes, keyDetails.property.options);
  return keyframes;
}

/** Values of an object's fields before it enters and after it leaves. */
function beginSchema(adapter: SchemaAdapter) {
  const offset = z
    .string(offsetRule)
    .regex(/^[+-]\d+(\.\d+)?$/, offsetRule)
    .refine((text) => Math.abs(Number(text)) <= 100_000, offsetRule);
  const value = z.union([adapter.adapt(keyframeValueSchema), offset], offsetRule) as unknown as z.ZodType<
    Written<number | string>
  >;
  const fields = object(
    Object.fromEntries(startFields.map((name) => [name, value.optional()])) as Record<
      (typeof startFields)[number],
      z.ZodOptional<typeof value>
    >,
  );
  return adapter.named(
    'ShorthandBegin',
    'Values of fields before an object enters and after it leaves; "+80" is added to its own value.',
    fields,
  );
}

const offsetRule = rule('a number, or a difference such as "+80"');

/** Fields from whose values an object can begin. */
const startFields = [
  'x',
  'y',
  'scale',
  'scaleX',
  'scaleY',
  'rotation',
  'opacity',
  'width',
  'height',
  'fontSize',
  'blur',
  'rotationX',
  'rotationY',
] as const;

/** How an object moves and changes from one composition to the next. */
export function trackSchema(adapter: SchemaAdapter) {
  const keyframes = keyframesSchema(adapter);
  adapter.replace(
    timingSchema,
    'ShorthandTiming',
    'The time in which a property changes during its transition, in milliseconds. By default, the time of the track.',
    object(adapter.optional(timingSchema.shape)),
  );

  const { keyframes: _, by, stagger: __, begin: ___, settle, wipe, ...motion } = transitionTrackSchema.shape;
  const plainFields = {
    begin: beginSchema(adapter).optional(),
    ...adapter.optional({ by, settle, wipe }),
    slides: adapter.flag().optional(),
    reveal: adapter.number(number(0, 1)).optional(),
    emphasis: object({
      name: oneOf(emphases),
      distance: number(0, 10_000),
      each: boolean().optional(),
    }).optional(),
    /** Whether what enters waits until what leaves is nearly gone. */
    makesRoom: adapter.flag().optional(),
    /** Whether the animations of the object itself come first. */
    yields: adapter.flag().optional(),
  };
  return adapter.named(
    'ShorthandTrack',
    'How an object gets from one composition to the next. Times are milliseconds of the transition.',
    object({
      ...adapter.optional(motion),
      keyframes: keyframes.optional(),
      from: adapter.word(growthEdges).optional(),
      stagger: adapter.number(animationTime()).optional(),
      ...adapter.written(() => ({
        type: z.enum([...presets, ...emphases]).optional(),
        start: z.union([animationTime(), z.string().min(1).max(400)]).optional(),
        from: z.union([adapter.word(growthEdges), beginSchema(adapter)]).optional(),
        by: z.enum([...textParts, 'part']).optional(),
      })),
      // What presets are made of, in plain shorthand only.
      ...((adapter.variables ? {} : plainFields) as typeof plainFields),
    }),
  );
}

/** One schema for each track, because a resource has one name. */
const animations = new WeakMap<z.ZodType, z.ZodType>();

/** An animation as authors write it: milliseconds, the name of a preset, or a track. */
export function animationSchema(adapter: SchemaAdapter, track: ReturnType<typeof trackSchema>) {
  const cached = animations.get(track);
  if (cached !== undefined) return cached;
  const schema = adapter.named(
    'Animation',
    'Milliseconds, the name of an animation, or a track.',
    z.union([adapter.number(animationTime()), z.enum([...presets, ...emphases]), track]),
  );
  animations.set(track, schema);
  return schema;
}

/** The tracks of a transition, by the ids of their objects. */
export function tracksSchema(adapter: SchemaAdapter, track: ReturnType<typeof trackSchema>) {
  return mapOf(
    (adapter.variables ? animationSchema(adapter, track) : track) as typeof track,
    z.union([idSchema, z.literal('*'), partSchema], rule('an id or "*"')) as z.ZodType<string>,
  );
}

type Tracks = ReturnType<typeof tracksSchema>;

export function transitionSchemaWith(adapter: SchemaAdapter, tracks: Tracks) {
  const { fromId, toId, duration } = transitionSchema.shape;
  const variableTrack = adapter.adapt(variableTrackSchema) as typeof variableTrackSchema;
  const variables = { variables: mapOf(variableTrack).optional() };
  return adapter.named(
    'ShorthandTransition',
    'The animated change from one composition to the next, with all of its fields.',
    object({
      ...adapter.required({ fromId, toId, duration }),
      ...adapter.optional({ id: transitionSchema.shape.id }),
      tracks: tracks.optional(),
      ...((adapter.variables ? {} : variables) as typeof variables),
    }),
  );
}

/** Fields of an animation that apply to all objects that change. */
function trackFields(_adapter: SchemaAdapter, track: ReturnType<typeof trackSchema>) {
  const { type, start, easing: pace, stagger, from, order, keyframes } = track.shape;
  return {
    type,
    start,
    easing: pace,
    stagger,
    from,
    order,
    keyframes,
    by: z.enum([...textParts, 'part']).optional(),
  };
}

export function enterSchema(adapter: SchemaAdapter, tracks: Tracks, track: ReturnType<typeof trackSchema>) {
  const { duration } = transitionSchema.shape;
  // How variables change, in plain shorthand only: authors write tracks.
  const partialTrack = variableTrackSchema.partial();
  const variables = { variables: mapOf(adapter.adapt(partialTrack) as typeof partialTrack).optional() };
  return adapter.named(
    'ShorthandEnter',
    'The transition from the previous composition: its duration in milliseconds, or an object with duration and tracks.',
    z.union(
      [
        (adapter.variables
          ? z.union([adapter.value(enterDuration), timeText, z.enum(presets)])
          : enterDuration) as z.ZodType<Written<number>>,
        object({
          ...adapter.optional({ duration }),
          tracks: tracks.optional(),
          ...adapter.written(() => ({ ...trackFields(adapter, track) })),
          ...((adapter.variables ? {} : variables) as typeof variables),
        }),
      ],
      enterRule,
    ),
  );
}
