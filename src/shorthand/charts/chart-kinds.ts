/** Kinds of charts. A chart stands among the objects of a document and becomes objects and a group of them. */
export const chartKinds = ['bars', 'line', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** Fields of a state that only charts have. */
export const chartFields = [
  'data',
  'max',
  'ticks',
  'labels',
  'values',
  'colors',
  'sort',
  'horizontal',
] as const;

/** Limits of the data of a chart. */
export const mostValues = 200;
export const longestLabel = 60;
export const mostAmount = 1e12;

/** Longest name of a file with the data of a chart. */
export const longestFileName = 500;

/** Stands for data that cannot be read, for which there is a problem already. */
export const unknownData = '';
