import type { ThemeDesign } from './theme.ts';
import type { ThemeName } from './theme-names.ts';

/** Sizes as shares of the frame's shorter side. */
const captions = '5%';
const calm = {
  title: '11%',
  heading: '5.8%',
  body: '4.2%',
  caption: '3.2%',
  captions,
  number: '17%',
  quote: '8%',
};
const loud = {
  title: '14%',
  heading: '6.4%',
  body: '4.3%',
  caption: '3.3%',
  captions,
  number: '20%',
  quote: '9%',
};
const quiet = {
  title: '10%',
  heading: '5.6%',
  body: '4.1%',
  caption: '3.1%',
  captions,
  number: '16%',
  quote: '8.4%',
};

const sansFonts = { display: 'Inter', body: 'Inter', mono: 'mono' } as const;
const serifFonts = { ...sansFonts, display: 'serif' } as const;
const displayFonts = { ...sansFonts, display: 'display' } as const;
const monoFonts = { ...sansFonts, display: 'mono' } as const;

const slide = { type: 'slide', easing: 'easeOut' } as const;
const rise = { type: 'slide', easing: 'cubic-bezier(0.16, 1, 0.3, 1)' } as const;

const light = { fontWeight: 400 } as const;
/** Large letters look better closer together. */
const tight = { letterSpacing: '-0.02em' } as const;
const outlined = { fill: 'background', stroke: 'line', strokeWidth: 2 } as const;

export const bundledThemes: Readonly<Record<ThemeName, ThemeDesign>> = {
  /** Deep blue and amber: a keynote in a dark hall. */
  midnight: {
    colors: {
      background: '#0b1220',
      surface: '#172238',
      text: '#f3f1ea',
      muted: '#a3b1c9',
      accent: '#f4b860',
      accent2: '#7fb2ff',
      positive: '#6fd6a8',
      negative: '#ff9182',
      line: '#697b9c',
      charts: ['#f4b860', '#7fb2ff', '#6fd6a8', '#ff9182', '#c5a3f5', '#5fc9d8', '#e8d9a0', '#93a3bf'],
    },
    fonts: sansFonts,
    background: 'linear-gradient(165deg, #0b1220 35%, #14203c)',
    sizes: calm,
    radius: '2.6%',
    shadow: 'medium',
    gap: '3%',
    enter: slide,
    styles: {
      title: tight,
      number: tight,
    },
  },

  /** Ink on warm paper: a magazine. */
  paper: {
    colors: {
      background: '#f6f1e7',
      surface: '#ebe3d3',
      text: '#23201b',
      muted: '#625a4d',
      accent: '#8f3a16',
      accent2: '#1f5568',
      positive: '#2f6040',
      negative: '#a01f3c',
      line: '#857a69',
      charts: ['#8f3a16', '#1f5568', '#b98a2f', '#5d6b3a', '#6d4a6e', '#c26d4a', '#4c7f8e', '#857a69'],
    },
    fonts: serifFonts,
    sizes: quiet,
    radius: '0.6%',
    shadow: 'none',
    gap: '3.2%',
    enter: slide,
    styles: {
      title: { fontWeight: 500 },
      heading: { fontWeight: 600 },
      number: { fontWeight: 500 },
      quote: { italic: true, lineHeight: 1.4 },
      line: { strokeWidth: 2 },
    },
  },

  /** Black, white and one red, with strict rules. */
  swiss: {
    colors: {
      background: '#ffffff',
      surface: '#f0f0ee',
      text: '#0d0d0d',
      muted: '#5b5b58',
      accent: '#d0180f',
      accent2: '#1f3fb5',
      positive: '#0c6b3d',
      negative: '#8f1d4d',
      line: '#0d0d0d',
      charts: ['#d0180f', '#0d0d0d', '#8c8c88', '#1f3fb5', '#c9a400', '#5b5b58', '#ef8178', '#b9b9b4'],
    },
    fonts: sansFonts,
    sizes: { ...loud, title: '13%', number: '19%' },
    radius: 0,
    shadow: 'none',
    gap: '2.4%',
    enter: rise,
    styles: {
      title: { ...tight, fontWeight: 800, lineHeight: 1 },
      heading: { letterSpacing: '-0.01em' },
      number: { ...tight, fontWeight: 800 },
      badge: { cornerRadius: 0 },
      line: { strokeWidth: 8 },
      quote: { fontWeight: 700, lineHeight: 1.2 },
    },
  },

  /** Cool greys and deep teal: quiet and exact. */
  mist: {
    colors: {
      background: '#e9eff1',
      surface: '#fbfdfd',
      text: '#172a31',
      muted: '#4d636c',
      accent: '#0f5f6e',
      accent2: '#8a4b1f',
      positive: '#1f6647',
      negative: '#a3273a',
      line: '#708a94',
      charts: ['#0f5f6e', '#e0955a', '#5aa0ab', '#8a4b1f', '#3f7a5c', '#a9bcc2', '#c2605f', '#4d636c'],
    },
    fonts: sansFonts,
    background: 'linear-gradient(170deg, #f4f8f9, #e9eff1)',
    sizes: calm,
    radius: '1.8%',
    shadow: 'soft',
    gap: '3%',
    enter: slide,
    styles: {
      title: { fontWeight: 500, letterSpacing: '-0.02em' },
      heading: { fontWeight: 600 },
      number: { fontWeight: 500, letterSpacing: '-0.02em' },
    },
  },

  /** Dark green and brass: a library. */
  forest: {
    colors: {
      background: '#0f211b',
      surface: '#1b342b',
      text: '#f2ecdc',
      muted: '#aebfae',
      accent: '#e0bd6a',
      accent2: '#8fd0b5',
      positive: '#a5d67a',
      negative: '#f79c84',
      line: '#6f8d7e',
      charts: ['#e0bd6a', '#8fd0b5', '#f79c84', '#a5d67a', '#d3c7a4', '#5fa18a', '#c98f5a', '#93a99b'],
    },
    fonts: serifFonts,
    sizes: quiet,
    radius: '1%',
    shadow: 'none',
    gap: '3.2%',
    enter: slide,
    styles: {
      title: light,
      heading: { fontWeight: 600 },
      number: light,
      quote: { italic: true, lineHeight: 1.4 },
      card: outlined,
      line: { strokeWidth: 2, stroke: 'accent' },
    },
  },

  /** Rose, plum and cream: soft and personal. */
  blush: {
    colors: {
      background: '#f9ebe6',
      surface: '#fffaf7',
      text: '#3b1a2a',
      muted: '#7a5260',
      accent: '#93294f',
      accent2: '#4f5f2a',
      positive: '#3b6238',
      negative: '#a8301a',
      line: '#a57f86',
      charts: ['#93294f', '#e08a7d', '#4f5f2a', '#c9a14a', '#7b5c8e', '#d9b3a8', '#3f7575', '#7a5260'],
    },
    fonts: serifFonts,
    background: 'linear-gradient(165deg, #fef8f5, #f9ebe6)',
    sizes: { ...quiet, title: '11%' },
    radius: '4%',
    shadow: 'soft',
    gap: '3%',
    enter: slide,
    styles: {
      title: { fontWeight: 500 },
      heading: { fontWeight: 600 },
      number: { fontWeight: 500 },
      quote: { italic: true },
    },
  },

  /** White and yellow on strong blue: a product launch. */
  cobalt: {
    colors: {
      background: '#1533c4',
      surface: '#0e2393',
      text: '#ffffff',
      muted: '#ccd6ff',
      accent: '#ffd84d',
      accent2: '#8ff0e0',
      positive: '#a4f29a',
      negative: '#ffc2b5',
      line: '#93a8ff',
      charts: ['#ffd84d', '#8ff0e0', '#ffffff', '#ff9d8a', '#a4f29a', '#c3b3ff', '#93a8ff', '#ffb84d'],
    },
    fonts: displayFonts,
    background: 'linear-gradient(160deg, #1a3ad6, #0f2ba8)',
    sizes: { ...loud, title: '13%' },
    radius: '2.4%',
    shadow: 'medium',
    gap: '2.8%',
    enter: rise,
    styles: {
      title: { ...tight, fontWeight: 800 },
      number: { ...tight, fontWeight: 800 },
    },
  },

  /** Aubergine, peach and pink: the hour after the sun. */
  dusk: {
    colors: {
      background: '#27122f',
      surface: '#3b1f44',
      text: '#fff1e4',
      muted: '#d5b5c6',
      accent: '#ffa36b',
      accent2: '#ff8fb8',
      positive: '#9fdcae',
      negative: '#ff9f9f',
      line: '#a27aa3',
      charts: ['#ffa36b', '#ff8fb8', '#b79cf2', '#ffd08a', '#7fc8d8', '#9fdcae', '#e6b7d0', '#a27aa3'],
    },
    fonts: displayFonts,
    background: 'linear-gradient(160deg, #27122f 30%, #421a45)',
    sizes: calm,
    radius: '3.4%',
    shadow: 'medium',
    gap: '3%',
    enter: rise,
    styles: {
      title: { fontWeight: 600, letterSpacing: '-0.01em' },
      heading: { fontWeight: 600 },
      number: { fontWeight: 600 },
    },
  },

  /** Acid green on black: a club at night. */
  neon: {
    colors: {
      background: '#08080c',
      surface: '#16161f',
      text: '#fafaff',
      muted: '#a6a6b8',
      accent: '#c8ff3e',
      accent2: '#ff6ad5',
      positive: '#4dffb4',
      negative: '#ff7a70',
      line: '#6e6e85',
      charts: ['#c8ff3e', '#ff6ad5', '#58d7ff', '#ffb347', '#9b8cff', '#4dffb4', '#ff7a70', '#a6a6b8'],
    },
    fonts: monoFonts,
    // Letters of one width are wide.
    sizes: { ...loud, title: '12.5%', heading: '5.6%' },
    radius: '1.2%',
    shadow: 'none',
    gap: '2.4%',
    enter: 'pop',
    styles: {
      title: { ...tight, lineHeight: 1.05 },
      card: { stroke: 'line', strokeWidth: 2 },
      badge: { cornerRadius: '0.6%' },
      line: { stroke: 'accent', strokeWidth: 6 },
    },
  },

  /** Black and crimson on yellow: a poster in the street. */
  poster: {
    colors: {
      background: '#ffd93b',
      surface: '#fff3c2',
      text: '#17120a',
      muted: '#5a4700',
      accent: '#a80f3f',
      accent2: '#1b3c9e',
      positive: '#0f5530',
      negative: '#9b1c0c',
      line: '#17120a',
      charts: ['#a80f3f', '#1b3c9e', '#17120a', '#0f7a5c', '#e2571e', '#6b2f8a', '#8a6d00', '#d6457a'],
    },
    fonts: displayFonts,
    sizes: { ...loud, title: '15%' },
    radius: 0,
    shadow: 'none',
    gap: '2.4%',
    enter: { type: 'pop', easing: 'easeOut' },
    styles: {
      title: { ...tight, fontWeight: 800, lineHeight: 0.95 },
      heading: { fontWeight: 800 },
      number: { ...tight, fontWeight: 800 },
      card: { stroke: 'text', strokeWidth: 6 },
      badge: { cornerRadius: 0 },
      line: { strokeWidth: 12 },
    },
  },
};
