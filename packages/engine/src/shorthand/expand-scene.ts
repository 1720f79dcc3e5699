import { hexColor } from '../language/css-colors.ts';
import { didYouMean } from '../names/closest-name.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { Composition, CompositionState, Scene, Transition } from '../project/schema.ts';
import type { Expansion } from './budget.ts';
import { isComplete } from './complete-scene.ts';
import type { Courses } from './course.ts';
import { defaults } from './defaults.ts';
import { shapeDrawings } from './emphasis-keyframes.ts';
import { expandObjects, refuseWholeNumbers, withNaturalSizes } from './expand-objects.ts';
import { expandSounds, picturesMsOf } from './expand-sounds.ts';
import { expandStates, hexGradient, hexSpans } from './expand-states.ts';
import type { States } from './expand-track.ts';
import { trackTarget } from './expand-tracks.ts';
import { expandTransitions, type TransitionPlaces } from './expand-transitions.ts';
import { fadeGroups } from './fade-groups.ts';
import { expandFigures } from './figures/expand-figures.ts';
import type { MovingParts } from './figures/figure.ts';
import { withPartStates } from './figures/part-states.ts';
import { type SceneTimes, timedCompositions, type UntimedScene } from './film-duration.ts';
import { membersOf, noGroupStates, shareGroupStates, withGroupStates } from './group-states.ts';
import { type ObjectsAndGroups, separateGroups, showIds } from './groups.ts';
import { dimOthers } from './highlight.ts';
import { labelsAfterLines } from './label-after-line.ts';
import { membersInCards } from './members-in-cards.ts';
import { showingVoices, withVoices } from './narration/join-voice.ts';
import {
  maxHoldMs,
  type SceneNarration,
  type SpokenSentence,
  spokenSentences,
  timeCompositions,
} from './narration/narration.ts';
import { placeClips } from './place-clips.ts';
import type { ScenePlaces } from './places.ts';
import { type VariableValues, withRestValues } from './rest-values.ts';
import { fadingGroups, middlesOf, ownAnimations, unitsOf } from './scene-animations.ts';
import { type SceneRelations, sceneRelations } from './scene-relations.ts';
import { sizeScene } from './scene-size.ts';
import type { ResolvedScene, ResolvedTrack, ResolvedTransition } from './schema.ts';

/** Maximum number of compositions of a scene. */
const maxCompositions = 100;
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
  const owners = new Map(
    Object.entries(scene.objects ?? {}).flatMap(([one, { follows }]) =>
      follows === undefined ? [] : [[one, follows] as const],
    ),
  );
  const labelled = labelsAfterLines({ objects, sequence, states, transitions, owners });
  const { relations } = stage;
  const inCards = membersInCards({ relations, members, parts, sequence, states, transitions: labelled });
  const faded = fadeGroups(
    { width, height, objects, sequence, states, transitions: inCards },
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
  const { transitions, places } = moving;
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
  const clips = placeClips(moving, expandedCompositions);
  const expandedObjects = clips.objects;
  const heard = { ...scene, ...(clips.sounds && { audioTracks: { ...clips.sounds, ...scene.audioTracks } }) };
  const sounds = expandSounds(heard, expandedObjects, { picturesMs, isTimed }, path, expansion);
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
      ...(scene.transition && { transition: scene.transition }),
      ...(scene.vignette && { vignette: scene.vignette }),
      ...(scene.grain && { grain: scene.grain }),
      ...(scene.motionBlur && { motionBlur: scene.motionBlur }),
      objects: showingVoices(expandedObjects, narration, audioTracks, sounds),
      transitions: transitions as Record<string, Transition>,
      compositions: expandedCompositions,
      compositionOrder: scene.compositionOrder === undefined ? [...sequence] : [...scene.compositionOrder],
      ...(audioTracks === undefined ? {} : { audioTracks }),
    },
    places: { path, sequence, ...places, parts, names, relations },
    speech: narration && times ? spokenSentences(narration, times, expandedObjects) : [],
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
    const existing = compositionOrder.filter((id) => Object.hasOwn(compositions, id));
    return [...new Set([...existing, ...keys])];
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
