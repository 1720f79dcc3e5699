import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAxesFilm } from '../../../../test/support/any-axes-film.ts';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Project } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { anyProject } from '../timeline/arbitrary-project.ts';

/** Whether an advice path exists in the project. */
function leadsSomewhere(project: Project, path: string): boolean {
  let place: unknown = project;
  for (const name of path === 'project' ? [] : path.split('.')) {
    if (!Object.hasOwn(Object(place), name)) return false;
    place = Reflect.get(Object(place), name);
  }
  return true;
}

async function demandSoundAdvice(project: Project): Promise<void> {
  const { advice = [], layout = [] } = await inspect(project, { advice: true, layout: true });
  expect(advice.length).toBeLessThanOrEqual(50);
  for (const { path, message, fix = {} } of advice) {
    expect(leadsSomewhere(project, path), path).toBe(true);
    expect(message).not.toMatch(/undefined|NaN|Infinity/);
    for (const value of Object.values(fix))
      expect(JSON.stringify(value)).not.toMatch(/undefined|NaN|Infinity/);
    for (const value of Object.values(fix))
      if (typeof value === 'number') expect(value).toSatisfy(Number.isFinite);
  }
  for (const { objects } of layout) {
    for (const { box } of objects) {
      if (box) for (const edge of Object.values(box)) expect(edge).toSatisfy(Number.isFinite);
    }
  }
}

it('advice on any project has existing paths and finite numbers', async () => {
  await fc.assert(fc.asyncProperty(anyProject, demandSoundAdvice), { numRuns: runs(60) });
});

const extreme = fc.constantFrom(-100_000, -1, -1e-300, 0, 1e-300, 0.5, 100_000);
const anyExtremeProject = fc
  .record({
    kind: fc.constantFrom<ObjectSpec['kind']>('circle', 'rectangle', 'text', 'path', 'arrow', 'numberline'),
    state: fc.record({
      x: extreme,
      y: extreme,
      width: extreme,
      height: extreme,
      rotation: extreme,
      shear: extreme,
      scaleX: extreme,
      scaleY: extreme,
      anchorX: extreme,
      strokeWidth: fc.constantFrom(0, 1e-300, 10_000),
      fontSize: fc.constantFrom(0, 1e-300, 10_000),
      stroke: fc.constantFrom('none', '#ff0000'),
      text: fc.constantFrom('', 'A', '\n\n'),
    }),
  })
  .map((spec) =>
    stillProject({
      parent: { kind: 'rectangle', state: spec.state },
      one: { ...spec, parentId: 'parent' },
      two: spec,
    }),
  );

it('advice on a project with extreme numbers has existing paths and finite numbers', async () => {
  await fc.assert(fc.asyncProperty(anyExtremeProject, demandSoundAdvice), { numRuns: runs(150) });
});

it('advice on films of axes and plots has existing paths and finite numbers', async () => {
  await fc.assert(fc.asyncProperty(anyAxesFilm, demandSoundAdvice), { numRuns: runs(60) });
});
