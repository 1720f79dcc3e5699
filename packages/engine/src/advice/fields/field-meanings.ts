import { stateFields } from '../../shorthand/state-fields.ts';
/** The types of objects in a document; `objects` are split into objects and groups. */
export type Holder =
  | 'project'
  | 'scene'
  | 'object'
  | 'group'
  | 'composition'
  | 'state'
  | 'enter'
  | 'track'
  | 'timing'
  | 'keyframe'
  | 'sound'
  | 'asset'
  | 'image'
  | 'playback'
  | 'formulas'
  | 'point';

/** The names of the objects of a document in messages. */
export const nouns: Readonly<Record<Holder, string>> = {
  project: 'a project',
  scene: 'a scene',
  object: 'an object',
  group: 'a group',
  composition: 'a composition',
  state: 'a state',
  enter: 'a transition',
  track: 'a track',
  timing: 'a timing',
  keyframe: 'a keyframe',
  sound: 'an audio track',
  asset: 'a sound',
  image: 'an image',
  playback: 'a playback',
  formulas: 'the formulas of a state',
  point: 'this object',
};

/** Names that authors write for the fields of the camera. */
export const cameraMeanings: Readonly<Record<string, string>> = {
  around: 'follow target focus lookat on object fit',
  padding: 'margin',
  x: '',
  y: '',
  zoom: 'scale scalex scaley magnification',
  rotation: 'rotate angle',
};

/** Fields that authors write in CSS, SVG, Lottie, Manim and other languages, by the field that they mean. */
export type Names = Readonly<Record<string, string>>;

const easings =
  'ease easingfunction timingfunction curve interpolation animationtimingfunction transitiontimingfunction ratefunc ratefunction bezier tween';
const starts =
  'delay begin startat starttime delayms startms offset at animationdelay transitiondelay startdelay when';
const durations =
  'length time dur durationms lengthms ms seconds durationseconds runtime hold holdms holdtime animationduration transitionduration';
const scenes = {
  background: 'backgroundcolor backgroundcolour bg bgcolor canvascolor color colour fill',
  width: 'w framewidth canvaswidth viewportwidth compositionwidth',
  height: 'h frameheight canvasheight viewportheight compositionheight',
  objects: 'elements layers nodes shapes children items components actors mobjects sprites',
  compositions: 'slides frames pages steps shots clips states poses cuts sections stages',
  audioTracks: 'audio sounds soundtrack audiotrack sound music tracks voiceover',
  enter: 'transition defaulttransition entertransition',
  compositionOrder: 'order sequence',
};

/** Names without hyphens, underscores and capitals, by the field of the same object that they mean. */
export const meanings: Readonly<Record<Holder, Names>> = {
  project: {
    ...scenes,
    name: 'title label',
    variables: 'vars params parameters props inputs constants defaultprops inputprops tokens',
    sceneOrder: 'scenesequence',
    lang: 'language locale languagecode languagetag',
    loudness: 'lufs normalize normalise integratedloudness targetloudness loudnesstarget',
  },
  scene: { ...scenes, name: 'title label' },
  object: {
    kind: 'type shape tag objecttype element component',
    parentId: 'parent parentobject group groupparent',
    order: 'zindex z layer depth stackorder zorder stackingorder index',
    name: 'displayname layername',
    state:
      'style styles appearance props properties attributes attrs transform initial initialstate defaults',
    image: 'picture photo asset',
    locked: 'lock',
  },
  group: {
    children: 'items members objects elements ids nodes layers',
    columns: 'cols columncount gridtemplatecolumns ncols columnscount',
    gap: 'spacing gutter itemspacing columngap rowgap space buff',
    align: 'alignitems alignment itemsalign crossalign justifyitems primaryaxisalignitems',
    equal: 'equalsize samesize stretch equalwidth equalheight uniform',
    kind: 'type direction layout layoutmode flexdirection display arrange',
    state: 'style position props',
  },
  composition: {
    duration: durations,
    states:
      'objects elements layers state show shown visible content children nodes poses keyframes changes animate',
    enter: 'transition in entrance entry entertransition transitionin intransition animation transitionfrom',
    accent: 'accentcolor accentcolour',
    name: 'title label',
  },
  state: Object.fromEntries(
    Object.entries(stateFields).flatMap(([field, { names }]) =>
      names === undefined ? [] : [[field, names]],
    ),
  ),
  enter: {
    duration: durations,
    tracks: 'objects elements animations states',
  },
  track: {
    start: starts,
    duration: durations,
    easing: easings,
    type: 'animation effect kind motion transition style animationtype transitiontype name',
    order: 'sequence mode',
    keyframes: 'frames animate keyframe values steps',
    stagger: 'staggerdelay staggerms staggerstart lagratio eachdelay',
    objectId: 'object target element id targetid',
    path: 'motionpath offsetpath',
    from: 'direction side origin fromside fromdirection',
  },
  timing: { start: starts, duration: durations, easing: easings },
  keyframe: {
    at: 'time t position offset frame progress when',
    value: 'v to',
    property: 'prop field name attribute',
    easing: easings,
    deleted: 'removed disabled',
  },
  sound: {
    start: 'delay begin at starttime startms startframe when from',
    offset: 'trim trimstart in startfrom inpoint seek startoffset trimbefore',
    duration: `${durations} playfor end trimafter`,
    volume: 'gain level amplitude loudness',
    muted: 'mute silent ismuted',
    fadeIn: 'fadeinms fadeinduration fadeintime',
    fadeOut: 'fadeoutms fadeoutduration fadeouttime',
    duck: 'ducking sidechain duckunder ducks under makeway',
    asset: 'src file url path source sound audio',
    name: 'title label',
  },
  asset: { src: 'url href file path source filename data', mime: 'type mimetype contenttype format' },
  image: { src: 'url href file path source filename data', width: 'w', height: 'h' },
  playback: { start: 'delay begin at', offset: 'trim in startfrom', duration: durations },
  formulas: {},
  point: {},
};

const camera =
  'in shorthand, "camera" in the states of a composition moves the view; otherwise move or scale a parent of the objects';
const picture =
  'a picture is an object of kind image with a "src", in the full format with "image": { "src": … }';
const noText = 'there are no';
const renderOption = 'it is an option of the render';
const noRepeat = 'nothing repeats; write the compositions again, or repeat the film in the player';
const inOther = 'an object is painted only inside another one with "clip": its id';
const inTracks =
  'times and easings belong to the transition: "enter" of the composition, and its "tracks" by the id of the object';

/** Names of features that no field has, by the advice for their authors. Those of `everywhere` are for all objects. */
export const hints: Readonly<Record<'everywhere' | Holder, Names>> = {
  everywhere: {
    [noRepeat]:
      'repeat loop loops iterations iterationcount repeatcount infinite yoyo alternate animationiterationcount animationdirection autoreverse pingpong repeatdelay',
    'nothing reacts to viewers, because the result is a film':
      'onclick hover onhover cursor link interactive events',
    'nothing is computed; write the values, or make variables and fill them from a table':
      'expression expressions script formulae onupdate updater if when condition foreach',
  },
  project: {},
  scene: {
    [`the frame rate is not part of a project; ${renderOption}, such as --fps 30`]:
      'fps framerate framespersecond frames',
    'a film lasts as long as its compositions and transitions; give each composition a duration':
      'duration durationinframes length totalduration durationms time op ip runtime',
    'the size of the frame is written as width and height, or in shorthand as an aspectRatio such as "9:16"':
      'size resolution dimensions aspectratio aspect ratio canvas viewport viewbox viewportsize format preset orientation',
    [`${renderOption}, such as --format mp4`]:
      'output codec outputformat container bitrate crf filetype quality encoder',
    'texts name a family in "fontFamily"; "fonts" of the film are families of its own, such as { "brand": { "src": "Brand.ttf" } }':
      'font fonts fontfamily fontfaces typeface webfonts',
    [camera]: 'camera zoom pan viewpoint',
    'in shorthand, "styles" of the film are sets of fields that "style" of an object names; single values are variables':
      'theme style styles colors palette classes css stylesheet colours',
    'keyframes belong to the tracks of a transition': 'animations animation keyframes timeline',
  },
  object: {
    'children belong to a row, a column, a grid or a group; objects follow another one by "parentId"':
      'children childs items nested',
    [picture]: 'src url href file',
    'objects change with the states of compositions, while their "enter" lasts; in shorthand, objects have an "enter" and an "exit", too':
      'animation animations animate enter exit entrance exitanimation in out transition keyframes tracks onenter initialanimation motion timeline effectin effectout transitions whileinview',
    [inTracks]:
      'duration delay start end easing ease begin from to starttime endtime timing layout startframe endframe',
    'classes and blend modes do not exist': 'class classname css blendmode mixblendmode',
    [inOther]: 'mask clippath masks clipto matte maskedby',
  },
  group: {
    'space around a group is set by "margin" beside "place" in its state': 'padding margin',
    'a row or column does not wrap; use a grid with "columns"': 'wrap flexwrap',
    'a group with a "fill", a "stroke" or a "cornerRadius" draws a box':
      'color background backgroundcolor border borderradius',
    'a group is hidden by "visible": false, and transparent with an "opacity"': 'alpha hidden',
  },
  composition: {
    'compositions play one after another, each for its duration':
      'start end delay starttime begin at starts endtime time0 startframe endframe from to',
    'the way out belongs to the next composition: its "enter"':
      'exit out leave exittransition transitionout outro next transitionto',
    'an object leaves when its state is false': 'hidden remove removed hides removes',
    'sounds belong to the scene, as "audioTracks"':
      'audio sound music audiotracks sounds soundtrack voiceover narration',
    [camera]: 'camera zoom pan viewpoint',
  },
  state: {
    [inOther]: 'mask clippath masks clipto matte maskedby',
    'a share of a row or column is "flex", of its children': 'flexgrow flexbasis weightinrow stretchfactor',
    [inTracks]:
      'duration delay easing ease enter exit animation animations animate transition begin starttime endtime start end stagger keyframes tracks timing transitions onenter out startat endat animationduration transitionduration',
    [`${noText} condensed fonts`]: 'fontstretch fontvariant',
    [`${noText} settings for the space between paragraphs`]: 'paragraphspacing',
    'a circle with "sweep": [start, end] is an arc or a sector':
      'startangle endangle arc angles sweepangle anglestart angleend',
    [`${noText} lines through letters; draw a path over the text`]: 'strikethrough linethrough overline',
    '"textTransform" changes letters: uppercase, lowercase or capitalize': 'capitalize lowercase',
    'a gradient is a fill: "linear-gradient(90deg, navy, hotpink)"':
      'gradient fillgradient lineargradient radialgradient gradientcolors fills strokes backgroundimage',
    'a dashed line has "dash": [dash, gap], in pixels': 'linestyle borderstyle strokestyle',
    'ends and corners of lines cannot be chosen':
      'strokelinecap linecap linejoin strokelinejoin miterlimit arrowhead markerend markerstart head',
    'its parts are "x", "y", "rotation", "scaleX" and "scaleY"': 'transform translate matrix transformation',
    'turning is around the middle; "anchorX" and "anchorY" move the pivot from there':
      'origin pivot transformorigin anchor anchorpoint rotationorigin',
    [picture]: 'src url image href file',
    'use "place" with "margin", or x and y of the middle':
      'alignself justifycontent alignitems float flex justifyself',
    'classes, masks and blend modes do not exist':
      'class classname css mask clip clippath overflow blendmode mixblendmode backdropfilter',
    'only what is drawn last lies above; "order" of the object decides':
      'zindex z layer depth stackorder zorder stackingorder',
    'there is no third dimension': 'rotationx rotationy perspective rotatex rotatey translatez skewy scalez',
    'fills, strokes and letters have one opacity': 'strokeopacity',
  },
  enter: {},
  track: {
    'a transition changes only what differs between two compositions; write it in their states, or in "keyframes" of the track':
      'x y opacity scale fill rotation width height scalex scaley color fontsize stroke strokewidth text rotate alpha from to visible cornerradius cx cy shear size',
    'keyframes repeat with a "repeat" inside "keyframes", and "alternate": true turns back every second time':
      'repeat loop loops iterations iterationcount repeatcount infinite yoyo alternate animationiterationcount',
    'a track ends after its "duration"': 'end endtime stop finish',
    '"easing": "spring" and "easeOutBack" pass their end, as "type": "pop" does; bounces are written as keyframes':
      'spring bounce damping stiffness mass elastic overshoot',
  },
  timing: {},
  keyframe: {},
  sound: {
    'the volume changes with "fadeIn", "fadeOut" and "keyframes", such as { "volume": [[0, 0.2], [1, 1]] }':
      'fade envelope volumeenvelope crossfade automation',
    '"loop": true repeats a sound until its "duration" ends':
      'repeat loops looping looped iterations repeatcount infinite',
    'sounds play as they are in their files':
      'pan speed playbackrate pitch rate reverse channels tempo balance',
  },
  asset: {},
  image: {
    'a picture fills the width and height of the state':
      'fit objectfit preserveaspectratio crop mode objectposition resize scalemode alt',
  },
  playback: {},
  formulas: { 'formulas compute numbers and texts': 'fill stroke color colour visible effect reveal' },
  point: {},
};

/** Fields that describe a document to people and programs, and are not meant to be visible. */
const annotations =
  /^(\$schema|\$comment|\$id|\/\/.*|#.*|_.*|x-.*|comments?|descriptions?|notes?|meta|metadata)$/i;
const annotationsOfProject =
  /^(author|authors|license|licence|copyright|tags|keywords|generator|created|createdAt|updated|updatedAt|modified|date|revision|url|homepage|id)$/i;

/** Whether an unknown field is a comment or names the origin of a document. */
export function isAnnotation(name: string, holder: Holder): boolean {
  return annotations.test(name) || (holder === 'project' && annotationsOfProject.test(name));
}

/** Returns a name without hyphens, underscores, spaces and capitals. */
export function plainName(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase();
}

const indexes = new WeakMap<Names, ReadonlyMap<string, string>>();

/** Returns the key whose names include the name. */
export function lookUp(table: Names, name: string): string | undefined {
  let index = indexes.get(table);
  if (index === undefined) {
    const entries = Object.entries(table).flatMap(([key, names]) =>
      names.split(' ').map((one) => [one, key] as const),
    );
    // The first of equal names counts, so that a table may be extended at its end.
    index = new Map(entries.reverse());
    indexes.set(table, index);
  }
  return index.get(plainName(name));
}
