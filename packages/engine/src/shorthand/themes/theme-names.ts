/** The bundled themes; `bundled-themes.ts` has their designs. */
export const themeNames = [
  'midnight',
  'paper',
  'swiss',
  'mist',
  'forest',
  'blush',
  'cobalt',
  'dusk',
  'neon',
  'poster',
] as const;

export type ThemeName = (typeof themeNames)[number];

/** The colours of a theme, which are words for every colour field. */
export const themeColors = [
  'background',
  'surface',
  'text',
  'muted',
  'accent',
  'accent2',
  'positive',
  'negative',
  'line',
] as const;

export type ThemeColor = (typeof themeColors)[number];

/** The colours of the values of a chart in turn: a word for the colours of charts. */
export const chartColors = 'charts';

/** The uses of font families. */
export const themeFonts = ['display', 'body', 'mono'] as const;

export type ThemeFont = (typeof themeFonts)[number];

/** The styles of texts, whose font sizes are a scale. */
export const sizedStyles = ['title', 'heading', 'body', 'caption', 'captions', 'number', 'quote'] as const;

export type SizedStyle = (typeof sizedStyles)[number];

/** The styles of every bundled theme. */
export const themeStyles = [...sizedStyles, 'muted', 'card', 'badge', 'line', 'logo'] as const;

export function isThemeColor(word: string): word is ThemeColor {
  return (themeColors as readonly string[]).includes(word);
}

/** Whether a text is a theme itself, and not the name of one. */
export function isThemeText(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** Whether a text is the name of a file with a theme. */
export function isThemeFile(text: string): boolean {
  return text.endsWith('.json') && !isThemeText(text);
}
