import type { ResolvedComposition, ResolvedState } from '../schema.ts';
import type { ChartStates } from './chart-over-time.ts';

/**
 * Adds what charts say of their parts to what a document and its groups say of them, for each composition in order.
 * A part that is hidden has only `false` as its state. What its chart computes meanwhile waits until it is shown.
 */
export function withPartStates(
  compositions: readonly ResolvedComposition[],
  partStates: readonly ChartStates[],
): readonly ResolvedComposition[] {
  const ids = new Set(partStates.flatMap((states) => Object.keys(states)));
  if (ids.size === 0) return compositions;
  const parts = new Map([...ids].map((id) => [id, new PartOverTime()]));
  return compositions.map((composition, index): ResolvedComposition => {
    const states: Record<string, ResolvedState | false> = { ...composition.states };
    for (const [id, part] of parts) {
      const state = part.next(partStates[index]?.[id], states[id]);
      if (state === undefined) delete states[id];
      else states[id] = state;
    }
    return { ...composition, states };
  });
}

/** A part of a chart, composition after composition. */
class PartOverTime {
  /** Whether the data of the chart have the part, and whether the document hides it with `false`. */
  #isInChart = true;
  #isHidden = false;
  /** `visible` as each of them says it; the part is visible where both agree. */
  #chartVisible = true;
  #documentVisible = true;
  /** What has been said of the part since it was hidden. */
  #waiting: ResolvedState = {};

  /** Returns the state of the part in the next composition from what its chart and the document say there. */
  next(
    made: ResolvedState | false | undefined,
    said: ResolvedState | false | undefined,
  ): ResolvedState | false | undefined {
    if (made === undefined && said === undefined) return undefined;
    if (made !== undefined) this.#isInChart = made !== false;
    if (said !== undefined) this.#isHidden = said === false;
    const changes: ResolvedState = { ...this.#waiting, ...(made || undefined), ...(said || undefined) };
    if (made) this.#chartVisible = made.visible ?? this.#chartVisible;
    if (said) this.#documentVisible = said.visible ?? this.#documentVisible;
    if (changes.visible !== undefined) changes.visible = this.#chartVisible && this.#documentVisible;
    const isShown = this.#isInChart && !this.#isHidden;
    this.#waiting = isShown ? {} : changes;
    if (isShown) return changes;
    return made === false || said === false ? false : undefined;
  }
}
