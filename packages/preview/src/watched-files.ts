import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** Milliseconds without further events before a file counts as saved. */
const settleMs = 15;

/**
 * Milliseconds after which a new folder is certainly watched. Files that were written to it before then count as saved.
 */
const newFolderMs = 250;

/** Files and folders that are watched at most: far more than films have, and a fraction of a second of work. */
const maxWatched = 1000;

/**
 * Watches a project and the files that it names. It watches their folders, because editors replace files, and files may
 * be deleted and come back. Chokidar's own events miss some of many saves in a row and some replaced files, but the raw
 * events of the system do not. Its variable CHOKIDAR_USEPOLLING helps on network folders, for which the system sends no
 * events.
 */
export class WatchedFiles {
  readonly #project: string;
  readonly #wanted = new Set<string>();
  /** The folders of all files, with the inode of the folder that is watched; undefined if it did not exist. */
  readonly #folders = new Map<string, bigint | undefined>();
  readonly #names = new Set<string>();
  readonly #watcher: FSWatcher;
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | undefined;
  #newFolder: NodeJS.Timeout | undefined;

  /**
   * `onChange` is called when any of the files is saved, deleted or created. `others` exist and belong to no project.
   */
  constructor(project: string, onChange: () => void, others: readonly string[] = []) {
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
    for (const other of others) this.#watch([resolve(other)], dirname(resolve(other)));
    this.#watcher.on('all', () => this.#change());
    this.#watcher.on('raw', (_event, path) => {
      if (typeof path !== 'string' || this.#names.has(basename(path))) this.#change();
    });
    // If a folder can no longer be watched, the page stays unchanged.
    this.#watcher.on('error', () => {});
  }

  /** Also watches files that the project names, with paths relative to its folder; the first of very many. */
  add(names: readonly string[]): void {
    const folder = dirname(this.#project);
    this.#watch(
      names.map((name) => join(folder, name)),
      folder,
    );
  }

  /** The number of files and folders that are watched. */
  get watched(): number {
    return this.#wanted.size;
  }

  /** Resolves once watching has started. */
  ready(): Promise<void> {
    return new Promise((done) => this.#watcher.once('ready', () => done()));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#newFolder);
    await this.#watcher.close();
  }

  /** Watches files below a folder that exists, and the folders between, which may not exist yet. */
  #watch(files: readonly string[], base: string): void {
    for (const file of files) {
      if (this.#wanted.has(file)) continue;
      if (this.#wanted.size >= maxWatched) return;
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

  /** Watches folders that were created or that replaced others. */
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
