/**
 * The content of a kind of object: letters have a font size, a layer has only its members, and everything else has a
 * width and a height.
 */
type Drawn = 'shape' | 'line' | 'letters' | 'picture' | 'members' | 'nothing';

/**
 * All kinds of objects, in the order of the documentation. `drawers` in `packages/engine/src/drawing/draw-object.ts`
 * draws them.
 */
export const objectKinds = {
  circle: { draws: 'shape' },
  rectangle: { draws: 'shape' },
  text: { draws: 'letters' },
  equation: { draws: 'letters' },
  path: { draws: 'line' },
  arrow: { draws: 'line' },
  numberline: { draws: 'line' },
  image: { draws: 'picture' },
  video: { draws: 'nothing' },
  layer: { draws: 'members' },
} as const satisfies Readonly<Record<string, { readonly draws: Drawn }>>;

type Kinds = typeof objectKinds;
export type ObjectKind = keyof Kinds;
/** The kinds that draw letters. */
export type LetteredKind = {
  [Kind in ObjectKind]: Kinds[Kind]['draws'] extends 'letters' ? Kind : never;
}[ObjectKind];

export const kindNames = Object.keys(objectKinds) as readonly ObjectKind[];

/** The kinds that every document may have; layers go beyond the contract of the format. */
export const contractKinds: readonly ObjectKind[] = kindNames.filter((kind) => kind !== 'layer');

/** The kinds that draw something of their own. */
export const drawnKinds: readonly ObjectKind[] = contractKinds.filter(
  (kind) => objectKinds[kind].draws !== 'nothing',
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
} as const satisfies Readonly<Record<Drawn, { height: number; fill: string; stroke: string }>>;

/** Defaults of a state that depend on the kind of object. */
export function defaultsOf(kind: ObjectKind): (typeof beginnings)[Drawn] {
  return beginnings[objectKinds[kind].draws];
}

/** Whether an object is a line from its origin to (width, height), drawn only by its stroke. */
export function isLine(kind: ObjectKind): boolean {
  return objectKinds[kind].draws === 'line';
}

/** Whether an object draws the text of its state in its font size. */
export function hasLetters(kind: ObjectKind): kind is LetteredKind {
  return objectKinds[kind].draws === 'letters';
}
