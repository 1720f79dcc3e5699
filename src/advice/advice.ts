import type { Bounds } from '../drawing/bounds.ts';

/** Something that is valid and will be drawn, but is hardly meant. */
export interface Advice {
  /** The place in the document, such as `scenes.intro.compositions.start.states.title`. */
  readonly path: string;
  /** What is there, and what to do about it. */
  readonly message: string;
  /** Where the object is, in scene pixels. */
  readonly box?: Bounds;
  /** Fields of the value at `path`, and numbers for them that put it right. */
  readonly fix?: Readonly<Record<string, number>>;
}

/** The most pieces of advice on one project. */
export const maxAdvice = 50;

/** The first pieces of advice on a project. Rules stop when it is full, so that a bad project costs little. */
export class AdviceList {
  readonly items: Advice[] = [];
  readonly #describePlace: (place: string) => string;

  /** `describePlace` gives the place in the document for a place in the project. */
  constructor(describePlace: (place: string) => string = (place) => place) {
    this.#describePlace = describePlace;
  }

  get full(): boolean {
    return this.items.length >= maxAdvice;
  }

  /** Adds advice whose path is a place in the project. */
  add(advice: Advice): void {
    if (!this.full) this.items.push({ ...advice, path: this.#describePlace(advice.path) });
  }

  /** Adds advice whose path is a place in the document. */
  addWritten(advice: Advice): void {
    if (!this.full) this.items.push(advice);
  }
}

/** A box in words, for a message. */
export function showBox({ left, top, right, bottom }: Bounds): string {
  const [x1, y1, x2, y2] = [left, top, right, bottom].map(Math.round);
  return `from ${x1}, ${y1} to ${x2}, ${y2}`;
}
