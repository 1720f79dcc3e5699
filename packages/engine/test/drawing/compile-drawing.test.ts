import { describe, expect, it } from 'vitest';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

async function draw(texts: number) {
  const spec: ObjectSpec = { kind: 'text', state: { text: 'lorem'.repeat(2000), fontSize: 8 } };
  const project = stillProject(
    Object.fromEntries(Array.from({ length: texts }, (_, index) => [`text${index}`, spec])),
  );
  return (await compileDrawing(project, compileTimeline(project))).at(0);
}

describe('pictures with many letters', () => {
  it('draws a picture with 50,000 letters', { tags: 'slow' }, async () => {
    expect((await draw(5)).nodes).toHaveLength(5);
  });

  it('refuses a picture with too many letters and names its scene', async () => {
    await expect(draw(40)).rejects.toThrow(
      /^scenes\.scene: .*8000000 outline coordinates.*; show fewer or shorter/,
    );
  });
});
