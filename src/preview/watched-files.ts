import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** Milliseconds without further events after which a file counts as saved. */
const settleMs = 15;

/** Milliseconds in which a file that was removed may come back, which is how many editors save. */
const replaceMs = 50;

/**
 * Watches a project and the files that it names. The folder of the project is watched rather than the file, which
 * therefore may be replaced, or vanish and return. Chokidar's variable CHOKIDAR_USEPOLLING helps on network folders
 * without notifications.
 */
export class WatchedFiles {
  readonly #project: string;
  readonly #wanted: Set<string>;
  readonly #watcher: FSWatcher;
  #timer: NodeJS.Timeout | undefined;

  /** `onChange` is called when any of the files was saved, removed or created. */
  constructor(project: string, onChange: () => void) {
    this.#project = resolve(project);
    const places = [this.#project, realpathSync(this.#project)];
    const folders = new Set(places.map(dirname));
    this.#wanted = new Set([...places, ...folders]);
    this.#watcher = watch([...folders], {
      depth: 0,
      ignoreInitial: true,
      atomic: replaceMs,
      ignored: (path) => !this.#wanted.has(resolve(path)),
    });
    this.#watcher.on('all', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(onChange, settleMs);
    });
    // A folder that cannot be watched any more leaves the page as it is.
    this.#watcher.on('error', () => {});
  }

  /** Also watches files that the project names, relative to its folder. */
  add(names: readonly string[]): void {
    const files = names.map((name) => join(dirname(this.#project), name));
    const unwatched = files.filter((file) => !this.#wanted.has(file));
    for (const file of unwatched) this.#wanted.add(file);
    this.#watcher.add(unwatched);
  }

  /** Resolves once changes are noticed. */
  ready(): Promise<void> {
    return new Promise((done) => this.#watcher.once('ready', () => done()));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#watcher.close();
  }
}
