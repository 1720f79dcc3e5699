/** Kinds of charts. A chart is listed among the objects of a document and becomes a group of objects, its parts. */
export const chartKinds = ['bars', 'line', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** Whether a kind of an object is a chart. */
export function isChartKind(kind: string): kind is ChartKind {
  return (chartKinds as readonly string[]).includes(kind);
}

/** Fields of a state that only charts have, and their kinds. */
export const chartFields = {
  data: chartKinds,
  labels: chartKinds,
  values: chartKinds,
  colors: chartKinds,
  sort: chartKinds,
  max: ['bars', 'line'],
  ticks: ['bars', 'line'],
  horizontal: ['bars'],
} as const satisfies Readonly<Record<string, readonly ChartKind[]>>;

/** Limits of the data of a chart. */
export const maxValues = 200;
export const maxLabelLength = 60;
export const maxAmount = 1e12;

/** Longest name of a file with the data of a chart. */
export const maxFileNameLength = 500;

/** Placeholder for data that cannot be read, for which a problem is already reported. */
export const unknownData = '';
