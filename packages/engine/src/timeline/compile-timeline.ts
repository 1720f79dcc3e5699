import { rounded } from '../project/numbers.ts';
import type { Composition, Project, TransitionTrack } from '../project/schema.ts';
import { compileTransition, type PosesAt, rankedStates, type SharedValues } from './compile-transition.ts';
import { cueFollowers } from './cues.ts';
import { easingFunction } from './easing.ts';
import { followTime, type SceneFollowers } from './follow-time.ts';
import { type ClipStamps, footageFollowers } from './footage.ts';
import { blurMotion, shuttersIn } from './motion-blur.ts';
import { type SceneFormulas, sceneFormulasOf } from './scene-formulas.ts';
import { type SceneGraph, sceneGraphOf } from './scene-graph.ts';
import { type SequencePart, sequenceOf } from './sequence.ts';
import type { SceneFrame, Segment, Timeline, TimelineScene } from './timeline.ts';
import type { SegmentClock } from './timing.ts';
import { waveformFollowers } from './waveforms.ts';

/**
 * Compiles a valid project. All sorting, parsing and look-up happens here, so computing a frame is only arithmetic. A
 * hold, or a transition in which nothing changes, returns the same frame object at all of its times, as long as nothing in
 * it follows the time. An object that does not change during a transition keeps its pose object. With the stamps of clips, a
 * video shows the same at all times of one of its pictures.
 */
export function compileTimeline(project: Project, stamps?: ClipStamps): Timeline {
  const { durationMs, scenes, parts, last } = sequenceOf(project);
  const colors: SharedValues['colors'] = new Map();
  const sources = project.sceneOrder.map((id, index): SceneSource => {
    const scene = project.scenes[id];
    const graph = sceneGraphOf(scene.objects);
    return {
      ...{ graph, shared: { colors, appearances: new Map() } },
      formulas: sceneFormulasOf(scene),
      followers: new Map([
        ...cueFollowers(scene),
        ...waveformFollowers(scene),
        ...footageFollowers(scene, scenes[index].startMs, stamps),
      ]),
    };
  });
  const segments = parts.map((part): CompiledSegment => {
    const { segment } = part;
    const source = sources[segment.sceneIndex];
    const makeFrames = () => {
      const posesAt = followTime(compilePart(part, source), source.followers, segment.startMs);
      return frameFunction(segment.sceneIndex, posesAt);
    };
    const shutters = shuttersIn(project.scenes[project.sceneOrder[segment.sceneIndex]], segment);
    if (shutters === null) return { segment, frameAt: makeFrames() };
    return { segment, frameAt: blurMotion(shutters, segment, makeFrames(), makeFrames()) };
  });
  const lastPart = parts.at(-1);
  const endsHeld = lastPart !== undefined && 'hold' in lastPart && lastPart.hold === last.composition;
  const lastSource = sources[last.sceneIndex];
  const lastPoses = () =>
    followTime(
      compileHold(last.composition, lastSource, {
        startMs: durationMs,
        enteredMs: [last.enteredMs, last.enteredMs],
      }),
      lastSource.followers,
      durationMs,
    )(0);
  // A cue may end with the film, whose last frame still shows it.
  const lastFrame = endsHeld
    ? segments[segments.length - 1].frameAt(Math.max(0, durationMs - lastPart.segment.startMs - 1))
    : { sceneIndex: last.sceneIndex, poses: lastPoses() };
  const finished = finishedFrames(scenes);
  const entered = enteringFrames(scenes, (sceneIndex) => {
    const index = segments.findLastIndex(({ segment }) => segment.sceneIndex === sceneIndex);
    const last = segments[index];
    // A scene without any time shows its last composition.
    if (last === undefined) return { sceneIndex, poses: [] };
    const { startMs, endMs } = last.segment;
    return finished(last.frameAt(Math.max(0, rounded(endMs - startMs, 6) - 1)), Math.max(startMs, endMs - 1));
  });
  return {
    durationMs,
    scenes,
    segments: parts.map((part) => part.segment),
    at(timeMs) {
      if (!(timeMs >= 0 && timeMs <= durationMs)) {
        throw new RangeError(`the time must be from 0 to ${durationMs} ms, but is ${timeMs} ms`);
      }
      if (timeMs === durationMs) return finished(lastFrame, timeMs);
      const { segment, frameAt } = segmentAt(segments, timeMs);
      // Rounded to a billionth of a second, so that a segment shows the same wherever it starts in the film.
      return entered(finished(frameAt(rounded(timeMs - segment.startMs, 6)), timeMs), timeMs);
    },
  };
}

/** Pictures of moving grain in a second, as many as those of a film. */
const grainPicturesPerSecond = 24;

/** Returns what adds the vignette and the grain of its scene to a frame. Equal pictures are the same frame. */
function finishedFrames(scenes: readonly TimelineScene[]): (frame: SceneFrame, timeMs: number) => SceneFrame {
  const made = new WeakMap<SceneFrame, SceneFrame>();
  return (frame, timeMs) => {
    const { finish } = scenes[frame.sceneIndex];
    if (finish === undefined) return frame;
    const { vignette, grain, isMoving } = finish;
    const grainPicture = isMoving ? Math.floor((timeMs * grainPicturesPerSecond) / 1000 + 1e-6) : 0;
    const cached = made.get(frame);
    if (cached?.finish?.grainPicture === grainPicture) return cached;
    const finished = { ...frame, finish: { vignette, grain, grainPicture } };
    made.set(frame, finished);
    return finished;
  };
}

/**
 * Returns what adds the last picture of the scene before to frames at the beginning of a scene with a transition. Each of
 * them is a new frame.
 */
function enteringFrames(
  scenes: readonly TimelineScene[],
  lastOf: (sceneIndex: number) => SceneFrame,
): (frame: SceneFrame, timeMs: number) => SceneFrame {
  const easings = scenes.map(({ entering }) => easingFunction(entering?.transition.easing ?? 'easeInOut'));
  const earlier = new Map<number, SceneFrame>();
  let last: { readonly frame: SceneFrame; readonly timeMs: number; readonly made: SceneFrame } | undefined;
  return (frame, timeMs) => {
    const { sceneIndex } = frame;
    const { entering, startMs } = scenes[sceneIndex];
    if (entering === undefined || timeMs - startMs >= entering.durationMs) return frame;
    if (last?.frame === frame && last.timeMs === timeMs) return last.made;
    const before = earlier.get(sceneIndex) ?? lastOf(sceneIndex - 1);
    earlier.set(sceneIndex, before);
    const share = easings[sceneIndex]((timeMs - startMs) / entering.durationMs);
    const made = { ...frame, entering: { before, transition: entering.transition, share } };
    last = { frame, timeMs, made };
    return made;
  };
}

/** Common input for compiling all segments of a scene. */
interface SceneSource {
  readonly graph: SceneGraph;
  readonly shared: SharedValues;
  readonly formulas: SceneFormulas | null;
  readonly followers: SceneFollowers;
}

/** A segment with its frames by the time since its start. */
interface CompiledSegment {
  readonly segment: Segment;
  readonly frameAt: (timeMs: number) => SceneFrame;
}

/** The first segment that ends after `timeMs`, which must be before the end of the last one. */
function segmentAt(segments: readonly CompiledSegment[], timeMs: number): CompiledSegment {
  let first = 0;
  for (let last = segments.length - 1; first < last; ) {
    const middle = (first + last) >> 1;
    if (timeMs < segments[middle].segment.endMs) last = middle;
    else first = middle + 1;
  }
  return segments[first];
}

/** Wraps poses as frames; the same list of poses gives the same frame object. */
function frameFunction(sceneIndex: number, posesAt: PosesAt): (timeMs: number) => SceneFrame {
  const poses = posesAt(0);
  const first: SceneFrame = { sceneIndex, poses };
  let last = first;
  return (timeMs) => {
    const current = posesAt(timeMs);
    if (current === first.poses) return first;
    if (current !== last.poses) last = { sceneIndex, poses: current };
    return last;
  };
}

function compilePart(part: SequencePart, source: SceneSource): PosesAt {
  const clock = { startMs: part.segment.startMs, enteredMs: part.enteredMs };
  if ('hold' in part) return compileHold(part.hold, source, clock);
  const { graph, shared, formulas } = source;
  const { from, to, transition } = part;
  const computed = formulas && { formulas, from, to, tracks: transition.variables ?? {} };
  const spec = { tracks: transition.tracks, durationMs: transition.duration, clock, computed };
  return compileTransition(graph, rankedStates(graph, from), rankedStates(graph, to), spec, shared);
}

const noTracks: Readonly<Record<string, TransitionTrack>> = {};

/**
 * Compiles a hold as a transition from a composition to itself, so that it equals the ends of its neighbouring
 * transitions.
 */
function compileHold(
  hold: Composition,
  { graph, shared, formulas }: SceneSource,
  clock: SegmentClock,
): PosesAt {
  const states = rankedStates(graph, hold);
  const computed = formulas && { formulas, from: hold, to: hold, tracks: {} };
  return compileTransition(
    graph,
    states,
    states,
    { tracks: noTracks, durationMs: 0, clock, computed },
    shared,
  );
}
