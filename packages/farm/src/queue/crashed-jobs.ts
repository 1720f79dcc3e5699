import type { RenderSupervisor } from '@render-service/engine/process';
import { suspiciousCrashes } from './retry-policy.ts';
import { rendersAtAll } from './test-film.ts';

/** Jobs whose render process crashed since a job was last done. */
export class CrashedJobs {
  readonly #ids = new Set<string>();

  /**
   * Records a crash, and returns whether this machine caused it. Several crashes in a row may be due to the jobs or to
   * the machine. To find out, the worker renders a film that never crashes an intact machine.
   */
  async isMachinesFault(id: string, renderer: RenderSupervisor): Promise<boolean> {
    this.#ids.add(id);
    if (this.#ids.size < suspiciousCrashes) return false;
    this.#ids.clear();
    return !(await rendersAtAll(renderer));
  }

  /** Records that a job was done. */
  jobDone(): void {
    this.#ids.clear();
  }
}
