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

/** The most pieces of advice on one project. */
export const maxAdvice = 50;

/** What a rule's places are in the document. */
export interface WrittenPlaces {
  /** The place in the document for a place in the project. */
  readonly describePlace: (place: string) => string;
  /** Where the document has the fields to be changed, for fields of a place in the project. */
  readonly placeFix: (place: string, fix: NonNullable<Advice['fix']>) => Pick<Advice, 'path' | 'fix'>;
}

const asItIs: WrittenPlaces = {
  describePlace: (place) => place,
  placeFix: (path, fix) => ({ path, fix }),
};

/** The first pieces of advice on a project, each place once for each message. Rules stop when it is full. */
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

  /** The place in the document for a place in the project. */
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

/** A box in words, for a message. */
export function showBox({ left, top, right, bottom }: Bounds): string {
  const [x1, y1, x2, y2] = [left, top, right, bottom].map(Math.round);
  return `from ${x1}, ${y1} to ${x2}, ${y2}`;
}
