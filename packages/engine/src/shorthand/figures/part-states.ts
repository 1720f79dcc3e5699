import type { ResolvedComposition, ResolvedState } from '../schema.ts';
import type { MovingParts, PartStates } from './figure.ts';

/**
 * Merges the states that figures give their parts with those of a document and its groups, for each composition in
 * order. A part that the document hides returns to where it entered from. Changes by its figure take effect when it is
 * shown again.
 */
export function withPartStates(
  compositions: readonly ResolvedComposition[],
  partStates: readonly PartStates[],
  moving: MovingParts,
  sequence: readonly string[],
): readonly ResolvedComposition[] {
  const ids = new Set(partStates.flatMap((states) => Object.keys(states)));
  if (ids.size === 0) return compositions;
  const parts = new Map([...ids].map((id) => [id, new PartOverTime()]));
  return compositions.map((composition, index): ResolvedComposition => {
    const states: Record<string, ResolvedState | false> = { ...composition.states };
    for (const [id, part] of parts) {
      const entry = moving.get(id)?.entries.get(sequence[index] ?? '');
      const state = part.next(partStates[index]?.[id], states[id], entry);
      if (state === undefined) delete states[id];
      else states[id] = state;
    }
    return { ...composition, states };
  });
}

/** A part of a figure, composition after composition. */
class PartOverTime {
  /** Whether its figure has the part, and whether the document hides it with `false`. */
  #isInFigure = true;
  #isHidden = false;
  /** `visible` of the figure and of the document; the part is visible where both are true. */
  #figureVisible = true;
  #documentVisible = true;
  /** The fields that were set since the part was hidden. */
  #waiting: ResolvedState = {};
  /** All fields that were set. */
  #whole: ResolvedState = {};

  /**
   * Returns the state of the part in the next composition from those of its figure and of the document. `entry` is where
   * it comes from when it enters with its figure.
   */
  next(
    made: ResolvedState | false | undefined,
    written: ResolvedState | false | undefined,
    entry: ResolvedState | undefined,
  ): ResolvedState | false | undefined {
    if (made === undefined && written === undefined) return undefined;
    const wasShown = this.#isInFigure && !this.#isHidden && Object.keys(this.#whole).length > 0;
    if (made !== undefined) this.#isInFigure = made !== false;
    if (written !== undefined) this.#isHidden = written === false;
    const changes: ResolvedState = { ...this.#waiting, ...(made || undefined), ...(written || undefined) };
    if (made) this.#figureVisible = made.visible ?? this.#figureVisible;
    if (written) this.#documentVisible = written.visible ?? this.#documentVisible;
    if (changes.visible !== undefined) changes.visible = this.#figureVisible && this.#documentVisible;
    this.#whole = { ...this.#whole, ...changes };
    const isShown = this.#isInFigure && !this.#isHidden;
    this.#waiting = isShown ? {} : changes;
    if (isShown) return changes;
    if (made && made.visible === false && !wasShown) return { ...changes, visible: false };
    if (made !== false && written === false && wasShown && entry !== undefined) {
      const left = Object.keys(entry).map((field) => [field, Reflect.get(this.#whole, field)]);
      this.#waiting = { ...Object.fromEntries(left), ...changes, visible: true };
      return { ...entry, visible: false };
    }
    return made === false || written === false ? false : undefined;
  }
}
