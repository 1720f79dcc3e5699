import { EventEmitter } from 'node:events';
import { basename, dirname, extname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Advice, Problem, Variables } from '@render-service/engine';
import { RenderError, type RenderErrorCode } from '@render-service/engine';
import type { RenderInspection } from '@render-service/engine/process';
import { previewMemoryBytes, RenderCrash, RenderSupervisor } from '@render-service/engine/process';
import { failure, type Result, success } from '@render-service/engine/text';
import { BackgroundFilm, waitingMovie } from './background-film.ts';
import { ChosenRow } from './chosen-row.ts';
import { fileChanged, hashOf } from './edit-history.ts';
import { openInEditor } from './editors.ts';
import type { ExportOrder, ExportState } from './export-state.ts';
import { Exports } from './exports.ts';
import {
  type FilmState,
  offeredFormats,
  openEditors,
  plainRemark,
  remarksOn,
  type ShownFilm,
} from './film-state.ts';
import { FoundRemarks } from './found-remarks.ts';
import type { PageEvents, PageOrders } from './page-messages.ts';
import { ProjectEdits } from './project-edits.ts';
import { ProjectText } from './project-text.ts';
import type { ReadText, WrittenVariables } from './project-text-messages.ts';
import type { SessionOptions } from './session-options.ts';
import { ShownVersions } from './shown-versions.ts';
import { type GivenValues, settingsInForce, shownVariables, valuesInForce } from './tried-variables.ts';
import { ViewQueue } from './view-queue.ts';
import { WatchedFiles } from './watched-files.ts';

/** Milliseconds until a file that could not be read or opened is read again: an editor may still be writing it. */
const unfinishedMs = 100;

/** Drawing errors that the project causes, but that the inspection does not list. */
const aboutProject: readonly RenderErrorCode[] = ['failed', 'invalid-project', 'too-large'];

/** The reason why the project cannot be shown. */
interface Failure {
  readonly problems: readonly (Problem | string)[];
  /** The version of the text in which their places are found. */
  readonly version: number;
  readonly status: 'broken' | 'missing' | 'unreadable';
}

const noVariables: WrittenVariables = { declared: {}, undeclared: [] };

/**
 * Watches one project, draws it and describes it for the page. The only file that it changes is the project's, and only
 * to make a change that the page requests.
 */
export class PreviewSession {
  readonly events = new EventEmitter<{ [Name in keyof PageEvents]: [PageEvents[Name]] }>();
  readonly exports: Exports;
  readonly edits: ProjectEdits;
  readonly #path: string;
  readonly #options: SessionOptions;
  readonly #renderer = new RenderSupervisor({
    startsAhead: true,
    maxMemoryBytes: previewMemoryBytes,
    endsStalled: true,
  });
  readonly #queue = new ViewQueue(this.#renderer);
  readonly #background: BackgroundFilm;
  readonly #files: WatchedFiles;
  readonly #text = new ProjectText();
  #state: FilmState;
  readonly versions: ShownVersions;
  readonly #theme: string | undefined;
  #given: GivenValues;
  #written = noVariables;
  #reload = new AbortController();
  #revisions: number;
  #remarks = new FoundRemarks();
  /** The advice on a version, in the order of its numbers. */
  #advice: { readonly revision: number; readonly items: readonly Advice[] } | undefined;
  readonly #closed = new AbortController();
  readonly #row: ChosenRow;

  /** The project's file must exist. */
  constructor(path: string, options: SessionOptions = {}) {
    this.#path = path;
    this.#options = options;
    this.#row = new ChosenRow(options.rows, this.#closed.signal);
    this.#theme = options.theme;
    this.#given = { command: options.variables ?? {}, row: {}, page: {} };
    const { settings = [], rows, editor, formats, firstRevision = 0 } = options;
    this.#revisions = firstRevision;
    this.#state = {
      file: basename(path),
      path,
      absolutePath: resolve(path),
      settings,
      variables: [],
      row: null,
      editors: {
        ...openEditors,
        chosen: editor?.kind === 'url' ? editor.id : null,
        program: editor?.kind === 'command' ? editor.program : null,
      },
      status: 'loading',
      isOpening: true,
      revision: 0,
      outline: null,
      before: null,
      remarks: [],
      ...{ hash: '', canUndo: false, canRedo: false },
      isAdvised: false,
      movie: waitingMovie,
      formats: formats ? offeredFormats.filter(({ id }) => formats.includes(id)) : offeredFormats,
    };
    this.events.setMaxListeners(0);
    const reload = () => {
      this.#row.readAgain();
      void this.load();
    };
    this.#files = new WatchedFiles(path, reload, rows ? [rows.file] : []);
    this.versions = new ShownVersions(this.#queue, this.#text, (film, error) =>
      this.#showUndrawable(film, error),
    );
    this.edits = new ProjectEdits(path, {
      ...{ queue: this.#queue, versions: this.versions, closed: this.#closed.signal },
      options: () => this.#filmOptions(),
      onChanged: () => {
        const { newest } = this.versions;
        if (newest && !this.#closed.signal.aborted) this.#change(this.edits.offersFor(newest.bytes));
      },
    });
    this.#background = new BackgroundFilm({
      onInspected: (film, inspection) => void this.#showAdvice(film, inspection),
      onUninspected: (film, reason) => this.#showNoAdvice(film, reason),
      onMovie: (movie) => this.#change({ movie }),
      onUndrawable: (film, error) => void this.#showUndrawable(film, error),
    });
    this.exports = new Exports(this.#background, (state) => this.events.emit('export', state));
  }

  /** The id of the process for stills, if it is running. */
  get stillProcessId(): number | undefined {
    return this.#renderer.processId;
  }

  /** The id of the process for advice and films, if it is running. */
  get filmProcessId(): number | undefined {
    return this.#background.processId;
  }

  get state(): FilmState {
    return this.#state;
  }

  /** The folder of the project, in which its files are. */
  get folder(): string {
    return dirname(this.#path);
  }

  /** Starts the render process and the watching of files, and reads the project for the first time. */
  async start(): Promise<void> {
    await Promise.all([this.#renderer.start(), this.#files.ready(), this.load()]);
  }

  /** Reads the project again. The page changes only once the new version can be drawn. */
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
    if (failure && !signal.aborted) await this.#showProblems(failure, signal);
  }

  /**
   * Opens a place of the project's file in the program that `--editor` names. Fails with a sentence if there is none,
   * or if it does not start.
   */
  async openPlace(place: PageOrders['api/editor']): Promise<Result<void>> {
    const { editor } = this.#options;
    if (editor?.kind !== 'command') return failure('start the preview with --editor to open a program');
    return openInEditor(editor, { file: this.#state.absolutePath, ...place });
  }

  /**
   * Shows the project with values that are in no file; null removes them. Fails with a sentence for a name that is no
   * variable of the project.
   */
  async tryVariables(values: Variables | null): Promise<Result<void>> {
    const declaredNames = this.#state.variables.map(({ name }) => name);
    const unknown = Object.keys(values ?? {}).filter((name) => !declaredNames.includes(name));
    if (unknown.length > 0) return failure(`the project has no variable ${unknown.join(', ')}`);
    this.#given = { ...this.#given, page: values ?? {} };
    await this.load();
    return success(undefined);
  }

  /**
   * Shows the project with a row of the data file, or without one for null. Fails with a sentence if there is no such
   * row.
   */
  async showRow(number: number | null): Promise<Result<void>> {
    const { row } = this.#state;
    if (!row) return failure('start the preview with --data to show rows');
    if (number !== null && number > row.count) {
      return failure(`${row.file} has ${row.count === 1 ? '1 row' : `${row.count} rows`}, not ${number}`);
    }
    this.#row.choose(number);
    this.#given = { ...this.#given, page: {} };
    await this.load();
    return success(undefined);
  }

  /** The film of a version, if it is made. Throws `aborted` if a newer version has replaced it. */
  movieOf(revision: number): Uint8Array | undefined {
    return this.#background.movieOf(revision) ?? this.versions.refuseReplaced(revision);
  }

  /** Exports the version on the page. Returns undefined if the project's file has another version. */
  export(order: ExportOrder): ExportState | undefined {
    const { newest } = this.versions;
    if (!newest || this.#state.status !== 'ready') return undefined;
    const name = basename(this.#path, extname(this.#path));
    const { state, finished } = this.exports.start(newest, order, name);
    this.#background.pauseFor(finished, this.#state.movie.status === 'ready' ? undefined : newest);
    this.events.emit('export', state);
    return state;
  }

  /**
   * Applies the fix of a piece of advice to the project's file, which is then read again like after any save. Fails
   * with a sentence if the file has another version than the page, or if the fix cannot be applied. Rejects with a
   * RenderError if the file cannot be written.
   */
  async fix(revision: number, advice: number): Promise<Result<void>> {
    const shown = this.versions.newest;
    const given = this.#advice?.revision === revision ? this.#advice.items[advice] : undefined;
    if (shown?.revision !== revision || this.#state.status !== 'ready' || !given)
      return failure(`not fixed: ${fileChanged}`);
    return this.edits.fix(shown.bytes, given);
  }

  /** Applies all fixes that help, in one step. Fails and rejects like `fix`. */
  async fixAll(revision: number): Promise<Result<void>> {
    const shown = this.versions.newest;
    if (shown?.revision !== revision || this.#state.status !== 'ready')
      return failure(`not fixed: ${fileChanged}`);
    const { signal } = this.#closed;
    return this.edits.fixAll(shown.bytes, async (bytes) => {
      const inspection = await this.#background.inspect({ ...shown, bytes }, signal);
      return { advice: [], ...inspection };
    });
  }

  async close(): Promise<void> {
    this.#reload.abort();
    this.#closed.abort();
    this.exports.close();
    const closing = [this.#files, this.#background, this.#renderer, this.#text];
    await Promise.all(closing.map((one) => one.close()));
  }

  /** Shows the project in the file. Resolves with the failure if it cannot be drawn. */
  async #tryToShow(signal: AbortSignal): Promise<Failure | undefined> {
    const keep = [this.versions.newest?.version ?? 0, this.versions.before?.version ?? 0];
    const read = await this.#text.read(this.#path, keep).catch(unreadable);
    if (signal.aborted) return undefined;
    if (read.kind === 'unreadable') {
      return { problems: read.problems, version: 0, status: read.isMissing ? 'missing' : 'unreadable' };
    }
    const { version, bytes } = read;
    await this.#chooseVariables(version, signal);
    if (signal.aborted) return undefined;
    const options = this.#filmOptions();
    if (this.#isShown(version, options.variables)) {
      this.#change({ isOpening: false });
      return undefined;
    }
    this.#change({ isOpening: true });
    // A missing file may be created later, so it must be watched before the project is tried again.
    const watching = this.#text.filesIn(version).then(
      (names) => this.#files.add(names),
      () => {},
    );
    // The render process keeps few films: one that another save overtook must not replace the version before.
    const revision = this.#revisions + 1;
    try {
      const outline = await this.#queue.do(
        'open',
        (renderer, stop) => renderer.open(String(revision), bytes, { ...options, signal: stop }),
        signal,
      );
      if (signal.aborted) return undefined;
      this.#files.add(outline.files);
      this.#revisions = revision;
      const shown = { revision, version, bytes, options, outline };
      this.versions.show(shown);
      this.#remarks = new FoundRemarks();
      const { before } = this.versions;
      this.#change({
        ...{ status: 'ready', isOpening: false, revision, outline },
        ...{
          before: before ? { revision: before.revision, durationMs: before.outline.durationMs } : null,
          remarks: [],
          isAdvised: false,
          movie: waitingMovie,
        },
        ...{ hash: hashOf(bytes), ...this.edits.offersFor(bytes) },
      });
      void this.#background.make(shown);
      return undefined;
    } catch (error) {
      const problems = error instanceof RenderError ? error.problems : [String(error)];
      return { problems, version, status: 'broken' };
    } finally {
      await watching;
    }
  }

  #filmOptions() {
    const variables = valuesInForce(this.#given);
    return { variables, theme: this.#theme, baseFolder: this.folder };
  }

  /** Finds the project's variables and their values: on the page, in the row, on the command line. */
  async #chooseVariables(version: number, signal: AbortSignal): Promise<void> {
    this.#written = (await this.#text.variablesIn(version).catch(() => null)) ?? this.#written;
    const row = await this.#row.read(this.#written, this.#given.command, signal);
    if (signal.aborted) return;
    this.#given = { ...this.#given, row: row.values };
    const { settings = [] } = this.#options;
    const state = {
      variables: shownVariables(this.#written, this.#given),
      row: row.state,
      settings: settingsInForce(settings, this.#given),
    };
    const { variables, row: shownRow, settings: shownSettings } = this.#state;
    const isSame = isDeepStrictEqual(state, { variables, row: shownRow, settings: shownSettings });
    if (!isSame) this.#change(state);
  }

  /** Whether nothing has changed. Never so if the project names files, as those may have changed. */
  #isShown(version: number, variables: Variables | undefined): boolean {
    const shown = this.versions.newest;
    const isUpToDate = this.#state.status === 'ready' && shown?.outline.files.length === 0;
    return isUpToDate && shown.version === version && isDeepStrictEqual(shown.options.variables, variables);
  }

  async #showProblems({ problems, version, status }: Failure, signal: AbortSignal): Promise<void> {
    const { outline } = this.#state;
    const remarks = await remarksOn(problems, [], { ...this.#textOf(version), outline, layout: [] });
    if (!signal.aborted) this.#change({ status, isOpening: false, remarks, isAdvised: true });
  }

  async #showAdvice({ revision, version, outline }: ShownFilm, inspection: RenderInspection): Promise<void> {
    const { problems, advice = [], layout = [] } = inspection;
    this.#advice = { revision, items: advice };
    const remarks = await remarksOn(problems, advice, { ...this.#textOf(version), outline, layout });
    this.#show(revision, { advised: remarks });
  }

  /** Finds places and values in a version of the text. Finds none if the thread fails. */
  #textOf(version: number): Pick<Parameters<typeof remarksOn>[2], 'locate' | 'valuesOf'> {
    return {
      locate: (wanted) => this.#text.locate(version, wanted).catch(() => []),
      valuesOf: (wanted) => this.#text.valuesIn(version, wanted).catch(() => []),
    };
  }

  #showNoAdvice({ revision }: ShownFilm, reason: string): void {
    this.#show(revision, {
      advised: [plainRemark('warning', `There is no advice on this version: ${reason}`)],
    });
  }

  /** Lists the reasons why a version cannot be drawn, but only those that the project causes. */
  async #showUndrawable({ revision, version, outline }: ShownFilm, error: unknown): Promise<void> {
    if (!(error instanceof RenderError) || error instanceof RenderCrash) return;
    if (!aboutProject.includes(error.code)) return;
    const written = { ...this.#textOf(version), outline, layout: [] };
    this.#show(revision, { drawn: await remarksOn(error.problems, [], written) });
  }

  /** Adds remarks on a version if it is still on the page. */
  #show(revision: number, found: Parameters<FoundRemarks['add']>[0]): void {
    if (this.#state.status !== 'ready' || this.#state.revision !== revision) return;
    if (!this.#remarks.add(found)) return;
    const isAdvised = this.#state.isAdvised || found.advised !== undefined;
    this.#change({ remarks: this.#remarks.all, isAdvised });
  }

  #change(changes: Partial<FilmState>): void {
    this.#state = { ...this.#state, ...changes };
    this.events.emit('film', this.#state);
  }
}

function unreadable(error: unknown): Extract<ReadText, { kind: 'unreadable' }> {
  return { kind: 'unreadable', problems: [String(error)], isMissing: false };
}
