import { isAxes, isLayer, isLine, isPlot } from '../language/kinds.ts';
import type { VariableTrack } from '../project/motion-schemas.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Composition, CompositionState, TransitionTrack } from '../project/schema.ts';
import { trackOf } from '../project/tracks.ts';
import { type Appearance, AppearanceSampler } from './appearance.ts';
import type { AxesChannels } from './axes.ts';
import { isConstant } from './channel.ts';
import { ChannelBuilder, defaultTrack } from './channel-builder.ts';
import { type Clip, ClipCompiler } from './clips.ts';
import type { Color } from './color.ts';
import { isConstantEffects } from './effects.ts';
import { objectLoops } from './loops.ts';
import { identityMatrix, type Matrix } from './matrix.ts';
import { isSamePose, movePose, type ObjectChannels, samplePose } from './object-channels.ts';
import { ObjectFormulas } from './object-formulas.ts';
import { type ObjectTransition, objectChannels, sizedAxes, transformChannels } from './object-transition.ts';
import type { CoordinateChannels } from './on-axes.ts';
import { plotChannels } from './plots.ts';
import type { Pose } from './pose.ts';
import { progressOver, type SceneFormulas, type Variables, variablesBetween } from './scene-formulas.ts';
import type { SceneGraph } from './scene-graph.ts';
import { type SegmentClock, type TimingProgress, TimingTable } from './timing.ts';
import {
  isFixed,
  matrixStride,
  type TransformChannels,
  type TransformNode,
  writeWorld,
} from './transform-node.ts';

/** States by rank in the scene graph; undefined for objects without a state in the composition. */
export type RankedStates = readonly (CompositionState | undefined)[];

/** The states of a composition by rank. */
export function rankedStates(graph: SceneGraph, composition: Composition): RankedStates {
  const states: RankedStates[number][] = new Array(graph.objects.length);
  for (const [id, state] of Object.entries(composition.states)) {
    const rank = graph.rankById.get(id);
    if (rank !== undefined) states[rank] = state;
  }
  return states;
}

/** A transition's tracks, its duration, its place in the film, and the formulas of its scene, null without any. */
export interface TransitionSpec {
  readonly tracks: Readonly<Record<string, TransitionTrack>>;
  readonly durationMs: number;
  readonly clock: SegmentClock;
  readonly computed: {
    readonly formulas: SceneFormulas;
    readonly from: Composition;
    readonly to: Composition;
    readonly tracks: Readonly<Record<string, VariableTrack>>;
  } | null;
}

/** Caches that share equal values as one object while a project is compiled. */
export interface SharedValues {
  /** Parsed colours by their text. */
  readonly colors: Map<string, Color | null>;
  /** By object id: the appearance at the end of the last compiled segment that has the object. */
  readonly appearances: Map<string, Appearance>;
}

/** Returns the poses at a time after the start, in milliseconds, in drawing order. */
export type PosesAt = (timeMs: number) => readonly Pose[];

/**
 * Compiles the transition between two compositions into a function of the time since its start. If nothing changes, it
 * always returns the same list object.
 */
export function compileTransition(
  graph: SceneGraph,
  from: RankedStates,
  to: RankedStates,
  spec: TransitionSpec,
  shared: SharedValues,
): PosesAt {
  const timings = new TimingTable();
  const variables = variablesOver(spec, timings);
  const { transformNodes, objects, clips } = sceneChannels(
    graph,
    from,
    to,
    { spec, timings, variables },
    shared,
  );
  const progressAt = progressOver(timings, variables);
  const start = progressAt(0);
  const end = progressAt(spec.durationMs);
  const worlds = new Float64Array(transformNodes.length * matrixStride);
  const fixed: boolean[] = [];
  const movingNodes: number[] = [];
  for (const [index, node] of transformNodes.entries()) {
    fixed.push(isFixed(node, fixed));
    writeWorld(worlds, index, node, start);
    if (fixed[index] !== true) movingNodes.push(index);
  }
  const clipCompiler = new ClipCompiler(clips, [start, end], (node) => fixed[node] === true);
  const matrixOf = (node: number) => matrixAt(worlds, node);
  const depths = new Map<string, number>();
  const compiled = objects.flatMap((channels): CompiledObject | [] => {
    const { objectId, layerId, opacity, effects, appearance, transformNode } = channels;
    const sampler = new AppearanceSampler(appearance, start, end, shared.appearances.get(objectId));
    shared.appearances.set(objectId, sampler.final);
    const outer = layerId === null ? 0 : depths.get(layerId);
    // The layer is never visible.
    if (outer === undefined) return [];
    const hasMembers = isLayer(channels.kind);
    const depth = hasMembers ? outer + 1 : outer;
    const matrix = hasMembers
      ? identityMatrix
      : fixed[transformNode]
        ? matrixAt(worlds, transformNode)
        : null;
    const clip = clipCompiler.clipOf(channels);
    const isStill = sampler.isConstant && isConstant(opacity) && isConstantEffects(effects);
    if (!isStill || clip?.isConstant === false) {
      if (hasMembers) depths.set(objectId, depth);
      return { kind: 'changing', outer, channels, sampler, clip, matrix };
    }
    const pose = samplePose(channels, sampler, start, matrix ?? identityMatrix, clip?.at(start, matrixOf));
    if (pose === null) return [];
    if (hasMembers) depths.set(objectId, depth);
    return matrix === null ? { kind: 'moving', outer, transformNode, pose } : { kind: 'still', outer, pose };
  });
  return compiled.every((object) => object.kind === 'still')
    ? constantPoses(compiled.map((object) => object.pose))
    : repeatingPoses(
        changingPoses({ progressAt, transformNodes, movingNodes, worlds, objects: compiled }),
        spec,
      );
}

/** The variables over a transition; null in a scene without formulas. */
export function variablesOver(
  { computed, durationMs, clock }: TransitionSpec,
  timings: TimingTable,
): Variables | null {
  if (computed === null) return null;
  const { formulas, from, to, tracks } = computed;
  return variablesBetween(formulas, from, to, { tracks, durationMs, clock }, timings);
}

/** An object in a transition, with all constant values already computed. */
type CompiledObject = { /** Number of layers around it. */ readonly outer: number } & (
  | { readonly kind: 'still'; readonly pose: Pose }
  | { readonly kind: 'moving'; readonly transformNode: number; readonly pose: Pose }
  | {
      readonly kind: 'changing';
      readonly channels: ObjectChannels;
      readonly sampler: AppearanceSampler;
      readonly clip: Clip | null;
      /** Null if it moves. */
      readonly matrix: Matrix | null;
    }
);

function constantPoses(poses: readonly Pose[]): PosesAt {
  return () => poses;
}

/** In a hold, what follows the time of the film may rest in between; the same poses are the same objects then. */
function repeatingPoses(posesAt: PosesAt, { durationMs }: TransitionSpec): PosesAt {
  if (durationMs > 0) return posesAt;
  let last: readonly Pose[] = [];
  return (timeMs) => {
    const poses = posesAt(timeMs).map((pose, index) => {
      const before = last[index];
      return before !== undefined && isSamePose(pose, before) ? before : pose;
    });
    const isSame = poses.length === last.length && poses.every((pose, index) => pose === last[index]);
    if (!isSame) last = poses;
    return last;
  };
}

/** A scene during a transition in which something changes. */
interface CompiledScene {
  readonly progressAt: (timeMs: number) => TimingProgress;
  readonly transformNodes: readonly TransformNode[];
  /** Indices of the transform nodes to recompute for every frame, parents first. */
  readonly movingNodes: readonly number[];
  /** World transforms of all transform nodes; only those of moving nodes are rewritten. */
  readonly worlds: Float64Array;
  readonly objects: readonly CompiledObject[];
}

function changingPoses({ progressAt, transformNodes, movingNodes, worlds, objects }: CompiledScene): PosesAt {
  return (timeMs) => {
    const progress = progressAt(timeMs);
    for (const index of movingNodes) writeWorld(worlds, index, transformNodes[index], progress);
    const poses: Pose[] = [];
    // Members follow their layer, so those of an invisible one are all objects after it with more layers around them.
    let invisible = Infinity;
    for (const object of objects) {
      if (object.outer > invisible) continue;
      const pose = poseAt(object, progress, worlds);
      invisible = pose === null ? object.outer : Infinity;
      if (pose !== null) poses.push(pose);
    }
    return poses;
  };
}

function poseAt(object: CompiledObject, progress: TimingProgress, worlds: Float64Array): Pose | null {
  switch (object.kind) {
    case 'still':
      return object.pose;
    case 'moving':
      return movePose(object.pose, matrixAt(worlds, object.transformNode));
    case 'changing': {
      const { channels, sampler, clip, matrix } = object;
      const matrixHere = matrix ?? matrixAt(worlds, channels.transformNode);
      return samplePose(
        channels,
        sampler,
        progress,
        matrixHere,
        clip?.at(progress, (node) => matrixAt(worlds, node)),
      );
    }
  }
}

/** What the channels of a transition follow. */
interface TransitionTimes {
  readonly spec: TransitionSpec;
  readonly timings: TimingTable;
  readonly variables: Variables | null;
}

export interface SceneChannels {
  /** Parents before children. */
  readonly transformNodes: readonly TransformNode[];
  /** In drawing order. */
  readonly objects: readonly ObjectChannels[];
  /** The objects inside which others are painted, by id; also hidden ones. */
  readonly clips: ReadonlyMap<string, ObjectChannels>;
}

/** The channels of all drawn objects and their ancestors. Omits nodes that move nothing drawn. */
export function sceneChannels(
  graph: SceneGraph,
  from: RankedStates,
  to: RankedStates,
  { spec, timings, variables }: TransitionTimes,
  { colors }: Pick<SharedValues, 'colors'>,
): SceneChannels {
  const { objects, parents, parentsFirst } = graph;
  const clipIds = clipsIn(from, to);
  const isNeeded = neededObjects(graph, from, to, clipIds);
  const clips = new Map<string, ObjectChannels>();
  const transformNodes: TransformNode[] = [];
  const drawn: (ObjectChannels | undefined)[] = new Array(objects.length);
  // The transform node that applies to an object's children: its own, or its parent's if it has no state.
  const nodeOf = new Int32Array(objects.length);
  const axes: (AxesChannels | undefined)[] = new Array(objects.length);
  for (const rank of parentsFirst) {
    const parentRank = parents[rank];
    const parent = parentRank < 0 ? -1 : nodeOf[parentRank];
    nodeOf[rank] = parent;
    const object = objects[rank];
    const stateFrom = from[rank] ?? hiddenCopy(to[rank]);
    const stateTo = to[rank] ?? hiddenCopy(from[rank]);
    if (isNeeded[rank] === 0 || stateFrom === undefined || stateTo === undefined) continue;
    const track = trackOf(spec.tracks, object.id)?.track;
    const transition = {
      from: stateFrom,
      to: stateTo,
      track: track ?? defaultTrack(object.id, spec.durationMs),
    };
    const hasFormulas = stateFrom.formulas !== undefined || stateTo.formulas !== undefined;
    const formulas =
      variables !== null && hasFormulas ? new ObjectFormulas(stateFrom, stateTo, variables) : null;
    const loops = objectLoops(stateFrom, stateTo, spec.clock.startMs);
    const channels = new ChannelBuilder(transition.track, spec.durationMs, timings, colors, formulas, loops);
    const onAxes = parentRank >= 0 && isAxes(objects[parentRank].kind) ? axes[parentRank] : null;
    // Without a state, axes have no coordinates.
    if (onAxes === undefined) continue;
    const transform = transformChannels(transition, channels);
    // A plot is drawn in the coordinates of its axes, and has no place of its own.
    const node = isPlot(object.kind) ? parent : transformNodes.push({ parent, transform, axes: onAxes }) - 1;
    nodeOf[rank] = node;
    if (isAxes(object.kind)) axes[rank] = sizedAxes(object, transition, channels);
    const isDrawn = stateFrom.visible || stateTo.visible;
    if (!isDrawn && !clipIds.has(object.id)) continue;
    const coordinates = coordinatesOf(
      object,
      transition,
      { own: axes[rank], on: onAxes },
      { transform, channels, variables },
    );
    if (isPlot(object.kind) && coordinates === null) continue;
    const channelsOfObject = objectChannels(
      object,
      node,
      isDrawn ? transition : shown(transition),
      channels,
      coordinates,
    );
    if (isDrawn) drawn[rank] = channelsOfObject;
    if (clipIds.has(object.id)) clips.set(object.id, channelsOfObject);
  }
  return { transformNodes, objects: drawn.filter((channels) => channels !== undefined), clips };
}

/** Returns what an object has to do with axes: itself, or those that it is on. */
function coordinatesOf(
  object: SceneObject,
  transition: ObjectTransition,
  { own, on }: { readonly own: AxesChannels | undefined; readonly on: AxesChannels | null },
  {
    transform,
    channels,
    variables,
  }: {
    readonly transform: TransformChannels;
    readonly channels: ChannelBuilder;
    readonly variables: Variables | null;
  },
): CoordinateChannels | null {
  if (own !== undefined) return { kind: 'axes', axes: own };
  if (on === null) return null;
  if (isPlot(object.kind)) {
    return { kind: 'plot', plot: plotChannels(object, transition, on, channels, variables) };
  }
  return isLine(object.kind) ? { kind: 'line', axes: on, x: transform.x, y: transform.y } : null;
}

/** A hidden object that clips others does not enter. */
function shown({ from, to, track }: ObjectTransition): ObjectTransition {
  return { from: { ...from, visible: true }, to: { ...to, visible: true }, track };
}

/** The ids of the objects inside which others are painted. */
function clipsIn(...sides: readonly RankedStates[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const states of sides) for (const state of states) if (state?.clip) ids.add(state.clip);
  return ids;
}

/** By rank: 1 for objects that are visible on either side or clip others, and for all of their ancestors. */
function neededObjects(
  { objects, parents, parentsFirst }: SceneGraph,
  from: RankedStates,
  to: RankedStates,
  clips: ReadonlySet<string>,
) {
  const needed = new Uint8Array(objects.length);
  for (let position = objects.length - 1; position >= 0; position--) {
    const rank = parentsFirst[position];
    const isSeen = from[rank]?.visible === true || to[rank]?.visible === true;
    if (isSeen || clips.has(objects[rank].id)) needed[rank] = 1;
    const parent = parents[rank];
    if (parent >= 0 && needed[rank] === 1) needed[parent] = 1;
  }
  return needed;
}

/** Replaces a missing state with the values of the other side, hidden. */
function hiddenCopy(other: CompositionState | undefined): CompositionState | undefined {
  return other && { ...other, visible: false };
}

function matrixAt(worlds: Float64Array, transformNode: number): Matrix {
  const at = transformNode * matrixStride;
  return [worlds[at], worlds[at + 1], worlds[at + 2], worlds[at + 3], worlds[at + 4], worlds[at + 5]];
}
