import type * as z from 'zod';
import { chartKinds, groupKinds } from '../language/kinds.ts';
import { fieldDescriptions as full } from '../project/field-descriptions.ts';
import {
  type FieldDescriptions,
  type JsonSchema,
  schemaDefinitions,
  schemaField,
  withFields,
} from '../project/json-schema.ts';
import { joinWords } from '../project/problem-text.ts';
import { loopProperties } from '../project/properties/values.ts';
import { defineShorthand, shorthandResources } from './schema.ts';
import { chartTable, stateFields } from './state-fields.ts';
import { sizedStyles } from './themes/theme-names.ts';

/** A project in shorthand as the author writes it. Only the JSON Schema needs it, so renderers do not define it. */
export const shorthandSchema: z.ZodObject = defineShorthand(true);

const leftOut = (description: string, meaning: string) => `${description} Default: ${meaning}.`;

const key = { id: 'Equals the key, if given.', name: 'A display name. Default: the key.' };

const file = "The path of a file in the project's folder, relative to it, or a base64 data URL.";

const enter = 'The transition from the previous composition: milliseconds, or a duration and tracks.';

const sceneFields = {
  ...full.Scene,
  ...key,
  width: leftOut(full.Scene.width, '1920'),
  height: leftOut(full.Scene.height, '1080'),
  aspectRatio: 'The shape of the frame, such as "9:16". Its shorter side is then 1080 pixels.',
  background: leftOut(full.Scene.background, '#000000'),
  compositionOrder: leftOut(full.Scene.compositionOrder, 'the order of the keys'),
  transitions: 'Transitions by id, as an alternative to enter.',
  duration:
    'How long it lasts, in milliseconds. Compositions without a duration share what the others leave, by their words to read. Default: as long as its compositions.',
  enter: 'The transition to each composition that has no enter, except the first. Default: a cut.',
  vignette: leftOut('How much darker the corners of the picture are, from 0 to 1.', 'that of the film, or 0'),
  motionBlur: leftOut('The motionBlur of objects without one.', 'that of the film, or 0'),
  grain: leftOut(
    'Noise over the picture, like the grain of film: an amount such as 0.05, or an object.',
    'that of the film, or none',
  ),
  transition: 'How the scene before becomes this one; false is a cut. Default: that of the film.',
};

const repeats = {
  repeat: 'How often the lists are repeated in the time of the track. Default: 1.',
  alternate: 'Whether every second repetition runs backwards. Default: false.',
};

const timing = {
  start: leftOut(full.Timing.start, "the track's"),
  easing: leftOut(full.Timing.easing, "the track's"),
  duration: leftOut(full.Timing.duration, "the track's, or the rest of the transition"),
};

const stateDescriptions = {
  ...full.CompositionState,
  ...Object.fromEntries(
    Object.entries(stateFields).map(([name, field]) => [name, field.inShorthand ?? field.description]),
  ),
};

const trackFields = {
  ...full.TransitionTrack,
  path: leftOut(full.TransitionTrack.path, 'null'),
  type: leftOut(full.TransitionTrack.type, 'move'),
  order: leftOut(full.TransitionTrack.order, 'together, and reading for equations'),
  start: leftOut(full.TransitionTrack.start, '0'),
  duration: leftOut(full.TransitionTrack.duration, 'the rest of the transition'),
  easing: leftOut(full.TransitionTrack.easing, 'easeInOut'),
  by: 'The parts of texts that enter or leave one after another: letter, word or line; part starts the members of a group one after another.',
  objectId: 'The object or the group that the track is for. Default: the key.',
  keyframes: 'Values between those of the two compositions, by property or by id.',
  from: 'Only with the type grow: the edge or corner that stays. Default: center.',
  stagger:
    'Milliseconds between the starts of successive parts of a text with by; otherwise only in the track "*" and in those of groups and charts: between successive objects, in drawing order or in that of the members.',
};

const descriptions: FieldDescriptions = {
  ShorthandProject: {
    ...sceneFields,
    shorthand: 'Marks the project as shorthand.',
    extended: 'Implied by shorthand.',
    styles: 'Named sets of fields of states, for style. They override those of the theme, field by field.',
    components:
      'Kinds of objects that are made of others, by name. Objects of such a kind set the fields that it declares.',
    use: 'JSON files in the folder of the project, whose components, styles and theme the film has, too.',
    theme:
      'The look of the film: the name of a bundled theme, a JSON file in the folder of the project, or an object.',
    fonts:
      'Font families of the project by name, for fontFamily: the regular font, or an object with several.',
    name: leftOut(full.Project.name, 'Untitled'),
    version: leftOut(full.Project.version, '2'),
    loudness: full.Project.loudness,
    lang: full.Project.lang,
    expect: full.Project.expect,
    sceneOrder: leftOut(full.Project.sceneOrder, 'the order of the keys'),
    variables:
      'Values of variables by name. In any string, a name in braces after a $ is replaced with its value.',
    scenes: 'The scenes by id. Without scenes, the film is one scene, with its fields at the top level.',
  },
  ShorthandScene: sceneFields,
  ShorthandObject: {
    ...stateDescriptions,
    ...full.SceneObject,
    ...key,
    order: leftOut(full.SceneObject.order, 'its place in the document'),
    locked: leftOut(full.SceneObject.locked, 'false'),
    groupId: leftOut(full.SceneObject.groupId, 'null'),
    kind: `What the object draws. ${joinWords(groupKinds, 'and')} are groups; ${joinWords(chartKinds, 'and')} are charts.`,
    children:
      'Groups only: the members, which may be groups: their ids, or whole objects in a list or by name.',
    when: 'Fields of the object that differ in a frame of another shape: portrait, landscape or square.',
    each: 'Groups only: the template of a child for each item of data, in which the item, its key, its index and its fields are variables.',
    data: 'Charts: the values. Tables: a list of rows or CSV. Groups with each: a list of items, an object by key, or a number of items.',
    ...full.Axes,
    ...full.Plot,
    ...full.Waveform,
    ticks: chartTable.ticks.description,
    bins: 'Plots only: the number of bins of a histogram of the data, or [from, to, number].',
    icon: 'Icons only, required: the name of an icon of Lucide, such as coffee.',
    mode: 'Captions only: whether they show lines, color the words of lines as they are spoken, or show single words. Default: lines.',
    maxLines: 'Captions only: the most lines at a time. Default: 2.',
    maxLetters:
      'Captions only: the most letters of a line, of which East Asian ones count twice. Default: 42, or as many as the frame has room for.',
    start:
      'Videos only: when the clip begins to play: a time of the scene, the key of a composition, or words that are spoken. Default: when the first composition that shows it is entered.',
    cuts: 'Videos only: the ranges of the clip that play one after another, as [from, to], instead of from and to.',
    words:
      'Videos only: what the clip says, as the words of a sound: a file with captions or the times of words.',
    speed: 'Videos only: how fast the clip plays. Default: 1.',
    muted: 'Videos only: whether the sound of the clip is left out. Default: false.',
    volume: 'Videos only: the volume of the sound of the clip. Default: 1.',
    fadeIn: 'Videos only: how long the sound of the clip rises at its start.',
    fadeOut: 'Videos only: how long it falls at its end.',
    fixed:
      'Whether the object stays where it is when the camera moves. Default: false, and true for captions.',
    decorative:
      'Whether the object is an ornament: inspect does not advise on what it overlaps, crosses or covers. Default: false.',
    enter: 'How the object enters, or the members of a group: milliseconds, a name or a track.',
    exit: 'How the object leaves, or the members of a group: milliseconds, a name or a track.',
    columns:
      'Grids, required: the number of columns. Tables: the names of the columns, or their align, width and format.',
    header:
      'Tables only: the texts of the header, or whether there is one. Default: true if the data have names.',
    lines: 'Tables only: whether there is a line below each row. Default: true.',
    equal:
      'Groups only: whether all shapes get the largest width in a row, height in a column, or both in a grid.',
    state: 'Fields of the state, which may also be fields of the object.',
  },
  ShorthandComponentUse: { kind: 'The name of the component.' },
  ShorthandComponent: {
    kind: 'The kind of the object that it makes, which may be a component, too.',
    fields:
      'Its parameters with their defaults, which texts in it name as variables; null for one that is required.',
    states: 'Looks that compositions can ask for by name: fields of its parts, by their names.',
    description: 'What it is for.',
    example: 'An object that shows it.',
  },
  ShorthandColumn: {
    id: 'The name of the column, in a list of columns.',
    align: 'Where its texts are. Default: right for numbers, left for texts.',
    width: 'In scene pixels, or a share of the table. Default: as wide as its longest text.',
    format:
      'How its values are written: a format of d3-format or d3-time-format, or a text with {value}. Default: with the same number of decimals.',
  },
  ShorthandFontFiles: {
    ...full.FontFiles,
    src: `The regular font, or a variable one: TTF, OTF or WOFF2. ${file}`,
  },
  ShorthandImage: {
    src: file,
    width: leftOut(full.ImageAsset.width, 'read from the src'),
    height: leftOut(full.ImageAsset.height, 'read from the src'),
  },
  ShorthandMedia: {
    ...full.MediaAsset,
    src: file,
    mime: leftOut(full.MediaAsset.mime, 'read from the src'),
    duration: leftOut(full.MediaAsset.duration, 'read from the src'),
    hasAudio: leftOut(full.MediaAsset.hasAudio, 'true for sound'),
  },
  ShorthandPlayback: {
    ...full.MediaPlayback,
    start: leftOut(full.MediaPlayback.start, 'when the first composition that shows it is entered'),
    offset: leftOut(full.MediaPlayback.offset, '0'),
    duration: leftOut(full.MediaPlayback.duration, 'the rest of the media'),
  },
  ShorthandGradient: full.Gradient,
  ShorthandShadow: full.Shadow,
  ShorthandArea: full.Area,
  ShorthandAxes: full.Axes,
  ShorthandCue: full.Cue,
  ShorthandPlot: full.Plot,
  ShorthandWaveform: full.Waveform,
  ShorthandVector: full.VectorDrawing,
  ShorthandVectorShape: full.VectorShape,
  ShorthandAudioTrack: {
    src: 'A sound file in the folder of the project, or a base64 data URL, instead of asset.',
    words:
      'What the sound says and when: a file of captions or of words with times, or such words. Compositions may start with them.',
    ...full.AudioTrack,
    ...key,
    muted: leftOut(full.AudioTrack.muted, 'false'),
    start: leftOut(full.AudioTrack.start, '0'),
    offset: leftOut(full.AudioTrack.offset, '0'),
    volume: leftOut(full.AudioTrack.volume, '1'),
    duration: leftOut(
      full.AudioTrack.duration,
      'the rest of the source; with loop, the rest of the scene without it',
    ),
    duck: 'The tracks under which this one becomes quieter: an id, a list of ids, or an object with under.',
  },
  ShorthandDuck: full.Duck,
  ShorthandAudioKeyframes: {
    volume: 'A list of [at, volume, easing].',
    ...repeats,
  },
  ShorthandVolumeKeyframe: {
    ...full.VolumeKeyframe,
    easing: leftOut(full.VolumeKeyframe.easing, 'linear'),
  },
  ShorthandComposition: {
    ...full.Composition,
    ...key,
    accent: leftOut(full.Composition.accent, '#ffffff'),
    duration:
      'How long the composition is held, in milliseconds; the name of a video is the rest of its clip. Default: 1000.',
    variables: 'Values of variables from this composition on. Formulas follow them during the transition.',
    states: 'The changes, by object id. true shows an object, and false hides it.',
    enter: leftOut(enter, "the scene's enter, or a cut"),
    start:
      'When the transition into it begins, in place of the duration before it: milliseconds, "0:12.4", or words that are spoken.',
    highlight: 'What is not dimmed in it: names of objects, parts or words of texts.',
    dim: 'The opacity of the rest, as a share of its own. Default: 0.25.',
    paused: 'Whether videos stand still and are silent in it. Default: false.',
    say: 'What is said in it. It is held as long as that takes.',
  },
  ShorthandTheme: {
    extends: 'The bundled theme that this one changes. Default: midnight, or paper with a bright background.',
    colors: 'Colors by name, which are words for every color field.',
    fonts: 'The font families of titles and numbers, of other texts and of code.',
    background: 'The background of scenes without one: a color or a gradient. Default: the color background.',
    shadow: 'The shadow of cards: soft, medium, strong, none, or as in CSS.',
    sizes: 'The font sizes of styles.',
    radius: 'The corner radius of cards.',
    gap: 'The space between members of rows, columns and grids.',
    enter: 'How objects enter and leave in transitions that name no type.',
    logo: 'The picture of images with the style logo: a file in the folder of the project.',
    styles: 'Named sets of fields of states, which override those of the theme that this one extends.',
  },
  ShorthandThemeColors: {
    background: 'The background of scenes.',
    surface: 'The fill of cards.',
    text: 'The fill of texts.',
    muted: 'The fill of texts that matter less.',
    accent: 'The fill of shapes, bars and badges.',
    accent2: 'A second accent.',
    positive: 'For gains and successes.',
    negative: 'For losses and failures.',
    line: 'The stroke of lines.',
    charts: 'The colors of values in turn.',
  },
  ShorthandThemeSizes: Object.fromEntries(
    sizedStyles.map((name) => [
      name,
      `The font size of the style ${name}: pixels, or a share of the shorter side.`,
    ]),
  ),
  ShorthandThemeFonts: {
    display: 'The font family of titles, headings, numbers and quotes.',
    body: 'The font family of other texts.',
    mono: 'The font family of code.',
  },
  ShorthandThemeEnter: {
    type: 'The name of an animation.',
    easing: trackFields.easing,
    stagger: trackFields.stagger,
    from: 'The side of slide or grow, or fields before an object enters.',
  },
  ShorthandState: {
    ...stateDescriptions,
    emphasis:
      'Compositions only: how the object is emphasised in the transition, after which it is as before.',
  },
  ShorthandEmphasis: { ...trackFields, type: 'How the object is emphasised.' },
  ShorthandSceneTransition: full.SceneTransition,
  ShorthandGrain: full.Grain,
  ShorthandAnnotation: {
    at: 'A label, a value, or two of one sort for a range. Required.',
    text: 'What it says.',
    fill: 'Its color. Default: that of the letters.',
  },
  ShorthandLoop: {
    ...stateDescriptions,
    ...Object.fromEntries(loopProperties.map((name) => [name, 'Its values over a round.'])),
    scale: 'The values of its scale in both directions over a round.',
    type: 'The name of a preset.',
    duration: 'How long a round takes, or with alternate half of one. Default: 4 s.',
    start: 'The time of the film at which a round begins. Default: 0.',
    stagger: 'Groups only: how much later each further child begins.',
    easing: 'How each value becomes the next. Default: linear for two values, otherwise a sine.',
    alternate: 'Whether the values go back to the first one. Default: false.',
  },
  ShorthandEnter: {
    ...trackFields,
    duration: leftOut(full.Transition.duration, "the duration in the scene's enter"),
    tracks: 'Tracks by object id. "*" applies to all objects that change and have no other track.',
  },
  ShorthandTransition: {
    ...full.Transition,
    id: key.id,
    tracks: 'Tracks by object id. "*" applies to all objects that change and have no other track.',
  },
  ShorthandTrack: trackFields,
  ShorthandBegin: {
    ...full.CompositionState,
    scale: 'The scale in both directions, as a factor of the own one.',
    scaleX: 'The horizontal scale, as a factor of the own one.',
    scaleY: 'The vertical scale, as a factor of the own one.',
  },
  ShorthandKeyframes: repeats,
  ShorthandTiming: timing,
  ShorthandKeyframe: {
    ...full.Keyframe,
    easing: leftOut(full.Keyframe.easing, "the track's"),
  },
  Curve: full.BezierControls,
};

/** The schema of a project in shorthand, for editors and for other programs that write projects. */
export const shorthandJsonSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:render-service:shorthand',
  title: 'Project in shorthand',
  $comment:
    'The project before its variables are replaced. Unknown properties are ignored. ' +
    'References, timing, variables and files are checked in addition to this schema.',
  $ref: '#/$defs/ShorthandProject',
  $defs: shorthandSchemaDefinitions('#/$defs/'),
};

/** Returns every named resource of shorthand as JSON Schema 2020-12. References between them start with `refBase`. */
export function shorthandSchemaDefinitions(refBase: string): Record<string, JsonSchema> {
  const { ShorthandProject, ...others } = schemaDefinitions(shorthandResources, descriptions, refBase);
  // The film has either scenes or one scene, written at the top level.
  const eitherScenesOrOne = { if: { required: ['scenes'] }, else: { required: ['compositions'] } };
  const project = withFields(ShorthandProject, { $schema: schemaField });
  return { ShorthandProject: { ...project, ...eitherScenesOrOne }, ...others };
}
