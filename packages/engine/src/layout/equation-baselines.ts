import type { Bounds } from '../drawing/bounds.ts';
import type { Reach } from '../drawing/set-text.ts';
import { isTypeset } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState } from '../project/schema.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';
import type { BoxMeasurer } from './boxes.ts';

/** A scene whose equations keep their baselines, and the room of those that have several texts, by their ids. */
export interface BaselinedScene {
  readonly scene: RelatedScene;
  readonly reaches: ReadonlyMap<string, Reach>;
}

/**
 * Places equations whose text changes by their baseline instead of the middle of each text, so that it stays when a
 * root or a fraction appears. Their position is the middle of the room that all texts need together. Throws
 * TooManyLetters, and a ContentError for TeX that takes too long.
 */
export function keepBaselines(scene: RelatedScene, measurer: BoxMeasurer): BaselinedScene {
  const reaches = new Map<string, Reach>();
  for (const [id, object] of Object.entries(scene.objects)) {
    const reach = isTypeset(object.kind) ? reachOf(id, object, scene, measurer) : undefined;
    if (reach !== undefined) reaches.set(id, reach);
  }
  if (reaches.size === 0) return { scene, reaches };
  const keptStates = new Map<CompositionState, CompositionState>();
  const states = scene.states.map((own) => {
    const changed: Record<string, CompositionState> = { ...own };
    for (const [id, reach] of reaches) {
      const state = own[id];
      if (state === undefined) continue;
      const onBaseline = keptStates.get(state) ?? byBaseline(state, reach);
      keptStates.set(state, onBaseline);
      changed[id] = onBaseline;
    }
    return changed;
  });
  return { scene: { ...scene, states }, reaches };
}

function byBaseline(state: CompositionState, { top, bottom }: Reach): CompositionState {
  const { anchorY = 0, fontSize } = state;
  return {
    ...state,
    verticalAlign: 'baseline',
    anchorY: rounded(anchorY + ((top + bottom) / 2) * fontSize),
  };
}

/** The room of an equation; undefined for one that has a single text, is placed otherwise or does not parse. */
function reachOf(
  id: string,
  object: SceneObject,
  { states }: RelatedScene,
  measurer: BoxMeasurer,
): Reach | undefined {
  const statesOfEquation = states.flatMap((one) => one[id] ?? []);
  const texts = new Set(statesOfEquation.map(({ text }) => text).filter((text) => text.trim() !== ''));
  const isPlaced = statesOfEquation.some(
    ({ verticalAlign, formulas }) => verticalAlign !== undefined || formulas?.fontSize !== undefined,
  );
  if (texts.size < 2 || isPlaced) return undefined;
  let [top, bottom] = [Infinity, -Infinity];
  for (const text of texts) {
    const reach = measurer.reach(object, text);
    if (reach === null) return undefined;
    top = Math.min(top, reach.top);
    bottom = Math.max(bottom, reach.bottom);
  }
  return { top, bottom };
}

/** Returns the box of an equation at (0, 0) with the height of its room, unless it is turned. */
export function withRoom(
  { top, bottom }: Reach,
  { fontSize, anchorY = 0, scaleY = 1, rotation, shear = 0 }: CompositionState,
  box: Bounds,
): Bounds {
  if (rotation !== 0 || shear !== 0) return box;
  const edges = [top, bottom].map((edge) => (edge * fontSize - anchorY) * scaleY);
  return { ...box, top: Math.min(...edges), bottom: Math.max(...edges) };
}
