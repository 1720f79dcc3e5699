// biome-ignore-all lint/suspicious/noTemplateCurlyInString: an example of a text with formulas.
import type * as motion from './motion-schemas.ts';
import type * as objects from './object-schemas.ts';
import { formulaProperties } from './properties/all-properties.ts';
import { contractProperties } from './properties/contract.ts';
import { extendedProperties } from './properties/extended.ts';
import { fullFormatProperties } from './properties/full-format.ts';
import type { StateField } from './properties/property.ts';
import type * as document from './schema.ts';

type Descriptions<Resource> = Readonly<Record<keyof Required<Resource>, string>>;

/** Resources with described fields, by their names in the JSON Schema. */
interface DescribedResources {
  readonly Project: document.Project;
  readonly Scene: document.Scene;
  readonly SceneObject: objects.SceneObject;
  readonly ImageAsset: objects.ImageAsset;
  readonly FontFiles: objects.FontFiles;
  readonly MediaAsset: objects.MediaAsset;
  readonly MediaPlayback: objects.Playback;
  readonly AudioTrack: document.AudioTrack;
  readonly Duck: motion.Duck;
  readonly AudioKeyframes: motion.AudioKeyframes;
  readonly VolumeKeyframe: motion.VolumeKeyframe;
  readonly Composition: document.Composition;
  readonly CompositionState: document.CompositionState;
  readonly Formulas: motion.Formulas;
  readonly VariableTrack: motion.VariableTrack;
  readonly VariableKeyframe: motion.VariableKeyframe;
  readonly TextSpan: document.TextSpan;
  readonly Area: NonNullable<document.CompositionState['area']>;
  readonly Axes: objects.AxesField;
  readonly Cue: objects.Cue;
  readonly Plot: objects.PlotField;
  readonly Waveform: objects.WaveformField;
  readonly VectorDrawing: objects.VectorField;
  readonly VectorShape: objects.VectorShape;
  readonly Gradient: document.GradientField;
  readonly Shadow: document.ShadowField;
  readonly Loop: document.LoopField;
  readonly SceneTransition: document.SceneTransition;
  readonly Grain: document.GrainField;
  readonly BezierControls: document.BezierControls;
  readonly Transition: document.Transition;
  readonly TransitionTrack: document.TransitionTrack;
  readonly PartBegin: motion.PartBegin;
  readonly Timing: motion.Timing;
  readonly Keyframe: document.Keyframe;
}

/** The property itself has a description in the state or the keyframe. */
function formulasOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const entries = names.map((name) => [name, `Formula of ${name}, such as 2*s + 10.`]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

function descriptionsOf<Name extends string>(
  fields: Readonly<Record<Name, StateField>>,
): Readonly<Record<Name, string>> {
  const entries = Object.entries<StateField>(fields).map(([name, { description }]) => [name, description]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

const ownTiming = (what: string) => `Start, duration and easing of ${what}. Default: the track's.`;

/** Description of each field of a project, for its JSON Schema. */
export const fieldDescriptions: {
  readonly [Name in keyof DescribedResources]: Descriptions<DescribedResources[Name]>;
} = {
  Project: {
    name: 'The title of the project. Output files are named after it.',
    version: 'The version of the format. 1 and 2 are equivalent.',
    sceneOrder: 'The ids of all scenes in playing order.',
    scenes: 'The scenes by id.',
    fonts: 'Font families of the project by name, for fontFamily. At most 20. Default: none.',
    loudness:
      'Integrated loudness of the whole film in LUFS, as EBU R 128 measures it, with true peaks of at most -1 dB. Default: as mixed.',
    lang: 'The language of what is said and of the captions, as a tag such as "de" or "pt-BR". Default: unknown.',
    expect:
      'What must be true of the film, as sentences such as "title is inside frame from 0.5s to end". Default: nothing.',
    extended:
      'Whether objects, states and keyframes may have fields that go beyond the contract of the format.',
  },
  Scene: {
    id: 'Equals the key of the scene.',
    name: 'A display name.',
    width: 'Width of the scene in pixels. The first scene sets the size of the output.',
    height: 'Height of the scene in pixels.',
    transition: 'How the scene before becomes this one. The first scene has none. Default: a cut.',
    vignette: 'How much darker the corners of the picture are, from 0 to 1. Default: 0.',
    motionBlur: 'The motionBlur of objects without one. Default: 0.',
    grain: 'Noise over the picture, like the grain of film. Default: none.',
    backgroundGradient: 'A gradient over the background, in the box of the scene. Default: none.',
    background:
      'The color behind all objects. With none or transparent, stills are transparent and films are black.',
    objects: 'The objects by id.',
    transitions:
      'The transitions by id. Two neighbours in compositionOrder can have at most one between them.',
    compositions: 'The compositions by id.',
    compositionOrder: 'The ids of all compositions in playing order.',
    audioTracks: 'The sounds of the scene by id.',
  },
  SceneObject: {
    id: 'Equals the key of the object.',
    kind: 'The kind of object. Video cannot be rendered.',
    name: 'A display name.',
    order: 'Objects with a higher order are drawn on top. If two are equal, the greater id is on top.',
    locked: 'Whether editors protect the object from changes. Has no effect on the picture.',
    groupId: 'The group in which editors show the object, or null. Has no effect on the picture.',
    parentId:
      'The id of another object in the scene whose position, rotation and scale this object follows, or null.',
    axes: 'What axes show.',
    cues: 'Texts only: what it shows at each time of the film, in place of its text.',
    plot: 'What a plot shows.',
    waveform: 'What a waveform shows.',
    vector: 'A drawing of outlines, in place of the picture of an image, in the full format.',
    layerId:
      'The id of a layer in the scene that draws this object together with its other members, or null.',
    image: 'The picture of an image object.',
    media: 'The video of a video object.',
    playback: 'The part of the media that plays, and its start time.',
  },
  ImageAsset: {
    src: 'A base64 data URL of image/png or image/jpeg.',
    width: 'Width of the picture in pixels.',
    height: 'Height of the picture in pixels.',
  },
  FontFiles: {
    src: 'The regular font, or a variable one: a base64 data URL of font/ttf, font/otf or font/woff2.',
    bold: 'The bold font. Default: the weights of a variable font; otherwise letters become thicker.',
    italic: 'The italic font. Default: slanted letters.',
    boldItalic: 'The bold italic font. Default: made from the others.',
  },
  MediaAsset: {
    src: 'A base64 data URL; only audio/wav can be rendered.',
    mime: 'The media type of the src.',
    duration: 'Length in milliseconds.',
    hasAudio: 'Whether the media has sound. Must be true in an audio track.',
    width: 'Width of a video in pixels.',
    height: 'Height of a video in pixels.',
    waveform: 'Loudness over time, from 0 to 1. Editors can display it.',
  },
  MediaPlayback: {
    start: 'Start time in the scene, in milliseconds.',
    offset: 'Start position in the media, in milliseconds.',
    duration: 'How much of the media plays, in milliseconds of the media.',
    speed: 'How fast it plays. Default: 1.',
    loop: 'Whether it repeats. Default: false.',
    cuts: 'The ranges of the clip that play one after another, as [from, to] in milliseconds. Default: all from offset on.',
    pauses:
      'The times of the scene in which the clip stands still and is silent, as [from, to] in milliseconds. Default: none.',
  },
  AudioTrack: {
    id: 'Equals the key of the audio track.',
    name: 'A display name.',
    asset: 'The sound to play.',
    muted: 'Whether the track is muted.',
    start: 'Start time in the scene, in milliseconds.',
    offset: 'Start position in the sound, in milliseconds.',
    volume: 'Volume from 0 (silent) to 1 (as recorded).',
    duration:
      'Playing time in milliseconds, within the length of the sound. A longer track makes the scene longer.',
    fadeIn: 'Milliseconds in which the sound rises from silence at its start. Default: 0.',
    fadeOut: 'Milliseconds in which it falls to silence at its end. Default: 0.',
    loop: 'Whether the part from offset to the end of the sound repeats until duration ends. Default: false.',
    duck: 'Other audio tracks of the scene under which this one becomes quieter. Default: none.',
    keyframes: 'Volumes over the time of the track, instead of volume. Default: none.',
    playback:
      'For the sound of a clip: how it plays, as that of a video object, instead of offset and loop. Default: none.',
  },
  Duck: {
    under: 'The id of another audio track of the scene, or a list of ids.',
    to: 'The volume while one of them is heard, as a share of its own. Default: 0.25.',
    attack: 'Milliseconds from their first sound until it is that quiet. Default: 200.',
    release: 'Milliseconds in which it comes back after their last sound. Default: 600.',
  },
  AudioKeyframes: { volume: 'The volumes. At the same time, the last one counts.' },
  VolumeKeyframe: {
    at: 'The time, as a fraction of the duration of the track: 0 is its start, 1 its end.',
    value: 'The volume from 0 (silent) to 1 (as recorded).',
    easing: 'The easing from this volume to the next.',
  },
  Composition: {
    id: 'Equals the key of the composition.',
    name: 'A display name.',
    accent: 'The color of the composition in editors. Has no effect on the picture.',
    duration: 'How long the composition is held, in milliseconds.',
    states: 'The states of the objects, by object id.',
    variables:
      'Numbers by name, which formulas use. All compositions of a scene with formulas have the same names.',
  },
  CompositionState: {
    ...descriptionsOf(contractProperties),
    ...descriptionsOf(extendedProperties),
    ...descriptionsOf(fullFormatProperties),
    formulas: 'Formulas that replace fields of this state, by property.',
  },
  Formulas: {
    ...formulasOf(formulaProperties),
    text: 'A text with formulas, such as "× ${1 + s:.1f}". A format of d3-format follows the colon.',
  },
  VariableTrack: {
    start: 'Start time in the transition, in milliseconds.',
    duration: 'Duration in milliseconds.',
    easing: 'The easing: how progress depends on time.',
    keyframes: 'Values between those of the two compositions.',
  },
  VariableKeyframe: {
    at: "The time, as a fraction of the variable's duration: 0 is its start, 1 its end.",
    value: 'The value of the variable.',
    easing: 'The easing from this value to the next.',
  },
  Gradient: {
    type: 'linear or radial.',
    stops: 'Colors with their offsets from 0 to 1, in order.',
    angle: 'Of a linear gradient: its direction in degrees, clockwise from upwards. Default: 180, downwards.',
    shape: 'Of a radial gradient: ellipse or circle. Default: ellipse.',
    center: 'Of a radial gradient: its center, in fractions of the box. Default: the middle.',
    radius:
      'Of a radial gradient: a share of the width and the height of the box; of a circle, of its shorter side. Default: to the farthest corner.',
  },
  Shadow: {
    x: 'How far the shadow is to the right, in scene pixels.',
    y: 'How far the shadow is below, in scene pixels.',
    blur: 'Twice the standard deviation of its blur, in scene pixels.',
    color: 'The color of the shadow.',
  },
  SceneTransition: {
    type: 'What it looks like. match lets objects with the same id fly from one scene to the other.',
    from: 'The side from which the scene comes in push, slide, cover, reveal, wipe and blinds. Default: right.',
    duration: 'Milliseconds, at most those of the scene. Default: 700.',
    easing: 'How its progress depends on time. Default: easeInOut.',
    color: 'The color that dip goes through. Default: black.',
  },
  Grain: {
    amount: 'Twice the standard deviation of its brightness, as a share of that of white: 0.05 is subtle.',
    moving: 'Whether it changes 24 times a second, so that no picture is held. Default: false.',
  },
  Loop: {
    property: 'The property that changes, by its name in keyframes.',
    duration: 'How long a round takes, in milliseconds.',
    start: 'The time of the film at which a round begins, in milliseconds. Default: 0.',
    values: 'The values over a round as [at, value, easing]; the easing leads to the next value.',
  },
  Area: {
    from: 'Where it begins, as a number of the horizontal axis.',
    to: 'Where it ends.',
    steps: 'The number of its bars, up to 1000. Default: none, which fills it smoothly.',
    base: 'The number or the id of the plot to which it reaches. Default: 0.',
  },
  Axes: {
    xScale:
      'How numbers are spread along the horizontal axis. time is in milliseconds since 1970. Default: linear.',
    yScale: 'The same for the vertical axis.',
    grid: 'Whether there are lines at the ticks. Default: false.',
    ticks: 'Whether there are ticks. Default: true.',
    xLabels:
      'The numbers at the horizontal axis: auto, none, pi, or a format of d3-format or d3-time-format. Default: auto.',
    yLabels: 'The same for the vertical axis.',
    xLabel: 'The title of the horizontal axis.',
    yLabel: 'The title of the vertical axis.',
    arrows: 'Whether the axes have heads. Default: false.',
    equalUnits: 'Whether one range is extended until both units have the same length. Default: false.',
  },
  Cue: {
    startMs: 'When the text appears, in milliseconds from the start of the film.',
    endMs: 'When it is gone. The next cue may begin then.',
    text: 'The text. A line feed starts a new line.',
    words: 'The times of its words, [startMs, endMs] of each, for the color of spoken words.',
  },
  Plot: {
    formula: 'What it draws, such as y = x^2. Default: the data points of its states.',
    marks: 'How data points are drawn. Default: line.',
  },
  Waveform: {
    of: 'The id of the audio track of its scene that it shows, or several. Default: all of them, mixed.',
    show: 'The wave, or the loudness of frequencies. Default: wave.',
    shape: 'Whether it is drawn as bars, as a line or as bars around a ring. Default: bars.',
    count: 'The number of its bars, or of the points of its line. Default: 64.',
    window:
      'Waves only: how much of the sound is seen around the time of the picture, in milliseconds. Default: all of it.',
    smoothing:
      'Spectra only: the share of its height that a bar keeps from one sixtieth of a second to the next. Default: 0.8.',
  },
  VectorDrawing: {
    width: 'Width of the drawing in the units of its shapes.',
    height: 'Height of the drawing in the units of its shapes.',
    shapes: 'The shapes, the lowest first.',
  },
  VectorShape: {
    d: 'Path data of SVG without arcs.',
    fill: 'The color inside, or currentColor for the fill of the object. Default: none.',
    stroke: 'The color of the outline, or currentColor for the fill of the object. Default: none.',
    strokeWidth: 'Width of the outline, in the units of the drawing. Default: 1.',
  },
  TextSpan: {
    start: 'The position of the first character in the text, in UTF-16 units.',
    end: 'The position after the last character.',
    fill: "The color of the letters. Default: the object's.",
    fontWeight: "Texts only: from 100 to 900; 400 is regular, 700 is bold. Default: the object's.",
    fontFamily: "Texts only: the name of a font family. Default: the object's.",
    italic: "Texts only: whether the letters are italic. Default: the object's.",
    underline: "Texts only: whether a line is drawn below the letters. Default: the object's.",
    mark: 'Texts only: the color of a marker behind the letters. Default: none.',
    opacity: 'Opacity of the letters from 0 to 1. At 0 they keep their space. Default: 1.',
  },
  BezierControls: {
    c1: 'The first control point.',
    c2: 'The second control point.',
  },
  Transition: {
    id: 'Equals the key of the transition.',
    fromId: 'The composition at which the transition starts.',
    toId: 'The composition at which the transition ends, the next in compositionOrder.',
    tracks:
      'Tracks by id, at most one for each object. An object without a track changes during the whole transition, with easeInOut.',
    duration: 'In milliseconds.',
    variables:
      'Timings of variables by name. A variable without one changes during the whole transition, with easeInOut.',
  },
  TransitionTrack: {
    path: 'The control points of the curve along which the object moves, in scene pixels, or null for a straight line.',
    type: 'How the object enters or leaves: move fades it, write draws it, grow enlarges it, none cuts at the end.',
    order:
      'Whether the parts of an object are written together, one after another, or, with extended, an equation in reading order.',
    start: 'Start time in the transition, in milliseconds.',
    duration: 'Duration in milliseconds.',
    easing: 'The easing: how progress depends on time.',
    objectId: 'The object that the track is for. The key of the track may be any id.',
    implicit: 'Whether the track spans the whole transition and ignores its start and duration.',
    keyframes: 'Values between those of the two compositions, by keyframe id.',
    fillTiming: ownTiming('the fill'),
    pathTiming: ownTiming("the state's path"),
    sizeTiming: ownTiming('the size and scale'),
    revealTiming: ownTiming('the writing or growing'),
    strokeTiming: ownTiming('the stroke'),
    opacityTiming: ownTiming('the opacity'),
    fontSizeTiming: ownTiming('the font size'),
    positionTiming: ownTiming('the position and anchor'),
    rotationTiming: ownTiming('the rotation and shear'),
    strokeWidthTiming: ownTiming('the stroke width'),
    cornerRadiusTiming: ownTiming('the corner radius'),
    by: 'The parts of a text that enter or leave one after another: letter, word or line.',
    stagger: 'Milliseconds between the starts of two parts. Default: 0.',
    begin: 'What each part has before it enters and after it leaves. Default: no opacity.',
    settle:
      'The shares of begin that are left at fractions of the time of a part that enters, as [at, share, easing]. Default: what the easing leaves.',
    wipe: 'The side from which an object of type write is uncovered, instead of being written.',
  },
  PartBegin: {
    x: 'Added to its place, to the right in the coordinates of the object. Default: 0.',
    y: 'Added to its place, downwards. Default: 0.',
    scale: 'The factor of its size, about its middle. Default: 1.',
    rotation: 'Degrees clockwise about its middle. Default: 0.',
    opacity: 'The factor of its opacity, 0 to 1. Default: 1.',
    blur: 'Standard deviation of its blur, in pixels of the object. Default: 0.',
    reveal: 'The share of its width that is seen, from the side where its line starts. Default: 1.',
  },
  Timing: {
    start: 'Start time in the transition, in milliseconds.',
    easing: 'The easing: how progress depends on time.',
    duration: 'Duration in milliseconds.',
  },
  Keyframe: {
    at: "The time, as a fraction of the property's timing: 0 is its start, 1 its end.",
    value: 'A number, or a color for fill and stroke.',
    easing: 'The easing from this value to the next.',
    property: 'The property that has the value.',
    deleted: 'Whether the keyframe is deleted: kept in the document, but ignored.',
  },
};

/** Fields of objects without a name in the JSON Schema: points and cubic Bezier easings. */
export const unnamedFieldDescriptions: Readonly<Record<string, string>> = {
  x: 'Horizontal position in pixels.',
  y: 'Vertical position in pixels.',
  type: 'Marks the easing as a cubic Bezier curve.',
  x1: 'Time of the first control point.',
  y1: 'Progress of the first control point.',
  x2: 'Time of the second control point.',
  y2: 'Progress of the second control point.',
};
