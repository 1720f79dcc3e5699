/** Limits of the data of a chart. */
export const maxValues = 200;
export const maxLabelLength = 60;
export const maxAmount = 1e12;

/** Longest name of a file with the data of a chart. */
export const maxFileNameLength = 500;

/** Placeholder for data that cannot be read, for which a problem is already reported. */
export const unknownData = '';
