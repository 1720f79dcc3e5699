import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { OutputFormat, Variables } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { waitFor } from '@render-service/engine/files';
import { formats } from '@render-service/engine/formats';
import { checkShorthandOptions, contractSize } from '@render-service/engine/options';
import type { FilmAnswer, FilmPage } from '@render-service/service';
import * as z from 'zod';
import { movieFormat } from './background-film.ts';
import type { FilmState } from './film-state.ts';
import { readConversationPage } from './page-files.ts';
import { PreviewSession } from './session.ts';

/** Milliseconds for which a question about the state waits for a change. */
const patienceMs = 8000;

/** Milliseconds in which changes of the state are answered together. */
const gatherMs = 120;

/** Milliseconds after the last question until a film is closed. A page asks again when it is looked at. */
const idleMs = 60_000;

/** Films that may be open; each has two processes. */
const maxFilms = 2;

/** Clients pass a film on as one message. */
const maxMovieBytes = 24 * 1024 ** 2;

const revision = z.int().min(1);
const file = { inputPath: z.string(), theme: z.string().optional() };

/** A question of the page about the film in a file. */
const questionSchema = z.discriminatedUnion('ask', [
  z.strictObject({
    ask: z.literal('state'),
    ...file,
    /** Values that are tried; without them, those that were tried last. */
    variables: z.unknown().optional(),
    /** The number of the last state that the page received: the answer waits for the next one. */
    after: z.number().optional(),
  }),
  z.strictObject({
    ask: z.literal('still'),
    ...file,
    revision,
    timeMs: z.number().min(0),
    width: z.int().min(1).max(contractSize.side),
  }),
  z.strictObject({ ask: z.literal('movie'), ...file, revision }),
  z.strictObject({ ask: z.literal('changes'), ...file, revision }),
  z.strictObject({ ask: z.literal('wave'), ...file, revision, columns: z.int().min(1).max(4000) }),
]);

type Question = z.infer<typeof questionSchema>;

/** The answer to the question about the state. */
export interface StateAnswer {
  /** Counts the states. */
  readonly number: number;
  readonly film: FilmState;
}

/** A film that a page in the conversation shows. */
class ShownInConversation {
  readonly session: PreviewSession;
  usedAt = performance.now();
  #number = Date.now();
  #tried: Variables = {};
  readonly started: Promise<void>;

  constructor({ inputPath, theme }: Pick<Question, 'inputPath' | 'theme'>, formats: readonly OutputFormat[]) {
    // A page may have known versions of a session that was closed.
    this.session = new PreviewSession(inputPath, { theme, formats, firstRevision: Date.now() });
    this.session.events.on('film', () => {
      this.#number++;
    });
    this.started = this.session.start();
  }

  /** The state, with the values that are tried; waits until it differs from the last one that the page received. */
  async state(
    after: number | undefined,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Promise<StateAnswer> {
    await this.started;
    if (variables !== undefined && !isDeepStrictEqual(variables, this.#tried)) {
      const tried = await this.session.tryVariables(variables);
      if (!tried.ok) throw new RenderError('invalid-option', tried.problems);
      this.#tried = variables;
    } else if (after === this.#number) await this.#changed(signal);
    return { number: this.#number, film: this.session.state };
  }

  async #changed(signal: AbortSignal): Promise<void> {
    const { events } = this.session;
    let hear = () => {};
    const changed = new Promise<true>((resolve) => {
      hear = () => resolve(true);
    });
    events.on('film', hear);
    const isChanged = await waitFor(changed, patienceMs, signal);
    events.off('film', hear);
    if (isChanged) await wait(gatherMs);
  }
}

/** The films of the pages in a conversation: each is watched and drawn as in the preview while its page is looked at. */
export class ConversationFilms implements FilmPage {
  readonly html = readConversationPage();
  readonly #films = new Map<string, ShownInConversation>();
  readonly #formats: readonly OutputFormat[];
  #sweep: NodeJS.Timeout | undefined;

  /** `formats` are those in which the tool server renders. */
  constructor(formats: readonly OutputFormat[]) {
    this.#formats = formats;
  }

  async answer(given: unknown, signal: AbortSignal): Promise<FilmAnswer> {
    const read = questionSchema.safeParse(given);
    if (!read.success)
      throw new RenderError('invalid-option', [`the question is not one: ${z.prettifyError(read.error)}`]);
    const question = read.data;
    const film = await this.#filmOf(question);
    const { session } = film;
    const control = { signal };
    switch (question.ask) {
      case 'state': {
        const variables = question.variables as Variables | undefined;
        checkShorthandOptions({ variables });
        return { json: await film.state(question.after, variables, signal) };
      }
      case 'still': {
        const { timeMs, width } = question;
        const still = await session.versions.view(
          'still',
          question.revision,
          { kind: 'still', timeMs, width },
          control,
        );
        return { bytes: known(still), mimeType: 'application/octet-stream' };
      }
      case 'movie': {
        const bytes = known(session.movieOf(question.revision));
        if (bytes.length <= maxMovieBytes) return { bytes, mimeType: formats[movieFormat].mediaType };
        throw new RenderError('too-large', ['the film is too large to be played here, which shows stills']);
      }
      case 'changes':
        return { json: known(await session.versions.changesIn(question.revision, control)) };
      case 'wave': {
        const { columns } = question;
        return {
          json: known(
            await session.versions.view('wave', question.revision, { kind: 'sound-wave', columns }, control),
          ),
        };
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const films = [...this.#films.values()];
    this.#films.clear();
    await Promise.all(films.map(({ session }) => session.close()));
  }

  async #filmOf({ inputPath, theme }: Question): Promise<ShownInConversation> {
    if (!isAbsolute(inputPath) || !existsSync(inputPath))
      throw new RenderError('invalid-option', [
        `inputPath must be the absolute path of a file that exists, but is ${JSON.stringify(inputPath)}`,
      ]);
    const key = JSON.stringify([inputPath, theme]);
    let film = this.#films.get(key);
    if (film === undefined) {
      film = new ShownInConversation({ inputPath, theme }, this.#formats);
      film.started.catch(() => this.#closeFilm(key));
    }
    film.usedAt = performance.now();
    // The one that was used last comes last.
    this.#films.delete(key);
    this.#films.set(key, film);
    this.#sweep ??= setInterval(() => this.#closeIdle(), idleMs / 4).unref();
    for (const old of [...this.#films.keys()].slice(0, -maxFilms)) this.#closeFilm(old);
    return film;
  }

  #closeIdle(): void {
    for (const [key, { usedAt }] of this.#films)
      if (performance.now() - usedAt > idleMs) this.#closeFilm(key);
  }

  #closeFilm(key: string): void {
    void this.#films.get(key)?.session.close();
    this.#films.delete(key);
  }
}

/** Returns the value. Throws a RenderError if it is undefined, for example because it belonged to an older version. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RenderError('failed', ['not found, or no longer available']);
  return value;
}
