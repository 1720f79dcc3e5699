import { boolean, number, oneOf } from '../field-schemas.ts';
import type { PropertyTable } from './property.ts';
import { fontFamily, fontWeight } from './values.ts';

/** The fields beyond the contract of a state with letters. */
export const letterProperties = {
  align: {
    schema: oneOf(['left', 'center', 'right']).optional(),
    description: 'Texts only: the edge of each line that is placed at x. Default: center.',
    inShorthand:
      'In a text, the edge of each line at x. In a group, how members line up: start, center, end, stretch, or in a row baseline.',
    initial: 'center',
    names:
      'textalign alignment textanchor textalignment textalignhorizontal horizontalalign halign textjustify anchortext',
    switches: true,
  },
  wrapWidth: {
    schema: number(1, 100_000).optional(),
    description: 'Texts only: the width to which lines are wrapped, in pixels. Default: no wrapping.',
    names: 'maxwidth wrap textwidth linewidthmax wordwrap wrapat boxwidth maxlinewidth',
    share: 'width',
    switches: true,
  },
  fontWeight: {
    schema: fontWeight().optional(),
    description:
      'Texts only: from 100 to 900; 400 is regular, 700 is bold. The nearest weight that the family has is drawn. Default: 400.',
    initial: 400,
    names: 'weight bold fontstyleweight isbold',
    switches: true,
  },
  fontFamily: {
    schema: fontFamily().optional(),
    description: 'Texts only: Inter, serif, mono or display. Default: Inter.',
    initial: 'Inter',
    names: 'font typeface fontname fontfamilyname',
    switches: true,
  },
  italic: {
    schema: boolean().optional(),
    description:
      'Texts only: whether the letters are italic, or slanted in a family without italic. Default: false.',
    initial: false,
    names: 'fontstyle oblique slant isitalic',
    switches: true,
  },
  letterSpacing: {
    schema: number(-1000, 1000).optional(),
    description: 'Texts only: the space added between letters, in pixels. Default: 0.',
    inShorthand:
      'Texts only: the space added between letters, in pixels, or in font sizes: "0.05em". Default: 0.',
    names: 'tracking characterspacing kerning',
    timing: 'fontSizeTiming',
    keyframes: true,
    formulas: true,
    initial: 0,
    sampled: 'number',
  },
  wordSpacing: {
    schema: number(-1000, 1000).optional(),
    description: 'Texts only: the space added between words, in pixels. Default: 0.',
    names: 'spacing wordgap',
    timing: 'fontSizeTiming',
    keyframes: true,
    formulas: true,
    initial: 0,
    sampled: 'number',
  },
  underline: {
    schema: boolean().optional(),
    description: 'Texts only: whether a line is drawn below the letters. Default: false.',
    initial: false,
    names: 'textdecoration decoration underlined',
    switches: true,
  },
  textTransform: {
    schema: oneOf(['none', 'uppercase', 'lowercase', 'capitalize']).optional(),
    description: 'Texts only: how letters are changed before they are drawn, as in CSS. Default: none.',
    initial: 'none',
    names: 'textcase casing uppercase',
    switches: true,
  },
  tabularNumbers: {
    schema: boolean().optional(),
    description: 'Texts only: whether all digits have the same width, for counters. Default: false.',
    initial: false,
    names: 'tabularnums tabular fontvariantnumeric monospacednumbers tnum',
    switches: true,
  },
  textTransition: {
    schema: oneOf(['switch', 'crossfade', 'count', 'morph', 'words']).optional(),
    description:
      'Texts and equations only: how the text becomes this one. switch halfway, crossfade, count through the numbers between, morph, which moves common letters, or words, which moves common words. Default: switch.',
    initial: 'switch',
    names: 'texteffect textanimation textchange contenttransition',
    insteadOfKeyframes: 'write it in a state',
  },
  lineHeight: {
    schema: number(0.5, 4).optional(),
    description:
      'Texts only: the distance between neighbouring lines, in font sizes. Default: 1.25, and more for Arabic and Devanagari.',
    initial: 1.25,
    names: 'leading linespacing',
    timing: 'fontSizeTiming',
    keyframes: true,
    formulas: true,
  },
  direction: {
    schema: oneOf(['auto', 'ltr', 'rtl']).optional(),
    description:
      "Texts only: the direction of each line. auto takes that of the line's first letter. Default: auto.",
    initial: 'auto',
    names: 'dir writingdirection textdirection',
    switches: true,
  },
  verticalAlign: {
    schema: oneOf(['top', 'middle', 'bottom', 'baseline']).optional(),
    description: 'Texts and equations only: the part of it that is placed at y. Default: middle.',
    initial: 'middle',
    names: 'valign textalignvertical verticalalignment dominantbaseline textbaseline',
    switches: true,
  },
} as const satisfies PropertyTable;
