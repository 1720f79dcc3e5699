import type { FigureKind } from '../../language/kinds.ts';
import { drawChart } from '../charts/chart-over-time.ts';
import type { FigureDrawer } from './figure.ts';

/** What draws each kind of figure. */
export const drawers: Readonly<Record<FigureKind, FigureDrawer>> = {
  bars: drawChart,
  line: drawChart,
  pie: drawChart,
};
