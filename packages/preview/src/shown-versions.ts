import type { MomentPlace, ViewAnswers, ViewRequest } from '@render-service/engine/film';
import type { ShownFilm } from './film-state.ts';
import type { PlacedLane, PlacedMoment, WrittenChanges } from './page-messages.ts';
import type { ProjectText } from './project-text.ts';
import type { FoundObject, WantedObject } from './project-text-messages.ts';
import { type Purpose, replaced, type ViewedFilm, type ViewQueue } from './view-queue.ts';

/** The version of a film on the page, and the one before it: draws them and answers questions about them. */
export class ShownVersions {
  readonly #queue: ViewQueue;
  readonly #text: ProjectText;
  readonly #onUndrawable: (film: ShownFilm, error: unknown) => Promise<void>;
  #newest: ShownFilm | undefined;
  #before: ShownFilm | undefined;

  constructor(
    queue: ViewQueue,
    text: ProjectText,
    onUndrawable: (film: ShownFilm, error: unknown) => Promise<void>,
  ) {
    this.#queue = queue;
    this.#text = text;
    this.#onUndrawable = onUndrawable;
  }

  get newest(): ShownFilm | undefined {
    return this.#newest;
  }

  /** The version that was shown before. The page compares with it, and may still request its places. */
  get before(): ShownFilm | undefined {
    return this.#before;
  }

  /** Replaces the newest version. */
  show(film: ShownFilm): void {
    this.#before = this.#newest;
    this.#newest = film;
  }

  /** Returns the version of the text from which a version of the film was made. */
  versionOf(revision: number): number {
    const film = [this.#newest, this.#before].find((one) => one?.revision === revision);
    return film?.version ?? 0;
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
    const newest = this.#newest;
    // The page compares pictures of the previous version, and requests nothing else of it.
    const films = request.kind === 'still' ? [newest, this.#before] : [newest];
    const shown = films.find((film) => film?.revision === revision);
    if (!shown) return this.refuseReplaced(revision);
    // A version that was the newest is no longer drawn for the page once another has replaced it, except to compare.
    const film: ViewedFilm = {
      name: String(revision),
      isWanted: () => this.#newest === newest,
      reopen: (renderer, signal) =>
        renderer.open(String(revision), shown.bytes, { ...shown.options, signal }),
    };
    try {
      return await this.#queue.view(purpose, film, request, control);
    } catch (error) {
      await this.#onUndrawable(shown, error);
      throw error;
    }
  }

  /** The objects of the scene at a time, with their places in the file. Resolves and rejects like `view`. */
  async momentAt(
    revision: number,
    timeMs: number,
    control: { readonly signal: AbortSignal },
  ): Promise<PlacedMoment | undefined> {
    const version = this.versionOf(revision);
    const moment = await this.view('moment', revision, { kind: 'moment', timeMs }, control);
    if (!moment) return undefined;
    const wanted = moment.objects.flatMap(({ places }) => places);
    const found = await this.#locate(version, wanted);
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
    const version = this.versionOf(revision);
    const lane = await this.view('moment', revision, { kind: 'lane', ...object }, control);
    if (!lane) return undefined;
    const found = await this.#locate(version, [...lane.spans, ...lane.keyframes]);
    const { length } = lane.spans;
    return {
      spans: lane.spans.map((span, index) => ({ ...span, place: found[index] ?? null })),
      keyframes: lane.keyframes.map((one, index) => ({ ...one, place: found[length + index] ?? null })),
    };
  }

  /** An object of the document with its fields; undefined if it is not in that version. */
  async objectAt(revision: number, wanted: Omit<WantedObject, 'theme'>): Promise<FoundObject | undefined> {
    const film = [this.#newest, this.#before].find((one) => one?.revision === revision);
    if (!film) return undefined;
    const { theme, baseFolder = '' } = film.options;
    return (await this.#text.objectIn(film.version, baseFolder, { ...wanted, theme })) ?? undefined;
  }

  /** The value at a path in the document. Resolves and rejects like `view`. */
  async writtenAt(revision: number, path: string): Promise<{ readonly value: unknown } | undefined> {
    const version = this.versionOf(revision);
    if (version === 0) return this.refuseReplaced(revision);
    return { value: await this.#text.valueIn(version, path) };
  }

  /** The differences from the version that was shown before. Resolves and rejects like `view`. */
  async changesIn(
    revision: number,
    control: { readonly signal: AbortSignal },
  ): Promise<WrittenChanges | undefined> {
    const [before, newest] = [this.#before, this.#newest];
    if (!before || newest?.revision !== revision) return this.refuseReplaced(revision);
    const since = String(before.revision);
    const changes = await this.view('moment', revision, { kind: 'changes', since }, control);
    const edits = await this.#text.editsBetween(before.version, newest.version).catch(() => []);
    return changes && { ...changes, edits };
  }

  /** Throws `aborted` for a version that a newer one has replaced, and returns undefined for any other. */
  refuseReplaced(revision: number): undefined {
    if (this.#newest && revision < this.#newest.revision) throw replaced();
  }

  /** Finds places in a version of the text; none if the thread fails. */
  #locate(version: number, wanted: Parameters<ProjectText['locate']>[1]) {
    return this.#text.locate(version, wanted).catch((): Awaited<ReturnType<ProjectText['locate']>> => []);
  }
}
