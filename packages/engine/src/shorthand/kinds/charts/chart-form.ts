import type { Frame } from './axes.ts';
import type { Chart, ChartParts } from './chart.ts';
import type { ChartTable } from './read-data.ts';

/** What the charts of a kind do in their own way. */
export interface ChartForm {
  readonly draw: (chart: Chart) => ChartParts;
  /** Draws several series; none for kinds that have only one number for each label. */
  readonly drawSeries?: (chart: Chart) => ChartParts;
  /** The area of the data of a chart, in which annotations are; none for kinds without them. */
  readonly frame?: (chart: Chart) => Frame;
  /** How messages call one chart of a kind without series. */
  readonly noun?: string;
  /** Whether values are shares of their sum, each with a colour of its own and one text, as a sector that opens. */
  readonly hasShares?: true;
  /** The usual share of the radius that stays empty. Default: 0. */
  readonly innerRadius?: number;
  /** Whether labels that are dates are at their times. */
  readonly hasTimes?: true;
  /** What a row has, if not one number or several series. */
  readonly takes?: 'numbers' | 'points' | 'columns';
  /** Whether a value can be the word "total". */
  readonly hasTotals?: true;
  /** Whether it has an axis and no values by default. */
  readonly hasAxis?: true;
  /** Whether its axis need not begin at 0. */
  readonly isSpan?: true;
  /** The numbers that its axis has to show; by default those of the data. */
  readonly numbersOf?: (
    table: ChartTable,
    tables: readonly ChartTable[],
    bins: number | undefined,
  ) => number[];
  /** Its colours without a theme, and the index of that of a label. */
  readonly usualColors?: readonly string[];
  readonly colorKeyOf?: (label: string, table: ChartTable) => number;
  /** Why `sort` is refused; none for kinds that can be sorted. */
  readonly unsorted?: string;
}
