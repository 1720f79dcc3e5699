import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { basename, dirname, extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readRegularFile } from '../render/input-file.ts';
import type { RenderInspection } from '../render/inspect.ts';
import { ProcessRenderer } from '../render/process/renderer.ts';
import { RenderError } from '../render/render-error.ts';
import type { ViewAnswers, ViewRequest } from '../render/view/view-request.ts';
import type { Variables } from '../shorthand/schema.ts';
import { BackgroundFilm } from './background-film.ts';
import { type ExportOrder, type ExportState, Exports } from './exports.ts';
import { type FilmState, type Remark, remarkOnAdvice, remarkOnMessage } from './film-state.ts';
import type { ShownFilm } from './shown-film.ts';
import { type Purpose, ViewQueue } from './view-queue.ts';
import { WatchedFiles } from './watched-files.ts';

/** Bytes of JavaScript heap, and of resident memory, that the process which makes the stills may take. */
const stillMemoryBytes = 1024 ** 3;

/** Milliseconds after which a file that could not be read or opened is read again: it may just be being written. */
const unfinishedMs = 100;

/** The names of events, with what they carry. */
interface SessionEvents {
  film: [FilmState];
  export: [ExportState];
}

/** How a project in shorthand is filled in. */
interface GivenVariables {
  readonly variables?: Variables | undefined;
  /** The `--set` options that they come from. */
  readonly settings?: readonly string[] | undefined;
}

/** One project that is watched, drawn and described for the page. It changes no file. */
export class PreviewSession {
  readonly events = new EventEmitter<SessionEvents>();
  readonly exports = new Exports((state) => this.events.emit('export', state));
  readonly #path: string;
  readonly #variables: Variables | undefined;
  readonly #renderer = new ProcessRenderer({ startsAhead: true, maxMemoryBytes: stillMemoryBytes });
  readonly #queue = new ViewQueue(this.#renderer);
  readonly #background: BackgroundFilm;
  readonly #files: WatchedFiles;
  #state: FilmState;
  #shown: ShownFilm | undefined;
  /** The bytes that were read last, whether or not they could be drawn. */
  #read: Uint8Array | undefined;
  #reload = new AbortController();
  #revisions = 0;

  /** The project's file must exist. */
  constructor(path: string, { variables, settings = [] }: GivenVariables = {}) {
    this.#path = path;
    this.#variables = variables;
    this.#state = {
      file: basename(path),
      path,
      settings,
      status: 'loading',
      revision: 0,
      outline: null,
      remarks: [],
      isAdvised: false,
      movie: { status: 'waiting', fraction: 0, reason: null },
    };
    this.events.setMaxListeners(0);
    this.#files = new WatchedFiles(path, () => void this.load());
    this.#background = new BackgroundFilm({
      onInspected: (film, inspection) => this.#showAdvice(film, inspection),
      onUninspected: (film, reason) => this.#showNoAdvice(film, reason),
      onMovie: (movie) => this.#change({ movie }),
    });
  }

  /** The process that makes the stills, if one runs. */
  get stillProcessId(): number | undefined {
    return this.#renderer.processId;
  }

  get state(): FilmState {
    return this.#state;
  }

  /** Starts the render process and watching, and reads the project for the first time. */
  async start(): Promise<void> {
    await Promise.all([this.#renderer.start(), this.#files.ready(), this.load()]);
  }

  /** Reads the project again. What is shown changes only once the new version can be drawn. */
  async load(): Promise<void> {
    this.#reload.abort();
    const reload = new AbortController();
    this.#reload = reload;
    const { signal } = reload;
    let failure = await this.#tryToShow(signal);
    if (failure && !signal.aborted) {
      await wait(unfinishedMs);
      if (!signal.aborted) failure = await this.#tryToShow(signal);
    }
    if (failure && !signal.aborted) this.#showProblems(failure);
  }

  /** Looks at the version of the film with that revision. Undefined if it is not shown any more. */
  async view<Request extends ViewRequest>(
    purpose: Purpose,
    revision: number,
    request: Request,
    control: { readonly signal: AbortSignal; readonly client?: string | undefined },
  ): Promise<ViewAnswers[Request['kind']] | undefined> {
    const shown = this.#shown;
    if (shown?.revision !== revision) return undefined;
    const reopen = (renderer: ProcessRenderer, signal: AbortSignal) =>
      renderer.open(String(revision), shown.bytes, { ...shown.options, signal });
    return this.#queue.view(purpose, String(revision), request, reopen, control);
  }

  /** The text of the version with that revision, in which its places are found. Undefined if it is not shown any more. */
  textOf(revision: number): string | undefined {
    return this.#shown?.revision === revision ? textOf(this.#shown.bytes) : undefined;
  }

  movieOf(revision: number): Uint8Array | undefined {
    return this.#background.movieOf(revision);
  }

  /** Makes a file of the version that is shown; undefined unless it is the one in the project's file. */
  export(order: ExportOrder): ExportState | undefined {
    if (!this.#shown || this.#state.status !== 'ready') return undefined;
    const name = basename(this.#path, extname(this.#path));
    const { state, finished } = this.exports.start(this.#shown, order, name);
    this.#background.pauseFor(finished, this.#state.movie.status === 'ready' ? undefined : this.#shown);
    this.events.emit('export', state);
    return state;
  }

  async close(): Promise<void> {
    this.#reload.abort();
    this.exports.close();
    await Promise.all([this.#files.close(), this.#background.close(), this.#renderer.close()]);
  }

  async #tryToShow(signal: AbortSignal): Promise<RenderError | undefined> {
    const options = { variables: this.#variables, baseFolder: dirname(this.#path) };
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readRegularFile(this.#path, signal);
      if (this.#isShown(bytes)) return undefined;
      this.#read = bytes;
      const text = textOf(bytes);
      // Before it is opened: a file that is missing now may be created later.
      this.#files.add(namedFiles(text));
      const revision = ++this.#revisions;
      const read = bytes;
      const outline = await this.#queue.do(
        'open',
        (renderer, stop) => renderer.open(String(revision), read, { ...options, signal: stop }),
        signal,
      );
      if (signal.aborted) return undefined;
      this.#files.add(outline.files);
      this.#shown = { revision, bytes, options, outline };
      this.#change({ status: 'ready', revision, outline, remarks: [], isAdvised: false });
      void this.#background.make(this.#shown);
      return undefined;
    } catch (error) {
      if (bytes === undefined) this.#read = undefined;
      return error instanceof RenderError ? error : new RenderError('failed', [String(error)], error);
    }
  }

  /** Whether a project that names no files was saved as it is. */
  #isShown(bytes: Uint8Array): boolean {
    const isUpToDate = this.#state.status === 'ready' && this.#shown?.outline.files.length === 0;
    return isUpToDate && this.#shown !== undefined && Buffer.compare(this.#shown.bytes, bytes) === 0;
  }

  #showProblems({ problems }: RenderError): void {
    const read = this.#read;
    const { outline } = this.#state;
    const written = { text: textOf(read), outline, layout: [] };
    const remarks: Remark[] = problems.map((message) =>
      read === undefined
        ? { kind: 'problem', message, path: '', place: null, timeMs: null }
        : remarkOnMessage(message, written),
    );
    this.#change({ status: read === undefined ? 'missing' : 'broken', remarks, isAdvised: true });
  }

  #showAdvice({ revision, bytes, outline }: ShownFilm, inspection: RenderInspection): void {
    if (this.#state.status !== 'ready' || this.#state.revision !== revision) return;
    const { issues, advice = [], layout = [] } = inspection;
    const written = { text: textOf(bytes), outline, layout };
    const remarks = [
      ...issues.map((issue) => remarkOnMessage(issue, written)),
      ...advice.map((one) => remarkOnAdvice(one, written)),
    ];
    this.#change({ remarks, isAdvised: true });
  }

  #showNoAdvice({ revision }: ShownFilm, reason: string): void {
    if (this.#state.status !== 'ready' || this.#state.revision !== revision) return;
    const message = `There is no advice on this version: ${reason}`;
    const remarks: Remark[] = [{ kind: 'warning', message, path: '', place: null, timeMs: null }];
    this.#change({ remarks, isAdvised: true });
  }

  #change(changes: Partial<FilmState>): void {
    this.#state = { ...this.#state, ...changes };
    this.events.emit('film', this.#state);
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** The files that sources in a text name, as far as that can be seen without reading it as a project. */
function namedFiles(text: string): string[] {
  const names = [...text.matchAll(/"src"\s*:\s*"([^":\\]{1,1000})"/g)].map(([, name = '']) => name);
  return names.filter((name) => !name.startsWith('/') && !name.split('/').includes('..'));
}
