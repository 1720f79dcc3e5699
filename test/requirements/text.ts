import { type Area, statements } from './requirement.ts';

export const text: Area = {
  title: 'Text that fits',
  requirements: [
    ...statements(
      'authoring',
      '2. Text that fits',
      `
text.absent: A state without the fields of this section is drawn as before.
text.only-texts: The fields of this section affect only texts.
text.switch: In a transition, align, wrapWidth, fontWeight and tabularNumbers switch at 0.5 like text.
text.align: A state has align, one of left, center, right (optional): the edge of every line that is placed at x; center
  by default.
text.wrap: A state has wrapWidth, a number from 1 to 100000 (optional): the width to which lines are broken.
text.wrap.lines: Lines are broken by the Unicode line breaking rules.
text.wrap.languages: Lines are broken between characters in Japanese and Chinese, and between words in languages without
  spaces.
text.wrap.write: A wrapped text is written like one with newlines.
text.weight: A state has fontWeight, 400 or 700 (optional).
text.weight.scripts: Text of weight 700 is bold in Latin, Greek, Cyrillic, Arabic, Hebrew, Japanese, Chinese, Korean,
  Devanagari and Thai.
text.weight.emboldened: Text of weight 700 is emboldened where there is no bold font.
text.tabular: A state has tabularNumbers, a boolean (optional): whether all digits have the same width.
text.emoji.colour: Emoji are drawn in colour, in SVG, PNG and films.
text.emoji.sequences: Flags, skin tones and joined emoji are drawn as one picture.
text.emoji.paint: The fill of a text does not affect its emoji, but its opacity does.
`,
    ),
  ],
};
