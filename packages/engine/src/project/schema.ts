import * as z from 'zod';
import { maxAssertionLength, maxAssertions } from '../assertions/assertion.ts';
import { maxFormulaLength } from '../formulas/limits.ts';
import { contractKinds, extensionKinds, objectKinds } from '../language/kinds.ts';
import { textParts } from '../language/text-parts.ts';
import { didYouMean } from '../names/closest-name.ts';
import {
  animationTime,
  boolean,
  colorSchema,
  coordinate,
  idSchema,
  integer,
  keyframeMaps,
  langSchema,
  listOf,
  mapOf,
  mediaTime,
  namedSchemas,
  number,
  object,
  oneOf,
  rule,
  string,
  time,
} from './field-schemas.ts';
import { maxInputBytes, maxKeyframesPerTrack } from './limits.ts';
import { mustBe, withoutMark } from './problem-text.ts';
import {
  contractKeyframes,
  extendedKeyframes,
  type FormulaProperty,
  formulaProperties,
} from './properties/all-properties.ts';
import { contractProperties } from './properties/contract.ts';
import { extendedProperties } from './properties/extended.ts';
import { fullFormatProperties } from './properties/full-format.ts';
import { shapeOf } from './properties/property.ts';
import {
  bezierControlsSchema,
  easingSchema,
  gradientSchema,
  grainSchema,
  type loopSchema,
  sceneTransitionSchema,
  type shadowSchema,
  type textSpanSchema,
} from './properties/values.ts';

/** With all resources of a project. */
export { namedSchemas } from './field-schemas.ts';
export { bezierControlsSchema, easingSchema } from './properties/values.ts';

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

const namedTracks = (what: string, least: number) =>
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
const objectExtensionFields = {
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
  ...objectExtensionFields,
}).register(namedSchemas, { id: 'ExtendedSceneObject', description: objectDescription });

/** The fields of a state that shorthand has, too. */
export const compositionStateSchema = object({
  ...shapeOf(contractProperties),
  ...shapeOf(extendedProperties),
});

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

const optionalTiming = () => z.nullable(timingSchema).optional();

/** Values of variables, which formulas use. */
const variableValue = () => number(-1e12, 1e12);

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
const trackExtensionFields = {
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
const audioTrackExtensionFields = {
  fadeIn: animationTime().optional(),
  fadeOut: animationTime().optional(),
  loop: boolean().optional(),
  duck: duckSchema.optional(),
  keyframes: audioKeyframesSchema.optional(),
};

/** The fields beyond the contract of projects and scenes, and those that give variables to formulas. */
/** Sentences that must be true of the film. */
export const assertionsSchema = listOf(string(maxAssertionLength), 1, maxAssertions);

const additionalFields = {
  project: {
    fonts: mapOf(fontFilesSchema).optional(),
    loudness: number(-70, -5).optional(),
    lang: langSchema.optional(),
    expect: assertionsSchema.optional(),
  },
  scene: {
    backgroundGradient: gradientSchema.optional(),
    transition: sceneTransitionSchema.optional(),
    vignette: number(0, 1).optional(),
    grain: grainSchema.optional(),
    motionBlur: number(0, 1).optional(),
  },
  composition: { variables: mapOf(variableValue()).optional() },
  transition: { variables: mapOf(variableTrackSchema).optional() },
  track: trackExtensionFields,
  audioTrack: audioTrackExtensionFields,
};

/** The additional fields and properties of a kind of document. */
interface Extension<
  SceneObjects extends z.ZodType,
  Fields extends z.ZodRawShape,
  ProjectFields extends z.ZodRawShape,
  SceneFields extends z.ZodRawShape,
  CompositionFields extends z.ZodRawShape,
  TransitionFields extends z.ZodRawShape,
  TrackFields extends z.ZodRawShape,
  AudioTrackFields extends z.ZodRawShape,
  Properties extends readonly string[],
  Orders extends readonly [string, ...string[]],
  Mark extends z.ZodRawShape,
> {
  /** The beginning of the names in the JSON Schema. */
  readonly prefix: string;
  /** The schema of an object. */
  readonly sceneObject: SceneObjects;
  /** The fields of a state. */
  readonly fields: Fields;
  /** The additional fields of projects, scenes, compositions, transitions, tracks and audio tracks. */
  readonly additional: {
    readonly project: ProjectFields;
    readonly scene: SceneFields;
    readonly composition: CompositionFields;
    readonly transition: TransitionFields;
    readonly track: TrackFields;
    readonly audioTrack: AudioTrackFields;
  };
  /** The properties of keyframes. */
  readonly properties: Properties;
  /** The orders in which the parts of an object are written. */
  readonly orders: Orders;
  /** The field of the project that marks the document as such. */
  readonly mark: Mark;
}

/** One function, because both schemas of a project nest the same types in each other. */
function defineDocument<
  SceneObjects extends z.ZodType,
  Fields extends z.ZodRawShape,
  ProjectFields extends z.ZodRawShape,
  SceneFields extends z.ZodRawShape,
  CompositionFields extends z.ZodRawShape,
  TransitionFields extends z.ZodRawShape,
  TrackFields extends z.ZodRawShape,
  AudioTrackFields extends z.ZodRawShape,
  const Properties extends readonly string[],
  const Orders extends readonly [string, ...string[]],
  Mark extends z.ZodRawShape,
>({
  prefix,
  sceneObject,
  fields,
  additional,
  properties,
  orders,
  mark,
}: Extension<
  SceneObjects,
  Fields,
  ProjectFields,
  SceneFields,
  CompositionFields,
  TransitionFields,
  TrackFields,
  AudioTrackFields,
  Properties,
  Orders,
  Mark
>) {
  const compositionStateSchema = object(fields).register(namedSchemas, {
    id: `${prefix}CompositionState`,
    description:
      'The appearance of an object in a composition. Lengths are in scene pixels, angles in degrees, clockwise.',
  });

  const compositionSchema = object({
    id: idSchema,
    name: string(200),
    accent: colorSchema,
    duration: animationTime(),
    states: mapOf(compositionStateSchema),
    ...additional.composition,
  }).register(namedSchemas, {
    id: `${prefix}Composition`,
    description: 'A picture that is held for its duration, with a state for each object.',
  });

  const keyframeSchema = object({
    at: number(0, 1),
    value: keyframeValueSchema,
    easing: easingSchema,
    property: oneOf(properties),
    deleted: boolean().optional(),
  }).register(namedSchemas, {
    id: `${prefix}Keyframe`,
    description: 'The value of a property at a fraction of its timing.',
  });

  const keyframesSchema = mapOf(keyframeSchema);
  keyframeMaps.set(keyframesSchema, properties);

  const transitionTrackSchema = object({
    path: z.nullable(bezierControlsSchema),
    type: oneOf(['move', 'write', 'fade', 'grow', 'none']),
    order: oneOf(orders),
    start: animationTime(),
    duration: animationTime(),
    easing: easingSchema,
    objectId: idSchema,
    implicit: boolean().optional(),
    keyframes: keyframesSchema.optional(),
    fillTiming: optionalTiming(),
    pathTiming: optionalTiming(),
    sizeTiming: optionalTiming(),
    revealTiming: optionalTiming(),
    strokeTiming: optionalTiming(),
    opacityTiming: optionalTiming(),
    fontSizeTiming: optionalTiming(),
    positionTiming: optionalTiming(),
    rotationTiming: optionalTiming(),
    strokeWidthTiming: optionalTiming(),
    cornerRadiusTiming: optionalTiming(),
    ...additional.track,
  }).register(namedSchemas, {
    id: `${prefix}TransitionTrack`,
    description:
      'How an object gets from one composition to the next. Times are milliseconds of the transition.',
  });

  const transitionSchema = object({
    id: idSchema,
    fromId: idSchema,
    toId: idSchema,
    tracks: mapOf(transitionTrackSchema),
    duration: animationTime(),
    ...additional.transition,
  }).register(namedSchemas, {
    id: `${prefix}Transition`,
    description: 'The animated change from one composition to the next, with tracks by id.',
  });

  const audioTrackSchema = object({
    id: idSchema,
    name: string(200),
    asset: mediaAssetSchema,
    muted: boolean(),
    start: mediaTime(),
    offset: mediaTime(),
    volume: number(0, 1),
    duration: mediaTime(),
    ...additional.audioTrack,
  }).register(namedSchemas, {
    id: `${prefix}AudioTrack`,
    description:
      'A sound in a scene. start is a time in the scene, offset a position in the asset, in milliseconds.',
  });

  const sceneSchema = object({
    id: idSchema,
    name: string(200),
    width: integer(1, 8192),
    height: integer(1, 8192),
    background: colorSchema,
    objects: mapOf(sceneObject),
    transitions: mapOf(transitionSchema),
    compositions: mapOf(compositionSchema),
    compositionOrder: listOf(idSchema, 1, 100),
    audioTracks: mapOf(audioTrackSchema).optional(),
    ...additional.scene,
  }).register(namedSchemas, {
    id: `${prefix}Scene`,
    description: 'Objects, and compositions that show them one after another.',
  });

  const projectSchema = object({
    ...mark,
    name: string(100),
    version: integer(1, 2),
    sceneOrder: listOf(idSchema, 1, 100),
    scenes: mapOf(sceneSchema),
    ...additional.project,
  }).register(namedSchemas, {
    id: `${prefix}Project`,
    description: 'A portable project: one self-contained document.',
  });

  return {
    compositionStateSchema,
    compositionSchema,
    keyframeSchema,
    transitionTrackSchema,
    transitionSchema,
    audioTrackSchema,
    sceneSchema,
    projectSchema,
  };
}

/** A project of the contract. */
export const { projectSchema: contractProjectSchema } = defineDocument({
  prefix: '',
  sceneObject: sceneObjectSchema,
  fields: shapeOf(contractProperties),
  additional: { project: {}, scene: {}, composition: {}, transition: {}, track: {}, audioTrack: {} },
  properties: contractKeyframes,
  orders: writeOrders,
  mark: {},
});

/** A project with the fields and properties beyond the contract, and its parts. */
export const {
  compositionStateSchema: extendedStateSchema,
  compositionSchema: variedCompositionSchema,
  keyframeSchema,
  transitionTrackSchema,
  transitionSchema,
  audioTrackSchema,
  sceneSchema,
  projectSchema: extendedProjectSchema,
} = defineDocument({
  prefix: 'Extended',
  sceneObject: extendedObjectSchema,
  fields: {
    ...shapeOf(contractProperties),
    ...shapeOf(extendedProperties),
    ...shapeOf(fullFormatProperties),
    formulas: formulasSchema.optional(),
  },
  additional: additionalFields,
  properties: [...contractKeyframes, ...extendedKeyframes],
  orders: extendedWriteOrders,
  mark: { extended: z.literal(true, rule('true')) },
});

export const compositionSchema = variedCompositionSchema.omit({ variables: true });

/** Whether a document is marked as extended. */
export function isExtended(document: unknown): boolean {
  return (
    typeof document === 'object' && document !== null && 'extended' in document && document.extended === true
  );
}

/** Returns the schema of a project in the full format, extended or not. */
export function projectSchemaOf(document: unknown): z.ZodObject {
  return isExtended(document) ? extendedProjectSchema : contractProjectSchema;
}

/** Whether a field of a state goes beyond the contract. */
export function isExtensionField(name: string): boolean {
  return (
    Object.hasOwn(extendedProperties, name) ||
    Object.hasOwn(fullFormatProperties, name) ||
    name === 'formulas'
  );
}

/** Whether a field of a composition or a transition goes beyond the contract. */
export function isVariableField(name: string): boolean {
  return name === 'variables';
}

/** Whether a field of a project goes beyond the contract. */
export function isProjectExtensionField(name: string): boolean {
  return Object.hasOwn(additionalFields.project, name);
}

/** Whether a field of a scene goes beyond the contract. */
export function isSceneExtensionField(name: string): boolean {
  return Object.hasOwn(additionalFields.scene, name);
}

/** Whether a field of an object goes beyond the contract. */
export function isObjectExtensionField(name: string): boolean {
  return Object.hasOwn(objectExtensionFields, name);
}

/** Whether a field of a track goes beyond the contract. */
export function isTrackExtensionField(name: string): boolean {
  return Object.hasOwn(trackExtensionFields, name);
}

/** Whether a field of an audio track goes beyond the contract. */
export function isAudioTrackExtensionField(name: string): boolean {
  return Object.hasOwn(audioTrackExtensionFields, name);
}

/** Whether a property of keyframes goes beyond the contract. */
export function isExtensionProperty(name: string): boolean {
  return (extendedKeyframes as readonly string[]).includes(name);
}

export type ImageAsset = z.infer<typeof imageAssetSchema>;
export type FontFiles = z.infer<typeof fontFilesSchema>;
export type MediaAsset = z.infer<typeof mediaAssetSchema>;
export type MediaPlayback = z.infer<typeof mediaPlaybackSchema>;
export type Duck = z.infer<typeof duckSchema>;
export type VolumeKeyframe = z.infer<typeof volumeKeyframeSchema>;
export type AudioKeyframes = z.infer<typeof audioKeyframesSchema>;
export type AudioTrack = z.infer<typeof audioTrackSchema>;
export type SceneObject = z.infer<typeof extendedObjectSchema>;
export type BezierControls = z.infer<typeof bezierControlsSchema>;
export type GradientField = z.infer<typeof gradientSchema>;
export type ShadowField = z.infer<typeof shadowSchema>;
export type SceneTransition = z.infer<typeof sceneTransitionSchema>;
export type GrainField = z.infer<typeof grainSchema>;
export type LoopField = z.infer<typeof loopSchema>;
export type VectorField = z.infer<typeof vectorSchema>;
export type AxesField = z.infer<typeof axesSchema>;
export type PlotField = z.infer<typeof plotSchema>;
export type WaveformField = z.infer<typeof waveformSchema>;
export type Cue = z.infer<typeof cueSchema>;
export type VectorShape = z.infer<typeof vectorShapeSchema>;
export type TextSpan = z.infer<typeof textSpanSchema>;
export type CompositionState = z.infer<typeof extendedStateSchema>;
export type Composition = z.infer<typeof variedCompositionSchema>;
export type Easing = z.infer<typeof easingSchema>;
export type Formulas = z.infer<typeof formulasSchema>;
export type VariableKeyframe = z.infer<typeof variableKeyframeSchema>;
export type VariableTrack = z.infer<typeof variableTrackSchema>;
export type Timing = z.infer<typeof timingSchema>;
export type PartBegin = z.infer<typeof partBeginSchema>;
export type Keyframe = z.infer<typeof keyframeSchema>;
export type KeyframeProperty = Keyframe['property'];
export type TransitionTrack = z.infer<typeof transitionTrackSchema>;
export type Transition = z.infer<typeof transitionSchema>;
export type Scene = z.infer<typeof sceneSchema>;
/** A project in the full format. [The format](format.md) describes every field. */
export interface Project extends Omit<z.infer<typeof extendedProjectSchema>, 'extended'> {
  /** Whether objects, states and keyframes have fields beyond the contract. */
  extended?: true | undefined;
}
