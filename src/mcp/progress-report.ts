import type { ServerContext } from '@modelcontextprotocol/server';
import type { RenderProgress } from '../render/options.ts';

/** Milliseconds between two notifications at least. */
const shortestPause = 100;
/** Milliseconds without progress after which a waiting client is told that the work continues. */
const longestPause = 10_000;
/** How much such a sign of life adds to the frames done: progress must grow, but never by a frame. */
const signOfLife = 2 ** -10;

export interface ProgressNews {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** Tells a client how far its render is: growing, and neither too often nor too rarely. */
export class ProgressReport {
  readonly #tell: (news: ProgressNews) => Promise<void>;
  #nextSign: NodeJS.Timeout | undefined;
  #lastTold = -Infinity;
  #progress = 0;
  #frames: number | undefined;
  #telling = false;

  /** `tell` resolves when there is room for more; if it rejects, the connection reports that. */
  constructor(tell: (news: ProgressNews) => Promise<void>) {
    this.#tell = tell;
    this.#awaitNews();
  }

  update({ framesDone, frames }: RenderProgress): void {
    // A still is done with its only step.
    if (frames === 0) {
      this.#say({ progress: 1, total: 1, message: 'the picture is drawn' });
      return;
    }
    this.#frames = frames;
    const isLast = framesDone === frames;
    if (!isLast && (this.#telling || performance.now() - this.#lastTold < shortestPause)) return;
    this.#say({ progress: framesDone, total: frames, message: `${framesDone} of ${frames} frames` });
  }

  /** Stops reporting. */
  end(): void {
    clearTimeout(this.#nextSign);
  }

  #awaitNews(): void {
    clearTimeout(this.#nextSign);
    this.#nextSign = setTimeout(() => this.#showLife(), longestPause).unref();
  }

  #showLife(): void {
    this.#awaitNews();
    const progress = this.#progress + signOfLife;
    if (this.#telling || (this.#frames !== undefined && progress >= this.#frames)) return;
    const total = this.#frames === undefined ? {} : { total: this.#frames };
    this.#say({ progress, ...total, message: 'still working' });
  }

  #say(news: ProgressNews): void {
    if (news.progress <= this.#progress) return;
    this.#progress = news.progress;
    this.#lastTold = performance.now();
    this.#awaitNews();
    this.#telling = true;
    const told = () => {
      this.#telling = false;
    };
    this.#tell(news).then(told, told);
  }
}

/** A report to the client of a tool call, if it asked for one. */
export function progressReportFor({ mcpReq }: ServerContext): ProgressReport | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ProgressReport((news) =>
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...news } }),
  );
}
