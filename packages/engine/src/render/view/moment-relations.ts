import { type Bounds, unionBounds } from '../../drawing/bounds.ts';
import type { Side } from '../../shorthand/relations.ts';
import type { WrittenRelations } from '../../shorthand/written-relations.ts';

/** The relations of an object, and where they lead in the picture. */
export interface MomentRelations {
  /** The relations as they are written, by field, and `group`. */
  readonly written: Readonly<Record<string, string>>;
  /** The objects and groups that they name, with their boxes. Invisible ones are omitted. */
  readonly related: readonly { readonly id: string; readonly box: Bounds }[];
  /** The spaces between the object and its neighbours. */
  readonly gaps: readonly Bounds[];
}

/** Finds the boxes of the objects and groups that relations name. `named` replaces the ids of parts by their names. */
export function relate(
  box: Bounds | null,
  written: WrittenRelations | null,
  boxes: ReadonlyMap<string, Bounds>,
  named: (text: string) => string,
): MomentRelations | null {
  if (!written) return null;
  const { fields, group, targets, beside } = written;
  const related = targets.flatMap(({ id, objects }) => {
    const found = objects.flatMap((object) => boxes.get(object) ?? []);
    const union = found.reduce<Bounds | null>(unionBounds, null);
    return union ? [{ id, box: union }] : [];
  });
  const gaps = beside.flatMap(({ side, id }) => {
    const other = related.find((one) => one.id === id)?.box;
    return (box && other && gapBetween(box, side, other)) ?? [];
  });
  const texts = Object.entries({ ...fields, ...(group !== null && { group }) });
  return {
    written: Object.fromEntries(texts.map(([field, text]) => [field, named(text)])),
    related,
    gaps,
  };
}

/** The space between a box and another one next to it; undefined if there is none. */
function gapBetween(box: Bounds, side: Side, other: Bounds): Bounds | undefined {
  const isAfter = side === 'below' || side === 'rightOf';
  const [first, second] = isAfter ? [other, box] : [box, other];
  const gap =
    side === 'above' || side === 'below'
      ? { ...shared(box, other, 'left', 'right'), top: first.bottom, bottom: second.top }
      : { ...shared(box, other, 'top', 'bottom'), left: first.right, right: second.left };
  return gap.right > gap.left && gap.bottom > gap.top ? gap : undefined;
}

/** The range that two boxes share on the axis from `start` to `end`; all of the first one if they share nothing. */
function shared(box: Bounds, other: Bounds, start: 'left' | 'top', end: 'right' | 'bottom'): Bounds {
  const [from, to] = [Math.max(box[start], other[start]), Math.min(box[end], other[end])];
  return from < to ? { ...box, [start]: from, [end]: to } : box;
}
