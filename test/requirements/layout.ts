import { type Area, statements } from './requirement.ts';

export const layout: Area = {
  title: 'Layout',
  requirements: [
    ...statements(
      'layout',
      '1. Relations',
      `
layout.place: place puts an object's box at a side of the frame, or of the object that of names, margin away from it.
layout.beside: above, below, leftOf and rightOf put a box beside another one, gap away and lined up by alignTo.
layout.around: around gives a rectangle or a circle the place and size that surround others, padding away.
layout.inside: inside centres a text or an equation in another object, wraps a text, and lowers the font size until it
  fits.
layout.connect: from and to make an arrow, path or number line run straight between two middles, gap away from the
  outlines.
layout.groups: A row, column or grid lines up its members, which may be groups; it has a box of its own.
layout.groups.judge: Groups have the boxes that Chromium gives flexbox and grid, within half a pixel.
layout.inheritance: A relation is inherited; a later number or relation replaces it on its axis.
layout.hidden: Groups skip members that a composition does not show; a relation to such an object is a problem.
layout.numbers: expand prints the numbers of all relations, and a film made from them has the same bytes.
layout.problems: Cycles, unknown ids and two relations for one axis are problems in the words of the document.
layout.hostile: Deep groups, long chains, cycles and much text take limited time and memory.
layout.absent: A document without relations never loads the layout and expands as before.
`,
    ),
    ...statements(
      'layout',
      '2. Advice that repairs',
      `
repair.low-contrast: Advice reports a text without enough contrast with what lies behind it, by WCAG 2.2.
repair.covered: Advice reports a text of which opaque objects cover more than a fifth.
repair.outside-card: Advice reports a text that reaches beyond the shape in which its middle lies.
repair.crossed: Advice reports a line or an edge that runs through a text.
repair.works: Two runs of all fixes leave broken films without advice.
`,
    ),
  ],
};
