import type { RenderSupervisor } from '../../render/process/supervisor.ts';
import { RenderCrash } from '../../render/render-error.ts';

/** A tenth of a second that moves, so that drawing and encoding have something to do. */
const film = {
  ...{ shorthand: true, width: 32, height: 32 },
  objects: { dot: { kind: 'circle', state: { y: 16, width: 8, height: 8, fill: 'white' } } },
  compositions: {
    left: { duration: 0, states: { dot: { x: 8 } } },
    right: { duration: 0, enter: 100, states: { dot: { x: 24 } } },
  },
};

/** Whether a film that renders on every sound machine does not crash the render process. */
export async function rendersAtAll(renderer: RenderSupervisor): Promise<boolean> {
  try {
    await renderer.render(Buffer.from(JSON.stringify(film)), { format: 'mp4' });
    return true;
  } catch (error) {
    return !(error instanceof RenderCrash);
  }
}
