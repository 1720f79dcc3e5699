import { basename, dirname, extname } from 'node:path';
import type { Variables } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { readRegularFile } from '@render-service/engine/files';
import type { CheckedOptions } from '@render-service/engine/options';
import { digestOfFiles, loadTemplate } from '@render-service/engine/tables';
import { createJob } from './batch-job.ts';
import { type BatchEntry, type BatchSource, listNames } from './batch-source.ts';
import type { NameTemplate } from './names/name-template.ts';

/** Fields that names may use without data. */
export const inputFields = ['input', 'row'] as const;

export interface SharedSettings {
  readonly name: NameTemplate;
  readonly options: CheckedOptions;
  /** Variables that apply to all outputs. */
  readonly variables: Variables;
  /** Whether rows must have a field for every variable, and no other fields. */
  readonly isStrict?: boolean | undefined;
}

/** One output for each of several projects. Each project is read only when it is needed. */
export class InputSource implements BatchSource {
  readonly noun = 'input';
  readonly warnings: readonly string[] = [];
  readonly #inputs: readonly string[];
  readonly #settings: SharedSettings;

  /** Throws a RenderError `invalid-option` for a name with unknown fields. */
  constructor(inputs: readonly string[], settings: SharedSettings) {
    this.#inputs = inputs;
    this.#settings = settings;
    refuseUnknownFields(settings.name, [...inputFields, ...Object.keys(settings.variables)]);
  }

  async *entries(): AsyncIterable<BatchEntry> {
    for (const [index, input] of this.#inputs.entries()) {
      const number = index + 1;
      const name = this.#settings.name.name((field) => this.#field(field, input, number));
      const problems = name === undefined ? ['its name is empty; choose another --name'] : [];
      yield { number, input, name, problems, prepare: (signal) => this.#prepare(input, name ?? '', signal) };
    }
  }

  #field(field: string, input: string, number: number): string {
    const { variables } = this.#settings;
    if (Object.hasOwn(variables, field)) return String(variables[field]);
    return field === 'row' ? String(number) : basename(input, extname(input));
  }

  async #prepare(input: string, name: string, signal: AbortSignal) {
    const { variables, options } = this.#settings;
    const template = await loadTemplate(
      await readRegularFile(input, signal),
      dirname(input),
      signal,
      options.theme,
    );
    const files = await digestOfFiles(template, variables, signal);
    return { template, job: createJob({ template: template.digest, variables, name, options, files }) };
  }
}

/** Throws a RenderError `invalid-option` for a name with unknown fields. */
export function refuseUnknownFields({ fields }: NameTemplate, known: readonly string[]): void {
  const missing = [...fields].filter((field) => !known.includes(field));
  if (missing.length === 0) return;
  const names = missing.map((field) => `\${${field}}`).join(', ');
  throw new RenderError('invalid-option', [`--name uses ${names}, but there is only ${listNames(known)}`]);
}
