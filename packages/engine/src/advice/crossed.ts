import { isAxes, isLine, isPlot } from '../language/kinds.ts';
import type { Budget } from '../project/budget.ts';
import type { AdviceList } from './advice.ts';
import type { Shown } from './find-fix.ts';
import { findFreePlace } from './free-place.ts';
import { roundBox } from './hold-layout.ts';
import { isHiddenByOthers } from './pictures/covering.ts';
import { isCrossedBy } from './pictures/crossing.ts';
import { isRead, statePath } from './pictures/hold-picture.ts';

/** Advises on texts and equations through which a line or the edge of a shape runs. */
export function adviseOnCrossed(shown: Shown, work: Budget, list: AdviceList): void {
  const { pictures, imageColors } = shown;
  const said = new Set<string>();
  for (const picture of pictures) {
    for (const held of picture.objects) {
      const { box, object, state } = held;
      if (!box || !isRead(object, state)) continue;
      for (const other of picture.objects) {
        if (list.full || !work.take(1)) return;
        if (!isCrossedBy(picture, held, other, imageColors, work)) continue;
        if (isHiddenByOthers(picture, held, imageColors, work)) break;
        const key = JSON.stringify([picture.scene.id, object.id, other.object.id, box, other.box]);
        if (said.has(key)) continue;
        said.add(key);
        const cause = shown.whyPresent(picture, [object.id, other.object.id]);
        const fix = cause === '' ? findFreePlace(picture, held, shown, list) : null;
        const { kind } = other.object;
        const isWhole = isLine(kind) || isPlot(kind);
        const what = isWhole ? `the ${kind}` : `${isAxes(kind) ? 'a line' : 'the edge'} of the ${kind}`;
        list.add({
          rule: 'crossed',
          path: statePath(picture, held),
          message: `${what} ${other.object.id} runs through the ${object.kind} ${object.id}; move one of them${cause}`,
          box: roundBox(box),
          ...(fix && { fix }),
        });
      }
    }
  }
}
