import type * as z from 'zod';

/** Fields of a track that set the timing of single properties. */
export const timingNames = [
  'fillTiming',
  'pathTiming',
  'sizeTiming',
  'revealTiming',
  'strokeTiming',
  'opacityTiming',
  'fontSizeTiming',
  'positionTiming',
  'rotationTiming',
  'strokeWidthTiming',
  'cornerRadiusTiming',
] as const;

export type TimingName = (typeof timingNames)[number];

/** What authors are told about a field of a state, in the full format or in shorthand. */
export interface StateField {
  readonly description: string;
  /** The description in shorthand, if it is another one. */
  readonly inShorthand?: string;
  /** Names of the field in CSS, SVG, Lottie, Manim and other languages, without hyphens, underscores and capitals. */
  readonly names?: string;
  /** The length of which a percentage is a share: a side of the frame, or its shorter one. */
  readonly share?: 'width' | 'height' | 'shorter';
  /** The field without which this one changes nothing. */
  readonly needs?: string;
}

/** A property of an object: a field of its states, with all that is known of it beside how it is drawn. */
export interface Property extends StateField {
  readonly schema: z.ZodType;
  /** The timing of a track that it follows; the track itself without one. */
  readonly timing?: TimingName;
  /** Whether keyframes may set it, or its numbers. */
  readonly keyframes?: true;
  /** Whether formulas may compute it, or its numbers. */
  readonly formulas?: true;
  /** The names that its numbers have in keyframes and formulas, each with its place in the value. */
  readonly numbers?: Readonly<Record<string, readonly (string | number)[]>>;
  /** The value of a state without it, or in the full format, of a state of shorthand, if that is the same for all objects. */
  readonly initial?: unknown;
  /** The same for some kinds. */
  readonly initialByKind?: Readonly<Record<string, unknown>>;
  /** What drawing code gets of it at each time: a number, or those with names; a flat list of numbers; or the value. */
  readonly sampled?: 'number' | 'list' | 'switch';
  /** Whether it changes in the middle of its timing, without values between. */
  readonly switches?: true;
  /** What to do instead of writing keyframes, if the other columns do not tell. */
  readonly insteadOfKeyframes?: string;
}

export type PropertyTable = Readonly<Record<string, Property>>;

type Shape<Table extends PropertyTable> = { -readonly [Name in keyof Table]: Table[Name]['schema'] };

/** Returns the schemas of properties by their names. */
export function shapeOf<Table extends PropertyTable>(table: Table): Shape<Table> {
  const entries = Object.entries(table).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(entries) as Shape<Table>;
}

type Column = 'keyframes' | 'formulas' | 'sampled';

/** The names of the properties of a table with something in a column: those of their numbers, or their own. */
export type NamesWith<Table extends PropertyTable, Name extends Column, Value = unknown> = {
  [Field in keyof Table]: Table[Field] extends Readonly<Record<Name, Value>>
    ? Table[Field] extends { readonly numbers: infer Numbers }
      ? keyof Numbers
      : Field
    : never;
}[keyof Table] &
  string;

/** Returns the names of the properties of a table with something in a column: those of their numbers, or their own. */
export function namesWith<Table extends PropertyTable, Name extends Column, Value = unknown>(
  table: Table,
  column: Name,
  value?: Value,
): [NamesWith<Table, Name, Value>, ...NamesWith<Table, Name, Value>[]] {
  const names = Object.entries(table).flatMap(([field, property]) =>
    property[column] === undefined || (value !== undefined && property[column] !== value)
      ? []
      : Object.keys(property.numbers ?? { [field]: [] }),
  );
  return names as [NamesWith<Table, Name, Value>, ...NamesWith<Table, Name, Value>[]];
}
