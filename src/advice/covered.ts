import type { AdviceList } from './advice.ts';
import { coveredIn, mostCovered } from './covering.ts';
import type { Shown } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import type { Work } from './work.ts';

/** Share from which a text counts as hidden. */
const hidden = 0.98;

/** The greatest `order` of an object. */
const greatestOrder = 100_000;

/**
 * Advises on texts and equations that lie partly under opaque objects. A text that is hidden entirely and seen in another
 * hold waits to be revealed.
 */
export function adviseOnCovered(shown: Shown, work: Work, list: AdviceList): void {
  const { pictures, imageColors } = shown;
  const found = pictures.flatMap((picture) =>
    picture.objects.flatMap((held) => coveredIn(picture, held, imageColors, work) ?? []),
  );
  for (const { picture, held, share, by } of found) {
    if (list.full) return;
    if (share <= mostCovered) continue;
    const isRevealed = found.some((other) => other.held.object === held.object && other.share <= mostCovered);
    if (share >= hidden && isRevealed) continue;
    const path = `scenes.${picture.scene.id}.objects.${held.object.id}`;
    if (list.has('covered', path)) continue;
    const names = [...new Set(by.map(({ object }) => object.id))];
    const order = Math.max(...by.map(({ object }) => object.order)) + 1;
    list.add({
      rule: 'covered',
      path,
      message: `${Math.round(share * 100)} % of the ${held.object.kind} is covered by ${names.join(', ')} in ${picture.compositionId}; draw it above with a higher order, or move it`,
      ...(held.box && { box: roundBox(held.box) }),
      ...(order <= greatestOrder && { fix: { order } }),
    });
  }
}
