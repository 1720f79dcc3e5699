import { createJob, sha256 } from '../batch-job.ts';
import type { BatchEntry, BatchSource, PreparedJob } from '../batch-source.ts';
import {
  inputFields,
  nameInput,
  prepareInput,
  refuseUnknownFields,
  type SharedSettings,
} from '../input-source.ts';
import { joinDocuments } from './film-documents.ts';
import { planShares } from './film-shares.ts';
import { selfContained } from './self-contained.ts';

/** One film of one or more projects, whose pieces the workers of a queue make. */
export class FilmSource implements BatchSource {
  readonly noun = 'input';
  readonly warnings: readonly string[] = [];
  readonly #inputs: readonly string[];
  readonly #settings: SharedSettings;
  readonly #timeoutMs: number;

  /** The time limit in milliseconds is that of each inspection. Throws a RenderError `invalid-option` for a name with unknown fields. */
  constructor(inputs: readonly string[], settings: SharedSettings, timeoutMs: number) {
    this.#inputs = inputs;
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
    refuseUnknownFields(settings.name, [...inputFields, ...Object.keys(settings.variables)]);
  }

  async *entries(): AsyncIterable<BatchEntry> {
    const [first = '', ...others] = this.#inputs;
    const named = nameInput(first, 1, this.#settings);
    // A problem of several names its project.
    const input = others.length === 0 ? first : `${this.#inputs.length} projects`;
    yield { ...named, input, prepare: (signal) => this.#prepare(named.name ?? '', signal) };
  }

  /** The projects, which are one document for the jobs of the film and of its shares. */
  async #prepare(name: string, signal: AbortSignal): Promise<PreparedJob> {
    const settings = this.#settings;
    const prepared: PreparedJob[] = [];
    for (const input of this.#inputs) prepared.push(await prepareInput(input, name, settings, signal));
    // No worker has the files that variables name: the documents contain them, and their variables are filled in.
    const namesFiles = prepared.some(({ job }) => job.files !== undefined);
    const documents: Uint8Array[] = [];
    for (const source of prepared) {
      documents.push(namesFiles ? await selfContained(source, signal) : source.template.document);
    }
    const document = joinDocuments(documents);
    const digest = sha256(document);
    const variables = namesFiles ? {} : settings.variables;
    const { options, shares } = await planShares(documents, this.#inputs, {
      ...{ variables, signal, options: settings.options, timeoutMs: this.#timeoutMs },
    });
    const job = createJob({ template: digest, variables, name, options });
    return { template: { document, digest }, job, shares };
  }
}
