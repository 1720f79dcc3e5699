import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** Milliseconds without further events after which a file counts as saved. */
const settleMs = 15;

/**
 * Watches a project and the files that it names. Their folders are watched, so that files may be replaced, or vanish and
 * return. Chokidar's own events leave out some of many saves in a row, and some replaced files; the events of the system,
 * which it passes on, do not. Its variable CHOKIDAR_USEPOLLING helps on network folders, of which the system tells nothing.
 */
export class WatchedFiles {
  readonly #project: string;
  readonly #wanted = new Set<string>();
  readonly #names = new Set<string>();
  readonly #watcher: FSWatcher;
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `onChange` is called when any of the files was saved, removed or created. */
  constructor(project: string, onChange: () => void) {
    this.#project = resolve(project);
    this.#onChange = onChange;
    this.#watcher = watch([], {
      depth: 0,
      ignoreInitial: true,
      ignored: (path) => !this.#wanted.has(resolve(path)),
    });
    this.#watch([this.#project, realpathSync(this.#project)]);
    this.#watcher.on('all', () => this.#change());
    this.#watcher.on('raw', (_event, path) => {
      if (typeof path !== 'string' || this.#names.has(basename(path))) this.#change();
    });
    // A folder that cannot be watched any more leaves the page as it is.
    this.#watcher.on('error', () => {});
  }

  /** Also watches files that the project names, relative to its folder. */
  add(names: readonly string[]): void {
    this.#watch(names.map((name) => join(dirname(this.#project), name)));
  }

  /** Resolves once changes are noticed. */
  ready(): Promise<void> {
    return new Promise((done) => this.#watcher.once('ready', () => done()));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#watcher.close();
  }

  #watch(files: readonly string[]): void {
    for (const file of files) {
      if (this.#wanted.has(file)) continue;
      this.#names.add(basename(file));
      this.#wanted.add(file).add(dirname(file));
      this.#watcher.add([dirname(file), file]);
    }
  }

  #change(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, settleMs);
  }
}
