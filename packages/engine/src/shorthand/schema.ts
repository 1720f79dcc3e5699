import * as z from 'zod';
import {
  animationTime,
  boolean,
  colorSchema,
  coordinate,
  type Documentation,
  idSchema,
  integer,
  keyframeMaps,
  listLimits,
  listOf,
  namedSchemas,
  object,
  oneOf,
  rule,
} from '../project/field-schemas.ts';
import { maxKeyframesPerTrack } from '../project/limits.ts';
import {
  audioTrackSchema,
  bezierControlsSchema,
  compositionSchema,
  compositionStateSchema,
  extendedProjectSchema,
  imageAssetSchema,
  keyframeSchema,
  keyframeValueSchema,
  mediaAssetSchema,
  mediaPlaybackSchema,
  sceneObjectSchema,
  sceneSchema,
  timingSchema,
  transitionSchema,
  transitionTrackSchema,
} from '../project/schema.ts';
import { chartKinds, maxAmount, maxFileNameLength, maxLabelLength, maxValues } from './charts/chart-kinds.ts';
import { cssColorNames, hexColor } from './css-colors.ts';
import { groupKinds } from './group-kinds.ts';
import { growthEdges } from './grow-from-edge.ts';
import { type VariableText, variablePattern, writeVariable } from './variable-syntax.ts';

/** Resources with a name in the JSON Schema of shorthand, once `defineShorthand` has been called with `variables`. */
export const shorthandResources: z.core.$ZodRegistry<Documentation> = z.registry<Documentation>();

for (const schema of [idSchema, colorSchema]) {
  const documentation = namedSchemas.get(schema);
  if (documentation !== undefined) shorthandResources.add(schema, documentation);
}

type Value = string | number | boolean | null;

/** A part of the full format with variables instead of values. */
export type Written<T> = T extends string | number | boolean
  ? T | VariableText
  : T extends null | undefined
    ? T
    : { [Field in keyof T]: Written<T[Field]> };

/** The same part after the variables are replaced. */
export type Resolved<T> = T extends VariableText
  ? never
  : T extends Value | undefined
    ? T
    : { [Field in keyof T]: Resolved<T[Field]> };

type Shape = z.ZodRawShape;
type Known<T> = Exclude<T, undefined>;
type Optional<Fields extends Shape> = {
  [Field in keyof Fields]: z.ZodOptional<z.ZodType<Written<Known<z.output<Fields[Field]>>>>>;
};
type Required<Fields extends Shape> = {
  [Field in keyof Fields]: z.ZodType<Written<Known<z.output<Fields[Field]>>>>;
};

const variableText = z
  .string()
  .regex(variablePattern)
  .register(shorthandResources, {
    id: 'VariableText',
    description: `A variable instead of a value, such as "${writeVariable('share')}".`,
  });

const aspectRatioRule = rule(
  'two whole numbers from 1 to 99, such as "16:9" or "9:16", of which none is more than 7 times the other',
);
const aspectRatioPattern = /^([1-9]\d?):([1-9]\d?)$/;
/** The most that a frame's longer side may have of its shorter one, which is 1080 pixels of at most 8192. */
const maxAspect = 7;
const resolvedAspectRatio = z
  .string(aspectRatioRule)
  .regex(aspectRatioPattern, aspectRatioRule)
  .refine((ratio) => {
    const [, across, down] = aspectRatioPattern.exec(ratio) ?? [];
    const [shorter, longer] = [Number(across), Number(down)].sort((one, other) => one - other);
    return longer <= maxAspect * shorter;
  }, aspectRatioRule);

const colorRule = rule('a color (none, transparent, #rgb, #rrggbb, #rrggbbaa or a CSS name in lower case)');
const resolvedColor = z
  .string(colorRule)
  .refine((color) => colorSchema.safeParse(hexColor(color)).success, colorRule);

const enterRule = rule('milliseconds from 0 to 600000, or an object with duration and tracks');
const enterDuration = z.number(enterRule).min(0, enterRule).max(600_000, enterRule);

/** Where `place` puts an object. */
const places = [
  'center',
  'top',
  'bottom',
  'left',
  'right',
  'top left',
  'top right',
  'bottom left',
  'bottom right',
] as const;

/** How boxes line up on the other axis. */
const alignments = ['start', 'center', 'end'] as const;

/** The name of a part of a chart. */
const partSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,80}\../)
  .max(170)
  .register(shorthandResources, {
    id: 'PartName',
    description:
      'A part of a chart: the id of the chart, a dot, and a label; ".value" or ".label" for its texts.',
  });
const mentionRule = rule('an id, or a part of a chart such as "sales.Tue"');
const mentionKey = z.union([idSchema, partSchema]) as unknown as z.ZodType<string>;

const labelRule = rule(`a label of 1 to ${maxLabelLength} characters`);
const dataRule = rule('values by label, a list of [label, value] or the name of a CSV file');
const datumRule = rule('[label, value]');
const amountRule = rule('a number from -1e12 to 1e12');
const amountOfData = () => z.number(amountRule).min(-maxAmount, amountRule).max(maxAmount, amountRule);

/** Maximum number of times that keyframes are repeated. */
const maxRepeats = 1000;

/** Maximum number of members of a group, and of objects that one object surrounds. */
const maxMembers = 1000;

const stateRule = rule('an object, or false to hide the object');

const endRule = rule('an id or [x, y]');

const variableSchema = z.union(
  [z.number(), z.string(), z.boolean()],
  rule('a string, a finite number, true or false'),
);

/** The values of variables by name. */
export const variablesSchema = z.record(idSchema, variableSchema, rule('an object'));

export type VariableValue = z.output<typeof variableSchema>;
export type Variables = Readonly<Record<string, VariableValue>>;

/**
 * Creates the schema of shorthand: with `variables`, as authors write it; without, after the variables are replaced.
 * Both are derived from the full format's schemas, with optional fields.
 */
export function defineShorthand(variables: boolean) {
  const named = <Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema => {
    // Both forms have the same names. Only the form with variables becomes a JSON Schema.
    if (variables) shorthandResources.add(schema, { id, description });
    return schema;
  };

  const value = (schema: z.ZodType): z.ZodType => (variables ? z.union([schema, variableText]) : schema);

  const color = named(
    'ShorthandColor',
    'A color in sRGB, with alpha if it has 8 digits, or the name of a CSS color.',
    variables ? z.union([colorSchema, z.enum(cssColorNames), variableText]) : resolvedColor,
  );

  const known = new Map<z.core.$ZodType, z.ZodType>([[colorSchema, color]]);

  /** Returns a schema of the full format with CSS names, and with variables if the author may use them. */
  function adapt(schema: z.core.$ZodType): z.ZodType {
    const adapted = known.get(schema) ?? adaptNew(schema);
    known.set(schema, adapted);
    return adapted;
  }

  function adaptNew(schema: z.core.$ZodType): z.ZodType {
    if (schema instanceof z.ZodOptional) return adapt(schema.unwrap());
    if (schema instanceof z.ZodNullable) {
      const inner = schema.unwrap();
      return inner instanceof z.ZodObject ? z.nullable(adapt(inner)) : value(schema);
    }
    if (schema instanceof z.ZodObject) {
      const fields = Object.entries(schema.shape).map(([name, field]) => [name, adaptField(field)] as const);
      return z.clone(schema, { ...schema._zod.def, shape: Object.fromEntries(fields) });
    }
    if (schema instanceof z.ZodRecord) {
      return z.clone(schema, { ...schema._zod.def, valueType: adapt(schema.valueType) });
    }
    if (schema instanceof z.ZodArray) {
      const list = z.clone(schema, { ...schema._zod.def, element: adapt(schema.element) });
      const limits = listLimits.get(schema);
      if (limits === undefined) throw new TypeError('a list needs limits');
      return list.register(listLimits, limits);
    }
    if (schema instanceof z.ZodUnion) {
      return z.clone(schema, { ...schema._zod.def, options: schema.options.map(adapt) });
    }
    // Any string may hold a variable already.
    if (schema instanceof z.ZodString && schema !== idSchema) return schema;
    return value(schema as z.ZodType);
  }

  function adaptField(field: z.core.$ZodType): z.ZodType {
    return field instanceof z.ZodOptional ? adapt(field).optional() : adapt(field);
  }

  function optional<Fields extends Shape>(fields: Fields): Optional<Fields> {
    const adapted = Object.entries(fields).map(([name, field]) => [name, adapt(field).optional()]);
    return Object.fromEntries(adapted) as Optional<Fields>;
  }

  function required<Fields extends Shape>(fields: Fields): Required<Fields> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, adapt(field)]),
    ) as Required<Fields>;
  }

  const mapOf = <Item extends z.ZodType>(item: Item, key: z.ZodType<string> = idSchema) =>
    z.record(key as typeof idSchema, item, rule('an object'));

  known.set(
    bezierControlsSchema,
    named('Curve', 'The two control points of a cubic Bezier curve.', adaptNew(bezierControlsSchema)),
  );
  const easing = transitionTrackSchema.shape.easing;
  known.set(
    easing,
    named('Pace', 'How progress depends on time. cubicBezier works as in CSS.', adaptNew(easing)),
  );
  known.set(
    mediaPlaybackSchema,
    named(
      'ShorthandPlayback',
      'The part of a media asset that plays, and its start time, in milliseconds.',
      adaptNew(mediaPlaybackSchema),
    ),
  );

  const reference = z.union([adapt(idSchema), partSchema], mentionRule) as z.ZodType<Written<string>>;
  const word = <const Words extends readonly string[]>(words: Words) =>
    value(oneOf(words)) as z.ZodType<Written<Words[number]>>;
  const length = value(coordinate()) as z.ZodType<Written<number>>;
  const end = z.union([reference, z.tuple([length, length], endRule)], endRule);
  const position = {
    place: word(places).optional(),
    of: reference.optional(),
    margin: length.optional(),
    above: reference.optional(),
    below: reference.optional(),
    leftOf: reference.optional(),
    rightOf: reference.optional(),
    gap: length.optional(),
    alignTo: word(alignments).optional(),
    around: z.union([reference, listOf(reference, 1, maxMembers)], rule('an id or a list of ids')).optional(),
    padding: length.optional(),
    inside: reference.optional(),
    from: end.optional(),
    to: end.optional(),
  };
  const label = z.string(labelRule).min(1, labelRule).max(maxLabelLength, labelRule);
  const amount = value(amountOfData()) as z.ZodType<Written<number>>;
  const flag = value(boolean()) as z.ZodType<Written<boolean>>;
  const chart = {
    data: z
      .union(
        [
          z.record(label, amount),
          listOf(z.tuple([label, amount], datumRule), 0, maxValues + 1),
          z.string(dataRule).min(1, dataRule).max(maxFileNameLength, dataRule),
        ],
        dataRule,
      )
      .optional(),
    max: amount.optional(),
    ticks: z
      .union(
        [flag, value(integer(1, 20)) as z.ZodType<Written<number>>],
        rule('true, false or a number of steps'),
      )
      .optional(),
    labels: flag.optional(),
    values: z.union([flag, z.string().max(60)], rule('true, false or a text with {value}')).optional(),
    colors: z
      .union(
        [
          color as z.ZodType<string>,
          listOf(color as z.ZodType<string>, 1, maxValues),
          z.record(label, color as z.ZodType<string>),
        ],
        rule('a color, a list of colors, or colors by label'),
      )
      .optional(),
    sort: flag.optional(),
    horizontal: flag.optional(),
  };
  const { align: textAlign, ...appearance } = compositionStateSchema.shape;
  const state = named(
    'ShorthandState',
    'The appearance of an object, and where it goes. Missing fields keep their value from the previous composition, or their default.',
    object({
      ...optional(appearance),
      align: word([...textAlign.unwrap().options, 'start', 'end']).optional(),
      ...position,
      ...chart,
    }),
  );

  const image = named(
    'ShorthandImage',
    "An image: a file in the project's folder, or a base64 data URL of image/png or image/jpeg.",
    object({
      ...required({ src: imageAssetSchema.shape.src }),
      ...optional({ width: imageAssetSchema.shape.width, height: imageAssetSchema.shape.height }),
    }),
  );
  const { src, ...mediaDetails } = mediaAssetSchema.shape;
  const media = named(
    'ShorthandMedia',
    "A sound: a WAV file in the project's folder, or a base64 data URL of audio/wav.",
    object({ ...required({ src }), ...optional(mediaDetails) }),
  );

  const { kind, image: _, media: __, playback, ...identity } = sceneObjectSchema.shape;
  const sceneObject = named(
    'ShorthandObject',
    'An object, shared by all compositions of its scene.',
    object({
      kind: word([...kind.options, ...groupKinds, ...chartKinds]),
      ...optional({ ...identity, playback }),
      of: listOf(reference, 1, maxMembers).optional(),
      columns: (value(integer(1, 100)) as z.ZodType<Written<number>>).optional(),
      gap: length.optional(),
      align: word(alignments).optional(),
      equal: (value(boolean()) as z.ZodType<Written<boolean>>).optional(),
      image: image.optional(),
      media: media.optional(),
      state: state.optional(),
    }),
  );

  const { asset: ___, ...trackDetails } = audioTrackSchema.shape;
  const audioTrack = named(
    'ShorthandAudioTrack',
    'A sound in a scene. start is a time in the scene, offset a position in the asset, in milliseconds.',
    object({ ...optional(trackDetails), asset: media }),
  );

  const { easing: keyEasing, deleted, ...keyDetails } = keyframeSchema.shape;
  const keyframe = named(
    'ShorthandKeyframe',
    'The value of a property at a fraction of its timing.',
    object({ ...required(keyDetails), ...optional({ easing: keyEasing, deleted }) }),
  );
  const point = z.tuple(
    [adapt(keyframeSchema.shape.at), adapt(keyframeValueSchema), adapt(easing).optional()],
    rule('[at, value] or [at, value, easing]'),
  ) as unknown as z.ZodType<
    | readonly [Written<number>, Written<number | string>]
    | readonly [Written<number>, Written<number | string>, Written<z.output<typeof easing>>]
  >;
  const keyframes = named(
    'ShorthandKeyframes',
    'By property, such as { "x": [[0.25, 400], [0.6, 900, "easeOut"]] }, or keyframes by id.',
    object({
      repeat: (value(integer(1, maxRepeats)) as z.ZodType<Written<number>>).optional(),
      alternate: (value(boolean()) as z.ZodType<Written<boolean>>).optional(),
    }).catchall(
      z.union(
        [listOf(point, 1, maxKeyframesPerTrack), keyframe],
        rule('a list of [at, value, easing], or a keyframe'),
      ),
    ),
  );
  if (!variables) keyframeMaps.set(keyframes, keyDetails.property.options);

  const timing = named(
    'ShorthandTiming',
    'The time in which a property changes during its transition, in milliseconds. By default, the time of the track.',
    object(optional(timingSchema.shape)),
  );
  known.set(timingSchema, timing);

  const { keyframes: ____, ...motion } = transitionTrackSchema.shape;
  const track = named(
    'ShorthandTrack',
    'How an object gets from one composition to the next. Times are milliseconds of the transition.',
    object({
      ...optional(motion),
      keyframes: keyframes.optional(),
      from: word(growthEdges).optional(),
      stagger: (value(animationTime()) as z.ZodType<Written<number>>).optional(),
    }),
  );
  const tracks = mapOf(
    track,
    z.union([idSchema, z.literal('*'), partSchema], rule('an id or "*"')) as z.ZodType<string>,
  );

  const { fromId, toId, duration } = transitionSchema.shape;
  const transition = named(
    'ShorthandTransition',
    'The animated change from one composition to the next, with all of its fields.',
    object({
      ...required({ fromId, toId, duration }),
      ...optional({ id: transitionSchema.shape.id }),
      tracks: tracks.optional(),
    }),
  );
  const enter = named(
    'ShorthandEnter',
    'The transition from the previous composition: its duration in milliseconds, or an object with duration and tracks.',
    z.union(
      [
        value(enterDuration) as z.ZodType<Written<number>>,
        object({ ...optional({ duration }), tracks: tracks.optional() }),
      ],
      enterRule,
    ),
  );

  const { states: _____, ...compositionDetails } = compositionSchema.shape;
  const hidden = value(z.literal(false, stateRule)) as z.ZodType<false>;
  const composition = named(
    'ShorthandComposition',
    'A picture that is held for its duration. It contains only the changes since the previous composition.',
    object({
      ...optional(compositionDetails),
      states: mapOf(z.union([hidden, state], stateRule), mentionKey).optional(),
      enter: enter.optional(),
    }),
  );

  const { id, name, width, height, background, compositionOrder } = sceneSchema.shape;
  const stage = {
    ...optional({ width, height, background, compositionOrder }),
    aspectRatio: (value(resolvedAspectRatio) as z.ZodType<Written<string>>).optional(),
    objects: mapOf(sceneObject).optional(),
    transitions: mapOf(transition).optional(),
    audioTracks: mapOf(audioTrack).optional(),
    enter: enter.optional(),
  };
  const compositions = mapOf(composition);
  const scene = named(
    'ShorthandScene',
    'Objects, and compositions that show them one after another.',
    object({ ...optional({ id, name }), ...stage, compositions }),
  );

  const { name: projectName, version, sceneOrder } = extendedProjectSchema.shape;
  return named(
    'ShorthandProject',
    'A project in shorthand. Without scenes, the film is one scene, with its fields here.',
    object({
      $schema: z.unknown().optional(),
      shorthand: z.literal(true, rule('true')),
      extended: z.literal(true, rule('true, or left out')).optional(),
      ...optional({ name: projectName, version, sceneOrder }),
      variables: variablesSchema.optional(),
      scenes: mapOf(scene).optional(),
      ...stage,
      compositions: compositions.optional(),
    }),
  );
}

/** A project in shorthand after its variables are replaced. */
export const resolvedSchema: z.ZodObject = defineShorthand(false);

/** A project in shorthand as the author writes it. */
export interface ShorthandProject extends z.output<ReturnType<typeof defineShorthand>> {}
export type ResolvedShorthand = Resolved<ShorthandProject>;
export type ResolvedScene = NonNullable<ResolvedShorthand['scenes']>[string];
export type ResolvedObject = NonNullable<ResolvedScene['objects']>[string];
export type ResolvedComposition = ResolvedScene['compositions'][string];
export type ResolvedState = NonNullable<ResolvedObject['state']>;
export type ResolvedTransition = NonNullable<ResolvedScene['transitions']>[string];
export type ResolvedTrack = NonNullable<ResolvedTransition['tracks']>[string];
export type ResolvedEnter = NonNullable<ResolvedScene['enter']>;
export type ResolvedAudioTrack = NonNullable<ResolvedScene['audioTracks']>[string];
export type ResolvedMedia = ResolvedAudioTrack['asset'];
