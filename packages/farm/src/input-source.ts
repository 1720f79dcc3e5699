import { basename, dirname, extname } from 'node:path';
import type { Variables } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { readRegularFile } from '@render-service/engine/files';
import type { CheckedOptions } from '@render-service/engine/options';
import { digestOfFiles, loadTemplate } from '@render-service/engine/tables';
import { createJob } from './batch-job.ts';
import { type BatchEntry, type BatchSource, listNames, type PreparedJob } from './batch-source.ts';
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
    const settings = this.#settings;
    for (const [index, input] of this.#inputs.entries()) {
      const named = nameInput(input, index + 1, settings);
      yield { ...named, prepare: (signal) => prepareInput(input, named.name ?? '', settings, signal) };
    }
  }
}

/** Names the output of a project, which is counted from 1. */
export function nameInput(
  input: string,
  number: number,
  { name: template, variables }: SharedSettings,
): Omit<BatchEntry, 'prepare'> {
  const name = template.name((field) => {
    if (Object.hasOwn(variables, field)) return String(variables[field]);
    return field === 'row' ? String(number) : basename(input, extname(input));
  });
  const problems = name === undefined ? ['its name is empty; choose another --name'] : [];
  return { number, input, name, problems };
}

/** Reads a project. Rejects with a RenderError. */
export async function prepareInput(
  input: string,
  name: string,
  { variables, options }: SharedSettings,
  signal: AbortSignal,
): Promise<PreparedJob> {
  const bytes = await readRegularFile(input, signal);
  const template = await loadTemplate(bytes, dirname(input), signal, options.theme);
  const files = await digestOfFiles(template, variables, signal);
  return { template, job: createJob({ template: template.digest, variables, name, options, files }) };
}

/** Throws a RenderError `invalid-option` for a name with unknown fields. */
export function refuseUnknownFields({ fields }: NameTemplate, known: readonly string[]): void {
  const missing = [...fields].filter((field) => !known.includes(field));
  if (missing.length === 0) return;
  const names = missing.map((field) => `\${${field}}`).join(', ');
  throw new RenderError('invalid-option', [`--name uses ${names}, but there is only ${listNames(known)}`]);
}
