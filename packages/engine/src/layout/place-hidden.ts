import { isFigureKind } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';

/**
 * Gives hidden objects the places of the compositions that show them, in the resolved states. `unplaced` lists the
 * invisible objects without a place of their own, for each composition.
 */
export function placeHidden(
  { relations, states }: RelatedScene,
  resolved: readonly Record<string, CompositionState>[],
  unplaced: readonly ReadonlySet<string>[],
): void {
  const figures = Object.values(relations.groups).filter(({ kind }) => isFigureKind(kind));
  const parts = new Set(figures.flatMap(({ members }) => members));
  for (const [id, { origins }] of Object.entries(relations.objects)) {
    const isVisible = states.map((inComposition) => inComposition[id]?.visible === true);
    for (const [index, origin] of origins.entries()) {
      const hidden = states[index][id];
      const next = isVisible.indexOf(true, index);
      const nearest = next < 0 ? isVisible.lastIndexOf(true, index) : next;
      const source = unplaced[origin]?.has(id) ? nearest : origin;
      if (source === index || hidden === undefined) continue;
      const shown = resolved[source]?.[id];
      const template = states[source]?.[id];
      if (shown === undefined || template === undefined) continue;
      // A part of a figure has its own place in it, from which it enters.
      const place = { x: hidden.x + shown.x - template.x, y: hidden.y + shown.y - template.y };
      const changes = parts.has(id) ? place : changesOf(template, shown);
      resolved[index][id] = { ...hidden, ...changes };
    }
  }
}

/** The fields in which a resolved state differs from its template. */
function changesOf(template: CompositionState, shown: CompositionState): Partial<CompositionState> {
  const fields = Object.entries(shown).filter(([name, value]) => Reflect.get(template, name) !== value);
  return Object.fromEntries(fields);
}
