import { hexColor } from '../language/css-colors.ts';
import { contentOf, isFigureKind, isGroupKind } from '../language/kinds.ts';
import { didYouMean } from '../names/closest-name.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { Composition, CompositionState, Scene, SceneObject, Transition } from '../project/schema.ts';
import { type Expansion, minBytes } from './budget.ts';
import { isComplete } from './complete-scene.ts';
import type { Courses } from './course.ts';
import { defaults } from './defaults.ts';
import { shapeDrawings } from './emphasis-keyframes.ts';
import { expandSounds, picturesMsOf } from './expand-sounds.ts';
import { expandStates, hexGradient, hexSpans } from './expand-states.ts';
import type { States } from './expand-track.ts';
import { type Middles, trackTarget, type Units } from './expand-tracks.ts';
import { expandTransitions, type TransitionPlaces } from './expand-transitions.ts';
import { type FadingGroup, fadeGroups } from './fade-groups.ts';
import { expandFigures } from './figures/expand-figures.ts';
import type { MovingParts } from './figures/figure.ts';
import { withPartStates } from './figures/part-states.ts';
import { middleOfParts } from './figures/part-tracks.ts';
import { type SceneTimes, timedCompositions, type UntimedScene } from './film-duration.ts';
import { membersOf, noGroupStates, shareGroupStates, withGroupStates } from './group-states.ts';
import { type ObjectsAndGroups, separateGroups, showIds } from './groups.ts';
import { dimOthers } from './highlight.ts';
import { readOutlinesUrl } from './icons/vector-svg.ts';
import { completeImage, completeMedia } from './media.ts';
import { showingVoices, withVoices } from './narration/join-voice.ts';
import {
  maxHoldMs,
  type SceneNarration,
  type SpokenSentence,
  spokenSentences,
  timeCompositions,
} from './narration/narration.ts';
import type { OwnAnimations, WrittenTrack } from './own-tracks.ts';
import type { ScenePlaces } from './places.ts';
import { type VariableValues, withRestValues } from './rest-values.ts';
import { type SceneRelations, sceneRelations } from './scene-relations.ts';
import { sizeScene } from './scene-size.ts';
import type { ResolvedScene, ResolvedTrack, ResolvedTransition } from './schema.ts';

/** Maximum number of compositions of a scene, and maximum `order` of an object. */
const maxCompositions = 100;
const maxOrder = 100_000;

/** Kind of an object with broken media. It needs none, so they are not also reported as missing. */
const withoutMedia = 'circle';

const wholeNumber = /^(0|[1-9]\d*)$/;

/** A scene with the states of its objects, before its transitions are made. */
export interface StagedScene {
  readonly id: string;
  readonly path: Path;
  readonly scene: ResolvedScene;
  readonly width: number;
  readonly height: number;
  readonly objects: Readonly<Record<string, SceneObject>>;
  /** Objects of each group, inner groups first. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** The objects that were made from figures. */
  readonly parts: MovingParts;
  /** The names of parts by their ids, those of figures too. */
  readonly names: ReadonlyMap<string, string>;
  /** Keys of the compositions, in order. */
  readonly sequence: readonly string[];
  /** States by object id, for each composition in order. */
  readonly states: readonly States[];
  /** The values of its variables in each composition; null without formulas and changes of variables. */
  readonly variables: readonly VariableValues[] | null;
  /** Its relations and groups; null without any. */
  readonly relations: SceneRelations | null;
  /** The ways of objects along curves into each composition. */
  readonly courses: readonly Courses[];
  /** What is said, and when compositions begin; null without speech and times. */
  readonly narration: SceneNarration | null;
}

/** Expands the objects and states of a scene. Adds problems and returns undefined if it cannot. */
export function stageScene(
  id: string,
  document: ResolvedScene,
  path: Path,
  expansion: Expansion,
  ownNames: ReadonlyMap<string, string> = new Map(),
  startValues: VariableValues = {},
  narration: SceneNarration | null = null,
): StagedScene | undefined {
  const { problems, budget } = expansion;
  const sized = sizeScene(document, path, problems);
  const { scene, parts, partStates } = expandFigures(sized, path, expansion);
  const names = new Map([...ownNames, ...[...parts].map(([part, { name }]) => [part, name] as const)]);
  const { width = defaults.sceneWidth, height = defaults.sceneHeight } = scene;
  const { objects: separate, groups } = separateGroups(scene, path, problems);
  const objects = expandObjects(separate, names, path, expansion);
  const drawn = objects === undefined ? separate : withNaturalSizes(separate, objects, { width, height });
  const sequence = compositionSequence(scene, path, problems);
  if (objects === undefined || sequence === undefined) return undefined;
  checkMentions(scene, drawn, groups, names, path, problems);
  const written = sequence.map((key) => scene.compositions[key]);
  const isWhole = isComplete(scene);
  const groupStates = isWhole
    ? noGroupStates(written)
    : shareGroupStates({ objects: drawn, groups }, written);
  const compositions = withPartStates(
    groupStates.compositions,
    sequence.map((key) => partStates.get(key) ?? {}),
    parts,
    sequence,
  );
  const stage = { width, height, objects: drawn, compositions };
  const expanded = isWhole
    ? compositions.map((composition) => writtenStates(composition.states))
    : expandStates(stage, path, budget);
  if (expanded === undefined) return undefined;
  const variables = variableValues(scene, sequence, startValues);
  const hasFormulas = expanded.some((one) =>
    Object.values(one).some(({ formulas }) => formulas !== undefined),
  );
  const atRest = hasFormulas ? withRestValues(expanded, variables, objects) : expanded;
  const members = membersOf({ objects: drawn, groups });
  const states = dimOthers(
    { scene, path, sequence, objects: drawn, groups, members, parts, names },
    withGroupStates(atRest, groupStates),
    problems,
  );
  const relations = sceneRelations(
    {
      ...stage,
      groups,
      hidden: groupStates.hidden,
      names,
      written: groupStates.compositions,
      sequence,
      path,
    },
    problems,
  );
  return {
    id,
    path,
    scene,
    width,
    height,
    objects,
    members,
    names,
    parts,
    sequence,
    states,
    relations,
    courses: [],
    narration,
    variables:
      hasFormulas || sequence.some((key) => scene.compositions[key].variables !== undefined)
        ? variables
        : null,
  };
}

export interface CompletedScene {
  readonly scene: Scene;
  readonly places: ScenePlaces;
  /** What is said, with times of the scene. */
  readonly speech: readonly SpokenSentence[];
}

/** Thickness of an underline, as a share of the frame's shorter side. */
const underlineShare = 0.007;

/** A scene with its transitions, before it is known how long its compositions are held. */
export interface MovingScene
  extends UntimedScene,
    Pick<StagedScene, 'width' | 'height' | 'parts' | 'names' | 'relations'> {
  readonly places: TransitionPlaces;
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly variables: StagedScene['variables'];
}

/** Makes the transitions of a scene whose relations are resolved. Adds problems and returns undefined if it cannot. */
export function moveScene(stage: StagedScene, expansion: Expansion): MovingScene | undefined {
  const { path, scene, width, height, objects, members, parts, sequence, courses } = stage;
  const drawings = Object.entries(scene.objects ?? {}).flatMap(([one, { emphasizes }]) =>
    emphasizes === undefined ? [] : [[one, emphasizes] as const],
  );
  const thickness = Math.max(2, Math.round(underlineShare * Math.min(width, height)));
  const states = shapeDrawings(new Map(drawings), stage.states, thickness);
  const places: TransitionPlaces = { transitions: new Map(), tracks: new Map() };
  const transitions = expandTransitions(
    {
      ...{ scene, path, sequence, states, courses, objects, members, parts, places },
      animations: ownAnimations(scene, members, path),
      units: unitsOf(scene),
      middles: middlesOf(scene),
      labels: new Set(
        Object.entries(scene.objects ?? {}).flatMap(([one, { follows, holds }]) =>
          (follows ?? holds) === undefined ? [] : [one],
        ),
      ),
    },
    expansion,
  );
  if (transitions === undefined) return undefined;
  const faded = fadeGroups(
    { width, height, objects, sequence, states, transitions },
    fadingGroups(scene, members, [...path, 'objects']),
    expansion.budget,
  );
  if (faded === undefined) return undefined;
  for (const [key, { tracks }] of Object.entries(faded.transitions)) {
    const place = places.transitions.get(key) ?? [];
    const made = Object.keys(tracks).map((track) => [track, place] as const);
    places.tracks.set(key, new Map([...made, ...(places.tracks.get(key) ?? [])]));
  }
  return { ...stage, ...faded, places };
}

/** Completes a scene with transitions. `timed` has the holds that follow from a duration of the scene or the film. */
export function completeScene(
  moving: MovingScene,
  { holds, isTimed }: SceneTimes = { holds: new Map(), isTimed: false },
  expansion: Expansion,
): CompletedScene {
  const { id, path, scene, width, height, parts, names, sequence, states, relations, variables, narration } =
    moving;
  const { objects, transitions, places } = moving;
  const times =
    narration && timeCompositions(timedCompositions(moving, holds), narration, expansion.problems);
  const expandedCompositions: Record<string, Composition> = Object.create(null);
  for (const [index, key] of sequence.entries()) {
    const written = scene.compositions[key];
    const { name = key, accent = defaults.accent, duration = defaults.compositionDuration } = written;
    expandedCompositions[key] = {
      id: written.id ?? key,
      name,
      accent: hexColor(accent),
      duration: times?.get(key)?.holdMs ?? holds.get(key) ?? duration,
      ...(variables && { variables: variables[index] }),
      states: states[index] ?? {},
    };
  }
  const picturesMs = picturesMsOf(Object.values(expandedCompositions), Object.values(transitions));
  const expandedObjects = objects as Record<string, SceneObject>;
  const sounds = expandSounds(scene, expandedObjects, { picturesMs, isTimed }, path, expansion);
  const audioTracks =
    narration && times ? withVoices(sounds, narration, times, path, expansion.budget) : sounds;
  const last = sequence.at(-1) ?? '';
  const endMs = Math.max(
    picturesMs,
    ...Object.values(audioTracks ?? {}).map((one) => one.start + one.duration),
  );
  // The voice finishes: the last picture stays until the end of the sound.
  if (!isTimed && narration !== null && scene.compositions[last].duration === undefined) {
    const composition = expandedCompositions[last];
    composition.duration = Math.min(maxHoldMs, composition.duration + Math.ceil(endMs - picturesMs));
  }
  return {
    scene: {
      id: scene.id ?? id,
      name: scene.name ?? id,
      width,
      height,
      background: hexColor(scene.background ?? defaults.background),
      ...(scene.backgroundGradient && { backgroundGradient: hexGradient(scene.backgroundGradient) }),
      objects: showingVoices(expandedObjects, narration, audioTracks, sounds),
      transitions: transitions as Record<string, Transition>,
      compositions: expandedCompositions,
      compositionOrder: scene.compositionOrder === undefined ? [...sequence] : [...scene.compositionOrder],
      ...(audioTracks === undefined ? {} : { audioTracks }),
    },
    places: { path, sequence, ...places, parts, names, relations },
    speech: narration && times ? spokenSentences(narration, times) : [],
  };
}

/**
 * What a stagger counts as one: the members of a group by the child that they are in, the cells of a row of a table, a
 * label with its owner. For all objects that is a card, or a group that lines up nothing.
 */
function unitsOf({ objects = {} }: ResolvedScene): Units {
  const owners = new Map<string, string>();
  for (const [id, { children = [], attached = [] }] of Object.entries(objects)) {
    for (const one of [...children, ...attached]) owners.set(one, id);
  }
  return (id, group) => {
    let unit = id;
    for (let owner = owners.get(id); owner !== undefined && owner !== group; owner = owners.get(owner)) {
      const { kind, children, attached = [] } = objects[owner] ?? {};
      const isRow = objects[owners.get(owner) ?? '']?.kind === 'table';
      const isWhole = isRow || attached.length > 0 || kind === 'group';
      if (group !== null || isWhole || children === undefined) unit = owner;
    }
    return unit;
  };
}

/** The middle of a group is that of its box, or of the object that scales it; that of a figure is among its parts. */
function middlesOf({ objects = {} }: ResolvedScene): Middles {
  return (group, states) => {
    const { kind, children = [], attached = [] } = objects[group] ?? {};
    if (isFigureKind(kind)) return middleOfParts(children, objects, states);
    const marker = attached.find((id) => objects[id]?.emphasizes === undefined);
    return isGroupKind(kind) && marker !== undefined ? states[marker] : undefined;
  };
}

/** The values of variables in each composition: they keep their value until a composition changes it. */
function variableValues(
  { compositions }: ResolvedScene,
  sequence: readonly string[],
  start: VariableValues,
): VariableValues[] {
  let current = start;
  return sequence.map((key) => {
    current = { ...current, ...compositions[key].variables };
    return current;
  });
}

/** What fades as one picture: groups that line up nothing, cards, outer ones first, and shapes with a label. */
function fadingGroups(
  { objects = {} }: ResolvedScene,
  members: StagedScene['members'],
  path: Path,
): FadingGroup[] {
  const layers = new Map(Object.entries(objects).map(([id, { holds }]) => [holds, id]));
  const common = (id: string) => ({ id, layer: layers.get(id), place: [...path, id] });
  const isBox = (id: string) =>
    objects[id]?.kind === 'rectangle' && (objects[id].carries ?? objects[id].emphasizes) === undefined;
  const wholes = [...members].toReversed().flatMap(([id, ids]) => {
    const { kind, attached = [] } = objects[id] ?? {};
    const whole = { ...common(id), members: ids };
    if (kind === 'group') return [whole];
    const ground = attached.find(isBox);
    return ground === undefined ? [] : [{ ...whole, ground }];
  });
  const labelled = Object.entries(objects).flatMap(([id, { kind, attached }]) =>
    attached?.some((one) => objects[one]?.emphasizes === undefined) && contentOf(kind) === 'shape'
      ? [{ ...common(id), members: [id, ...attached], ground: id }]
      : [],
  );
  return [...wholes, ...labelled];
}

/** The animations of objects, then those of groups, inner ones first. */
function ownAnimations(
  { objects = {} }: ResolvedScene,
  members: StagedScene['members'],
  path: Path,
): OwnAnimations[] {
  const all = Object.keys(objects).filter(
    (id) => objects[id].enter !== undefined || objects[id].exit !== undefined,
  );
  const animationsOf = (id: string): OwnAnimations => {
    const track = (name: 'enter' | 'exit') => {
      const written = objects[id][name];
      return written && { key: id, track: written, place: [...path, 'objects', id, name] };
    };
    const enter = track('enter');
    const common = { id, targets: members.get(id) ?? [id], enter, exit: track('exit') };
    return { ...common, mirror: common.exit === undefined ? mirrored(enter) : undefined };
  };
  const groups = [...members.keys()].filter((id) => all.includes(id));
  return [...all.filter((id) => !members.has(id)), ...groups].map(animationsOf);
}

/** What leaves goes the way that it came, at once. */
function mirrored(enter: WrittenTrack | undefined): WrittenTrack | undefined {
  if (enter === undefined) return undefined;
  const { start: _, ...track } = enter.track;
  return { ...enter, track };
}

/** Gives images written with a `src` the sides that they leave out, from their files; at most those of the frame. */
function withNaturalSizes(
  drawn: ObjectsAndGroups['objects'],
  objects: Readonly<Record<string, SceneObject>>,
  frame: { readonly width: number; readonly height: number },
): ObjectsAndGroups['objects'] {
  const sized = Object.entries(drawn).map(([id, object]) => {
    const { image: bitmap, vector } = objects[id] ?? {};
    const image = bitmap ?? vector;
    if (object.natural !== true || image === undefined) return [id, object] as const;
    const { width, height } = object.state ?? {};
    const ratio = image.width / image.height;
    const fit = Math.min(1, frame.width / image.width, frame.height / image.height);
    const size =
      width !== undefined
        ? { width, height: height ?? width / ratio }
        : height !== undefined
          ? { width: height * ratio, height }
          : { width: image.width * fit, height: image.height * fit };
    return [id, { ...object, state: { ...object.state, ...size } }] as const;
  });
  return Object.assign(Object.create(null), Object.fromEntries(sized));
}

/** Refuses whole numbers as keys: JSON readers move them to the front, which loses their place in the document. */
export function refuseWholeNumbers(map: object, path: Path, order: string, problems: Problems): void {
  const key = Object.keys(map).find((name) => wholeNumber.test(name));
  if (key === undefined) return;
  problems.add(
    [...path, key],
    'key',
    `must not be a whole number, because JSON readers reorder such keys; choose another name, or write ${order}`,
  );
}

function expandObjects(
  objects: ObjectsAndGroups['objects'],
  names: StagedScene['names'],
  path: Path,
  { problems, budget }: Expansion,
): Record<string, SceneObject> | undefined {
  const place = [...path, 'objects'];
  const entries = Object.entries(objects);
  const bytes = entries.reduce(
    (sum, [id, { image, media }]) =>
      sum + minBytes.object + 3 * id.length + (image?.src.length ?? 0) + (media?.src.length ?? 0),
    0,
  );
  if (!budget.take(bytes, place, () => `${entries.length} objects`)) return undefined;
  if (entries.some(([, { order }]) => order === undefined)) {
    refuseWholeNumbers(objects, place, 'the order of every object', problems);
    if (entries.length > maxOrder + 1) {
      problems.add(
        place,
        'count',
        `must have at most ${maxOrder + 1} objects without order, but has ${entries.length}`,
      );
      return undefined;
    }
  }
  const expanded: Record<string, SceneObject> = Object.create(null);
  for (const [index, [id, object]] of entries.entries()) {
    if (problems.full) return undefined;
    const {
      state: _,
      image,
      media,
      children: __,
      columns,
      equal,
      attached,
      enter,
      exit,
      follows,
      carries,
      holds,
      emphasizes,
      placed,
      natural,
      fixed,
      ...identity
    } = object;
    const written: SceneObject = {
      ...identity,
      id: identity.id ?? id,
      name: identity.name ?? names.get(id) ?? id,
      order: identity.order ?? index,
      locked: identity.locked ?? false,
      groupId: identity.groupId ?? null,
    };
    const vector = image && readOutlinesUrl(image.src);
    if (vector !== undefined) {
      written.vector = vector;
    } else if (image !== undefined) {
      const complete = completeImage(image, [...place, id, 'image'], problems);
      if (complete === undefined) written.kind = withoutMedia;
      else written.image = complete;
    }
    if (media !== undefined) {
      const complete = completeMedia(media, [...place, id, 'media'], problems);
      if (complete === undefined) written.kind = withoutMedia;
      else written.media = complete;
    }
    expanded[id] = written;
  }
  return expanded;
}

/** Returns all compositions in order. Those missing in a written order come last, and are reported later. */
function compositionSequence(scene: ResolvedScene, path: Path, problems: Problems): string[] | undefined {
  const { compositions, compositionOrder } = scene;
  const keys = Object.keys(compositions);
  const place = [...path, 'compositions'];
  if (keys.length === 0 || keys.length > maxCompositions) {
    problems.add(place, 'count', `must have 1 to ${maxCompositions} compositions, but has ${keys.length}`);
    return undefined;
  }
  if (compositionOrder !== undefined) {
    const known = compositionOrder.filter((id) => Object.hasOwn(compositions, id));
    return [...new Set([...known, ...keys])];
  }
  refuseWholeNumbers(compositions, place, 'a compositionOrder', problems);
  return keys;
}

/** Reports states and tracks of objects and groups that the scene does not have. */
function checkMentions(
  { compositions, enter, transitions = {} }: ResolvedScene,
  objects: ObjectsAndGroups['objects'],
  groups: ObjectsAndGroups['groups'],
  names: StagedScene['names'],
  path: Path,
  problems: Problems,
): void {
  const ids = Object.keys({ ...objects, ...groups }).filter((id) => !names.has(id));
  const check = (map: object, place: Path) => {
    for (const key of Object.keys(map)) {
      if (problems.full) return;
      if (key === '*' || key in objects || key in groups) continue;
      problems.add(
        [...place, key],
        'unknown-id',
        `is not the id of an object in the scene, which has ${showIds({ ...objects, ...groups }, names)}${didYouMean(key, ids, { show: showValue })}`,
      );
    }
  };
  const checkTracks = (tracks: NonNullable<ResolvedTransition['tracks']> = {}, place: Path) => {
    const isKeyed = ([key, track]: [string, ResolvedTrack]) => trackTarget(key, track) === key;
    check(Object.fromEntries(Object.entries(tracks).filter(isKeyed)), place);
    for (const [key, track] of Object.entries(tracks)) {
      const id = trackTarget(key, track);
      if (id === key || id in objects || id in groups || problems.full) continue;
      problems.add(
        [...place, key, 'objectId'],
        'unknown-id',
        `must name an object of the scene, which has ${showIds({ ...objects, ...groups }, names)}, but is ${showValue(id)}${didYouMean(id, ids, { show: showValue })}`,
      );
    }
  };
  if (typeof enter === 'object') checkTracks(enter.tracks, [...path, 'enter', 'tracks']);
  for (const [id, composition] of Object.entries(compositions)) {
    const place = [...path, 'compositions', id];
    check(composition.states ?? {}, [...place, 'states']);
    if (typeof composition.enter === 'object') {
      checkTracks(composition.enter.tracks, [...place, 'enter', 'tracks']);
    }
  }
  for (const [id, { tracks }] of Object.entries(transitions)) {
    checkTracks(tracks, [...path, 'transitions', id, 'tracks']);
  }
}

function writtenStates(
  states: ResolvedScene['compositions'][string]['states'] = {},
): Record<string, CompositionState> {
  const written: Record<string, CompositionState> = Object.create(null);
  for (const [id, state] of Object.entries(states)) {
    const { fill, stroke, spans } = state as CompositionState;
    written[id] = {
      ...(state as CompositionState),
      ...{ fill: hexColor(fill), stroke: hexColor(stroke) },
      ...(spans && { spans: hexSpans(spans) }),
    };
  }
  return written;
}
