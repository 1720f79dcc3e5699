import type { ShorthandKind } from '../shorthand-kind.ts';
import { chartDrawer } from './draw-chart.ts';
import { drawPie, pie } from './pie.ts';

/** A pie with a hole, in which a text can be; `drawPie` draws both. */
export const donut: ShorthandKind = {
  ...pie,
  draw: chartDrawer({ draw: drawPie, noun: 'a donut', hasShares: true, innerRadius: 0.62 }),
};
