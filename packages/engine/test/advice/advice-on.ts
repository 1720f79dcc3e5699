import type { Advice } from '../../src/advice/advice.ts';
import type { Project } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import type { RenderOptions } from '../../src/render/options/render-options.ts';

/** Returns the advice on a project. */
export async function adviceOn(
  project: object | string,
  options: RenderOptions = {},
): Promise<readonly Advice[]> {
  const { advice, issues } = await inspect(project, { ...options, advice: true });
  if (advice === undefined || issues.some((issue) => !issue.startsWith('warning: '))) {
    throw new Error(`no advice, but issues: ${issues.join('; ')}`);
  }
  return advice;
}

/** Returns the project with the numbers that a piece of advice recommends. */
export function withFix(project: Project, { path, fix }: Advice): Project {
  const copy = structuredClone(project);
  let place: unknown = copy;
  for (const name of path.split('.')) place = Reflect.get(Object(place), name);
  Object.assign(Object(place), fix);
  return copy;
}
