/** Limits of the data of a chart. */
export const maxValues = 200;
export const maxSeries = 24;
export const maxPoints = 400;
export const maxBins = 100;
/** Of all series together. */
export const maxCells = 1000;
export const maxLabelLength = 60;
export const maxAmount = 1e12;

/** Rows of a list or of a CSV file; kinds that draw one part for each row take fewer. */
export const maxRows = 10_000;

/** Longest name of a file with the data of a chart. */
export const maxFileNameLength = 500;

/** Placeholder for data that cannot be read, for which a problem is already reported. */
export const unknownData = '';

/** Where a legend can be. */
export const legendSides = ['top', 'bottom', 'left', 'right', 'inside'] as const;
export type LegendSide = (typeof legendSides)[number];
