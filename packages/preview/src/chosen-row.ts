import { RenderError, type Variables } from '@render-service/engine';
import { describeProblem } from '@render-service/engine/text';
import type { FilmState } from './film-state.ts';
import type { WrittenVariables } from './project-text-messages.ts';
import type { DataRow, DataRows } from './tried-variables.ts';

/** The row of the data file with which the project is shown. */
export class ChosenRow {
  readonly #rows: DataRows | undefined;
  readonly #closed: AbortSignal;
  /** The rows of the file; undefined until they are read. */
  #list: Promise<readonly DataRow[]> | undefined;
  #number: number | null;

  constructor(rows: DataRows | undefined, closed: AbortSignal) {
    this.#rows = rows;
    this.#closed = closed;
    this.#number = rows ? 1 : null;
  }

  /** Chooses another row, from 1; null for none. */
  choose(number: number | null): void {
    this.#number = number;
  }

  /** Reads the file again when the row is read next. */
  readAgain(): void {
    this.#list = undefined;
  }

  /** Reads the chosen row again, and returns its values for the variables that the project has. */
  async read(
    written: WrittenVariables,
    given: Variables,
    signal: AbortSignal,
  ): Promise<{ values: Variables; state: FilmState['row'] }> {
    const rows = this.#rows;
    if (!rows) return { values: {}, state: null };
    const { file } = rows;
    const nothing = { file, number: this.#number, count: 0, line: null, problems: [] };
    try {
      this.#list ??= rows.read(this.#closed);
      const list = await this.#list;
      if (signal.aborted) return { values: {}, state: null };
      const { length: count } = list;
      if (count === 0) return { values: {}, state: { ...nothing, number: null, problems: ['has no rows'] } };
      if (this.#number !== null) this.#number = Math.min(this.#number, count);
      const number = this.#number;
      const row = number === null ? undefined : list[number - 1];
      if (!row) return { values: {}, state: { ...nothing, count } };
      const values = row.variablesOf(written, given);
      const problems = values.ok ? [] : values.problems;
      const state = { file, number, count, line: row.line, problems };
      return { values: values.ok ? values.value : {}, state };
    } catch (error) {
      const problems = error instanceof RenderError ? error.problems.map(describeProblem) : [String(error)];
      return { values: {}, state: { ...nothing, number: null, problems } };
    }
  }
}
