import type { ResolvedScene } from '../schema.ts';
import { type FigureSize, isFlexible } from './figure.ts';

/** Whether a scene has figures that share the free space of their row or column. */
export function hasFlexibleFigures({ objects = {} }: ResolvedScene): boolean {
  return Object.values(objects).some(isFlexible);
}

/** Returns the scene in which flexible figures have the sizes that the layout found for them, in place of `flex`. */
export function withFigureSizes(
  scene: ResolvedScene,
  sizes: ReadonlyMap<string, FigureSize> = new Map(),
): ResolvedScene {
  const objects = Object.entries(scene.objects ?? {}).map(([id, object]) => {
    if (!isFlexible(object)) return [id, object] as const;
    const { flex: _, ...state } = object.state ?? {};
    return [id, { ...object, state: { ...state, ...sizes.get(id) } }] as const;
  });
  return { ...scene, objects: Object.fromEntries(objects) };
}
