import type { Composition, Project, TransitionTrack } from '../project/schema.ts';
import type { Color } from './color.ts';
import { compileStage, type PosesAt, type RankedStates } from './compile-stage.ts';
import type { Segment, Stage, Timeline } from './pose.ts';
import { type SceneGraph, sceneGraphOf } from './scene-graph.ts';
import { type SequencePart, sequenceOf } from './sequence.ts';

/**
 * Compiles a valid project into its film: all sorting, parsing and look-up happens here, so that asking for a
 * time is arithmetic. A hold, and a transition in which nothing changes, gives the very same stage at all of
 * its times; an object that stands still through a transition gives the very same pose.
 */
export function compileTimeline(project: Project): Timeline {
  const { durationMs, scenes, parts, last } = sequenceOf(project);
  const graphs = project.sceneOrder.map((id) => sceneGraphOf(project.scenes[id].objects));
  const colors = new Map<string, Color | null>();
  const acts = parts.map((part): Act => {
    const { segment } = part;
    return {
      segment,
      stageAt: stageFunction(segment.sceneIndex, posesOf(part, graphs[segment.sceneIndex], colors)),
    };
  });
  const lastPart = parts.at(-1);
  const endsHeld = lastPart !== undefined && 'hold' in lastPart && lastPart.hold === last.composition;
  const ending = endsHeld
    ? acts[acts.length - 1].stageAt(0)
    : { sceneIndex: last.sceneIndex, poses: heldPoses(last.composition, graphs[last.sceneIndex], colors)(0) };
  return {
    durationMs,
    scenes,
    segments: parts.map((part) => part.segment),
    at(timeMs) {
      if (!(timeMs >= 0 && timeMs <= durationMs)) {
        throw new RangeError(`the time must lie in the film, 0 to ${durationMs} ms, not at ${timeMs} ms`);
      }
      if (timeMs === durationMs) return ending;
      const { segment, stageAt } = actAt(acts, timeMs);
      return stageAt(timeMs - segment.startMs);
    },
  };
}

/** A segment with what it shows, by the time since its start. */
interface Act {
  readonly segment: Segment;
  readonly stageAt: (timeMs: number) => Stage;
}

/** The first act that ends after `timeMs`, which lies before the end of the last one. */
function actAt(acts: readonly Act[], timeMs: number): Act {
  let first = 0;
  for (let last = acts.length - 1; first < last; ) {
    const middle = (first + last) >> 1;
    if (timeMs < acts[middle].segment.endMs) last = middle;
    else first = middle + 1;
  }
  return acts[first];
}

/** Wraps poses as a stage; the same list of poses stays the same stage. */
function stageFunction(sceneIndex: number, posesAt: PosesAt): (timeMs: number) => Stage {
  const poses = posesAt(0);
  const first: Stage = { sceneIndex, poses };
  return (timeMs) => {
    const now = posesAt(timeMs);
    return now === poses ? first : { sceneIndex, poses: now };
  };
}

function posesOf(part: SequencePart, graph: SceneGraph, colors: Map<string, Color | null>): PosesAt {
  if ('hold' in part) return heldPoses(part.hold, graph, colors);
  const { from, to, transition } = part;
  const course = { tracks: transition.tracks, durationMs: transition.duration };
  return compileStage(graph, rankedStates(graph, from), rankedStates(graph, to), course, colors);
}

const noTracks: Readonly<Record<string, TransitionTrack>> = {};

/** A hold is a passage from a composition to itself: nothing moves, and the ends of transitions agree with it. */
function heldPoses(hold: Composition, graph: SceneGraph, colors: Map<string, Color | null>): PosesAt {
  const states = rankedStates(graph, hold);
  return compileStage(graph, states, states, { tracks: noTracks, durationMs: 0 }, colors);
}

function rankedStates(graph: SceneGraph, composition: Composition): RankedStates {
  const states: RankedStates[number][] = new Array(graph.objects.length);
  for (const [id, state] of Object.entries(composition.states)) {
    const rank = graph.rankById.get(id);
    if (rank !== undefined) states[rank] = state;
  }
  return states;
}
