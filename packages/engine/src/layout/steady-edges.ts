import { rounded } from '../project/numbers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState } from '../project/schema.ts';
import type { BoxMeasurer } from './boxes.ts';

type States = Record<string, CompositionState>;
type Edge = 'left' | 'right';

/** Edges at most this far apart, in pixels, are at one place. */
const tolerance = 1;

/** The height of a single line, in font sizes, is below this. */
const maxLine = 1.6;

/**
 * Aligns texts that change on an edge that they keep, such as that of `"place": "left"`, so that the edge also stays
 * between the compositions. The pictures of the compositions stay the same, so texts of several lines are left alone.
 */
export function steadyEdges(
  objects: Readonly<Record<string, SceneObject>>,
  resolved: readonly States[],
  measurer: BoxMeasurer,
): void {
  for (const [id, object] of Object.entries(objects)) {
    if (object.kind !== 'text') continue;
    const states = resolved.flatMap((composition) => composition[id] ?? []);
    const edge = keptEdge(object, states, measurer);
    if (edge === undefined) continue;
    const made = new Map<CompositionState, CompositionState>();
    for (const composition of resolved) {
      const state = composition[id];
      if (state === undefined) continue;
      const aligned = made.get(state) ?? {
        ...state,
        align: edge,
        x: rounded(state.x + measurer.lines(state)[edge]),
      };
      made.set(state, aligned);
      composition[id] = aligned;
    }
  }
}

/** Returns the edge that a text keeps whenever it changes from one composition to the next; undefined without one. */
function keptEdge(
  object: SceneObject,
  states: readonly CompositionState[],
  measurer: BoxMeasurer,
): Edge | undefined {
  if (new Set(states.map(({ text }) => text)).size < 2) return undefined;
  let edges: readonly Edge[] = ['left', 'right'];
  let hasMoved = false;
  for (const [index, state] of states.entries()) {
    const before = states[index - 1];
    if (!before?.visible || !state.visible || before.text === state.text) continue;
    const [from, to] = [measurer.inPlace(object, before), measurer.inPlace(object, state)];
    const kept = edges.filter((edge) => Math.abs(from[edge] - to[edge]) <= tolerance);
    hasMoved ||= kept.length < 2;
    edges = kept;
  }
  const [edge] = edges;
  return hasMoved && edge !== undefined && states.every((state) => isPlainLine(state, measurer))
    ? edge
    : undefined;
}

/** Whether a state is a single line without transforms, which looks the same with any alignment. */
function isPlainLine(state: CompositionState, measurer: BoxMeasurer): boolean {
  const { align = 'center', rotation, shear = 0, scaleX = 1, scaleY = 1, anchorX = 0 } = state;
  if (align !== 'center' || rotation !== 0 || shear !== 0 || scaleX !== 1 || scaleY !== 1) return false;
  if (anchorX !== 0 || state.curves !== undefined || state.formulas !== undefined) return false;
  const { top, bottom } = measurer.lines(state);
  return bottom - top < maxLine * state.fontSize;
}
