import { RenderSupervisor } from '../render/process/supervisor.ts';

/** A renderer for one task, whose process starts at once. */
export function startRenderer(): RenderSupervisor {
  const renderer = new RenderSupervisor({ warmsUp: false });
  // A failure reaches the caller with the task.
  renderer.start().catch(() => {});
  return renderer;
}
