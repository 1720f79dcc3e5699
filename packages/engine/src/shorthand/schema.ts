import * as z from 'zod';
import { idSchema, listOf, mediaTime, number, object, rule } from '../project/field-schemas.ts';
import { fontFilesSchema } from '../project/object-schemas.ts';
import { grainSchema, sceneTransitionSchema, sceneTransitionTypes } from '../project/properties/values.ts';
import { compositionSchema, extendedProjectSchema, sceneSchema } from '../project/schema.ts';
import {
  componentSchema,
  imageSchema,
  mediaSchema,
  objectSchema,
  soundTrackSchema,
} from './object-schema.ts';
import { mapOf, mentionKey, type Resolved, SchemaAdapter, type Written } from './schema-adapter.ts';
import { stateSchema } from './state-schema.ts';
import { themeNames } from './themes/theme-names.ts';
import { themeSchema } from './themes/theme-schema.ts';
import { enterSchema, trackSchema, tracksSchema, transitionSchemaWith } from './transition-schemas.ts';

export { type Resolved, shorthandResources, type Written } from './schema-adapter.ts';

const aspectRatioRule = rule(
  'two whole numbers from 1 to 99, such as "16:9" or "9:16", of which none is more than 7 times the other',
);
const aspectRatioPattern = /^([1-9]\d?):([1-9]\d?)$/;
/** Maximum ratio of a frame's longer side to its shorter one, which is 1080 pixels of at most 8192. */
const maxAspect = 7;
const resolvedAspectRatio = z
  .string(aspectRatioRule)
  .regex(aspectRatioPattern, aspectRatioRule)
  .refine((ratio) => {
    const [, across, down] = aspectRatioPattern.exec(ratio) ?? [];
    const [shorter, longer] = [Number(across), Number(down)].sort((one, other) => one - other);
    return longer <= maxAspect * shorter;
  }, aspectRatioRule);

const variableRule = rule('a number');

const fontRule = rule('the path of a font, a base64 data URL, or an object with src');

const stateRule = rule('an object, true to show the object, or false to hide it');

const variableSchema = z.union(
  [z.number(), z.string(), z.boolean()],
  rule('a string, a finite number, true or false'),
);

/** The path of a file with a theme. */
/** The name of a look of a component. */
const lookSchema = idSchema;

const useFile = z.string().regex(/\.json$/);

const themeFile = z
  .string()
  .regex(/\.json$|\$\{/)
  .max(1024);

/** A name in states as authors write it: an id, a part, all parts of an object, or all objects. */
const writtenMention = z.string().min(1).max(400);

/** What a composition highlights: names of objects, parts or words. */
const highlighted = z.string(rule('the name of an object, a part or words')).min(1).max(400);
const highlightSchema = listOf(highlighted, 1, 100);

function optionalScenes<Scene extends z.ZodType>(scene: Scene) {
  return mapOf(scene).optional();
}

/** How the scene before becomes a scene. */
function crossingSchema(adapter: SchemaAdapter) {
  const { type, ...others } = sceneTransitionSchema.shape;
  return adapter.named(
    'ShorthandSceneTransition',
    'How the last picture of the scene before becomes the scene.',
    object({ ...adapter.required({ type }), ...adapter.optional(others) }),
  );
}

/** Film grain: how much, or an object. */
function writtenGrain(adapter: SchemaAdapter) {
  const { amount, moving } = grainSchema.shape;
  const grain = adapter.named(
    'ShorthandGrain',
    'Noise over the picture, like the grain of film.',
    object({ ...adapter.required({ amount }), ...adapter.optional({ moving }) }),
  );
  return adapter.variables ? z.union([adapter.adapt(amount), grain]) : grain;
}

/** When something begins: milliseconds, a time, or words that are spoken. */
const startSchema = z.union([mediaTime(), z.string().min(1).max(400)]);

/** A text that is spoken, or its sentences. */
const saySchema = z.union([z.string().max(10_000), listOf(z.string().max(10_000), 1, 100)]);

/** The values of variables by name. */
export const variablesSchema = z.record(idSchema, variableSchema, rule('an object'));

export type VariableValue = z.output<typeof variableSchema>;
export type Variables = Readonly<Record<string, VariableValue>>;

/**
 * Creates the schema of shorthand: with `variables`, as authors write it; without, after the variables are replaced.
 * Both are derived from the full format's schemas, with optional fields.
 */
export function defineShorthand(variables: boolean) {
  const adapter = new SchemaAdapter(variables);
  const state = stateSchema(adapter);
  const image = imageSchema(adapter);
  const media = mediaSchema(adapter);
  const track = trackSchema(adapter);
  const sceneObject = objectSchema(adapter, { image, media, state, track });
  const audioTrack = soundTrackSchema(adapter, media);
  const tracks = tracksSchema(adapter, track);
  const transition = transitionSchemaWith(adapter, tracks);
  const enter = enterSchema(adapter, tracks, track);
  const { states: _____, ...compositionDetails } = compositionSchema.shape;
  const lasts = adapter.reference.optional();
  const hidden = adapter.value(z.literal(false, stateRule)) as z.ZodType<false>;
  const composition = adapter.named(
    'ShorthandComposition',
    'A picture that is held for its duration. It contains only the changes since the previous composition.',
    object({
      ...adapter.optional(compositionDetails),
      variables: mapOf(z.number(variableRule)).optional(),
      states: mapOf(
        z.union(
          [
            variables ? (z.union([hidden, z.literal(true), lookSchema]) as unknown as typeof hidden) : hidden,
            state,
          ],
          stateRule,
        ),
        variables ? writtenMention : mentionKey,
      ).optional(),
      enter: enter.optional(),
      highlight: (variables
        ? z.union([highlighted, highlightSchema])
        : highlightSchema
      ).optional() as unknown as z.ZodOptional<typeof highlightSchema>,
      dim: adapter.number(number(0, 1)).optional(),
      paused: adapter.flag().optional(),
      // In plain shorthand: the clip whose rest it lasts.
      ...((variables ? {} : { lasts }) as { lasts: typeof lasts }),
      ...adapter.written(() => ({
        start: startSchema.optional(),
        duration: z.union([adapter.adapt(compositionDetails.duration), idSchema]).optional(),
        say: saySchema.optional(),
      })),
    }),
  );

  const {
    id,
    name,
    width,
    height,
    background,
    backgroundGradient,
    vignette,
    motionBlur,
    grain,
    transition: crossing,
    compositionOrder,
  } = sceneSchema.shape;
  const stage = {
    ...adapter.optional({
      width,
      height,
      background,
      backgroundGradient,
      vignette,
      motionBlur,
      compositionOrder,
    }),
    grain: writtenGrain(adapter).optional() as unknown as typeof grain,
    ...adapter.written(() => ({ background: adapter.paint().optional() })),
    aspectRatio: (adapter.value(resolvedAspectRatio) as z.ZodType<Written<string>>).optional(),
    objects: mapOf(sceneObject).optional(),
    transition: (variables
      ? z.union([z.literal(false), z.enum(sceneTransitionTypes), crossingSchema(adapter)])
      : crossing.unwrap()
    ).optional() as unknown as typeof crossing,
    transitions: mapOf(transition).optional(),
    audioTracks: mapOf(audioTrack).optional(),
    enter: enter.optional(),
    ...adapter.optional({ duration: mediaTime() }),
  };
  const compositionMap = mapOf(composition);
  const compositions = (
    variables ? z.union([compositionMap, listOf(composition, 1, 100)]) : compositionMap
  ) as typeof compositionMap;
  const scene = adapter.named(
    'ShorthandScene',
    'Objects, and compositions that show them one after another.',
    object({ ...adapter.optional({ id, name }), ...stage, compositions }),
  );

  const { src, ...otherFonts } = fontFilesSchema.shape;
  const fontFiles = adapter.named(
    'ShorthandFontFiles',
    "The fonts of a family: files in the project's folder, or base64 data URLs of font/ttf, font/otf or font/woff2.",
    object({ ...adapter.required({ src }), ...adapter.optional(otherFonts) }),
  );
  // In plain shorthand, a font alone is an object.
  const family = (variables ? z.union([src, fontFiles], fontRule) : fontFiles) as typeof fontFiles;

  const { name: projectName, version, sceneOrder, loudness, lang, expect } = extendedProjectSchema.shape;
  return adapter.named(
    'ShorthandProject',
    'A project in shorthand. Without scenes, the film is one scene, with its fields here.',
    object({
      $schema: z.unknown().optional(),
      shorthand: z.literal(true, rule('true')),
      extended: z.literal(true, rule('true, or left out')).optional(),
      ...adapter.optional({ name: projectName, version, sceneOrder, loudness, lang, expect }),
      variables: variablesSchema.optional(),
      fonts: mapOf(family).optional(),
      scenes: (variables
        ? z.union([mapOf(scene), listOf(scene, 1, 100)])
        : mapOf(scene)
      ).optional() as unknown as ReturnType<typeof optionalScenes<typeof scene>>,
      ...adapter.written(() => ({
        styles: mapOf(state).optional(),
        components: z.record(z.string(), componentSchema(adapter)).optional(),
        use: z.union([useFile, listOf(useFile, 1, 20)]).optional(),
        theme: z.union([z.enum(themeNames), themeFile, themeSchema(adapter, state, track)]).optional(),
      })),
      // In plain shorthand: states of no object and a theme, which are only checked.
      ...((variables
        ? {}
        : {
            unused: mapOf(state).optional(),
            theme: themeSchema(adapter, state, track).optional(),
          }) as object),
      ...stage,
      compositions: compositions.optional(),
    }),
  );
}

/** A project in plain shorthand, after its variables are replaced. */
export const resolvedSchema: z.ZodObject = defineShorthand(false);

// The schemas of objects and states are found in that of a project, so that they are not built twice at the start.
const objectsSchema = (resolvedSchema.shape.objects as z.ZodOptional<z.ZodRecord>).unwrap();
const objectShape = (objectsSchema.valueType as unknown as z.ZodObject).shape;
const stateShape = (objectShape.state as unknown as z.ZodOptional<z.ZodObject>).unwrap().shape as Readonly<
  Record<string, z.ZodType>
>;

/** A theme after its colours and lengths are plain. */
export const resolvedThemeSchema: z.ZodType = (
  resolvedSchema.shape.theme as unknown as z.ZodOptional<z.ZodType>
).unwrap();

/** The fields of an object in plain shorthand. */
export const objectFieldNames: readonly string[] = Object.keys(objectShape);

/** The fields of a state in plain shorthand. */
export const stateFieldNames: readonly string[] = Object.keys(stateShape);

/** Whether a state in plain shorthand can have a value in a field. */
export function fitsState(field: string, value: unknown): boolean {
  return stateShape[field]?.safeParse(value).success === true;
}

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
