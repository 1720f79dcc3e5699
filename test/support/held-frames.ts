import { compileDrawing } from '../../packages/engine/src/drawing/compile-drawing.ts';
import type { Project } from '../../packages/engine/src/project/schema.ts';
import { countFrames } from '../../packages/engine/src/render/plan.ts';
import { compileTimeline } from '../../packages/engine/src/timeline/compile-timeline.ts';

/** Frames that repeat the previous frame. */
export async function heldFrames(made: Project, framesPerSecond: number): Promise<number[]> {
  const timeline = compileTimeline(made);
  const drawing = await compileDrawing(made, timeline);
  const frames = countFrames(timeline.durationMs, framesPerSecond);
  const held: number[] = [];
  let before = drawing.at(0);
  for (let frame = 1; frame < frames; frame++) {
    const list = drawing.at((frame * 1000) / framesPerSecond);
    if (list === before) held.push(frame);
    before = list;
  }
  return held;
}
