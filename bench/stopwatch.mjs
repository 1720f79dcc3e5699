/** Adds up the time and the processor time of parts of a run. */
export class Stopwatch {
  #started = 0;
  #processorStarted = process.cpuUsage();
  #seconds = 0;
  #processorSeconds = 0;

  start() {
    this.#processorStarted = process.cpuUsage();
    this.#started = performance.now();
  }

  stop() {
    this.#seconds += (performance.now() - this.#started) / 1000;
    const { user, system } = process.cpuUsage(this.#processorStarted);
    this.#processorSeconds += (user + system) / 1e6;
  }

  /** Elapsed seconds, and seconds of processor time, of the user and the system, over all threads. */
  get times() {
    return { seconds: this.#seconds, processorSeconds: this.#processorSeconds };
  }
}

/** Sends the figures of this process to its parent, with its peak resident memory in bytes. */
export function tell(figures) {
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(`${JSON.stringify({ ...figures, peakBytes })}\n`);
}
