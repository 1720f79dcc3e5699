import type { Bounds } from '../drawing/bounds.ts';
import type { Fix } from '../project/problem.ts';
import type { WrittenRelations } from '../shorthand/written-relations.ts';

/** The rules that give advice, by subject. Programs may rely on these names. */
export const adviceRules = [
  // What the author expects.
  'assertion',
  // The document.
  'repeated-key',
  'unknown-field',
  'misplaced-field',
  'missing-mark',
  'unused-variable',
  'unused-object',
  'late-object',
  'tex-escape',
  'no-effect',
  // Time and sound.
  'seconds',
  'short-transition',
  'idle-track',
  'cannot-count',
  'uneven-lists',
  'encoding',
  'too-short-to-read',
  'fast-captions',
  'short-captions',
  'late-captions',
  'nothing-happens',
  'jump',
  'flicker',
  'flat-start',
  'texts-meet',
  'sound',
  'short-clip',
  // The picture.
  'bitmap',
  'first-frame',
  'not-drawn',
  'transparent-background',
  'paints-nothing',
  'closed-gaps',
  'like-background',
  'beyond-frame',
  'small-type',
  'crowded',
  'low-contrast',
  'covered',
  'overlap',
  'outside-card',
  'crossed',
  'loose-line',
  'empty-frame',
  'nearly-aligned',
  'uneven-gaps',
  'many-sizes',
  'many-colours',
  'heavy-picture',
] as const;

/** The name of a rule, which stays the same; docs/reference/advice.md describes all of them. */
export type AdviceRule = (typeof adviceRules)[number];

/** Something that is valid and will be drawn, but is probably unintended. */
export interface Advice {
  /** The rule; docs/reference/advice.md lists all of them. */
  readonly rule: AdviceRule;
  /** The place in the document, such as `scenes.intro.compositions.start.states.title`. */
  readonly path: string;
  /** The problem and the remedy. */
  readonly message: string;
  /** The rectangle around the object, in scene pixels. */
  readonly box?: Bounds;
  /** The moment of the film in milliseconds; missing if the place tells it, or for the whole film. */
  readonly atMs?: number;
  /** Fields of the value at `path` that solve the problem. */
  readonly fix?: Fix;
}

/** Maximum number of pieces of advice on one project. */
export const maxAdvice = 50;

/**
 * The compositions that a fix of a state changes. In shorthand, compositions inherit values from earlier ones: a fix
 * changes either this composition and those after it, or every composition that has the value from the same place.
 */
export type FixScope = 'from-here' | 'everywhere';

/** Maps places in the project to places in the document. */
export interface WrittenPlaces {
  /** Returns the place in the document for a place in the project. */
  readonly describePlace: (place: string) => string;
  /**
   * Returns the place in the document of the fields to change, without the fix if relations compute one of these
   * fields: they would override it.
   */
  readonly placeFix: (place: string, fix: Fix, scope: FixScope) => Pick<Advice, 'path' | 'fix'>;
  /** Replaces the ids of parts in a message by the names that the document uses. */
  readonly named: (text: string) => string;
  /** Returns the same for a place in the document in plain shorthand. */
  readonly placeInDocument: (advice: Pick<Advice, 'path' | 'fix'>) => Pick<Advice, 'path' | 'fix'>;
  /** Returns the place of a value of plain shorthand in the document; null if the author did not write it. */
  readonly writtenValue: (place: string) => string | null;
  /** Whether relations of other objects name an object. */
  readonly isTarget: (scene: string, object: string) => boolean;
  /** Returns the relations of an object in a composition of a scene; null without any, and in the full format. */
  readonly relationsOf: (scene: string, composition: string, object: string) => WrittenRelations | null;
  /** Whether a relation sets a field of a state in the project, so that a number there would take its place. */
  readonly isRelated: (place: string, field: string) => boolean;
}

const asItIs: WrittenPlaces = {
  describePlace: (place) => place,
  placeFix: (path, fix) => ({ path, fix }),
  named: (text) => text,
  placeInDocument: ({ path, fix }) => ({ path, ...(fix && { fix }) }),
  writtenValue: (place) => place,
  isTarget: () => false,
  relationsOf: () => null,
  isRelated: () => false,
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

  /** Replaces the ids of parts in a message by the names that the document uses. */
  named(text: string): string {
    return this.#places.named(text);
  }

  /** Whether relations of other objects name an object. */
  isTarget(scene: string, object: string): boolean {
    return this.#places.isTarget(scene, object);
  }

  /** Returns the relations of an object in a composition of a scene; null without any, and in the full format. */
  relationsOf(scene: string, composition: string, object: string): WrittenRelations | null {
    return this.#places.relationsOf(scene, composition, object);
  }

  /** Whether a rule has given advice on a place in the project. */
  has(rule: AdviceRule, place: string): boolean {
    const path = this.describePlace(place);
    return this.items.some((one) => one.rule === rule && one.path === path);
  }

  /** Whether a relation sets a field of a state in the project, so that a number there would take its place. */
  isRelated(place: string, field: string): boolean {
    return this.#places.isRelated(place, field);
  }

  /** Whether a fix can be written into the document. */
  canFix(place: string, fix: Fix, scope: FixScope = 'from-here'): boolean {
    return this.#places.placeFix(place, fix, scope).fix !== undefined;
  }

  /** Adds advice whose path is a place in the project. */
  add(advice: Advice, scope: FixScope = 'from-here'): void {
    const { path, fix, ...rest } = advice;
    const placed = fix ? this.#places.placeFix(path, fix, scope) : { path: this.describePlace(path) };
    this.addWritten({ ...rest, ...placed });
  }

  /** Adds advice on a field of a state where the document has its value, with or without a fix. */
  addOnField(field: string, advice: Advice): void {
    if (advice.fix) {
      this.add(advice, 'everywhere');
    } else {
      const { path } = this.#places.placeFix(advice.path, { [field]: null }, 'everywhere');
      this.addWritten({ ...advice, path });
    }
  }

  /** Returns the place that the author wrote of a place in plain shorthand; without the fix if it cannot be written there. */
  placeInDocument(advice: Pick<Advice, 'path' | 'fix'>): Pick<Advice, 'path' | 'fix'> {
    return this.#places.placeInDocument(advice);
  }

  /** Returns the place of a value of plain shorthand in the document; null if the author did not write it. */
  writtenValue(place: string): string | null {
    return this.#places.writtenValue(place);
  }

  /** Adds advice whose path is a place in the document in plain shorthand. */
  addInDocument(advice: Advice): void {
    const { path, fix, ...rest } = advice;
    this.addWritten({ ...rest, ...this.#places.placeInDocument({ path, ...(fix && { fix }) }) });
  }

  /** Adds advice whose path is a place in the document as its author wrote it. */
  addWritten({ message, ...rest }: Advice): void {
    const advice = { ...rest, message: this.#places.named(message) };
    const key = JSON.stringify([advice.path, advice.message]);
    if (this.full || this.#said.has(key)) return;
    this.#said.add(key);
    this.items.push(advice);
  }
}

/** Formats a fix for a message, such as `x 100, without color`; empty without a fix. */
export function showFix(fix: Fix = {}): string {
  const shown = Object.entries(fix).map(([field, value]) => {
    if (value === null) return `without ${field}`;
    return `${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

/** Formats a box for a message. */
export function showBox({ left, top, right, bottom }: Bounds): string {
  const [x1, y1, x2, y2] = [left, top, right, bottom].map(Math.round);
  return `from ${x1}, ${y1} to ${x2}, ${y2}`;
}
