import type { Composition, Scene } from './schema.ts';

/** Returns the layers around an object, the innermost first; each once, also if they are in a circle. */
export function layersAround(objects: Readonly<Scene['objects']>, id: string): readonly string[] {
  const layers = new Set<string>();
  let layerId = objects[id]?.layerId;
  while (layerId != null && objects[layerId] !== undefined && !layers.has(layerId)) {
    layers.add(layerId);
    layerId = objects[layerId]?.layerId;
  }
  return [...layers];
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
