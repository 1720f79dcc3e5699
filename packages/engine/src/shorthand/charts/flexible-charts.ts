import type { ResolvedScene } from '../schema.ts';
import { type ChartSize, isFlexible } from './chart-over-time.ts';

/** Whether a scene has charts that share the free space of their row or column. */
export function hasFlexibleCharts({ objects = {} }: ResolvedScene): boolean {
  return Object.values(objects).some(isFlexible);
}

/** Returns the scene in which flexible charts have the sizes that the layout found for them, in place of `flex`. */
export function withChartSizes(
  scene: ResolvedScene,
  sizes: ReadonlyMap<string, ChartSize> = new Map(),
): ResolvedScene {
  const objects = Object.entries(scene.objects ?? {}).map(([id, object]) => {
    if (!isFlexible(object)) return [id, object] as const;
    const { flex: _, ...state } = object.state ?? {};
    return [id, { ...object, state: { ...state, ...sizes.get(id) } }] as const;
  });
  return { ...scene, objects: Object.fromEntries(objects) };
}
