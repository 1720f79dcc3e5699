import { hexColor } from '../../../language/css-colors.ts';
import type { ResolvedState } from '../../schema.ts';
import { allLabels } from './chart.ts';

/** One accent for bars and lines; a pie takes the colours in turn. They stay distinct on dark and light backgrounds. */
const accent = '#3b82f6';
const palette = [accent, '#f59e0b', '#10b981', '#ef4444', '#8b5cf6', '#06b6d4', '#ec4899', '#84cc16'];

/** Names of parts that are not labels. */
const reservedNames =
  /^(base|line|area|middle|legend.*|annotation-.*|time-.*|tick-\d+|.*-(value|label|line|name))$/;

/** Between a label and a series; no label has it. */
const separator = '\u0000';

/** The parts of ids, by label and by label and series. */
export class ChartNames {
  /** By label. */
  readonly byLabel = new Map<string, string>();
  readonly #byKey = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Returns the part of an id for a label, or for one of its series: its letters and digits, or a number. */
  nameOf(label: string, series?: string): string {
    const key = series === undefined ? label : `${label}${separator}${series}`;
    let name = this.#byKey.get(key);
    if (name === undefined) {
      const plain = key
        .replace(/[^A-Za-z0-9_]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, series === undefined ? 30 : 60);
      const isFreeName = plain !== '' && !this.#taken.has(plain) && !reservedNames.test(plain);
      name = isFreeName ? plain : String(this.#byKey.size + 1);
      this.#byKey.set(key, name);
      this.#taken.add(name);
      if (series === undefined) this.byLabel.set(label, name);
    }
    return name;
  }
}

/** Returns the colour of a label or a series with an index among all of them. */
export function colorOf(
  label: string,
  index: number,
  { colors, seriesColors }: ResolvedState,
  kind: 'label' | 'share' | 'series',
): string {
  const ofTheme = kind === 'series' && colors !== undefined && colors === seriesColors?.[0];
  if (typeof colors === 'string' && !ofTheme) return hexColor(colors);
  const usual = ofTheme ? seriesColors.slice(1) : kind === 'label' ? [accent] : palette;
  const list = Array.isArray(colors) ? (colors as readonly string[]) : usual;
  const isMap = typeof colors === 'object' && !Array.isArray(colors);
  const byLabel = isMap ? (colors as Readonly<Record<string, string>>) : {};
  const labelWithColor = [label, allLabels].find((one) => Object.hasOwn(byLabel, one));
  return hexColor(
    (labelWithColor === undefined ? list[index % list.length] : byLabel[labelWithColor]) ?? accent,
  );
}
