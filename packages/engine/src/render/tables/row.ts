import { RenderError } from '../render-error.ts';
/** Value of a field of a row. */
export type FieldValue = string | number | boolean;

export type Fields = Readonly<Record<string, FieldValue>>;

/** Position of a row in its data. */
export interface RowPlace {
  /** Counted from 1, without the header and empty lines. */
  readonly number: number;
  /** Line where the row begins, counted from 1. */
  readonly line: number;
}

export interface Row extends RowPlace {
  readonly fields: Fields;
}

/** A row that cannot be read, unlike the rows after it. */
export interface UnreadableRow extends RowPlace {
  /** One sentence. */
  readonly problem: string;
}

export type RowOrProblem = Row | UnreadableRow;

/** The data cannot be read as rows from some position on, so nothing is rendered. */
export class DataError extends RenderError {
  /** The problem, as the rest of a sentence about the data. */
  readonly problem: string;

  constructor(name: string, problem: string) {
    super('failed', [`${name}: ${problem}`]);
    this.problem = problem;
  }
}
