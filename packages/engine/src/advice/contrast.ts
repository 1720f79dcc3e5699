import type { Budget } from '../project/budget.ts';
import type { Fix } from '../project/problem.ts';
import { type Color, parseColor, showColor } from '../timeline/color.ts';
import type { AdviceList } from './advice.ts';
import type { Shown } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import { statePath } from './pictures/hold-picture.ts';
import { nearestReadable } from './pictures/readable-color.ts';
import { isReadable, lookBehind, ratioOn, type Seen } from './pictures/text-contrast.ts';

/**
 * Advises on texts and equations without contrast to the picture behind them. Skips letters with an outline or several
 * colours, those on a transparent background, and texts that are dimmed while others are read.
 */
export function adviseOnContrast(shown: Shown, work: Budget, list: AdviceList): void {
  const { pictures, imageColors } = shown;
  const seen = pictures.flatMap((picture) =>
    picture.objects.flatMap((held) => lookBehind(picture, held, imageColors, work) ?? []),
  );
  const said = new Set<string>();
  for (const lettering of seen) {
    if (list.full) return;
    const { picture, held, color, least } = lettering;
    const { object, state } = held;
    if (isReadable(lettering, color)) continue;
    const key = JSON.stringify([picture.scene.id, object.id, state.fill, state.opacity]);
    const all = seen.filter((other) => other.held.object === object);
    const path = statePath(picture, held);
    if (said.has(key) || isDimmed(lettering, all) || list.has('like-background', path)) continue;
    said.add(key);
    const worst = lettering.behind.reduce((found, paint) =>
      ratioOn(color, paint) < ratioOn(color, found) ? paint : found,
    );
    const alike = all.filter((other) => other.held.state.fill === state.fill && !isDimmed(other, all));
    const fill = parseColor(state.fill);
    const fix = fill && (readableFill(fill, alike) ?? readableOpacity(fill, alike));
    list.addOnField('fill', {
      rule: 'low-contrast',
      path,
      message:
        `the ${object.kind} is hard to read: its contrast with what lies behind it, ${showColor(worst)}, is ` +
        `${Math.floor(ratioOn(color, worst) * 10) / 10} to 1; make it at least ${least} to 1 with another fill`,
      ...(held.box && { box: roundBox(held.box) }),
      ...(fix && { fix }),
    });
  }
}

/** A text that another hold shows this many times as opaque is not to be read here, also if what is behind it is dimmed. */
const dimmedTimes = 2;

/** Whether a text is only dimmed: another hold shows it more opaque, and at full opacity it can be read. */
function isDimmed(one: Seen, all: readonly Seen[]): boolean {
  const { color, held } = one;
  const stronger = all.filter((other) => other.color.alpha > color.alpha && isReadable(other, other.color));
  if (stronger.some((other) => other.color.alpha >= dimmedTimes * color.alpha)) return true;
  const full = parseColor(held.state.fill);
  return stronger.length > 0 && full !== null && isReadable(one, full);
}

/** The nearest fill that makes a text readable in all its holds. */
function readableFill(fill: Color, all: readonly Seen[]): Fix | null {
  const found = nearestReadable(fill, (candidate) =>
    all.every((one) => {
      const share = fill.alpha === 0 ? 0 : one.color.alpha / fill.alpha;
      const color = { ...candidate, alpha: candidate.alpha * share };
      return one.behind.every((paint) => ratioOn(color, paint) >= one.least);
    }),
  );
  return found === null ? null : { fill: found };
}

/** Full opacity, if a text can be read with it in all its holds. */
function readableOpacity(fill: Color, all: readonly Seen[]): Fix | null {
  const isFaded = all.every(({ held }) => held.state.opacity < 1);
  // The layers around it fade it further.
  const opaque = ({ held, color }: Seen) => ({ ...fill, alpha: color.alpha / held.state.opacity });
  return isFaded && all.every((one) => isReadable(one, opaque(one))) ? { opacity: 1 } : null;
}
