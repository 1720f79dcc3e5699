import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** Milliseconds without further events after which a file counts as saved. */
const settleMs = 15;

/** Milliseconds after which a folder that has just come is surely watched; what it got before counts as saved then. */
const newFolderMs = 250;

/**
 * Watches a project and the files that it names. Their folders are watched, so that files may be replaced, or vanish and
 * return. Chokidar's own events leave out some of many saves in a row, and some replaced files; the events of the system,
 * which it passes on, do not. Its variable CHOKIDAR_USEPOLLING helps on network folders, of which the system tells nothing.
 */
export class WatchedFiles {
  readonly #project: string;
  readonly #wanted = new Set<string>();
  /** The folders of all files, with the inode of the one that is watched; undefined if there was none. */
  readonly #folders = new Map<string, bigint | undefined>();
  readonly #names = new Set<string>();
  readonly #watcher: FSWatcher;
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | undefined;
  #newFolder: NodeJS.Timeout | undefined;

  /** `onChange` is called when any of the files was saved, removed or created. */
  constructor(project: string, onChange: () => void) {
    this.#project = resolve(project);
    this.#onChange = onChange;
    this.#watcher = watch([], {
      depth: 0,
      ignoreInitial: true,
      ignored: (path) => !this.#wanted.has(resolve(path)),
    });
    const real = realpathSync(this.#project);
    this.#watch([this.#project], dirname(this.#project));
    this.#watch([real], dirname(real));
    this.#watcher.on('all', () => this.#change());
    this.#watcher.on('raw', (_event, path) => {
      if (typeof path !== 'string' || this.#names.has(basename(path))) this.#change();
    });
    // A folder that cannot be watched any more leaves the page as it is.
    this.#watcher.on('error', () => {});
  }

  /** Also watches files that the project names, relative to its folder. */
  add(names: readonly string[]): void {
    const folder = dirname(this.#project);
    this.#watch(
      names.map((name) => join(folder, name)),
      folder,
    );
  }

  /** Resolves once changes are noticed. */
  ready(): Promise<void> {
    return new Promise((done) => this.#watcher.once('ready', () => done()));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#newFolder);
    await this.#watcher.close();
  }

  /** Watches files below a folder that exists, and the folders on the way to them, which may not. */
  #watch(files: readonly string[], base: string): void {
    for (const file of files) {
      if (this.#wanted.has(file)) continue;
      this.#wanted.add(file);
      this.#names.add(basename(file));
      for (let folder = dirname(file); !this.#wanted.has(folder); folder = dirname(folder)) {
        this.#wanted.add(folder);
        this.#folders.set(folder, inodeOf(folder));
        this.#watcher.add(folder);
        if (folder === base || folder === dirname(folder)) break;
        this.#names.add(basename(folder));
      }
      this.#watcher.add(file);
    }
  }

  /** Watches folders that were created, or took the place of others. */
  #watchNewFolders(): void {
    for (const [folder, before] of this.#folders) {
      const inode = inodeOf(folder);
      if (inode === before) continue;
      this.#folders.set(folder, inode);
      if (inode === undefined) continue;
      const files = [...this.#wanted].filter((path) => dirname(path) === folder);
      this.#watcher.unwatch([folder, ...files]);
      this.#watcher.add([folder, ...files]);
      clearTimeout(this.#newFolder);
      this.#newFolder = setTimeout(() => this.#change(), newFolderMs);
    }
  }

  #change(): void {
    this.#watchNewFolders();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, settleMs);
  }
}

function inodeOf(folder: string): bigint | undefined {
  return statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino;
}
