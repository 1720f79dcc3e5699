import { kinds } from '../../language/kind-table.ts';
import { type FigureKind, isChartKind, isFigureKind, type ObjectKind } from '../../language/kinds.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import type { GrowthEdge } from '../grow-from-edge.ts';
import { relationFields } from '../relations.ts';
import type { ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';

/** An object of shorthand that many objects draw, its parts: a chart, for example. */
export type FigureObject = ResolvedObject & { readonly kind: FigureKind };

/** The states of parts in one composition, by id. */
export type PartStates = Record<string, ResolvedState | false>;

/** A figure as its author wrote it, with its scene. */
export interface WrittenFigure {
  readonly id: string;
  readonly object: FigureObject;
  readonly scene: ResolvedScene;
  /** Keys of the compositions, in order. */
  readonly keys: readonly string[];
  /** Place of the scene. */
  readonly path: Path;
  readonly problems: Problems;
  /** Whether the budget allows for this number of further parts in each composition. Called once, before parts are made. */
  readonly fits: (parts: number) => boolean;
}

/** Draws a figure in all compositions of a scene; null if it cannot, with the reason among the problems. */
export type FigureDrawer = (figure: WrittenFigure) => DrawnFigure | null;

/** A figure as a group of objects. */
export interface DrawnFigure {
  /** The parts by their ids, in drawing order. */
  readonly objects: ReadonlyMap<string, { readonly kind: ObjectKind }>;
  /**
   * The ids of parts by their names in the figure, such as `Tue.value`, by which a document mentions them; several for a name
   * of many parts, such as all bars of a label.
   */
  readonly names: ReadonlyMap<string, string | readonly string[]>;
  /** The same parts, in the form that tracks use. */
  readonly parts: MovingParts;
  /** The states that the figure gives its parts, for each composition. */
  readonly states: readonly PartStates[];
  /** The state of the group. */
  readonly groupState: ResolvedState;
  /** What the figure changes of it in each composition. */
  readonly groupStates?: readonly ResolvedState[];
  /**
   * For a figure that reads the states of its parts itself: returns the ids of the parts with a name in a composition, or at
   * the beginning for null; or why there are none.
   */
  readonly find?: (name: string, composition: string | null) => readonly string[] | string;
}

/** The properties of a part that tracks depend on. */
export interface MovingPart {
  /** Its key in the tracks of the document: a name such as `sales.Tue`, or its id. */
  readonly key: string;
  /** Its name in states and relations: `sales.Tue`. */
  readonly name: string;
  /** Id of the figure. */
  readonly figure: string;
  /** The series that it belongs to in a chart of several lines. */
  readonly series?: string;
  /**
   * Parts of a figure with the same label take turns as one, such as a bar and its value; null for what starts with the
   * first of them: the axis of a chart, and the line through all values.
   */
  readonly label: string | null;
  /**
   * What grows: the size of bars and dots, the angle of sectors, the length of a line, an area and its line
   * across their chart, the letters of a line of code, which
   * are written after those of the lines before it; `nothing` for other texts and axes.
   */
  readonly grows: 'size' | 'angle' | 'length' | 'across' | 'letters' | 'nothing';
  /** The edge of a bar on its base line, by composition; none for other parts. */
  readonly edges: ReadonlyMap<string, GrowthEdge>;
  /** Where it comes from when it enters and goes to when it leaves with its figure, by composition. */
  readonly entries: ReadonlyMap<string, ResolvedState>;
  /**
   * The shares of a transition in which it changes, by the ids of both compositions with a space between them; none for all
   * of it.
   */
  readonly turns?: ReadonlyMap<string, readonly [start: number, end: number]>;
}

export type MovingParts = ReadonlyMap<string, MovingPart>;

/** Fields of a figure's state that belong to the group of its parts. */
const groupStateFields = [
  'x',
  'y',
  'width',
  'height',
  'flex',
  'opacity',
  'visible',
  ...relationFields,
] as const;

/** Returns the fields of a figure's state that set the figure's place and visibility; others are for its parts. */
export function groupStateOf(state: ResolvedState, kind: FigureKind): ResolvedState {
  const ofParts: readonly string[] = (kinds[kind].fields as readonly string[]).includes('padding')
    ? ['padding']
    : [];
  const fields = groupStateFields.filter((field) => state[field] !== undefined && !ofParts.includes(field));
  return Object.fromEntries(fields.map((field) => [field, state[field]])) as ResolvedState;
}

/** What messages call a figure: a chart with its id, or the id alone. */
export function showFigure(id: string, kind: string | undefined): string {
  return isChartKind(kind) ? `the chart ${id}` : id;
}

export function isFigure(object: ResolvedObject): object is FigureObject {
  return isFigureKind(object.kind);
}

/** Whether an object is a figure that shares the free space of its row or column. */
export function isFlexible({ kind, state }: ResolvedObject): boolean {
  return isFigureKind(kind) && (state?.flex ?? 0) > 0;
}

/** Index of the composition in which a figure enters: the first that mentions it, or a group around it. */
export function firstShown({ id, scene, keys }: Pick<WrittenFigure, 'id' | 'scene' | 'keys'>): number {
  const around = new Set([id]);
  const groups = Object.entries(scene.objects ?? {});
  for (const inner of around) {
    for (const [outer, { children = [] }] of groups) if (children.includes(inner)) around.add(outer);
  }
  const mentions = keys.map((key) =>
    [...around].flatMap((one) => scene.compositions[key]?.states?.[one] ?? []),
  );
  const first = mentions.findIndex((states) => states.length > 0);
  if (!mentions[first]?.includes(false)) return Math.max(0, first);
  // A figure that the film begins without enters where a composition shows it; one that is hidden later is there before.
  const back = mentions.findIndex((states) => states.length > 0 && !states.includes(false));
  return first === 0 ? Math.max(0, back) : 0;
}

/** In scene pixels. */
export interface FigureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a figure without one in a frame of a size, both in scene pixels. */
export function usualFigureSize({ width, height }: FigureSize): FigureSize {
  return { width: width * 0.7, height: height * 0.6 };
}
