import { RenderError } from '@render-service/engine';
import type { DataFile, Fields, FieldValue, Row, RowOrProblem } from '@render-service/engine/tables';
import { digestOfFiles, readRows, type Template, variablesOfRow } from '@render-service/engine/tables';
import { closestName, showValue } from '@render-service/engine/text';
import { createJob } from './batch-job.ts';
import { type BatchEntry, type BatchSource, listNames, maxNames } from './batch-source.ts';
import { refuseUnknownFields, type SharedSettings } from './input-source.ts';

/** Maximum number of invalid rows that are listed before rendering. */
const maxInvalidRows = 5;

/** One output of a template for each row of a data file. */
export class RowSource implements BatchSource {
  readonly noun = 'row';
  readonly #input: string;
  readonly #template: Template;
  readonly #data: DataFile;
  readonly #settings: SharedSettings;
  #version: string | undefined;
  readonly #seenFields = new Set<string>();
  readonly #unusedFields = new Set<string>();
  readonly #invalid: Pick<BatchEntry, 'number' | 'line' | 'problems'>[] = [];
  #invalidCount = 0;
  /** Number of rows that could be read. */
  #readable = 0;
  /** Whether any field of any row is a variable or part of a name. */
  #isUsed = false;
  #hasColumns = false;
  /** Whether all rows have been read once. */
  #isRead = false;

  private constructor(input: string, template: Template, data: DataFile, settings: SharedSettings) {
    this.#input = input;
    this.#template = template;
    this.#data = data;
    this.#settings = settings;
  }

  /**
   * Checks the columns or, without a header, the fields of the first row. Rejects with a RenderError for missing
   * columns that the template or the names need, and for a template without variables.
   */
  static async open(
    input: string,
    template: Template,
    data: DataFile,
    settings: SharedSettings,
    signal: AbortSignal,
  ): Promise<RowSource> {
    if (!template.isShorthand) {
      throw new RenderError('invalid-project', [
        `${input}: must be marked with "shorthand": true to take the fields of rows as its variables`,
      ]);
    }
    refuseUnknownVariables(template, settings);
    const { columns } = await readRows(data, signal);
    if (columns !== undefined) {
      refuseMissingColumns(columns, template, data, settings);
      refuseUselessColumns(columns, template, data, settings);
    }
    return new RowSource(input, template, data, settings);
  }

  /** Warnings about unused fields and invalid rows among the rows read so far. */
  get warnings(): readonly string[] {
    return [...this.#unusedWarnings(), ...this.#invalidWarnings()];
  }

  #unusedWarnings(): readonly string[] {
    const unused = [...this.#unusedFields];
    if (unused.length === 0) return [];
    const missing = this.#known().filter((variable) => !this.#seenFields.has(variable));
    const meant = unused.flatMap((field) => {
      const closest = closestName(field, missing);
      return closest === undefined ? [] : [`is ${showValue(field)} meant to be ${closest}?`];
    });
    const [subject, rest] =
      unused.length === 1 ? ['field', 'is not a variable'] : ['fields', 'are not variables'];
    const message = `ignoring the ${subject} ${listNames(unused)}, which ${rest} of the template`;
    return [`${this.#data.name}: ${[message, ...meant].join('; ')}`];
  }

  #invalidWarnings(): readonly string[] {
    if (this.#invalidCount === 0) return [];
    const shown = this.#invalid.map(
      ({ number, line, problems }) => `row ${number} (line ${line}): ${problems.join('; ')}`,
    );
    const more = this.#invalidCount > shown.length ? [`… (${this.#invalidCount})`] : [];
    const subject = this.#invalidCount === 1 ? '1 row has' : `${this.#invalidCount} rows have`;
    return [
      `${this.#data.name}: ${subject} invalid values and will not be rendered: ${[...shown, ...more].join(' | ')}`,
    ];
  }

  #remember({ number, line, problems }: BatchEntry): void {
    this.#invalidCount++;
    if (this.#invalid.length < maxInvalidRows) this.#invalid.push({ number, line, problems });
  }

  async *entries(signal: AbortSignal): AsyncIterable<BatchEntry> {
    await this.#refuseChange();
    const { columns, rows } = await readRows(this.#data, signal);
    this.#hasColumns = columns !== undefined;
    const isFirstPass = !this.#isRead;
    let count = 0;
    for await (const row of rows) {
      count++;
      const entry = this.#entry(row);
      if (isFirstPass && entry.problems.length > 0) this.#remember(entry);
      yield entry;
    }
    this.#isRead = true;
    await this.#refuseChange();
    if (count === 0)
      throw new RenderError('failed', [`${this.#data.name} has no rows, so there is nothing to render`]);
    // Rows that lack a field are reported one by one.
    if (this.#readable > this.#invalidCount && !this.#isUsed) this.#refuseUselessRows();
  }

  /** Without variables from the rows, all outputs would be the same. */
  #refuseUselessRows(): void {
    throw new RenderError('failed', [
      `${this.#data.name}: no field of the rows is a variable of the template (${listNames(this.#known()) || 'which has none'}); the rows have ${listNames([...this.#unusedFields])}`,
    ]);
  }

  /** The names in rows that were added in the meantime would not have been checked. */
  async #refuseChange(): Promise<void> {
    const version = await this.#data.version();
    this.#version ??= version;
    if (version === this.#version) return;
    throw new RenderError('failed', [`${this.#data.name} changed while it was being read; start again`]);
  }

  #known(): string[] {
    return [...Object.keys(this.#template.declared), ...this.#template.undeclared];
  }

  #see({ fields }: Row): void {
    this.#readable++;
    const { declared, undeclared } = this.#template;
    for (const name of Object.keys(fields)) {
      const isVariable = Object.hasOwn(declared, name) || undeclared.has(name);
      const isInName = this.#settings.name.fields.has(name);
      this.#isUsed ||= isVariable || isInName;
      if (isVariable) this.#seenFields.add(name);
      else if (!isInName && this.#unusedFields.size <= maxNames) {
        this.#unusedFields.add(name);
      }
    }
  }

  #entry(row: RowOrProblem): BatchEntry {
    const { number, line } = row;
    const failed = (problems: readonly string[], name?: string): BatchEntry => ({
      number,
      line,
      input: this.#input,
      name,
      problems,
      prepare: () => Promise.reject(new RenderError('failed', problems)),
    });
    if ('problem' in row) return failed([row.problem]);
    this.#see(row);
    const strict = this.#settings.isStrict ? this.#strictProblems(row) : [];
    if (strict.length > 0) return failed(strict);
    const missing = [...this.#settings.name.fields].filter((field) => this.#field(field, row) === undefined);
    if (missing.length > 0) {
      return failed(missing.map((field) => `${field}: the row lacks this field, which its name uses`));
    }
    const name = this.#settings.name.name((field) => String(this.#field(field, row) ?? ''));
    if (name === undefined) return failed(['its name is empty; fill the fields that --name uses']);
    const variables = variablesOfRow(this.#template, row.fields, this.#settings.variables);
    if (!variables.ok) return failed(variables.problems, name);
    const prepare = async (signal: AbortSignal) => {
      const files = await digestOfFiles(this.#template, variables.value, signal);
      const { options } = this.#settings;
      const template = this.#template.digest;
      const job = createJob({ template, variables: variables.value, name, options, files });
      return { template: this.#template, job };
    };
    return { number, line, input: this.#input, name, problems: [], prepare };
  }

  /** Unknown and missing fields of a JSON row; the columns of a table were checked before. */
  #strictProblems({ fields }: Row): readonly string[] {
    if (this.#hasColumns) return [];
    const knownNames = this.#known();
    const missing = knownNames.filter(
      (name) => !Object.hasOwn(fields, name) && !Object.hasOwn(this.#settings.variables, name),
    );
    const unknown = Object.keys(fields).filter(
      (name) => !knownNames.includes(name) && !this.#settings.name.fields.has(name),
    );
    return [
      ...missing.map((name) => `${name}: the row lacks this field, which --strict requires`),
      ...unknown.map((name) => `${name}: is not a variable of the template, which --strict requires`),
    ];
  }

  #field(field: string, { fields, number }: Row): FieldValue | undefined {
    const given = fieldOf(fields, field) ?? fieldOf(this.#settings.variables, field);
    return given ?? (field === 'row' ? number : undefined);
  }
}

/** Default template of names: the field `id` if there is one, otherwise the number of the row. */
export async function defaultRowName(data: DataFile, signal: AbortSignal): Promise<string> {
  const { columns, rows } = await readRows(data, signal);
  if (columns !== undefined) return columns.includes('id') ? `\${id}` : `\${row}`;
  for await (const row of rows) {
    if ('fields' in row) return fieldOf(row.fields, 'id') === undefined ? `\${row}` : `\${id}`;
  }
  return `\${row}`;
}

function fieldOf(fields: Fields, name: string): FieldValue | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function refuseUnknownVariables({ declared, undeclared }: Template, { variables }: SharedSettings): void {
  const unknown = Object.keys(variables).filter(
    (name) => !Object.hasOwn(declared, name) && !undeclared.has(name),
  );
  if (unknown.length === 0) return;
  const knownNames = listNames([...Object.keys(declared), ...undeclared]);
  throw new RenderError('invalid-project', [
    `--set ${listNames(unknown)}: the template has no such variable; known: ${knownNames || 'none'}`,
  ]);
}

function refuseMissingColumns(
  columns: readonly string[],
  { undeclared }: Template,
  { name }: DataFile,
  settings: SharedSettings,
): void {
  const given = [...columns, ...Object.keys(settings.variables)];
  const missing = [...undeclared].filter((variable) => !given.includes(variable));
  if (missing.length > 0) {
    throw new RenderError('failed', [
      `${name}: lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${listNames(missing)}, which the template uses but does not declare; it has ${listNames(columns)}`,
    ]);
  }
  refuseUnknownFields(settings.name, [...given.filter((column) => column !== ''), 'row']);
}

/**
 * Rejects a header without variables of the template, with which all outputs would be the same. With --strict, also
 * rejects unknown and missing columns.
 */
function refuseUselessColumns(
  columns: readonly string[],
  { declared, undeclared }: Template,
  { name }: DataFile,
  settings: SharedSettings,
): void {
  const knownNames = [...Object.keys(declared), ...undeclared];
  const written = new Set(columns);
  const used = [...knownNames, ...settings.name.fields].filter((field) => written.has(field));
  if (used.length === 0) {
    const hint = columns.length === 1 ? '; separate fields with commas, semicolons or tabs' : '';
    throw new RenderError('failed', [
      `${name}: no column is a variable of the template (${listNames(knownNames) || 'which has none'}); the columns are ${listNames(columns)}${hint}`,
    ]);
  }
  if (!settings.isStrict) return;
  const variables = new Set(knownNames);
  const unknown = columns.filter(
    (column) => column !== '' && !variables.has(column) && !settings.name.fields.has(column),
  );
  const missing = knownNames.filter(
    (variable) => !written.has(variable) && !Object.hasOwn(settings.variables, variable),
  );
  if (unknown.length + missing.length === 0) return;
  throw new RenderError('failed', [
    ...(unknown.length > 0
      ? [`${name}: --strict requires every column to be a variable; these are not: ${listNames(unknown)}`]
      : []),
    ...(missing.length > 0
      ? [`${name}: --strict requires a column for every variable; missing: ${listNames(missing)}`]
      : []),
  ]);
}
