/** Stages of a render, in order: read the project, draw its pictures, and encode them. */
export const stages = ['parse', 'draw', 'encode'] as const;
export type Stage = (typeof stages)[number];

/** Milliseconds of a render by stage. */
export type StageMilliseconds = Readonly<Record<Stage, number>>;

/** Divides the time of a render among its stages, starting with the first one. */
export class StageClock {
  readonly #milliseconds: Record<Stage, number> = { parse: 0, draw: 0, encode: 0 };
  #countedUntil = performance.now();

  /** Counts the time since the last call for a stage. */
  count(stage: Stage): void {
    this.#milliseconds[stage] += this.#take();
  }

  /** Counts the time since the last call for simultaneous drawing and encoding; `drawShare` is from 0 to 1. */
  countTogether(drawShare: number): void {
    const milliseconds = this.#take();
    this.#milliseconds.draw += milliseconds * drawShare;
    this.#milliseconds.encode += milliseconds * (1 - drawShare);
  }

  get milliseconds(): StageMilliseconds {
    return { ...this.#milliseconds };
  }

  #take(): number {
    const since = this.#countedUntil;
    this.#countedUntil = performance.now();
    return this.#countedUntil - since;
  }
}
