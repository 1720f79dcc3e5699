import type { Content, KindEntry, Trait } from './kind-entry.ts';
import { kinds } from './kind-table.ts';

export type Kind = keyof typeof kinds;
type KindsWith<Draws extends Content> = {
  [Name in Kind]: (typeof kinds)[Name]['draws'] extends Draws ? Name : never;
}[Kind];

/** The kinds of groups; a group is listed among the objects, and the full format has only the places of its members. */
export type GroupKind = KindsWith<'children'>;
export type ChartKind = KindsWith<'chart'>;
/** The kinds of figures, charts among them, which become a group of objects, their parts. */
export type FigureKind = ChartKind | KindsWith<'figure'>;
/** The kinds that become others: a brace is a path, an icon an image, captions are a text. */
export const writtenKinds = ['icon', 'brace', 'captions'] as const;
type WrittenKind = (typeof writtenKinds)[number];

/** The kinds of the full format. */
export type ObjectKind = Exclude<Kind, GroupKind | FigureKind | WrittenKind>;
/** The kinds that draw letters. */
export type LetteredKind = KindsWith<'letters'>;

const names = Object.keys(kinds) as readonly Kind[];

export const groupKinds: readonly GroupKind[] = names.filter(isGroupKind);
export const chartKinds: readonly ChartKind[] = names.filter(isChartKind);
export const figureKinds: readonly FigureKind[] = names.filter(isFigureKind);
export const objectKinds: readonly ObjectKind[] = names.filter(isObjectKind);

/** Whether a value is a kind of objects, in a document that need not be valid. */
export function isKind(kind: unknown): kind is Kind {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

/** Returns what objects of a kind draw; undefined if there is no such kind. */
export function contentOf(kind: unknown): Content | undefined {
  return isKind(kind) ? kinds[kind].draws : undefined;
}

/** Whether a value is the kind of a group other than a figure. */
export function isGroupKind(kind: unknown): kind is GroupKind {
  return contentOf(kind) === 'children';
}

const diagramKinds = ['graph', 'state', 'classes', 'entities', 'mindmap', 'tree', 'sequence'] as const;

/** Whether a group is a diagram, which measures its parts itself and makes all of its letters smaller together. */
export function isDiagram(kind: unknown): kind is (typeof diagramKinds)[number] {
  return diagramKinds.some((one) => one === kind);
}

/** Whether a group lays its parts out itself, in the room that it has. */
export function arrangesItself(kind: unknown): kind is (typeof diagramKinds)[number] | 'table' {
  return isDiagram(kind) || kind === 'table';
}

export function isChartKind(kind: unknown): kind is ChartKind {
  return contentOf(kind) === 'chart';
}

export function isFigureKind(kind: unknown): kind is FigureKind {
  return ['chart', 'figure'].includes(contentOf(kind) ?? '');
}

/** Whether the full format has a kind. */
export function isObjectKind(kind: unknown): kind is ObjectKind {
  return (
    isKind(kind) && !isGroupKind(kind) && !isFigureKind(kind) && !writtenKinds.some((one) => one === kind)
  );
}

function hasTrait(kind: unknown, trait: Trait): boolean {
  if (!isKind(kind)) return false;
  const { traits = [] }: KindEntry = kinds[kind];
  return traits.includes(trait);
}

/** Whether the outline of an object is an ellipse. */
export function isRound(kind: unknown): boolean {
  return hasTrait(kind, 'round');
}

/** Whether an object draws prose: letters in lines that wrap, whose words can be named. */
export function isProse(kind: unknown): boolean {
  return hasTrait(kind, 'prose');
}

/** Whether the letters of an object are typeset as mathematics. */
export function isTypeset(kind: unknown): boolean {
  return hasTrait(kind, 'typeset');
}

/** Whether the sides of an object are equal unless its author writes both. */
export function hasEqualSides(kind: unknown): boolean {
  return hasTrait(kind, 'square');
}

/** Whether a line bends along points of its own. */
export function isPath(kind: unknown): boolean {
  return hasTrait(kind, 'bends');
}

/** Whether a group has its members in columns and rows. */
export function isGrid(kind: unknown): boolean {
  return hasTrait(kind, 'tracks');
}

/** Returns the axis along which a row or a column has its members; null for other kinds. */
export function axisOf(kind: unknown): 'x' | 'y' | null {
  const entry: KindEntry | undefined = isKind(kind) ? kinds[kind] : undefined;
  return entry?.along ?? null;
}

/** Returns what a file in the field `src` of a kind is. */
export function sourceTypeOf(kind: unknown): 'image' | 'code' | 'speech' | 'clip' {
  const entry: KindEntry | undefined = isKind(kind) ? kinds[kind] : undefined;
  return entry?.source ?? 'image';
}

/** Whether an object draws the pictures of a clip. */
export function isVideo(kind: unknown): boolean {
  return kind === 'video';
}

/** Whether an object draws a picture of a file. */
export function isPicture(kind: unknown): boolean {
  return contentOf(kind) === 'picture';
}

/** Whether a group leaves its members where they are. */
export function isUnarranged(kind: unknown): boolean {
  return hasTrait(kind, 'unarranged');
}

/** Whether an object is a closed shape with a box of its own. */
export function isShape(kind: unknown): boolean {
  return contentOf(kind) === 'shape';
}

/** Whether an object draws other objects as one picture. */
export function isLayer(kind: unknown): boolean {
  return contentOf(kind) === 'members';
}

/** Whether an object has coordinates for others. */
export function isAxes(kind: unknown): boolean {
  return contentOf(kind) === 'axes';
}

/** Whether an object draws a formula or data in the coordinates of axes. */
export function isPlot(kind: unknown): boolean {
  return contentOf(kind) === 'plot';
}

/** Whether an object shows a sound. */
export function isWaveform(kind: unknown): boolean {
  return contentOf(kind) === 'waveform';
}

/** Whether an object is a line from its origin to (width, height), drawn only by its stroke. */
export function isLine(kind: unknown): boolean {
  return contentOf(kind) === 'line';
}

/** Whether an object draws the text of its state in its font size. */
export function hasLetters(kind: unknown): kind is LetteredKind {
  return contentOf(kind) === 'letters';
}

/** Whether a text of an object is its label. */
export function isLabelled(kind: unknown): boolean {
  return ['shape', 'line', 'picture'].includes(contentOf(kind) ?? '');
}

/** Returns the kinds among these whose states list a field. */
export function kindsWithField<Name extends Kind>(field: string, among: readonly Name[]): Name[] {
  return among.filter((kind) => (kinds[kind].fields as readonly string[]).includes(field));
}

/** The kinds beyond the contract of the format. */
export const extensionKinds = ['layer', 'axes', 'plot', 'waveform'] as const satisfies readonly ObjectKind[];

/** The kinds that every document may have. */
export const contractKinds: readonly ObjectKind[] = objectKinds.filter(
  (kind) => !(extensionKinds as readonly ObjectKind[]).includes(kind),
);

/** The kinds that draw something of their own. */
export const drawnKinds: readonly ObjectKind[] = objectKinds.filter(
  (kind) => !['nothing', 'members'].includes(kinds[kind].draws),
);

const white = '#ffffff';

/** Length and colours of a new object, by its content. */
const beginnings = {
  shape: { height: 100, fill: white, stroke: 'none' },
  line: { height: 0, fill: 'none', stroke: white },
  letters: { height: 100, fill: white, stroke: 'none' },
  picture: { height: 100, fill: 'none', stroke: 'none' },
  members: { height: 100, fill: 'none', stroke: 'none' },
  nothing: { height: 100, fill: 'none', stroke: 'none' },
  axes: { height: 100, fill: white, stroke: white },
  plot: { height: 100, fill: 'none', stroke: white },
  waveform: { height: 100, fill: 'none', stroke: white },
} as const satisfies Readonly<
  Record<
    Exclude<Content, 'children' | 'chart' | 'figure' | 'icon' | 'captions'>,
    { height: number; fill: string; stroke: string }
  >
>;

/** Defaults of a state that depend on the kind of object. */
export function defaultsOf(kind: ObjectKind): (typeof beginnings)[keyof typeof beginnings] {
  return beginnings[kinds[kind].draws];
}
