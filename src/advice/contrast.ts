import type { Color } from '../timeline/color.ts';
import { parseColor } from '../timeline/color.ts';
import type { AdviceList, Fix } from './advice.ts';
import { Backdrop, pointsIn } from './backdrop.ts';
import { isInFrame } from './fit-into-frame.ts';
import { roundBox } from './hold-layout.ts';
import { type HeldObject, type HoldPicture, isRead, type LetteringShape, statePath } from './hold-picture.ts';
import { contrastOf, hexOf, nearestReadable } from './readable-color.ts';
import { type ImageColors, over, type Paint } from './surface.ts';
import type { Work } from './work.ts';

/** Least contrast of letters, and of letters higher than `largeShare` of the frame (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;
const leastContrastOfLarge = 3;
const largeShare = 0.033;

/** Share of the points behind a text that may have too little contrast. */
const mostUnreadable = 0.25;

/** Columns and rows of the points at which to look behind a text. */
const columns = 16;
const rows = 3;

/** A text in one hold, with the colours behind it. */
interface Looked {
  readonly picture: HoldPicture;
  readonly held: HeldObject;
  readonly color: Color;
  readonly behind: readonly Paint[];
  readonly least: number;
}

/**
 * Advises on texts and equations without contrast to what lies behind them. Skips letters with an outline or several
 * colours, those on a transparent background, and texts that are dimmed while others are read.
 */
export function adviseOnContrast(
  pictures: readonly HoldPicture[],
  imageColors: ImageColors,
  work: Work,
  list: AdviceList,
): void {
  const looked = pictures.flatMap((picture) =>
    picture.objects.flatMap((held) => look(picture, held, imageColors, work) ?? []),
  );
  const said = new Set<string>();
  for (const one of looked) {
    if (list.full) return;
    const { picture, held, color, least } = one;
    const { object, state } = held;
    if (isReadable(one, color)) continue;
    const key = JSON.stringify([picture.scene.id, object.id, state.fill, state.opacity]);
    const all = looked.filter((other) => other.held.object === object);
    const path = statePath(picture, held);
    if (said.has(key) || isDimmed(one, all) || list.has('like-background', path)) continue;
    said.add(key);
    const worst = one.behind.reduce((found, paint) =>
      ratioOn(color, paint) < ratioOn(color, found) ? paint : found,
    );
    const alike = all.filter((other) => other.held.state.fill === state.fill && !isDimmed(other, all));
    const fill = parseColor(state.fill);
    const fix = fill && (readableFill(fill, alike) ?? readableOpacity(fill, alike));
    list.add(
      {
        rule: 'low-contrast',
        path,
        message:
          `the ${object.kind} is hard to read: its contrast with what lies behind it, ${hexOf(worst)}, is ` +
          `${Math.floor(ratioOn(color, worst) * 10) / 10} to 1; make it at least ${least} to 1 with another fill`,
        ...(held.box && { box: roundBox(held.box) }),
        ...(fix && { fix }),
      },
      'everywhere',
    );
  }
}

function look(
  picture: HoldPicture,
  held: HeldObject,
  imageColors: ImageColors,
  work: Work,
): Looked | undefined {
  const { box, lettering, object, state } = held;
  if (!box || !lettering?.color || !isRead(object, state) || !isInFrame(box, picture.scene)) return undefined;
  const backdrop = new Backdrop(picture, held, imageColors);
  if (!work.take(backdrop.size * columns * rows)) return undefined;
  const points = pointsIn(lettering.corners, columns, rows);
  const behind = points.flatMap((point) => backdrop.behind(point) ?? []);
  if (behind.length < points.length) return undefined;
  return { picture, held, color: lettering.color, behind, least: leastFor(lettering, picture) };
}

function leastFor({ emHeight }: LetteringShape, { scene }: HoldPicture): number {
  return emHeight > largeShare * scene.height ? leastContrastOfLarge : leastContrast;
}

function ratioOn(color: Color, paint: Paint): number {
  return contrastOf(over(color, paint), paint);
}

function isReadable({ behind, least }: Looked, color: Color): boolean {
  const unreadable = behind.filter((paint) => ratioOn(color, paint) < least);
  return unreadable.length <= mostUnreadable * behind.length;
}

/** Whether a text is only paler than usual: readable in full strength, in which another hold shows it. */
function isDimmed(one: Looked, all: readonly Looked[]): boolean {
  const { color, held } = one;
  const isStronger = all.some((other) => other.color.alpha > color.alpha && isReadable(other, other.color));
  const full = parseColor(held.state.fill);
  return isStronger && full !== null && isReadable(one, full);
}

/** The nearest fill with which a text can be read in all its holds. */
function readableFill(fill: Color, all: readonly Looked[]): Fix | null {
  const found = nearestReadable(fill, (candidate) =>
    all.every((one) => {
      const share = fill.alpha === 0 ? 0 : one.color.alpha / fill.alpha;
      const color = { ...candidate, alpha: candidate.alpha * share };
      return one.behind.every((paint) => ratioOn(color, paint) >= one.least);
    }),
  );
  return found === null ? null : { fill: found };
}

/** Full strength, if a text can be read in it in all its holds. */
function readableOpacity(fill: Color, all: readonly Looked[]): Fix | null {
  const isFaded = all.every(({ held }) => held.state.opacity < 1);
  return isFaded && all.every((one) => isReadable(one, fill)) ? { opacity: 1 } : null;
}
