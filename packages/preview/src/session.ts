import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { basename, dirname, extname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Advice, Problem, Variables } from '@render-service/engine';
import { RenderError, type RenderErrorCode } from '@render-service/engine';
import { checkReplaceable, FileChangedError, readUtf8, replaceFile } from '@render-service/engine/files';
import type { MomentPlace, ViewAnswers, ViewRequest } from '@render-service/engine/film';
import type { RenderInspection } from '@render-service/engine/process';
import { fixText, previewMemoryBytes, RenderCrash, RenderSupervisor } from '@render-service/engine/process';
import { describeProblem, failure, type Result, success } from '@render-service/engine/text';
import { BackgroundFilm, waitingMovie } from './background-film.ts';
import { type Editor, openInEditor } from './editors.ts';
import type { ExportOrder, ExportState } from './export-state.ts';
import { Exports } from './exports.ts';
import {
  type FilmState,
  offeredFormats,
  openEditors,
  plainRemark,
  type Remark,
  remarksOn,
  type ShownFilm,
} from './film-state.ts';
import type { PageEvents, PageOrders, PlacedLane, PlacedMoment } from './page-messages.ts';
import { ProjectText } from './project-text.ts';
import type { ReadText, WrittenVariables } from './project-text-messages.ts';
import {
  type DataRow,
  type DataRows,
  type GivenValues,
  settingsInForce,
  shownVariables,
  valuesInForce,
} from './tried-variables.ts';
import { type Purpose, replaced, type ViewedFilm, ViewQueue } from './view-queue.ts';
import { WatchedFiles } from './watched-files.ts';

/** Milliseconds until a file that could not be read or opened is read again: an editor may still be writing it. */
const unfinishedMs = 100;

/** No file of a project. */
const nothing = new Uint8Array();

/** Why a fix is not applied to a file that is no longer the version on the page. */
const fileChanged = 'not fixed: the file has changed since this version was read';

/** The remarks on a version: from its inspection, and from drawing it. */
interface Found {
  readonly advised: readonly Remark[];
  readonly drawn: readonly Remark[];
}

const nothingFound: Found = { advised: [], drawn: [] };

/** Drawing errors that the project causes, but that the inspection does not list. */
const aboutProject: readonly RenderErrorCode[] = ['failed', 'invalid-project', 'too-large'];

/** The reason why the project cannot be shown. */
interface Failure {
  readonly problems: readonly (Problem | string)[];
  /** The version of the text in which their places are found. */
  readonly version: number;
  readonly status: 'broken' | 'missing' | 'unreadable';
}

interface SessionOptions {
  readonly variables?: Variables | undefined;
  /** A theme instead of that of the project. */
  readonly theme?: string | undefined;
  /** The `--set` options that define the variables. */
  readonly settings?: readonly string[] | undefined;
  readonly rows?: DataRows | undefined;
  readonly editor?: Editor | undefined;
  /** The number before that of the first version; default 0. */
  readonly firstRevision?: number | undefined;
}

const noVariables: WrittenVariables = { declared: {}, undeclared: [] };

/**
 * Watches one project, draws it and describes it for the page. The only file that it changes is the project's, and only
 * to apply a fix that the page requests.
 */
export class PreviewSession {
  readonly events = new EventEmitter<{ [Name in keyof PageEvents]: [PageEvents[Name]] }>();
  readonly exports: Exports;
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
  #shown: ShownFilm | undefined;
  /** The version that was shown before. The page compares with it, and may still request its places. */
  #before: ShownFilm | undefined;
  readonly #theme: string | undefined;
  #given: GivenValues;
  #written = noVariables;
  /** The rows of the data file; undefined until they have been read. */
  #rows: Promise<readonly DataRow[]> | undefined;
  #rowNumber: number | null = null;
  #reload = new AbortController();
  #revisions: number;
  #found: Found = nothingFound;
  /** The advice on a version, in the order of its numbers. */
  #advice: { readonly revision: number; readonly items: readonly Advice[] } | undefined;
  /** The fixes of the page, with the file before and after each. */
  readonly #fixes: { readonly before: Uint8Array; readonly after: Uint8Array }[] = [];
  readonly #closed = new AbortController();

  /** The project's file must exist. */
  constructor(path: string, options: SessionOptions = {}) {
    this.#path = path;
    this.#options = options;
    this.#theme = options.theme;
    this.#given = { command: options.variables ?? {}, row: {}, page: {} };
    const { settings = [], rows, editor, firstRevision = 0 } = options;
    this.#revisions = firstRevision;
    if (rows) this.#rowNumber = 1;
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
      canUndo: false,
      isAdvised: false,
      movie: waitingMovie,
      formats: offeredFormats,
    };
    this.events.setMaxListeners(0);
    const reload = () => {
      this.#rows = undefined;
      void this.load();
    };
    this.#files = new WatchedFiles(path, reload, rows ? [rows.file] : []);
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
   * Runs a query on the film with a revision. Resolves with undefined if there is no such revision, and rejects with
   * `aborted` if a newer one has replaced it.
   */
  async view<Request extends ViewRequest>(
    purpose: Purpose,
    revision: number,
    request: Request,
    control: { readonly signal: AbortSignal; readonly client?: string | undefined },
  ): Promise<ViewAnswers[Request['kind']] | undefined> {
    const newest = this.#shown;
    // The page compares pictures of the previous version, and requests nothing else of it.
    const films = request.kind === 'still' ? [newest, this.#before] : [newest];
    const shown = films.find((film) => film?.revision === revision);
    if (!shown && newest && revision < newest.revision) throw replaced();
    if (!shown) return undefined;
    // A version that was the newest is no longer drawn for the page once another has replaced it, except to compare.
    const film: ViewedFilm = {
      name: String(revision),
      isWanted: () => this.#shown === newest,
      reopen: (renderer, signal) =>
        renderer.open(String(revision), shown.bytes, { ...shown.options, signal }),
    };
    try {
      return await this.#queue.view(purpose, film, request, control);
    } catch (error) {
      await this.#showUndrawable(shown, error);
      throw error;
    }
  }

  /** The objects of the scene at a time, with their places in the file. Resolves and rejects like `view`. */
  async momentAt(
    revision: number,
    timeMs: number,
    control: { readonly signal: AbortSignal },
  ): Promise<PlacedMoment | undefined> {
    const version = this.#versionOf(revision);
    const moment = await this.view('moment', revision, { kind: 'moment', timeMs }, control);
    if (!moment) return undefined;
    const wanted = moment.objects.flatMap(({ places }) => places);
    const found = await this.#textOf(version).locate(wanted);
    let next = 0;
    const placed = (place: MomentPlace) => ({ ...place, place: found[next++] ?? null });
    return {
      ...moment,
      objects: moment.objects.map((object) => ({ ...object, places: object.places.map(placed) })),
    };
  }

  /** How an object changes in the film, with the places in the file. Resolves and rejects like `view`. */
  async laneOf(
    revision: number,
    object: { readonly scene: string; readonly object: string },
    control: { readonly signal: AbortSignal },
  ): Promise<PlacedLane | undefined> {
    const version = this.#versionOf(revision);
    const lane = await this.view('moment', revision, { kind: 'lane', ...object }, control);
    if (!lane) return undefined;
    const found = await this.#textOf(version).locate([...lane.spans, ...lane.keyframes]);
    const { length } = lane.spans;
    return {
      spans: lane.spans.map((span, index) => ({ ...span, place: found[index] ?? null })),
      keyframes: lane.keyframes.map((one, index) => ({ ...one, place: found[length + index] ?? null })),
    };
  }

  /** The differences from the version that was shown before. Resolves and rejects like `view`. */
  async changesIn(revision: number, control: { readonly signal: AbortSignal }) {
    const before = this.#before;
    if (!before || this.#shown?.revision !== revision) return undefined;
    return this.view('moment', revision, { kind: 'changes', since: String(before.revision) }, control);
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
    const known = this.#state.variables.map(({ name }) => name);
    const unknown = Object.keys(values ?? {}).filter((name) => !known.includes(name));
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
    this.#rowNumber = number;
    this.#given = { ...this.#given, page: {} };
    await this.load();
    return success(undefined);
  }

  movieOf(revision: number): Uint8Array | undefined {
    return this.#background.movieOf(revision);
  }

  /** Exports the version on the page. Returns undefined if the project's file has another version. */
  export(order: ExportOrder): ExportState | undefined {
    if (!this.#shown || this.#state.status !== 'ready') return undefined;
    const name = basename(this.#path, extname(this.#path));
    const { state, finished } = this.exports.start(this.#shown, order, name);
    this.#background.pauseFor(finished, this.#state.movie.status === 'ready' ? undefined : this.#shown);
    this.events.emit('export', state);
    return state;
  }

  /**
   * Applies the fix of a piece of advice to the project's file, which is then read again like after any save. Fails
   * with a sentence if the file has another version than the page, or if the fix cannot be applied. Rejects with a
   * RenderError if the file cannot be written.
   */
  async fix(revision: number, advice: number): Promise<Result<void>> {
    const shown = this.#shown;
    const given = this.#advice?.revision === revision ? this.#advice.items[advice] : undefined;
    if (shown?.revision !== revision || this.#state.status !== 'ready' || !given) return failure(fileChanged);
    const { bytes: before } = shown;
    const fixed = fixText(readUtf8(before), given, shown.options.variables);
    if (!fixed.ok) return failure(`not fixed: ${fixed.problems.join('; ')}`);
    const after = Buffer.from(fixed.value.text);
    this.#fixes.push({ before, after });
    const replaced = await this.#replace(before, after);
    if (!replaced.ok) this.#fixes.pop();
    return replaced;
  }

  /**
   * Takes back the last fix that the page has applied. Fails with a sentence if the file has changed since. Rejects like
   * `fix`.
   */
  async undoFix(): Promise<Result<void>> {
    const last = this.#fixes.at(-1);
    if (!last || !this.#state.canUndo)
      return failure('nothing to undo: the file has changed since the last fix');
    this.#fixes.pop();
    return this.#replace(last.after, last.before);
  }

  async #replace(before: Uint8Array, after: Uint8Array): Promise<Result<void>> {
    try {
      const { signal } = this.#closed;
      await checkReplaceable(this.#path);
      await replaceFile(this.#path, { before, after: readUtf8(after), signal });
      return success(undefined);
    } catch (error) {
      if (error instanceof FileChangedError) return failure(fileChanged);
      throw error;
    }
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
    const keep = [this.#shown?.version ?? 0, this.#before?.version ?? 0];
    const read = await this.#text.read(this.#path, keep).catch(unreadable);
    if (signal.aborted) return undefined;
    if (read.kind === 'unreadable') {
      return { problems: read.problems, version: 0, status: read.isMissing ? 'missing' : 'unreadable' };
    }
    const { version, bytes } = read;
    await this.#chooseVariables(version, signal);
    if (signal.aborted) return undefined;
    const options = {
      variables: valuesInForce(this.#given),
      theme: this.#theme,
      baseFolder: dirname(this.#path),
    };
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
    // The render process keeps two films: one that another save overtook must not replace the version before.
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
      this.#before = this.#shown;
      this.#shown = { revision, version, bytes, options, outline };
      this.#found = nothingFound;
      const before = this.#before && {
        revision: this.#before.revision,
        durationMs: this.#before.outline.durationMs,
      };
      this.#change({
        ...{ status: 'ready', isOpening: false, revision, outline },
        ...{ before: before ?? null, remarks: [], isAdvised: false, movie: waitingMovie },
        canUndo: Buffer.compare(bytes, this.#fixes.at(-1)?.after ?? nothing) === 0,
      });
      void this.#background.make(this.#shown);
      return undefined;
    } catch (error) {
      const problems = error instanceof RenderError ? error.problems : [String(error)];
      return { problems, version, status: 'broken' };
    } finally {
      await watching;
    }
  }

  /** Finds the project's variables and their values: on the page, in the row, on the command line. */
  async #chooseVariables(version: number, signal: AbortSignal): Promise<void> {
    this.#written = (await this.#text.variablesIn(version).catch(() => null)) ?? this.#written;
    const row = await this.#readRow(signal);
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

  async #readRow(signal: AbortSignal): Promise<{ values: Variables; state: FilmState['row'] }> {
    const { rows } = this.#options;
    if (!rows) return { values: {}, state: null };
    const { file } = rows;
    const nothing = { file, number: this.#rowNumber, count: 0, line: null, problems: [] };
    try {
      this.#rows ??= rows.read(this.#closed.signal);
      const list = await this.#rows;
      if (signal.aborted) return { values: {}, state: null };
      const { length: count } = list;
      if (count === 0) return { values: {}, state: { ...nothing, number: null, problems: ['has no rows'] } };
      if (this.#rowNumber !== null) this.#rowNumber = Math.min(this.#rowNumber, count);
      const number = this.#rowNumber;
      const row = number === null ? undefined : list[number - 1];
      if (!row) return { values: {}, state: { ...nothing, count } };
      const values = row.variablesOf(this.#written, this.#given.command);
      const problems = values.ok ? [] : values.problems;
      const state = { file, number, count, line: row.line, problems };
      return { values: values.ok ? values.value : {}, state };
    } catch (error) {
      const problems = error instanceof RenderError ? error.problems.map(describeProblem) : [String(error)];
      return { values: {}, state: { ...nothing, number: null, problems } };
    }
  }

  /** Whether nothing has changed. Never so if the project names files, as those may have changed. */
  #isShown(version: number, variables: Variables | undefined): boolean {
    const shown = this.#shown;
    const isUpToDate = this.#state.status === 'ready' && shown?.outline.files.length === 0;
    return isUpToDate && shown.version === version && isDeepStrictEqual(shown.options.variables, variables);
  }

  /** Returns the version of the text from which a version of the film was made. */
  #versionOf(revision: number): number {
    const film = [this.#shown, this.#before].find((one) => one?.revision === revision);
    return film?.version ?? 0;
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
  #show(revision: number, found: Partial<Found>): void {
    if (this.#state.status !== 'ready' || this.#state.revision !== revision) return;
    const { advised, drawn } = this.#found;
    const isKnown = (remark: Remark) => [...drawn, ...advised].some((one) => isSame(one, remark));
    const added = found.drawn?.filter((remark) => !isKnown(remark)) ?? [];
    if (found.drawn && added.length === 0) return;
    this.#found = { advised: found.advised ?? advised, drawn: [...drawn, ...added] };
    const further = this.#found.advised.filter(
      (one) => !this.#found.drawn.some((other) => isSame(one, other)),
    );
    const isAdvised = this.#state.isAdvised || found.advised !== undefined;
    this.#change({ remarks: [...this.#found.drawn, ...further], isAdvised });
  }

  #change(changes: Partial<FilmState>): void {
    this.#state = { ...this.#state, ...changes };
    this.events.emit('film', this.#state);
  }
}

function isSame(one: Remark, other: Remark): boolean {
  return one.path === other.path && one.message === other.message;
}

function unreadable(error: unknown): Extract<ReadText, { kind: 'unreadable' }> {
  return { kind: 'unreadable', problems: [String(error)], isMissing: false };
}
