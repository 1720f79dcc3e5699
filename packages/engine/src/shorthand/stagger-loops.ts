import type { CompositionState, LoopField } from '../project/schema.ts';
import type { PlainLoop } from './desugar/read-loops.ts';
import type { StagedScene } from './expand-scene.ts';

/**
 * Gives the loops of groups that begin later for each further child to these children. What turns and moves a group or
 * draws it as one picture has such loops first.
 */
export function staggerLoops(stage: StagedScene): StagedScene {
  const { scene, states, members } = stage;
  const isNeeded = states.some((one) => Object.values(one).some(({ loop }) => loop?.some(isStaggered)));
  if (!isNeeded) return stage;
  const written = scene.objects ?? {};
  const madeFor = (field: 'carries' | 'holds') =>
    new Map(Object.entries(written).flatMap(([id, object]) => (object[field] ? [[object[field], id]] : [])));
  const [carriers, layers] = [madeFor('carries'), madeFor('holds')];
  const partsOf = (child: string) => [child, ...(written[child]?.attached ?? [])];
  const holders = (child: string): readonly string[] => {
    const layer = layers.get(child);
    return layer !== undefined ? [layer] : (members.get(child) ?? partsOf(child));
  };
  const changed = states.map((inComposition) => {
    const now: Record<string, CompositionState> = Object.assign(Object.create(null), inComposition);
    const give = (id: string, loops: readonly LoopField[]) => {
      const state = now[id];
      if (state !== undefined) now[id] = { ...state, loop: [...(state.loop ?? []), ...loops] };
    };
    for (const [id, { loop = [] }] of Object.entries(inComposition)) {
      const staggered = (loop as readonly PlainLoop[]).filter(isStaggered);
      if (staggered.length === 0) continue;
      const { carries, holds } = written[id] ?? {};
      const children = written[carries ?? holds ?? '']?.children;
      const kept =
        children === undefined ? loop.map((one) => later(one, 0)) : loop.filter((one) => !isStaggered(one));
      // Loops of its own may have been given to it as a child.
      const given = now[id]?.loop?.slice(loop.length) ?? [];
      now[id] = { ...inComposition[id], ...now[id], loop: [...kept, ...given] };
      for (const [index, child] of (children ?? []).entries()) {
        const targets = carries === undefined ? holders(child) : [carriers.get(child) ?? child];
        for (const target of targets)
          give(
            target,
            staggered.map((one) => later(one, index)),
          );
      }
    }
    return now;
  });
  return { ...stage, states: changed };
}

function isStaggered({ stagger = 0 }: PlainLoop): boolean {
  return stagger !== 0;
}

/** A loop of the child with an index. */
function later({ stagger = 0, start = 0, ...loop }: PlainLoop, index: number): LoopField {
  const begins = start + index * stagger;
  return { ...loop, ...(begins !== 0 && { start: begins }) };
}
