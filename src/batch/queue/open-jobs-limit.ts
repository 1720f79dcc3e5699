/** Jobs of a batch that may be in the queue at a time, so that neither it nor this process grows with the batch. */
const mostOpenJobs = 20_000;

/** Bytes of documents that rows have of their own and may be in Redis at a time. */
const mostOpenBytes = 256 * 1024 * 1024;

/** Jobs with such documents that are in the queue at a time, whatever their size, so that workers have something to do. */
const fewestOpenJobs = 100;

/** How many jobs of a batch may be in the queue at a time, by the size of the documents that its rows have of their own. */
export class OpenJobsLimit {
  #bytes = 0;
  #count = 0;

  /** A row, with the bytes of its own document or 0. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#count++;
  }

  get jobs(): number {
    if (this.#bytes === 0) return mostOpenJobs;
    const fitting = Math.floor(mostOpenBytes / (this.#bytes / this.#count));
    return Math.min(mostOpenJobs, Math.max(fewestOpenJobs, fitting));
  }
}
