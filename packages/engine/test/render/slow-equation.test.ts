import { expect, it, vi } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import type * as equationTypesetter from '../../src/drawing/equation/equation-typesetter.ts';
import { render } from '../../src/render/render.ts';
import { inspectInWords } from './inspect-in-words.ts';

// Real equations and a real stop, but after 5 ms: no formula takes 10 s.
vi.mock('../../src/drawing/equation/equation-typesetter.ts', async (original) => {
  const real = await original<typeof equationTypesetter>();
  return { ...real, loadEquationTypesetter: () => real.loadEquationTypesetter({ timeLimitMs: 5 }) };
});

it('an equation that takes too long makes every render fail, and inspect reports the equation', {
  tags: 'slow',
}, async () => {
  const project = stillProject({ sum: { kind: 'equation', state: { text: 'x+'.repeat(4999) } } });
  const place = 'scenes.scene.compositions.still.states.sum.text';
  const problem = expect.stringMatching(
    `^${place}: the equation "x\\+.* takes over 10 s to typeset; simplify it$`,
  );
  for (const format of ['svg', 'png', 'mp4'] as const) {
    const { blocking, ...inspection } = await inspectInWords(project, { format });
    expect(inspection.issues).toEqual([problem]);
    expect(blocking).toEqual(inspection.issues);
    await expect(render(project, { format })).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining(`takes over 10 s to typeset`),
    });
  }
});
