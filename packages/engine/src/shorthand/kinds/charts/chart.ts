import type { ObjectKind } from '../../../language/kinds.ts';
import { toHundredths } from '../../../project/numbers.ts';
import type { MovingPart } from '../../figures/figure.ts';
import type { GrowthEdge } from '../../grow-from-edge.ts';
import { colorContrast } from '../../luminance.ts';
import type { ResolvedState } from '../../schema.ts';
import { bodyFamily, type Theme } from '../../themes/theme.ts';
import { chartColors, type SizedStyle } from '../../themes/theme-names.ts';
import type { LegendSide } from './chart-limits.ts';
import type { ChartTable } from './read-data.ts';
import type { Scale } from './scales.ts';
import type { TimeSpan } from './times.ts';

/** In colors by label: those of all other labels. */
export const allLabels = '*';

/** A value with its label. */
export type Datum = readonly [label: string, value: number];

/** A note of a chart: its text and colour, and the value, the label, or the range of them that it is about. */
export type Annotation = NonNullable<ResolvedState['annotations']>[number];

/** A chart in one composition, with all numbers known. Lengths are scene pixels. */
export interface Chart {
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly fontSize: number;
  /** Size of the numbers on an axis. */
  readonly tickSize: number;
  /** All numbers, and those of all compositions. */
  readonly table: ChartTable;
  readonly tables: readonly ChartTable[];
  /** The names of several series, in the order of their colours; none in a chart of one. */
  readonly series: readonly string[];
  /** Whether each label may have several numbers. */
  readonly hasSeries: boolean;
  /** The times of labels that are dates; null for other labels. */
  readonly times: TimeSpan | null;
  readonly annotations: readonly Annotation[];
  readonly isStacked: boolean;
  /** Where the legend is; null for none. */
  readonly legend: LegendSide | null;
  /** Whether lines have their names at their ends. */
  readonly hasEndLabels: boolean;
  /** Of a chart of one series, in drawing order. */
  readonly data: readonly Datum[];
  /** From all compositions, because the space for labels and values must not change between them. */
  readonly allData: readonly Datum[];
  readonly scale: Scale;
  readonly hasTicks: boolean;
  readonly hasLabels: boolean;
  /** The text of a round value on the axis. */
  readonly tickText: (value: number) => string;
  /** The text of a value; null draws none. */
  readonly valueText: ((value: number) => string) | null;
  /** The colour of a label, or of one of several series. */
  readonly colorOf: (label: string) => string;
  /** How texts look. */
  readonly letters: { readonly fill: string } & ResolvedState;
  readonly isHorizontal: boolean;
  /** Of bars; undefined for slightly rounded ones. */
  readonly cornerRadius: number | undefined;
  /** Of a line; undefined for a width in proportion to the letters. */
  readonly strokeWidth: number | undefined;
  /** Of a pie: the share of the radius that stays empty. */
  readonly innerRadius: number;
  /** The text in that room; none for charts without it. */
  readonly middle: string | undefined;
  readonly isSmooth: boolean;
  /** Of a histogram: about how many bars it has. */
  readonly bins: number | undefined;
  /** Of a heatmap: the colours of the ends of its numbers, and these. */
  readonly colorRange: readonly string[];
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** The part of an id for a label, or for a label and a series. */
  readonly nameOf: (label: string, series?: string) => string;
}

/** An object of a chart. */
export interface ChartPart {
  readonly kind: ObjectKind;
  readonly state: ResolvedState;
  /** Where it comes from when it enters with its chart; the fields that differ from its state. */
  readonly entry: ResolvedState;
  /** The edge of a bar on its base line. */
  readonly base?: GrowthEdge;
  /**
   * In a sorted chart, the place after the last one, where it goes when it leaves and comes from when it enters later.
   */
  readonly end?: ResolvedState;
  /** Its name in the chart, such as `May.2026`, if its id does not tell it, and the names of all parts like it. */
  readonly mention?: string;
  readonly groups?: readonly string[];
  /** The label or the series that it takes turns with; null if it starts with the first. */
  readonly turn?: string | null;
  readonly grows?: MovingPart['grows'];
  /** The line that it belongs to. */
  readonly series?: string;
}

/** The objects of a chart by the ends of their ids, in drawing order. */
export type ChartParts = ReadonlyMap<string, ChartPart>;

/** Average width of a letter, and of a digit, in font sizes. */
export const letterWidth = 0.56;
export const digitWidth = 0.64;

/** Returns the largest font size at which the longest text fits into a width. */
export function fontSizeFor(texts: readonly string[], width: number, most: number): number {
  const longest = widestOf(texts);
  return toHundredths(Math.max(1, Math.min(most, width / longest)));
}

/** Approximate width of the widest text in em, at least that of a letter. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, estimatedWidth(text)), letterWidth);
}

/** Widths of wide letters, of capitals and of East Asian letters, in em. */
const wideLetter = 0.9;
const capital = 0.7;
const square = 1;
const squares = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

/** Approximate width of a text in em. Texts of usual letters have at least the average width of each. */
function estimatedWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (/[MWmw@%]/.test(letter)) width += wideLetter;
    else if (squares.test(letter)) width += square;
    else width += /\p{Lu}/u.test(letter) ? capital : letterWidth;
  }
  return width;
}

/** A text of a chart; values count when they change. */
export function textPart(
  { letters }: Pick<Chart, 'letters'>,
  state: ResolvedState,
  {
    entry = {},
    isValue = false,
    ...others
  }: Partial<Omit<ChartPart, 'kind' | 'state'>> & { isValue?: boolean } = {},
): ChartPart {
  return {
    ...others,
    kind: 'text',
    state: {
      ...letters,
      ...(isValue && { tabularNumbers: true, textTransition: 'count' }),
      ...state,
    },
    entry,
  };
}

/** Dark letters on light colours and light ones on dark colours, by their luma. */
export function lettersOn(color: string): string {
  const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1, 7);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => Number.parseInt(digits.slice(at, at + 2), 16) || 0,
  );
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? '#1e293b' : '#f8fafc';
}

/** White or black letters, whichever is easier to read on a shape; the contrast of one of them is at least 4.5. */
export function lettersInside(fill: string): string {
  const [light, dark] = ['#ffffff', '#000000'];
  return (colorContrast(light, fill) ?? 0) > (colorContrast(dark, fill) ?? 0) ? light : dark;
}

/** Returns the fields that a theme gives a chart. */
export function themedChart(
  theme: Theme,
  { colors, letters }: { readonly colors: string; readonly letters: SizedStyle },
): Readonly<Record<string, unknown>> {
  const seriesColors = colors === chartColors ? undefined : [colors, ...theme.colors.charts];
  return {
    ...{ fill: 'text', colors, fontSize: theme.styles[letters]?.fontSize, ...bodyFamily(theme) },
    ...(seriesColors && { seriesColors }),
  };
}
