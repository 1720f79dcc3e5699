import type { Composition, Scene } from './schema.ts';

/** Returns the layers around an object, the innermost first. */
export function* layersAround(objects: Scene['objects'], id: string): Generator<string> {
  let layerId = objects[id]?.layerId;
  while (layerId != null && objects[layerId] !== undefined) {
    yield layerId;
    layerId = objects[layerId]?.layerId;
  }
}

/** Returns the opacity that the layers around an object give it in a composition: 0 in a hidden layer. */
export function opacityOfLayers({ objects }: Scene, { states }: Composition, id: string): number {
  let opacity = 1;
  for (const layer of layersAround(objects, id)) {
    const state = states[layer];
    opacity *= state?.visible ? state.opacity : 0;
  }
  return opacity;
}
