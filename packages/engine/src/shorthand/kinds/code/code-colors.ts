import { hexColor } from '../../../language/css-colors.ts';
import { colorContrast, colorLuminance } from '../../luminance.ts';
import type { Theme } from '../../themes/theme.ts';
import type { TokenGroup } from './token-groups.ts';

type TokenColors = Readonly<Record<TokenGroup, string>>;

/** For a film without a theme. */
const onDark: TokenColors = {
  text: '#e6e9f2',
  punctuation: '#aeb6ca',
  keyword: '#c9a4ff',
  function: '#82b4ff',
  type: '#ffd479',
  property: '#7fdbe6',
  number: '#ffab7a',
  string: '#a3dc9a',
  removed: '#ff9a94',
  comment: '#8d96ab',
};
const onLight: TokenColors = {
  text: '#1f2430',
  punctuation: '#566074',
  keyword: '#7a35c0',
  function: '#1f5fc4',
  type: '#8a5a00',
  property: '#0b6c7c',
  number: '#ad4510',
  string: '#2c7038',
  removed: '#b3261e',
  comment: '#667085',
};

/** Relative luminance from which a ground is light. */
const lightFrom = 0.25;

/** Least contrast (WCAG 2.2, level AA) of letters. */
const readable = 4.5;

/** Steps in which a colour comes nearer to white or black until it is readable. */
const steps = 20;

/** Returns a colour for each group of tokens that is easy to read on a ground, in the colours of a theme. */
export function codeColors(ground: unknown, theme: Theme | undefined): TokenColors {
  const isLight = (colorLuminance(ground) ?? 0) > lightFrom;
  const wanted = theme === undefined ? (isLight ? onLight : onDark) : colorsOf(theme);
  const entries = Object.entries(wanted).map(([group, color]) => [group, readableOn(ground, color, isLight)]);
  return Object.fromEntries(entries);
}

function colorsOf({ colors }: Theme): TokenColors {
  const { text, muted, accent, accent2, positive, negative, charts } = colors;
  return {
    text,
    punctuation: mixed(muted, text, 0.4),
    keyword: accent,
    function: accent2,
    type: charts[4] ?? accent2,
    property: charts[5] ?? accent2,
    number: charts[6] ?? negative,
    string: positive,
    removed: negative,
    comment: muted,
  };
}

/** Returns a colour that comes as near to white or black as a ground needs. */
function readableOn(ground: unknown, color: string, isLight: boolean): string {
  const end = isLight ? '#000000' : '#ffffff';
  for (let step = 0; step < steps; step++) {
    const nearer = mixed(color, end, step / steps);
    if ((colorContrast(nearer, ground) ?? readable) >= readable) return nearer;
  }
  return end;
}

/** Mixes a share of a second colour into a first one; other values than colours stay as they are. */
function mixed(one: string, other: string, share: number): string {
  const [first, second] = [channelsOf(one), channelsOf(other)];
  if (first === undefined || second === undefined) return one;
  const channels = first.map((value, index) => Math.round(value + ((second[index] ?? 0) - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(color: string): number[] | undefined {
  const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})/i.exec(hexColor(color))?.[1];
  const pairs = digits?.length === 3 ? [...digits].map((digit) => digit + digit) : digits?.match(/../g);
  return pairs?.map((pair) => Number.parseInt(pair, 16));
}
