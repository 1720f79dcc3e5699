/** Spaces and sizes of sequence diagrams, in font sizes; `lost` is the share of its way on which a lost message ends. */
export const space = {
  /** Between steps, and between participants and their boxes. */
  ...{ step: 0.42, heads: 0.9, box: 0.7 },
  /** Around the name of a participant, and the height of an actor's figure. */
  ...{ headAcross: 0.8, headDown: 0.5, leastHead: 3.2, figure: 1.7 },
  /** Around the text of a message, and between it and its line. */
  ...{ messageAcross: 0.9, label: 0.18 },
  /** Beside a lifeline: a loop, what is beside it, and how far frames and long notes reach beyond it. */
  ...{ loop: 1.2, beside: 0.45, around: 0.6 },
  ...{ noteAcross: 0.5, noteDown: 0.35 },
  ...{ frame: 0.55, tabAcross: 0.4, tabDown: 0.18 },
  ...{ bar: 0.5, badge: 1.05, lost: 0.72 },
} as const;
