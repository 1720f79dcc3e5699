import { colorContrast, colorLuminance } from '../luminance.ts';
import type { SizedStyle, ThemeColor, ThemeFont, ThemeName } from './theme-names.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A length in pixels, or a share of a length of the frame such as "5%". */
export type Length = number | string;

/** What a theme consists of, as its author writes it. */
export interface ThemeDesign {
  readonly colors: Readonly<Record<ThemeColor, string>> & { readonly charts: readonly string[] };
  /** The families of titles and numbers, of other texts, and of code. */
  readonly fonts: Readonly<Record<ThemeFont, string>>;
  /** The background of scenes: a colour or a gradient. Default: the colour `background`. */
  readonly background?: string;
  /** The font sizes of styles. */
  readonly sizes: Readonly<Record<SizedStyle, Length>>;
  /** The corner radius of cards. */
  readonly radius: Length;
  /** The shadow of cards. */
  readonly shadow: string;
  /** The space between the members of rows, columns and grids. */
  readonly gap: Length;
  /** How objects enter and leave in transitions that do not name a type; charts grow, see `read-animations.ts`. */
  readonly enter: ThemeEnter;
  /** The file of the objects with the style `logo`. */
  readonly logo?: string;
  /** Fields in addition to those of the common styles, which they override. */
  readonly styles?: Readonly<Record<string, Fields>>;
}

export type ThemeEnter =
  | string
  | { readonly type: string; readonly easing?: unknown; readonly from?: unknown; readonly stagger?: unknown };

/** A theme in a document: every part may be left out, and comes from the theme that it extends. */
export interface WrittenTheme extends Omit<Partial<ThemeDesign>, 'colors' | 'fonts' | 'sizes'> {
  readonly extends?: ThemeName;
  readonly colors?: Partial<ThemeDesign['colors']>;
  readonly fonts?: Partial<ThemeDesign['fonts']>;
  readonly sizes?: Partial<ThemeDesign['sizes']>;
}

/** A theme with the fields of its styles, whose colours are words. */
export interface Theme extends Omit<ThemeDesign, 'styles' | 'sizes'> {
  readonly styles: Readonly<Record<string, Fields>>;
  /** False for one that could not be read: then its words and styles are not reported as unknown. */
  readonly isKnown: boolean;
}

/** Returns the design of a theme that changes parts of another one. */
export function extendDesign(base: ThemeDesign, changes: WrittenTheme): ThemeDesign {
  const { extends: _, ...own } = changes;
  // The gradient of another theme does not fit a colour of one's own.
  const { background, ...rest } = base;
  const keepsBackground = own.colors?.background === undefined && background !== undefined;
  const styles: Record<string, Fields> = { ...base.styles };
  for (const [name, fields] of Object.entries(own.styles ?? {}))
    styles[name] = { ...styles[name], ...fields };
  return {
    ...rest,
    ...(keepsBackground && { background }),
    ...own,
    colors: { ...base.colors, ...own.colors },
    fonts: { ...base.fonts, ...own.fonts },
    sizes: { ...base.sizes, ...own.sizes },
    styles,
  };
}

/** Ground and letters of captions where the colours of a theme are not known. */
const plainCaptions = { fill: '#ffffff', ground: '#101216d9', spoken: '#ffd166' } as const;

/** The colours of captions: the darker one of a theme's ground and texts is the ground, a little of the film shows through. */
export function captionColors(
  colors: Theme['colors'] | undefined,
): Readonly<Record<'fill' | 'ground' | 'spoken', string>> {
  if (colors === undefined) return plainCaptions;
  const { background, text, accent } = colors;
  const isDark = (colorLuminance(background) ?? 0) < (colorLuminance(text) ?? 1);
  const [ground, fill] = isDark ? [background, text] : [text, background];
  if (!/^#[\da-f]{6}$/i.test(ground) || (colorContrast(fill, ground) ?? 0) < readable) return plainCaptions;
  return { fill, ground: `${ground}d9`, spoken: lightened(accent, ground) ?? plainCaptions.spoken };
}

/** Contrast of spoken words with the ground of captions, through which a light film shows. */
const brightOnGround = 8;

/** Mixes a colour with as much white as makes it easy to read on a ground. */
function lightened(color: string, ground: string): string | undefined {
  const channels = /^#[\da-f]{6}$/i.test(color) ? color.match(/[\da-f]{2}/gi) : null;
  for (const share of channels === null ? [] : [0, 0.1, 0.2, 0.3]) {
    const mixed = channels?.map((channel) => {
      const value = Number.parseInt(channel, 16);
      return Math.round(value + (255 - value) * share)
        .toString(16)
        .padStart(2, '0');
    });
    const hexColor = `#${mixed?.join('')}`;
    if ((colorContrast(hexColor, ground) ?? 0) >= brightOnGround) return hexColor;
  }
  return undefined;
}

/** Least contrast (WCAG 2.2, level AA) of text. */
const readable = 4.5;

/** Returns a theme with all of its styles. */
export function themeOf({ sizes, styles = {}, ...rest }: ThemeDesign): Theme {
  const { fonts, radius, shadow } = rest;
  const display = fonts.display === 'Inter' ? {} : { fontFamily: fonts.display };
  const common: Readonly<Record<string, Fields>> = {
    title: { ...display, fontSize: sizes.title, fontWeight: 700, lineHeight: 1.1, wrapWidth: '86%' },
    heading: { ...display, fontSize: sizes.heading, fontWeight: 700, lineHeight: 1.2, wrapWidth: '80%' },
    body: { fontSize: sizes.body, lineHeight: 1.45, wrapWidth: '66%' },
    caption: { fontSize: sizes.caption, fill: 'muted' },
    captions: {
      fontSize: sizes.captions,
      ...captionColors(rest.colors),
      ...(fonts.body !== 'Inter' && { fontFamily: fonts.body }),
    },
    number: {
      ...display,
      fontSize: sizes.number,
      fontWeight: 700,
      lineHeight: 1.1,
      fill: 'accent',
      tabularNumbers: true,
    },
    quote: { ...display, fontSize: sizes.quote, lineHeight: 1.35, wrapWidth: '72%' },
    muted: { fontSize: sizes.body, fill: 'muted' },
    card: {
      fill: 'surface',
      cornerRadius: radius,
      padding: '4.2%',
      gap: '3.4%',
      ...(shadow !== 'none' && { shadow }),
    },
    badge: { fill: 'accent', cornerRadius: '10%', padding: '1.6%', fontSize: sizes.caption, fontWeight: 700 },
    line: { stroke: 'line', strokeWidth: 3 },
    logo: { height: '8%' },
  };
  const names = new Set([...Object.keys(common), ...Object.keys(styles)]);
  const all = [...names].map((name): [string, Fields] => [name, { ...common[name], ...styles[name] }]);
  return { ...rest, styles: Object.fromEntries(all), isKnown: true };
}

/** Returns the family of texts, for objects that are not in the family of the theme by themselves. */
export function bodyFamily({ fonts }: Theme): Fields {
  return fonts.body === 'Inter' ? {} : { fontFamily: fonts.body };
}
