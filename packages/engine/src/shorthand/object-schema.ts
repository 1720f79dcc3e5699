import * as z from 'zod';
import { figureKinds, groupKinds, writtenKinds } from '../language/kinds.ts';
import { integer, listOf, object, oneOf, rule } from '../project/field-schemas.ts';
import { maxKeyframesPerTrack } from '../project/limits.ts';
import { duckSchema, type VolumeKeyframe, volumeKeyframeSchema } from '../project/motion-schemas.ts';
import {
  axesSchema,
  extendedObjectSchema,
  extendedPlaybackSchema,
  imageAssetSchema,
  maxCuts,
  mediaAssetSchema,
  plotSchema,
  waveformSchema,
} from '../project/object-schemas.ts';
import { audioTrackSchema } from '../project/schema.ts';
import { emphases } from './desugar/presets.ts';
import { captionModes } from './kinds/captions/caption-cues.ts';
import { cellAlignments, maxColumns } from './kinds/table/table.ts';
import type { SchemaAdapter, Written } from './schema-adapter.ts';
import { mapOf } from './schema-adapter.ts';
import { maxMembers } from './state-fields.ts';
import type { stateSchema } from './state-schema.ts';
import { animationSchema, maxRepeats, type trackSchema } from './transition-schemas.ts';

export function imageSchema(adapter: SchemaAdapter) {
  return adapter.named(
    'ShorthandImage',
    "An image: a file in the project's folder, or a base64 data URL of image/png or image/jpeg.",
    object({
      ...adapter.required({ src: imageAssetSchema.shape.src }),
      ...adapter.optional({ width: imageAssetSchema.shape.width, height: imageAssetSchema.shape.height }),
    }),
  );
}

export function mediaSchema(adapter: SchemaAdapter) {
  const { src, ...mediaDetails } = mediaAssetSchema.shape;
  return adapter.named(
    'ShorthandMedia',
    "A sound: a WAV file in the project's folder, or a base64 data URL of audio/wav.",
    object({ ...adapter.required({ src }), ...adapter.optional(mediaDetails) }),
  );
}

/** What a clip leaves out follows from its file. */
function playbackSchema(adapter: SchemaAdapter) {
  return adapter.named(
    'ShorthandPlayback',
    'The part of a clip that plays, its start time in the scene, in milliseconds, and how fast it plays.',
    object(adapter.optional(extendedPlaybackSchema.shape)),
  );
}

/** What a video plays of its clip, and how its sound is heard. Some of these names states have, too. */
function clipFields(adapter: SchemaAdapter, { shape: { from, to, loop } }: ObjectParts['state']) {
  const { start, offset, speed } = extendedPlaybackSchema.shape;
  const { muted, volume, fadeIn, fadeOut } = audioTrackSchema.shape;
  const position = adapter.value(offset);
  return {
    ...adapter.optional({ speed, muted, volume, fadeIn, fadeOut }),
    start: z.union([adapter.value(start), z.string().min(1).max(400)]).optional(),
    cuts: listOf(z.tuple([position, position]), 1, maxCuts).optional(),
    words: z.unknown().optional(),
    from: z.union([position, from]).optional(),
    to: z.union([position, to]).optional(),
    loop: z.union([z.literal(true), loop]).optional(),
  };
}

const kinds = extendedObjectSchema.shape.kind;

/** A text of a table. */
function cell() {
  return z.union([z.string(), z.number(), z.boolean(), z.null()]);
}

/** The columns of a table: their names, or the options in which they differ. */
function columnsSchema(adapter: SchemaAdapter) {
  const column = adapter.named(
    'ShorthandColumn',
    'A column of a table.',
    object({
      id: z.string().optional(),
      align: adapter.word(cellAlignments).optional(),
      width: z.union([z.number(), z.string()]).optional(),
      format: z.string().optional(),
    }),
  );
  return z.union([listOf(z.union([z.string(), column]), 1, maxColumns), z.record(z.string(), column)]);
}

/** The fields of a state that may also be fields of an object: only compositions emphasise. */
function withoutEmphasis(shape: z.ZodRawShape): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'emphasis'));
}

/** The parts of an object that have schemas of their own. */
interface ObjectParts {
  readonly state: ReturnType<typeof stateSchema>;
  readonly image: ReturnType<typeof imageSchema>;
  readonly media: ReturnType<typeof mediaSchema>;
  readonly track: ReturnType<typeof trackSchema>;
}

export function objectSchema(adapter: SchemaAdapter, { state, image, media, track }: ObjectParts) {
  const { muted, volume, fadeIn, fadeOut } = audioTrackSchema.shape;
  const plainFields = {
    attached: listOf(adapter.reference, 1, 2 * maxMembers).optional(),
    natural: adapter.flag().optional(),
    heard: object(adapter.optional({ muted, volume, fadeIn, fadeOut })).optional(),
    startsWith: adapter.reference.optional(),
    bins: z.unknown().optional(),
    follows: adapter.reference.optional(),
    carries: adapter.reference.optional(),
    holds: adapter.reference.optional(),
    emphasizes: oneOf(emphases).optional(),
    placed: adapter.flag().optional(),
  };
  const { kind: _kind, image: _, media: __, playback: ___, ...identity } = extendedObjectSchema.shape;
  const inner: z.ZodType = z.lazy((): z.ZodType => written);
  const { xLabels: __x, yLabels: __y, ticks: __ticks, ...axesFields } = axesSchema.shape;
  const list = listOf(adapter.reference, adapter.variables ? 1 : 0, maxMembers);
  const schema = adapter.named(
    'ShorthandObject',
    'An object, shared by all compositions of its scene.',
    object({
      kind: adapter.word([
        ...kinds.options,
        ...groupKinds,
        ...figureKinds,
        ...(adapter.variables ? writtenKinds : []),
      ]),
      ...adapter.optional(identity),
      playback: playbackSchema(adapter).optional(),
      children: list.optional(),
      columns: adapter.number(integer(1, 100)).optional(),
      equal: adapter.flag().optional(),
      fixed: adapter.flag().optional(),
      decorative: adapter.flag().optional(),
      enter: track.optional(),
      exit: track.optional(),
      // In plain shorthand: objects that appear with this one, the one that it follows, and what it carries or
      // holds; whether a row, a column or a grid places a group with a box.
      ...((adapter.variables ? {} : plainFields) as typeof plainFields),
      image: image.optional(),
      media: media.optional(),
      state: state.optional(),
      ...adapter.written(() => ({
        ...withoutEmphasis(state.shape),
        ...clipFields(adapter, state),
        children: z
          .union([listOf(z.union([adapter.reference, inner]), 1, maxMembers), mapOf(inner)])
          .optional(),
        data: z.unknown().optional(),
        icon: z.string().min(1).max(80).optional(),
        mode: adapter.word(captionModes).optional(),
        maxLines: adapter.number(integer(1, 4)).optional(),
        maxLetters: adapter.number(integer(8, 100)).optional(),
        columns: z.union([adapter.number(integer(1, 100)), columnsSchema(adapter)]).optional(),
        header: z.union([z.boolean(), listOf(cell(), 1, maxColumns)]).optional(),
        lines: z.boolean().optional(),
        ...axesFields,
        ...adapter.optional(waveformSchema.shape),
        formula: plotSchema.shape.formula,
        marks: plotSchema.shape.marks,
        bins: z.unknown().optional(),
        each: inner.optional(),
        when: z.unknown().optional(),
        enter: animationSchema(adapter, track).optional(),
        exit: animationSchema(adapter, track).optional(),
      })),
    }),
  );
  const written = adapter.variables ? (orComponent(adapter, schema) as unknown as typeof schema) : schema;
  return written;
}

/** The kinds that shorthand has itself. */
const ownKinds: readonly string[] = [...kinds.options, ...groupKinds, ...figureKinds, ...writtenKinds];

/** An object as authors write it: of a kind of its own, or a component with its parameters. */
function orComponent(adapter: SchemaAdapter, object: z.ZodObject): z.ZodType {
  const component = adapter.named(
    'ShorthandComponentUse',
    'An object whose kind is a component of the document, of its files or of the catalogue.',
    z.looseObject({
      kind: z.string().regex(new RegExp(`^(?!(?:${ownKinds.join('|')})$)[A-Za-z0-9_-]{1,80}$`)),
    }),
  );
  return z.union([object, component]);
}

/** A component: an object whose texts may name its parameters. */
export function componentSchema(adapter: SchemaAdapter): z.ZodType {
  return adapter.named(
    'ShorthandComponent',
    'A kind of object that is made of others. Its other fields are those of the object that it makes.',
    z.looseObject({
      kind: z.string(),
      fields: z.record(z.string(), z.unknown()).optional(),
      states: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
      description: z.string().optional(),
      example: z.unknown().optional(),
    }),
  );
}

/** How the volume of a sound changes: lists of `[at, volume, easing]`, or keyframes of the full format. */
function volumeKeyframesSchema(adapter: SchemaAdapter) {
  const { easing, ...details } = volumeKeyframeSchema.shape;
  const keyframe = adapter.named(
    'ShorthandVolumeKeyframe',
    'The volume of a sound at a fraction of its duration.',
    object({ ...adapter.required(details), ...adapter.optional({ easing }) }),
  );
  const point = z.tuple(
    [adapter.adapt(details.at), adapter.adapt(details.value), adapter.adapt(easing).optional()],
    rule('[at, volume] or [at, volume, easing], with numbers from 0 to 1'),
  ) as unknown as z.ZodType<VolumePoint>;
  return adapter.named(
    'ShorthandAudioKeyframes',
    'The volume of a sound over its time, such as { "volume": [[0, 0.2], [0.5, 1, "easeOut"]] }.',
    object({
      volume: listOf(
        z.union([point, keyframe], rule('[at, volume, easing], or a keyframe')),
        1,
        maxKeyframesPerTrack,
      ),
      repeat: adapter.number(integer(1, maxRepeats)).optional(),
      alternate: adapter.flag().optional(),
    }),
  );
}

type VolumePoint =
  | readonly [Written<number>, Written<number>]
  | readonly [Written<number>, Written<number>, Written<VolumeKeyframe['easing']>];

export function soundTrackSchema(adapter: SchemaAdapter, media: ObjectParts['media']) {
  const { asset: ___, keyframes: ____, playback, ...trackDetails } = audioTrackSchema.shape;
  const { under } = duckSchema.shape;
  adapter.replace(
    duckSchema,
    'ShorthandDuck',
    'How a sound becomes quieter while others are heard. Times are in milliseconds.',
  );
  return adapter.named(
    'ShorthandAudioTrack',
    'A sound in a scene. start is a time in the scene, offset a position in the asset, in milliseconds.',
    object({
      ...adapter.optional(trackDetails),
      asset: media,
      keyframes: volumeKeyframesSchema(adapter).optional(),
      // In plain shorthand: how the clip plays whose sound it is.
      ...((adapter.variables ? {} : { playback }) as { playback: typeof playback }),
      ...adapter.written(() => ({
        asset: media.optional(),
        src: mediaAssetSchema.shape.src.optional(),
        words: z.unknown().optional(),
        duck: z.union([adapter.adapt(under), adapter.adapt(duckSchema)]).optional(),
      })),
    }),
  );
}
