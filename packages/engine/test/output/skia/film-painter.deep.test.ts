import { expect, it } from 'vitest';
import { projectFiles } from '../../../../../test/support/project-files.ts';
import { compareFilms } from './compare-films.ts';

it.each(projectFiles)('damage tracking paints the same pixels in the film $name', async ({ project }) => {
  const { width, height } = project.scenes[project.sceneOrder[0]];
  const even = (length: number) => 2 * Math.round((length * 480) / width / 2);
  expect(await compareFilms(project, { width: 480, height: even(height) }, 10)).toBeLessThanOrEqual(1);
});
