import type { CompositionState, TransitionTrack } from '../project/schema.ts';
import { type Actor, looksTheSame, poseAtPlace, poseOf } from './actor.ts';
import { type Body, isFixed, matrixStride, writeWorld } from './body.ts';
import { ClockTable, type Moment } from './clock.ts';
import type { Color } from './color.ts';
import { identityMatrix, type Matrix } from './matrix.ts';
import { actorOf, transformOf } from './passage.ts';
import type { Pose } from './pose.ts';
import type { SceneGraph } from './scene-graph.ts';
import { ChannelMaker, defaultTrack } from './track.ts';

/** States by rank in the scene graph; undefined where a composition has none. */
export type RankedStates = readonly (CompositionState | undefined)[];

/** What happens between two compositions: tracks by object id, and how long it takes. */
export interface Course {
  readonly tracks: Readonly<Record<string, TransitionTrack>>;
  readonly durationMs: number;
}

/** The poses at a time after the start, in milliseconds, in drawing order. */
export type PosesAt = (timeMs: number) => readonly Pose[];

/**
 * Compiles what two compositions show between them, to a function of the time since the transition's start.
 * Where nothing changes, every time gives the very same list.
 */
export function compileStage(
  graph: SceneGraph,
  from: RankedStates,
  to: RankedStates,
  course: Course,
  colors: Map<string, Color | null>,
): PosesAt {
  const clocks = new ClockTable();
  const { bodies, actors } = castOf(graph, from, to, course, clocks, colors);
  const worlds = new Float64Array(bodies.length * matrixStride);
  const fixed: boolean[] = [];
  const start = clocks.momentAt(0);
  const movingBodies: number[] = [];
  for (const [index, body] of bodies.entries()) {
    fixed.push(isFixed(body, fixed));
    writeWorld(worlds, index, body, start);
    if (fixed[index] !== true) movingBodies.push(index);
  }
  const players = actors.flatMap((actor): Player | [] => {
    const matrix = fixed[actor.body] ? matrixAt(worlds, actor.body) : null;
    if (!looksTheSame(actor)) return { kind: 'changing', actor, matrix };
    const pose = poseOf(actor, start, matrix ?? identityMatrix);
    if (pose === null) return [];
    return matrix === null ? { kind: 'moving', body: actor.body, pose } : { kind: 'still', pose };
  });
  return players.every((player) => player.kind === 'still')
    ? sameAlways(players.map((player) => player.pose))
    : posesOver({ clocks, bodies, movingBodies, worlds, players });
}

/** What an actor comes to once everything about it that never changes is worked out. */
type Player =
  | { readonly kind: 'still'; readonly pose: Pose }
  | { readonly kind: 'moving'; readonly body: number; readonly pose: Pose }
  | { readonly kind: 'changing'; readonly actor: Actor; readonly matrix: Matrix | null };

function sameAlways(poses: readonly Pose[]): PosesAt {
  return () => poses;
}

/** A stage on which something changes. */
interface MovingStage {
  readonly clocks: ClockTable;
  readonly bodies: readonly Body[];
  /** Indices of the bodies to work out anew at every moment, parents first. */
  readonly movingBodies: readonly number[];
  /** World transforms of all bodies; only those of the moving ones are ever written again. */
  readonly worlds: Float64Array;
  readonly players: readonly Player[];
}

function posesOver({ clocks, bodies, movingBodies, worlds, players }: MovingStage): PosesAt {
  return (timeMs) => {
    const moment = clocks.momentAt(timeMs);
    for (const index of movingBodies) writeWorld(worlds, index, bodies[index], moment);
    const poses: Pose[] = [];
    for (const player of players) {
      const pose = poseAt(player, moment, worlds);
      if (pose !== null) poses.push(pose);
    }
    return poses;
  };
}

function poseAt(player: Player, moment: Moment, worlds: Float64Array): Pose | null {
  switch (player.kind) {
    case 'still':
      return player.pose;
    case 'moving':
      return poseAtPlace(player.pose, matrixAt(worlds, player.body));
    case 'changing':
      return poseOf(player.actor, moment, player.matrix ?? matrixAt(worlds, player.actor.body));
  }
}

interface Cast {
  /** Parents before children. */
  readonly bodies: readonly Body[];
  /** In drawing order. */
  readonly actors: readonly Actor[];
}

/** The objects that are drawn, and the bodies they hang on. Whatever moves nothing that is drawn is left out. */
function castOf(
  graph: SceneGraph,
  from: RankedStates,
  to: RankedStates,
  course: Course,
  clocks: ClockTable,
  colors: Map<string, Color | null>,
): Cast {
  const { objects, parents, parentsFirst } = graph;
  const carries = new Uint8Array(objects.length);
  for (let place = objects.length - 1; place >= 0; place--) {
    const rank = parentsFirst[place];
    if (from[rank]?.visible === true || to[rank]?.visible === true) carries[rank] = 1;
    const parent = parents[rank];
    if (parent >= 0 && carries[rank] === 1) carries[parent] = 1;
  }
  const bodies: Body[] = [];
  const actors: (Actor | undefined)[] = new Array(objects.length);
  // The body an object's children hang on: its own, or without a state, the one it hangs on itself.
  const bodyOf = new Int32Array(objects.length);
  for (const rank of parentsFirst) {
    const parentRank = parents[rank];
    const parent = parentRank < 0 ? -1 : bodyOf[parentRank];
    bodyOf[rank] = parent;
    const object = objects[rank];
    const stateFrom = from[rank] ?? absent(to[rank]);
    const stateTo = to[rank] ?? absent(from[rank]);
    if (carries[rank] === 0 || stateFrom === undefined || stateTo === undefined) continue;
    const track = Object.hasOwn(course.tracks, object.id) ? course.tracks[object.id] : undefined;
    const passage = {
      from: stateFrom,
      to: stateTo,
      track: track ?? defaultTrack(object.id, course.durationMs),
    };
    const make = new ChannelMaker(passage.track, course.durationMs, clocks, colors);
    const body = bodies.push({ parent, transform: transformOf(passage, make) }) - 1;
    bodyOf[rank] = body;
    if (stateFrom.visible || stateTo.visible) actors[rank] = actorOf(object, body, passage, make);
  }
  return { bodies, actors: actors.filter((actor) => actor !== undefined) };
}

/** A missing state: where and how the object is on the other side, but not to be seen. */
function absent(other: CompositionState | undefined): CompositionState | undefined {
  return other && { ...other, visible: false };
}

function matrixAt(worlds: Float64Array, body: number): Matrix {
  const at = body * matrixStride;
  return [worlds[at], worlds[at + 1], worlds[at + 2], worlds[at + 3], worlds[at + 4], worlds[at + 5]];
}
