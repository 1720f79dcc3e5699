import type { Remark } from './film-state.ts';

/** The remarks on a version: from its inspection, and from drawing it. */
interface Found {
  readonly advised: readonly Remark[];
  readonly drawn: readonly Remark[];
}

/** Collects the remarks on a version, each once. */
export class FoundRemarks {
  #found: Found = { advised: [], drawn: [] };

  /** Those from drawing first, because they are the reason why the version is not shown. */
  get all(): readonly Remark[] {
    const { advised, drawn } = this.#found;
    return [...drawn, ...advised.filter((one) => !drawn.some((other) => isSame(one, other)))];
  }

  /** Replaces the remarks of the inspection, and adds those from drawing. Returns whether anything is new. */
  add(found: Partial<Found>): boolean {
    const { advised, drawn } = this.#found;
    const isKnown = (remark: Remark) => [...drawn, ...advised].some((one) => isSame(one, remark));
    const added = found.drawn?.filter((remark) => !isKnown(remark)) ?? [];
    if (found.drawn && added.length === 0) return false;
    this.#found = { advised: found.advised ?? advised, drawn: [...drawn, ...added] };
    return true;
  }
}

function isSame(one: Remark, other: Remark): boolean {
  return one.path === other.path && one.message === other.message;
}
