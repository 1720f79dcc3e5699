import { ProcessRenderer } from '../render/process/renderer.ts';

/** A renderer for one task, whose process starts at once. */
export function startRenderer(): ProcessRenderer {
  const renderer = new ProcessRenderer({ warmsUp: false });
  // A failure reaches the caller with the task.
  renderer.start().catch(() => {});
  return renderer;
}
