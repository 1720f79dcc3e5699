import type { Bounds } from '../drawing/bounds.ts';

/** Something that is valid and will be drawn, but is probably unintended. */
export interface Advice {
  /** The place in the document, such as `scenes.intro.compositions.start.states.title`. */
  readonly path: string;
  /** The problem and the remedy. */
  readonly message: string;
  /** The rectangle around the object, in scene pixels. */
  readonly box?: Bounds;
  /** Fields of the value at `path`, with numbers that solve the problem. */
  readonly fix?: Readonly<Record<string, number>>;
}

/** Maximum number of pieces of advice on one project. */
export const maxAdvice = 50;

/** Maps places in the project to places in the document. */
export interface WrittenPlaces {
  /** Returns the place in the document for a place in the project. */
  readonly describePlace: (place: string) => string;
  /** Returns the place in the document of the fields to change. */
  readonly placeFix: (place: string, fix: NonNullable<Advice['fix']>) => Pick<Advice, 'path' | 'fix'>;
}

const asItIs: WrittenPlaces = {
  describePlace: (place) => place,
  placeFix: (path, fix) => ({ path, fix }),
};

/**
 * The first pieces of advice on a project, without repetitions of the same message at the same place. Rules stop when
 * it is full.
 */
export class AdviceList {
  readonly items: Advice[] = [];
  readonly #places: WrittenPlaces;
  readonly #said = new Set<string>();

  constructor(places: WrittenPlaces = asItIs) {
    this.#places = places;
  }

  get full(): boolean {
    return this.items.length >= maxAdvice;
  }

  /** Returns the place in the document for a place in the project. */
  describePlace(place: string): string {
    return this.#places.describePlace(place);
  }

  /** Adds advice whose path is a place in the project. */
  add(advice: Advice): void {
    const { path, fix } = advice;
    const placed = fix ? this.#places.placeFix(path, fix) : { path: this.describePlace(path) };
    this.addWritten({ ...advice, ...placed });
  }

  /** Adds advice whose path is a place in the document. */
  addWritten(advice: Advice): void {
    const key = JSON.stringify([advice.path, advice.message]);
    if (this.full || this.#said.has(key)) return;
    this.#said.add(key);
    this.items.push(advice);
  }
}

/** Formats a box for a message. */
export function showBox({ left, top, right, bottom }: Bounds): string {
  const [x1, y1, x2, y2] = [left, top, right, bottom].map(Math.round);
  return `from ${x1}, ${y1} to ${x2}, ${y2}`;
}
