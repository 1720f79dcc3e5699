/** Maximum size of a project document, in bytes of UTF-8 JSON. */
export const maxInputBytes = 33_554_432;

/** Maximum number of problems reported for a project. */
export const maxProblems = 20;

/** Maximum number of font families of a project. */
export const maxFontFamilies = 20;

/** Maximum size of a font as TTF or OTF, in bytes. */
export const maxFontBytes = 8_388_608;

/** Maximum size of all different fonts of a project together, in bytes. */
export const maxFontBytesInAll = 16_777_216;

export const maxKeyframesPerTrack = 1024;

/**
 * Maximum nesting depth of objects and arrays. A project itself has ten levels; the rest is for unknown properties.
 * Parsers need memory for every open level: 32 MiB of brackets take over a gigabyte.
 */
export const maxDepth = 500;

/**
 * Maximum number of objects and arrays in a document. A project of 32 MiB has fewer than a million of them; 32 MiB of
 * empty ones are eleven million and would take a gigabyte to read.
 */
export const maxContainers = 2_000_000;
