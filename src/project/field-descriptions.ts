import type {
  AudioTrack,
  BezierControls,
  Composition,
  CompositionState,
  ImageAsset,
  Keyframe,
  MediaAsset,
  MediaPlayback,
  Project,
  Scene,
  SceneObject,
  Timing,
  Transition,
  TransitionTrack,
} from './schema.ts';

type Descriptions<Resource> = Readonly<Record<keyof Required<Resource>, string>>;

/** The resources whose fields are described, by their names in the JSON Schema. */
interface DescribedResources {
  readonly Project: Project;
  readonly Scene: Scene;
  readonly SceneObject: SceneObject;
  readonly ImageAsset: ImageAsset;
  readonly MediaAsset: MediaAsset;
  readonly MediaPlayback: MediaPlayback;
  readonly AudioTrack: AudioTrack;
  readonly Composition: Composition;
  readonly CompositionState: CompositionState;
  readonly BezierControls: BezierControls;
  readonly Transition: Transition;
  readonly TransitionTrack: TransitionTrack;
  readonly Timing: Timing;
  readonly Keyframe: Keyframe;
}

const ownTiming = (what: string) => `Start, duration and easing of ${what}, if not those of the track.`;

/** What each field of a project means, for its JSON Schema. */
export const fieldDescriptions: {
  readonly [Name in keyof DescribedResources]: Descriptions<DescribedResources[Name]>;
} = {
  Project: {
    name: 'The title of the project, after which files are named.',
    version: 'The version of the format; 1 and 2 mean the same.',
    sceneOrder: 'The ids of all scenes, in the order in which they play.',
    scenes: 'The scenes by id.',
  },
  Scene: {
    id: 'Equals the key of the scene.',
    name: 'A name for people.',
    width: 'Width of the scene in pixels. The first scene sets the size of the output.',
    height: 'Height of the scene in pixels.',
    background:
      'The color behind all objects. With none or transparent stills are transparent and films black.',
    objects: 'The objects by id.',
    transitions: 'The transitions by id, at most one between two neighbours of compositionOrder.',
    compositions: 'The compositions by id.',
    compositionOrder: 'The ids of all compositions, in the order in which they are shown.',
    audioTracks: 'The sounds of the scene by id.',
  },
  SceneObject: {
    id: 'Equals the key of the object.',
    kind: 'What the object is. Video cannot be rendered.',
    name: 'A name for people.',
    order:
      'Objects with a greater order are drawn over those with a smaller one; of equal ones, the greater id is on top.',
    locked: 'Whether editors protect the object from changes; it does not change the picture.',
    groupId: 'The group in which editors show the object, or null; it does not change the picture.',
    parentId: 'Another object of the scene whose position, rotation and scale this one follows, or null.',
    image: 'The picture of an object of kind image.',
    media: 'The video of an object of kind video.',
    playback: 'Which part of the media plays when.',
  },
  ImageAsset: {
    src: 'A base64 data URL of image/png or image/jpeg.',
    width: 'Width of the picture in pixels.',
    height: 'Height of the picture in pixels.',
  },
  MediaAsset: {
    src: 'A base64 data URL; only audio/wav can be rendered.',
    mime: 'The media type of the src.',
    duration: 'Length in milliseconds, more than 0.',
    hasAudio: 'Whether there is sound; true in an audio track.',
    width: 'Width of a video in pixels.',
    height: 'Height of a video in pixels.',
    waveform: 'Loudness over time, from 0 to 1, for editors to show.',
  },
  MediaPlayback: {
    start: 'When it starts, in milliseconds of the scene.',
    offset: 'Where in the media it starts, in milliseconds.',
    duration: 'How long it plays, in milliseconds.',
  },
  AudioTrack: {
    id: 'Equals the key of the audio track.',
    name: 'A name for people.',
    asset: 'The sound that is heard.',
    muted: 'Whether the track is silent.',
    start: 'When it starts, in milliseconds of the scene.',
    offset: 'Where in the sound it starts, in milliseconds.',
    volume: 'From 0, silent, to 1, as recorded.',
    duration:
      'How long it plays, in milliseconds; offset + duration must lie within the sound. A longer track makes the scene longer.',
  },
  Composition: {
    id: 'Equals the key of the composition.',
    name: 'A name for people.',
    accent: 'A color with which editors mark the composition; it does not change the picture.',
    duration: 'How long the picture is held, in milliseconds.',
    states: 'How the objects look, by object id.',
  },
  CompositionState: {
    x: 'Horizontal position in pixels from the left, or from the parent.',
    y: 'Vertical position in pixels from the top, or from the parent.',
    width: 'Width in pixels; of a line the horizontal distance to its end.',
    height: 'Height in pixels; of a line the vertical distance to its end.',
    rotation: 'Degrees clockwise. A transition from 0 to 720 makes two turns.',
    shear: 'Horizontal slant: pixels to the right for each pixel down. Default 0.',
    scaleX: 'Horizontal scale of the whole object, its lines included; a negative one mirrors. Default 1.',
    scaleY: 'Vertical scale of the whole object, its lines included; a negative one mirrors. Default 1.',
    anchorX: 'The point of the object that stands at x and is its pivot, in its own pixels. Default 0.',
    anchorY: 'The point of the object that stands at y and is its pivot, in its own pixels. Default 0.',
    fill: 'The color of the inside.',
    stroke: 'The color of the outline.',
    path: 'The control points of the curve of an object of kind path, relative to its start.',
    text: 'What a text says, or the TeX of an equation. A line feed starts a new line.',
    effect: 'A glow around the object, or none.',
    opacity: 'From 0, invisible, to 1; of the object as one picture.',
    visible: 'Whether the object is drawn. One that is not still carries its children.',
    fontSize: 'Size of a text or an equation in pixels.',
    strokeWidth: 'Width in pixels of the line, which is centered on the outline; 0 draws none.',
    cornerRadius:
      'Radius of the corners of a rectangle or an image, in pixels; at most half of the shorter side counts.',
    align: 'Texts only: which edge of every line stands at x. Default center.',
    wrapWidth: 'Texts only: lines are wrapped to this width. Without it, lines end only at newlines.',
    fontWeight: 'Texts only: 400 is regular, 700 bold. Default 400.',
    tabularNumbers:
      'Texts only: whether all digits have the same width, so that a counter stands still. Default false.',
  },
  BezierControls: {
    c1: 'The first control point.',
    c2: 'The second control point.',
  },
  Transition: {
    id: 'Equals the key of the transition.',
    fromId: 'The composition that the transition starts from.',
    toId: 'The composition after it.',
    tracks:
      'How single objects move, by object id. One without a track takes the whole transition, easeInOut.',
    duration: 'In milliseconds.',
  },
  TransitionTrack: {
    path: 'The control points of a curve on which the object travels, in scene pixels, or null for a straight line.',
    type: 'How the object enters or leaves: move fades it, write draws it, grow enlarges it, none cuts at the end.',
    order: 'Whether the parts of an object are written together or one after the other.',
    start: 'When the object starts to move, in milliseconds of the transition.',
    duration: 'How long it moves, in milliseconds.',
    easing: 'How its progress runs over time.',
    objectId: 'Equals the key of the track.',
    implicit: 'Whether the track spans the whole transition and its own start and duration are ignored.',
    keyframes: 'Values between those of the two compositions, by id.',
    fillTiming: ownTiming('the fill'),
    pathTiming: ownTiming('the path of the state'),
    sizeTiming: ownTiming('the size and scale'),
    revealTiming: ownTiming('writing or growing'),
    strokeTiming: ownTiming('the stroke'),
    opacityTiming: ownTiming('the opacity'),
    fontSizeTiming: ownTiming('the font size'),
    positionTiming: ownTiming('the position and anchor'),
    rotationTiming: ownTiming('the rotation and shear'),
    strokeWidthTiming: ownTiming('the stroke width'),
    cornerRadiusTiming: ownTiming('the corner radius'),
  },
  Timing: {
    start: 'When it starts, in milliseconds of the transition.',
    easing: 'How progress runs over time.',
    duration: 'How long it takes, in milliseconds.',
  },
  Keyframe: {
    at: "When, as a fraction of the property's timing: 0 its start, 1 its end.",
    value: 'A number, or a color for fill and stroke.',
    easing: 'How the property goes on from this value to the next.',
    property: 'What has the value.',
    deleted: 'Whether the keyframe is ignored, and only kept.',
  },
};

/** Fields of the objects that have no name in the JSON Schema: points and cubic Bezier easings. */
export const unnamedFieldDescriptions: Readonly<Record<string, string>> = {
  x: 'Horizontal position in pixels.',
  y: 'Vertical position in pixels.',
  type: 'Says that this is a cubic Bezier curve.',
  x1: 'Time of the first control point.',
  y1: 'Progress of the first control point.',
  x2: 'Time of the second control point.',
  y2: 'Progress of the second control point.',
};
