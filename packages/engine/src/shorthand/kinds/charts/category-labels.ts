import { toHundredths } from '../../../project/numbers.ts';
import { type Chart, type ChartPart, fontSizeFor, textPart, widestOf } from './chart.ts';

/** How the labels below a chart fit. Lengths are scene pixels. */
export interface LabelFit {
  readonly size: number;
  /** Degrees, for labels that are wider than their slots. */
  readonly rotation: number;
  /** Only every so many labels are drawn. */
  readonly every: number;
  /** Height of the labels. */
  readonly room: number;
}

/** Share of a slot that a label takes, and the smallest letters before labels are turned or left out. */
const slotShare = 0.94;
const leastShare = 0.75;

/** Smallest letters, as a share of others, before labels of one series are turned, or turned ones are left out. */
const leastCrammed = 0.6;

/** Heights of a row of labels and of a turned line, in font sizes; the angle of these, and their longest height. */
const rowHeight = 1.7;
const lineHeight = 1.1;
const angle = 40;
const maxShare = 0.35;

/**
 * Fits labels into slots of a width: in their size, slightly smaller, or turned where each has to be there; in an order
 * that readers can continue, such as that of years, only some of them.
 */
export function fitLabels(
  labels: readonly string[],
  slot: number,
  most: number,
  { isOrdered, height }: { readonly isOrdered: boolean; readonly height: number },
): LabelFit {
  const widest = widestOf(labels);
  const fitting = (slot * slotShare) / widest;
  if (fitting >= most * leastShare) {
    const size = Math.min(most, fitting);
    return { size: toHundredths(size), rotation: 0, every: 1, room: most * rowHeight };
  }
  if (isOrdered) {
    const every = Math.ceil((widest * most) / (slot * slotShare));
    return { size: toHundredths(most), rotation: 0, every, room: most * rowHeight };
  }
  const rise = Math.sin((angle / 180) * Math.PI);
  // Turned lines are nearer to each other than their slots.
  const narrow = Math.max(leastCrammed * most, (slot * rise) / lineHeight);
  const size = Math.min(most, narrow, (maxShare * height) / (widest * rise));
  return {
    size: toHundredths(size),
    rotation: -angle,
    every: Math.max(1, Math.ceil((size * lineHeight) / (slot * rise) - 1e-9)),
    room: size * (widest * rise + 1),
  };
}

/** Fits the labels of one series that would be too small in their slots; null for labels that only become smaller. */
export function crammedLabels(
  { box, allData, data, fontSize, hasLabels }: Chart,
  isOrdered: boolean,
): LabelFit | null {
  const labels = hasLabels ? allData.map(([label]) => label) : [];
  const slot = box.width / Math.max(1, data.length);
  if (slot * slotShare >= leastCrammed * fontSize * widestOf(labels)) return null;
  return fitLabels(labels, slot, fontSize, { isOrdered, height: box.height });
}

/** Fits the labels of one series into slots of a width by their size alone. */
export function plainLabels({ allData, fontSize }: Chart, slot: number): LabelFit {
  const size = fontSizeFor(
    allData.map(([label]) => label),
    slot * slotShare,
    fontSize,
  );
  return { size, rotation: 0, every: 1, room: fontSize * rowHeight };
}

/** The label at a place below a chart, `top` being the upper edge of all labels; null if it is left out. */
export function categoryLabel(
  chart: Pick<Chart, 'letters'>,
  { size, rotation, every, room }: LabelFit,
  { label, index, x, top }: { label: string; index: number; x: number; top: number },
  others: Partial<ChartPart> = {},
): ChartPart | null {
  if (index % every !== 0) return null;
  const isTurned = rotation !== 0;
  const state = {
    x: toHundredths(isTurned ? x + size * 0.35 : x),
    y: toHundredths(isTurned ? top + size * 0.7 : top + room / 2),
    text: label,
    fontSize: size,
    ...(isTurned && { rotation, align: 'right' as const }),
  };
  return textPart(chart, state, others);
}
