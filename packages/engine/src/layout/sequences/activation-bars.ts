import type { Bounds } from '../../drawing/bounds.ts';
import { space } from './sequence-spaces.ts';

interface Bar {
  readonly id: string;
  readonly participant: number;
  /** How many others it is on. */
  readonly level: number;
  readonly start: number;
  end: number;
}

/** The bars on lifelines while participants are active. */
export class ActivationBars {
  readonly #middles: readonly number[];
  readonly #width: number;
  readonly #bars: Bar[] = [];
  readonly #open = new Map<number, Bar[]>();

  constructor(middles: readonly number[], em: number) {
    this.#middles = middles;
    this.#width = space.bar * em;
  }

  begin(id: string, participant: number, start: number): void {
    const open = this.#open.get(participant) ?? [];
    this.#open.set(participant, open);
    const bar = { id, participant, level: open.length, start, end: start };
    open.push(bar);
    this.#bars.push(bar);
  }

  end(participant: number, y: number): void {
    const bar = this.#open.get(participant)?.pop();
    if (bar !== undefined) bar.end = y;
  }

  /** Ends the bars of a participant, or of all. */
  endAll(y: number, participant?: number): void {
    for (const [one, open] of this.#open) {
      if (participant !== undefined && one !== participant) continue;
      for (const bar of open.splice(0)) bar.end = y;
    }
  }

  boxes(): [id: string, box: Bounds][] {
    const half = this.#width / 2;
    return this.#bars.map(({ id, participant, level, start, end }) => {
      const x = (this.#middles[participant] ?? 0) + level * half;
      return [
        id,
        { left: x - half, right: x + half, top: start, bottom: Math.max(end, start + this.#width) },
      ];
    });
  }

  /** Where a message meets a lifeline at a height: at the side of the bars that are on it. */
  beside(participant: number, y: number, sign: 1 | -1): number {
    const middle = this.#middles[participant] ?? 0;
    const half = this.#width / 2;
    const levels = this.#bars.flatMap((bar) =>
      bar.participant === participant && bar.start <= y && bar.end >= y ? [bar.level] : [],
    );
    if (levels.length === 0) return middle;
    return middle + sign * half + (sign === 1 ? Math.max(...levels) * half : 0);
  }
}
