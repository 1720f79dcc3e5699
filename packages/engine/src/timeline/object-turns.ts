import type { Project } from '../project/schema.ts';
import { numberAt } from './channel.ts';
import { rankedStates, type SceneChannels, sceneChannels, variablesOver } from './compile-transition.ts';
import { progressOver, sceneFormulasOf } from './scene-formulas.ts';
import { type SceneGraph, sceneGraphOf } from './scene-graph.ts';
import { type SequencePart, sequenceOf } from './sequence.ts';
import { type TimingProgress, TimingTable } from './timing.ts';

/** How far an object and its parents are turned and scaled, which a matrix tells only up to whole turns. */
export interface ObjectTurn {
  /** Degrees, clockwise. */
  readonly rotation: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** The point of the object's own coordinates that its x and y place. */
  readonly anchorX: number;
  readonly anchorY: number;
}

/** Returns how an object is turned at a time of the film; null for an object that is hidden throughout its segment. */
export type TurnAt = (objectId: string, timeMs: number) => ObjectTurn | null;

interface CompiledPart {
  readonly startMs: number;
  readonly endMs: number;
  readonly nodeOf: ReadonlyMap<string, number>;
  readonly channels: SceneChannels;
  readonly progressAt: (timeMs: number) => TimingProgress;
}

/** Compiles the turns of a project's objects, each segment when it is first asked for. */
export function objectTurnsOf(project: Project): TurnAt {
  const { parts, last } = sequenceOf(project);
  const still: SequencePart = {
    segment: {
      kind: 'hold',
      sceneIndex: last.sceneIndex,
      compositionId: last.composition.id,
      startMs: 0,
      endMs: 0,
    },
    hold: last.composition,
    enteredMs: [last.enteredMs, last.enteredMs],
  };
  const compiled = new Map<SequencePart, CompiledPart>();
  const graphs = new Map<number, SceneGraph>();
  const partAt = (timeMs: number): CompiledPart => {
    const part = parts.find(({ segment }) => timeMs < segment.endMs) ?? parts.at(-1) ?? still;
    const cached = compiled.get(part);
    if (cached !== undefined) return cached;
    const { sceneIndex } = part.segment;
    const scene = project.scenes[project.sceneOrder[sceneIndex]];
    const graph = graphs.get(sceneIndex) ?? sceneGraphOf(scene.objects);
    graphs.set(sceneIndex, graph);
    const made = compilePart(part, graph, sceneFormulasOf(scene));
    compiled.set(part, made);
    return made;
  };
  return (objectId, timeMs) => {
    const { startMs, endMs, nodeOf, channels, progressAt } = partAt(timeMs);
    const first = nodeOf.get(objectId);
    if (first === undefined) return null;
    const progress = progressAt(Math.min(timeMs, endMs) - startMs);
    const transform = channels.transformNodes[first]?.transform;
    let turn = {
      rotation: 0,
      scaleX: 1,
      scaleY: 1,
      anchorX: transform === undefined ? 0 : numberAt(transform.anchorX, progress),
      anchorY: transform === undefined ? 0 : numberAt(transform.anchorY, progress),
    };
    for (let node = first; node >= 0; node = channels.transformNodes[node].parent) {
      const { rotation, scaleX, scaleY } = channels.transformNodes[node].transform;
      turn = {
        ...turn,
        rotation: turn.rotation + numberAt(rotation, progress),
        scaleX: turn.scaleX * numberAt(scaleX, progress),
        scaleY: turn.scaleY * numberAt(scaleY, progress),
      };
    }
    return turn;
  };
}

function compilePart(
  part: SequencePart,
  graph: SceneGraph,
  formulas: ReturnType<typeof sceneFormulasOf>,
): CompiledPart {
  const { startMs, endMs } = part.segment;
  const clock = { startMs, enteredMs: part.enteredMs };
  const isHold = 'hold' in part;
  const [from, to] = isHold ? [part.hold, part.hold] : [part.from, part.to];
  const tracks = isHold ? {} : part.transition.tracks;
  const computed = formulas && {
    formulas,
    from,
    to,
    tracks: isHold ? {} : (part.transition.variables ?? {}),
  };
  const spec = { tracks, durationMs: isHold ? 0 : part.transition.duration, clock, computed };
  const timings = new TimingTable();
  const variables = variablesOver(spec, timings);
  const states = [rankedStates(graph, from), rankedStates(graph, to)] as const;
  const channels = sceneChannels(graph, ...states, { spec, timings, variables }, { colors: new Map() });
  const nodeOf = new Map(channels.objects.map(({ objectId, transformNode }) => [objectId, transformNode]));
  return { startMs, endMs, nodeOf, channels, progressAt: progressOver(timings, variables) };
}
