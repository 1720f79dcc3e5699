import type { ServerContext } from '@modelcontextprotocol/server';
import type { RenderProgress } from '@render-service/engine';

/** Minimum milliseconds between two notifications. */
const minPauseMs = 100;
/** Milliseconds without progress after which a waiting client is notified that the work continues. */
const maxDelay = 10_000;
const stillWorking = 'still working';
/**
 * Every notification must increase the progress, so such a notification increases it by this step, much less than one
 * frame.
 */
const stillWorkingStep = 2 ** -10;

export interface ProgressNews {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** Notifies a client of a call's progress. Progress always increases, and the frequency is limited both ways. */
export class ProgressReport {
  readonly #tell: (news: ProgressNews) => Promise<void>;
  /** The message to send when nothing has happened for a while. */
  #idle = stillWorking;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastTold = -Infinity;
  #progress = 0;
  #frames: number | undefined;
  #telling = false;

  /** `tell` resolves when the next notification can be sent. The connection reports its errors. */
  constructor(tell: (news: ProgressNews) => Promise<void>) {
    this.#tell = tell;
    this.#awaitNews();
  }

  /** Notifies the client that the call waits for its turn. */
  wait(): void {
    this.#idle = 'waiting for another call to finish';
    this.#sayIdle();
  }

  /** Called when the work begins. */
  begin(): void {
    this.#idle = stillWorking;
  }

  update({ framesDone, frames }: RenderProgress): void {
    // A still picture has only one step.
    if (frames === 0) {
      this.#say({ progress: 1, total: 1, message: 'the picture is drawn' });
      return;
    }
    this.#frames = frames;
    const isLast = framesDone === frames;
    if (!isLast && (this.#telling || performance.now() - this.#lastTold < minPauseMs)) return;
    this.#say({ progress: framesDone, total: frames, message: `${framesDone} of ${frames} frames` });
  }

  /** Stops reporting. */
  end(): void {
    clearTimeout(this.#idleTimer);
  }

  #awaitNews(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#sayIdle(), maxDelay).unref();
  }

  #sayIdle(): void {
    this.#awaitNews();
    const progress = this.#progress + stillWorkingStep;
    if (this.#telling || (this.#frames !== undefined && progress >= this.#frames)) return;
    const total = this.#frames === undefined ? {} : { total: this.#frames };
    this.#say({ progress, ...total, message: this.#idle });
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

/** A progress report to the client of a tool call, if the client requested one. */
export function progressReportFor({ mcpReq }: ServerContext): ProgressReport | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ProgressReport((news) =>
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...news } }),
  );
}
