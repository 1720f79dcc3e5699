import type { SheetResult } from '@render-service/engine';
import type { BuildReport, NamedResult, RenderSupervisor } from '@render-service/engine/process';
import type { Settings } from './contract/settings.ts';

/**
 * Renders and draws sheets like a RenderSupervisor, and keeps pieces of films and single pictures as the settings say.
 * Why they cannot be kept is reported once, in a sentence; the outputs are made all the same.
 */
export class CachedRenderer {
  readonly #renderer: RenderSupervisor;
  readonly #kept: Pick<Settings, 'cache' | 'cacheBytes'>;
  readonly #report: (problem: string) => void;
  #reported: string | undefined;

  constructor(
    renderer: RenderSupervisor,
    { cache, cacheBytes }: Pick<Settings, 'cache' | 'cacheBytes'>,
    report: (problem: string) => void,
  ) {
    this.#renderer = renderer;
    this.#kept = { cache, cacheBytes };
    this.#report = report;
  }

  async render(
    ...[project, options]: Parameters<RenderSupervisor['render']>
  ): Promise<Omit<NamedResult, 'build'>> {
    const { build, ...result } = await this.#renderer.render(project, { ...options, ...this.#kept });
    this.#reportProblem(build);
    return result;
  }

  async sheet(...[project, options]: Parameters<RenderSupervisor['sheet']>): Promise<SheetResult> {
    const { build, ...result } = await this.#renderer.sheet(project, { ...options, ...this.#kept });
    this.#reportProblem(build);
    return result;
  }

  #reportProblem(build: BuildReport | undefined): void {
    const problem = build?.problem;
    if (problem === undefined || problem === this.#reported) return;
    this.#reported = problem;
    this.#report(problem);
  }
}
