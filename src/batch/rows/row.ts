import { RenderError } from '../../render/render-error.ts';
/** What a field of a row may hold. */
export type FieldValue = string | number | boolean;

export type Fields = Readonly<Record<string, FieldValue>>;

/** Where a row stands in its data. */
export interface RowPlace {
  /** From 1, without the header and empty lines. */
  readonly number: number;
  /** The line where the row begins, from 1. */
  readonly line: number;
}

export interface Row extends RowPlace {
  readonly fields: Fields;
}

/** A row that cannot be read; the rows after it can. */
export interface UnreadableRow extends RowPlace {
  /** One sentence. */
  readonly problem: string;
}

export type RowOrProblem = Row | UnreadableRow;

/** The data cannot be read as rows from some place on, so that nothing is rendered. */
export class DataError extends RenderError {
  constructor(name: string, problem: string) {
    super('failed', [`${name}: ${problem}`]);
  }
}
