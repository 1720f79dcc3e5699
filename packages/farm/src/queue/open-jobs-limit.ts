/** Maximum jobs of a batch in the queue, so that neither the queue nor this process grows with the batch. */
const maxOpenJobs = 20_000;

/** Maximum bytes of rows' own documents in Redis. */
const maxOpenBytes = 256 * 1024 * 1024;

/** Jobs with such documents that may be in the queue whatever their size, so workers have something to do. */
const minOpenJobs = 100;

/** Limits the jobs of a batch in the queue by the size of its rows' own documents. */
export class OpenJobsLimit {
  #bytes = 0;
  #count = 0;

  /** Counts a row with the bytes of its own document, or 0. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#count++;
  }

  get jobs(): number {
    if (this.#bytes === 0) return maxOpenJobs;
    const fitting = Math.floor(maxOpenBytes / (this.#bytes / this.#count));
    return Math.min(maxOpenJobs, Math.max(minOpenJobs, fitting));
  }
}
