import * as z from 'zod';
import { maxFormulaLength } from '../formulas/limits.ts';
import { contractKinds, extensionKinds, objectKinds } from '../language/kinds.ts';
import { didYouMean } from '../names/closest-name.ts';
import {
  boolean,
  colorSchema,
  coordinate,
  idSchema,
  integer,
  listOf,
  mediaTime,
  namedSchemas,
  number,
  object,
  oneOf,
  rule,
  string,
  time,
} from './field-schemas.ts';
import { maxInputBytes } from './limits.ts';
import { mustBe, withoutMark } from './problem-text.ts';

export const imageAssetSchema = object({
  src: string(1_398_166),
  width: integer(1, 2048),
  height: integer(1, 2048),
}).register(namedSchemas, {
  id: 'ImageAsset',
  description: 'An image, embedded as a base64 data URL of image/png or image/jpeg.',
});

const mediaTypes = [
  ...['video/mp4', 'video/webm', 'audio/mpeg', 'audio/wav'],
  ...['audio/ogg', 'audio/flac', 'audio/mp4', 'audio/webm'],
] as const;

export const mediaAssetSchema = object({
  src: string(44_739_307),
  // Another type would not be that of the file.
  mime: z.enum(mediaTypes, rule(`one of ${mediaTypes.join(', ')}`)),
  duration: mediaTime(),
  hasAudio: boolean(),
  width: integer(1, 8192).optional(),
  height: integer(1, 8192).optional(),
  waveform: listOf(number(0, 1), 0, 160).optional(),
}).register(namedSchemas, {
  id: 'MediaAsset',
  description:
    'Sound or video. Only PCM WAV sound, embedded as a base64 data URL of audio/wav, can be rendered. ' +
    'The duration is in milliseconds.',
});

/** The document itself has at most this length. The bytes of a font are counted when it is opened. */
const fontSource = () => string(maxInputBytes);

export const fontFilesSchema = object({
  src: fontSource(),
  bold: fontSource().optional(),
  italic: fontSource().optional(),
  boldItalic: fontSource().optional(),
}).register(namedSchemas, {
  id: 'FontFiles',
  description:
    'The fonts of a family: TTF, OTF or WOFF2, each embedded as a base64 data URL of font/ttf, font/otf or font/woff2.',
});

export const mediaPlaybackSchema = object({
  start: mediaTime(),
  offset: mediaTime(),
  duration: mediaTime(),
}).register(namedSchemas, {
  id: 'MediaPlayback',
  description: 'The part of a media asset that plays, and its start time, in milliseconds.',
});

/** How fast a clip plays. */
const [slowest, fastest] = [0.25, 8];

/** Maximum number of ranges that a clip plays, and of its pauses. */
export const maxCuts = 1000;

const timeSpan = () => z.tuple([mediaTime(), mediaTime()], rule('[from, to] in milliseconds'));

export const extendedPlaybackSchema = object({
  ...mediaPlaybackSchema.shape,
  speed: number(slowest, fastest).optional(),
  loop: boolean().optional(),
  cuts: listOf(timeSpan(), 1, maxCuts).optional(),
  pauses: listOf(timeSpan(), 1, maxCuts).optional(),
}).register(namedSchemas, {
  id: 'ExtendedMediaPlayback',
  description:
    'The part of a clip that plays, and its start time in the scene, in milliseconds; how fast it plays, and whether it repeats.',
});

/** The fields of an object that every document may have. */
const contractObjectFields = {
  id: idSchema,
  kind: z.enum(contractKinds, {
    error: ({ input }) =>
      (extensionKinds as readonly unknown[]).includes(input)
        ? withoutMark(`kind ${input}`)
        : `${mustBe(`one of ${contractKinds.join(', ')}`, input)}${didYouMean(input, contractKinds)}`,
  }),
  name: string(200),
  order: coordinate(),
  locked: boolean(),
  groupId: z.nullable(idSchema),
  parentId: z.nullable(idSchema).optional(),
  image: imageAssetSchema.optional(),
  media: mediaAssetSchema.optional(),
  playback: mediaPlaybackSchema.optional(),
};

/** A color, or that of the object. */
const vectorPaint = () => z.union([z.literal('currentColor'), colorSchema], rule('a color or currentColor'));

export const vectorShapeSchema = object({
  d: string(100_000),
  fill: vectorPaint().optional(),
  stroke: vectorPaint().optional(),
  strokeWidth: number(0, 10_000).optional(),
}).register(namedSchemas, {
  id: 'VectorShape',
  description: 'An outline, and what is painted. currentColor is the fill of the object.',
});

export const vectorSchema = object({
  width: number(0.001, 100_000),
  height: number(0.001, 100_000),
  shapes: listOf(vectorShapeSchema, 1, 500),
}).register(namedSchemas, {
  id: 'VectorDrawing',
  description: 'A picture of outlines, which fills the width and the height of its object.',
});

const axisScale = () => oneOf(['linear', 'log', 'time']).optional();
const tickLabels = () => string(40).optional();

export const axesSchema = object({
  xScale: axisScale(),
  yScale: axisScale(),
  grid: boolean().optional(),
  ticks: boolean().optional(),
  xLabels: tickLabels(),
  yLabels: tickLabels(),
  xLabel: string(200).optional(),
  yLabel: string(200).optional(),
  arrows: boolean().optional(),
  equalUnits: boolean().optional(),
}).register(namedSchemas, {
  id: 'Axes',
  description:
    'What axes show. xLabels and yLabels are formats of d3-format or d3-time-format, "pi", "auto" or "none". With equalUnits, one range is extended.',
});

export const plotSchema = object({
  formula: string(maxFormulaLength).optional(),
  marks: oneOf(['line', 'points', 'bars']).optional(),
}).register(namedSchemas, {
  id: 'Plot',
  description:
    'A formula such as y = x^2, r = cos(2*t), (cos(t), sin(t)) or x^2 + y^2 = 4; without one, the data points of the state.',
});

/** Maximum number of audio tracks that a field names. */
const maxNamedTracks = 32;

export const namedTracks = (what: string, least: number) =>
  z.union([idSchema, listOf(idSchema, least, maxNamedTracks)], rule(`the id of ${what}, or a list of ids`));

export const waveformSchema = object({
  of: namedTracks('an audio track of the scene', 0).optional(),
  show: oneOf(['wave', 'spectrum']).optional(),
  shape: oneOf(['bars', 'line', 'ring']).optional(),
  count: integer(3, 512).optional(),
  window: time(10, 60_000).optional(),
  smoothing: number(0, 0.95).optional(),
}).register(namedSchemas, {
  id: 'Waveform',
  description:
    'What a waveform shows of the sound of its scene: the whole of it, the part around the time of the picture, or its frequencies at that time.',
});

/** Maximum number of cues of a text, and of characters of one. */
export const maxCues = 10_000;
export const maxCueLength = 1000;

export const cueSchema = object({
  startMs: mediaTime(),
  endMs: mediaTime(),
  text: string(maxCueLength),
  words: listOf(listOf(mediaTime(), 2, 2, 'the time of a word, [startMs, endMs]'), 1, 500).optional(),
}).register(namedSchemas, {
  id: 'Cue',
  description:
    'What a text shows from one time of the film to another, in milliseconds. words has a time for each word; words are divided by spaces, line breaks and zero-width spaces.',
});

/** The fields of an object beyond the contract. */
export const objectExtensionFields = {
  cues: listOf(cueSchema, 0, maxCues).optional(),
  axes: axesSchema.optional(),
  plot: plotSchema.optional(),
  waveform: waveformSchema.optional(),
  layerId: z.nullable(idSchema).optional(),
  vector: vectorSchema.optional(),
};

const objectDescription = 'An object, shared by all compositions of its scene.';

/** An object of the contract. */
export const sceneObjectSchema = object(contractObjectFields).register(namedSchemas, {
  id: 'SceneObject',
  description: objectDescription,
});

export const extendedObjectSchema = object({
  ...contractObjectFields,
  kind: oneOf(objectKinds),
  playback: extendedPlaybackSchema.optional(),
  ...objectExtensionFields,
}).register(namedSchemas, { id: 'ExtendedSceneObject', description: objectDescription });

export type ImageAsset = z.infer<typeof imageAssetSchema>;
export type FontFiles = z.infer<typeof fontFilesSchema>;
export type MediaAsset = z.infer<typeof mediaAssetSchema>;
/** How a clip plays. */
export type Playback = z.infer<typeof extendedPlaybackSchema>;
export type MediaPlayback = z.infer<typeof mediaPlaybackSchema>;
export type SceneObject = z.infer<typeof extendedObjectSchema>;
export type VectorField = z.infer<typeof vectorSchema>;
export type AxesField = z.infer<typeof axesSchema>;
export type PlotField = z.infer<typeof plotSchema>;
export type WaveformField = z.infer<typeof waveformSchema>;
export type Cue = z.infer<typeof cueSchema>;
export type VectorShape = z.infer<typeof vectorShapeSchema>;
