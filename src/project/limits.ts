/** The largest project document, in bytes of UTF-8 JSON. */
export const maxInputBytes = 33_554_432;

/** How many problems of one project are reported. */
export const maxProblems = 20;

export const maxKeyframesPerTrack = 1024;

/**
 * How many objects and arrays may stand within one another. A project itself has ten levels; the rest is for unknown
 * properties. Parsers take memory for every level they are in: 32 MiB of brackets cost a gigabyte and more.
 */
export const maxDepth = 500;

/**
 * How many objects and arrays a document may hold. 32 MiB hold fewer than a million of those that a project is made of;
 * empty ones, of which they hold eleven million, would take a gigabyte to read.
 */
export const maxContainers = 2_000_000;
