import type { HoldLayout } from '../advice/hold-layout.ts';

/** The boxes of a hold by object. */
type Boxes = ReadonlyMap<string, string>;

/** The boxes of each hold in playing order. */
function boxesOf(
  layout: readonly HoldLayout[],
): readonly { readonly hold: HoldLayout; readonly boxes: Boxes }[] {
  return layout.map((hold) => ({
    hold,
    boxes: new Map(hold.objects.flatMap(({ id, box }) => (box ? [[id, JSON.stringify(box)] as const] : []))),
  }));
}

/**
 * Returns a sentence about an object that stands still from one composition to the next in the earlier layout, and not
 * in the later one; undefined if there is none.
 */
export function movedObject(
  earlier: readonly HoldLayout[],
  later: readonly HoldLayout[],
): string | undefined {
  const after = boxesOf(later);
  const before = boxesOf(earlier);
  for (const [index, { hold, boxes }] of before.entries()) {
    const following = before[index + 1];
    const [here, next] = [after[index], after[index + 1]];
    if (following?.hold.scene !== hold.scene || !here || !next) continue;
    for (const [id, box] of boxes) {
      if (following.boxes.get(id) !== box) continue;
      const [start, end] = [here.boxes.get(id), next.boxes.get(id)];
      if (start !== undefined && end !== undefined && start !== end)
        return `${id} stands still from ${hold.composition} to ${following.hold.composition}, and the fix would move it`;
    }
  }
  return undefined;
}
