/** Letters of a code, and of the file that has it. */
export const maxCodeLetters = 1_000_000;
export const maxCodeLines = 5000;

/** Lines of all texts that code has in the compositions of a scene. */
export const maxLinesOfTexts = 20_000;

/** Lines, and letters in each, that code shows at one time: more cannot be read in a film. */
export const maxShownLines = 200;
export const maxShownLetters = 200;

/** Longest part of a code that a document names, and the most such parts in `highlight`. */
export const maxPartLetters = 200;
export const maxHighlights = 50;
