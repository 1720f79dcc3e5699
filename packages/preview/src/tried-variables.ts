import type { Variables } from '@render-service/engine';
import type { VariableValue } from '@render-service/engine/options';
import type { Result } from '@render-service/engine/text';
import type { WrittenVariables } from './project-text-messages.ts';

/** A variable of the project as the page shows it. */
export interface ShownVariable {
  readonly name: string;
  /** Null if it has no value. */
  readonly value: VariableValue | null;
  /** The value in the file; null if the file does not declare it. */
  readonly declared: VariableValue | null;
  /** Where the value comes from. */
  readonly source: 'file' | 'command' | 'row' | 'page';
}

/** The row of the data file that is shown. */
export interface ShownRow {
  /** The data file. */
  readonly file: string;
  /** The number of the row, from 1; null if the project is shown without one. */
  readonly number: number | null;
  readonly count: number;
  /** The line where the row begins; null without a row. */
  readonly line: number | null;
  /** Why the file, or this row, cannot be read. */
  readonly problems: readonly string[];
}

/** A row of a data file. */
export interface DataRow {
  readonly line: number;
  /**
   * Its variables, and the `shared` ones that it lacks. Fails with a sentence for each field that is missing or has the
   * wrong type.
   */
  readonly variablesOf: (written: WrittenVariables, shared: Variables) => Result<Variables>;
}

/** The rows of a data file. */
export interface DataRows {
  readonly file: string;
  /** Rejects with a RenderError if they cannot be read. */
  readonly read: (signal: AbortSignal) => Promise<readonly DataRow[]>;
}

/** The values that variables have besides those in the file. Those on the page come first, then the row's. */
export interface GivenValues {
  readonly command: Variables;
  readonly row: Variables;
  readonly page: Variables;
}

/** The values in force; undefined if the file has them all. */
export function valuesInForce({ command, row, page }: GivenValues): Variables | undefined {
  const values = { ...command, ...row, ...page };
  return Object.keys(values).length === 0 ? undefined : values;
}

/** The variables of a project, the declared ones first. Embedded files are omitted, because nobody types them. */
export function shownVariables(
  { declared, undeclared }: WrittenVariables,
  given: GivenValues,
): readonly ShownVariable[] {
  const isTyped = (name: string) => !String(own(declared, name) ?? '').startsWith('data:');
  return [...Object.keys(declared), ...undeclared].filter(isTyped).map((name) => {
    const written = own(declared, name) ?? null;
    const sources = (['page', 'row', 'command'] as const).filter((source) =>
      Object.hasOwn(given[source], name),
    );
    const [source] = sources;
    if (source === undefined) return { name, value: written, declared: written, source: 'file' };
    return { name, value: own(given[source], name) ?? null, declared: written, source };
  });
}

/**
 * The `--set` options for the values in force: those of the command line as they were given, unless others override
 * them.
 */
export function settingsInForce(settings: readonly string[], { row, page }: GivenValues): readonly string[] {
  const others: Variables = { ...row, ...page };
  const kept = settings.filter((setting) => !Object.hasOwn(others, setting.slice(0, setting.indexOf('='))));
  return [...kept, ...Object.entries(others).map(([name, value]) => `${name}=${settingValue(value)}`)];
}

/** A string that the command line would read as another type, or as quoted, is written in quotes. */
function settingValue(value: VariableValue): string {
  if (typeof value !== 'string') return String(value);
  const isAmbiguous = value.startsWith('"') || value === 'true' || value === 'false';
  const isNumber = /^-?\d/.test(value) && Number.isFinite(Number(value));
  return isAmbiguous || isNumber ? JSON.stringify(value) : value;
}

function own(values: Variables, name: string): VariableValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
