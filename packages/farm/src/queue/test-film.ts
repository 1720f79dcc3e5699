import type { RenderSupervisor } from '@render-service/engine/process';
import { RenderCrash } from '@render-service/engine/process';

/** A film of 0.1 s with movement, which exercises drawing and encoding. */
const film = {
  ...{ shorthand: true, width: 32, height: 32 },
  objects: { dot: { kind: 'circle', state: { y: 16, width: 8, height: 8, fill: 'white' } } },
  compositions: {
    left: { duration: 0, states: { dot: { x: 8 } } },
    right: { duration: 0, enter: 100, states: { dot: { x: 24 } } },
  },
};

/** Whether the render process survives a film that every intact machine can render. */
export async function rendersAtAll(renderer: RenderSupervisor): Promise<boolean> {
  try {
    await renderer.render(Buffer.from(JSON.stringify(film)), { format: 'mp4' });
    return true;
  } catch (error) {
    return !(error instanceof RenderCrash);
  }
}
