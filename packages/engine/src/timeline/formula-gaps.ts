import type { Composition, CompositionState, Project, Scene } from '../project/schema.ts';
import { isConstant, numberAt } from './channel.ts';
import { rankedStates, sceneChannels, variablesOver } from './compile-transition.ts';
import { hasClocks } from './follow-time.ts';
import { progressOver, type SceneFormulas, sceneFormulasOf, type Variables } from './scene-formulas.ts';
import { sceneGraphOf } from './scene-graph.ts';
import { type SequencePart, sequenceOf } from './sequence.ts';
import { type TimingProgress, TimingTable } from './timing.ts';
import { matrixStride, writeWorld } from './transform-node.ts';

/** A time of a hold or a transition at which an object is not drawn, because a formula has no finite value. */
export interface FormulaGap {
  readonly sceneId: string;
  /** The composition whose state has the formula, and the object of that state. */
  readonly compositionId: string;
  readonly ownerId: string;
  readonly property: string;
  /** The object that is not drawn: the same one, or a child of it. */
  readonly objectId: string;
  /** Equal to `toId` in a hold. */
  readonly fromId: string;
  readonly toId: string;
  /** Since the start of the transition or the hold. */
  readonly timeMs: number;
  /** The variables then, by name. */
  readonly variables: Readonly<Record<string, number>>;
}

/** Besides the frames of the film, each transition or hold is divided into this many parts. */
const parts = 48;
/** Maximum number of times in a transition or a hold, and of objects at all times of a project. */
const maxTimes = 1000;
const maxWork = 1_000_000;

/** Returns the first time of each object in each transition and each hold at which a formula has no finite value. */
export function findFormulaGaps(project: Project, framesPerSecond: number): readonly FormulaGap[] {
  const byScene = project.sceneOrder.map((id) => sceneFormulasOf(project.scenes[id]));
  if (byScene.every((formulas) => formulas === null)) return [];
  const gaps: FormulaGap[] = [];
  const budget = { work: maxWork };
  for (const part of sequenceOf(project).parts) {
    const { sceneIndex } = part.segment;
    const formulas = byScene[sceneIndex];
    if (!formulas) continue;
    const scene = project.scenes[project.sceneOrder[sceneIndex]];
    gaps.push(...gapsIn(scene, part, formulas, framesPerSecond, budget));
  }
  return gaps;
}

function gapsIn(
  scene: Scene,
  part: SequencePart,
  formulas: SceneFormulas,
  framesPerSecond: number,
  budget: { work: number },
): FormulaGap[] {
  const { segment, enteredMs } = part;
  const isHold = 'hold' in part;
  const [from, to] = isHold ? [part.hold, part.hold] : [part.from, part.to];
  const lastsMs = isHold ? segment.endMs - segment.startMs : part.transition.duration;
  const graph = sceneGraphOf(scene.objects);
  const timings = new TimingTable();
  const computed = { formulas, from, to, tracks: isHold ? {} : (part.transition.variables ?? {}) };
  const clock = { startMs: segment.startMs, enteredMs };
  const tracks = isHold ? {} : part.transition.tracks;
  const spec = { tracks, durationMs: isHold ? 0 : lastsMs, clock, computed };
  const variables = variablesOver(spec, timings);
  if (variables === null || !doAnyMove(scene, variables)) return [];
  const states = [rankedStates(graph, from), rankedStates(graph, to)] as const;
  const times = { spec, timings, variables };
  const { transformNodes, objects } = sceneChannels(graph, ...states, times, { colors: new Map() });
  const progressAt = progressOver(timings, variables);
  const worlds = new Float64Array(transformNodes.length * matrixStride);
  const declared = Object.keys(from.variables ?? {});
  const shownNames = hasClocks(scene) ? formulas.names : declared;
  const found = new Map<string, FormulaGap>();
  for (const timeMs of timesIn(segment, lastsMs, framesPerSecond)) {
    budget.work -= transformNodes.length + objects.length;
    if (budget.work < 0) break;
    const progress = progressAt(timeMs);
    for (const [index, node] of transformNodes.entries()) writeWorld(worlds, index, node, progress);
    for (const { objectId, appearance, opacity, hasFiniteValues, transformNode } of objects) {
      if (found.has(objectId)) continue;
      if (numberAt(appearance.write, progress) <= 0 || numberAt(opacity, progress) <= 0) continue;
      const start = transformNode * matrixStride;
      const isPlaced = worlds.subarray(start, start + matrixStride).every(Number.isFinite);
      if (isPlaced && (hasFiniteValues === null || hasFiniteValues(progress))) continue;
      const origin = originOf(scene, objectId, [to, from], formulas, progress);
      if (origin === null) continue;
      found.set(objectId, {
        ...{ sceneId: scene.id, ...origin, objectId, fromId: from.id, toId: to.id, timeMs },
        variables: Object.fromEntries(
          shownNames.map((name) => [name, progress.variables?.[formulas.names.indexOf(name)] ?? NaN]),
        ),
      });
    }
  }
  return [...found.values()];
}

/** Whether a variable changes, or a formula uses a clock, which always does. */
function doAnyMove(scene: Scene, { formulas, channels }: Variables): boolean {
  const declared = Object.keys(Object.values(scene.compositions)[0]?.variables ?? {});
  const areConstant = declared.every((name) => isConstant(channels[formulas.names.indexOf(name)] ?? 0));
  return !areConstant || hasClocks(scene);
}

function timesIn(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  durationMs: number,
  framesPerSecond: number,
): readonly number[] {
  const frameMs = 1000 / framesPerSecond;
  const first = Math.ceil(startMs / frameMs);
  const count = Math.min(maxTimes, Math.ceil(endMs / frameMs) - first);
  const frames = Array.from(
    { length: Math.max(0, count) },
    (_, index) => (first + index) * frameMs - startMs,
  );
  const even = Array.from({ length: parts - 1 }, (_, index) => ((index + 1) / parts) * durationMs);
  return [...new Set([...frames, ...even])]
    .filter((time) => time >= 0 && time < durationMs)
    .sort((a, b) => a - b);
}

/** Returns the formula of an object or of its nearest parent that is not finite now. */
function originOf(
  { objects }: Scene,
  objectId: string,
  compositions: readonly Composition[],
  formulas: SceneFormulas,
  { variables = [] }: TimingProgress,
): Pick<FormulaGap, 'compositionId' | 'ownerId' | 'property'> | null {
  for (let id: string | null = objectId; id !== null; id = objects[id]?.parentId ?? null) {
    for (const { id: compositionId, states } of compositions) {
      const state = Object.hasOwn(states, id) ? states[id] : undefined;
      const property = state && gapOf(state, formulas, variables);
      if (property !== undefined) return { compositionId, ownerId: id, property };
    }
  }
  return null;
}

function gapOf(
  state: CompositionState,
  formulas: SceneFormulas,
  variables: readonly number[],
): string | undefined {
  const { text, ...numbers } = state.formulas ?? {};
  if (text !== undefined && formulas.text(text).compute(variables) === null) return 'text';
  const names = Object.keys(numbers) as (keyof typeof numbers)[];
  return names.find((name) => {
    const formula = numbers[name];
    return formula !== undefined && !Number.isFinite(formulas.number(formula, name).compute(variables));
  });
}
