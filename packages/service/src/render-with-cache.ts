import type { NamedResult, RenderSupervisor } from '@render-service/engine/process';
import type { Settings } from './contract/settings.ts';

/** Renders like a RenderSupervisor, without a report on pieces. */
export type RenderWithCache = (
  ...given: Parameters<RenderSupervisor['render']>
) => Promise<Omit<NamedResult, 'build'>>;

/**
 * Returns a render that keeps the pieces of films as the settings say. Why they cannot be kept is reported once, in a
 * sentence; the films are made all the same.
 */
export function renderWithCache(
  renderer: RenderSupervisor,
  { cache, cacheBytes }: Pick<Settings, 'cache' | 'cacheBytes'>,
  report: (problem: string) => void,
): RenderWithCache {
  let reported: string | undefined;
  return async (project, options) => {
    const { build, ...result } = await renderer.render(project, { ...options, cache, cacheBytes });
    const problem = build?.problem;
    if (problem !== undefined && problem !== reported) {
      reported = problem;
      report(problem);
    }
    return result;
  };
}
