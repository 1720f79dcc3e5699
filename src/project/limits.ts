/** The largest project document, in bytes of UTF-8 JSON. */
export const maxInputBytes = 33_554_432;

/** How many problems of one project are reported. */
export const maxProblems = 20;

export const maxKeyframesPerTrack = 1024;
