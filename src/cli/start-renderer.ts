import { ProcessRenderer } from '../render/process/renderer.ts';

/** A renderer for one task, whose process starts at once. */
export function startRenderer(): ProcessRenderer {
  const renderer = new ProcessRenderer({ warmsUp: false });
  // Whoever sends the task hears of a failure.
  renderer.start().catch(() => {});
  return renderer;
}
