import * as z from 'zod';
import { maxAssertionLength, maxAssertions } from '../assertions/assertion.ts';
import {
  animationTime,
  boolean,
  colorSchema,
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
} from './field-schemas.ts';
import {
  audioTrackExtensionFields,
  extendedWriteOrders,
  formulasSchema,
  keyframeValueSchema,
  optionalTiming,
  trackExtensionFields,
  variableTrackSchema,
  variableValue,
  writeOrders,
} from './motion-schemas.ts';
import {
  extendedObjectSchema,
  fontFilesSchema,
  mediaAssetSchema,
  objectExtensionFields,
  sceneObjectSchema,
} from './object-schemas.ts';
import { contractKeyframes, extendedKeyframes } from './properties/all-properties.ts';
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

/** The fields of a state that shorthand has, too. */
export const compositionStateSchema = object({
  ...shapeOf(contractProperties),
  ...shapeOf(extendedProperties),
});

/** Sentences that must be true of the film. */
export const assertionsSchema = listOf(string(maxAssertionLength), 1, maxAssertions);

/** The fields beyond the contract of everything but objects and states. */
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

const extensionFields = {
  ...additionalFields,
  object: objectExtensionFields,
  state: { ...extendedProperties, ...fullFormatProperties, formulas: formulasSchema },
};

/** Resources that have fields beyond the contract. */
export type ExtendedResource = keyof typeof extensionFields;

/** Whether a field of a resource goes beyond the contract. */
export function isExtensionField(resource: ExtendedResource, name: string): boolean {
  return Object.hasOwn(extensionFields[resource], name);
}

/** Whether a property of keyframes goes beyond the contract. */
export function isExtensionProperty(name: string): boolean {
  return (extendedKeyframes as readonly string[]).includes(name);
}

export type AudioTrack = z.infer<typeof audioTrackSchema>;
export type BezierControls = z.infer<typeof bezierControlsSchema>;
export type GradientField = z.infer<typeof gradientSchema>;
export type ShadowField = z.infer<typeof shadowSchema>;
export type SceneTransition = z.infer<typeof sceneTransitionSchema>;
export type GrainField = z.infer<typeof grainSchema>;
export type LoopField = z.infer<typeof loopSchema>;
export type TextSpan = z.infer<typeof textSpanSchema>;
export type CompositionState = z.infer<typeof extendedStateSchema>;
export type Composition = z.infer<typeof variedCompositionSchema>;
export type Easing = z.infer<typeof easingSchema>;
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
