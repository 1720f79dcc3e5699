import type { Relation } from './assertion.ts';

/** A relation as verbs and as words after "is". A verb has its forms: "A touches B", "A and B touch", "ends touching B". */
export const relationVerbs: Readonly<Record<string, Relation>> = {
  touches: 'touches',
  touch: 'touches',
  touching: 'touches',
  overlaps: 'overlaps',
  overlap: 'overlaps',
  overlapping: 'overlaps',
  borders: 'borders',
  border: 'borders',
  bordering: 'borders',
};

/** The first word of a relation after "is", and the words that follow. */
export const relationWords: Readonly<Record<string, { readonly rest: string; readonly relation: Relation }>> =
  {
    inside: { rest: '', relation: 'inside' },
    outside: { rest: '', relation: 'outside' },
    left: { rest: 'of', relation: 'left of' },
    right: { rest: 'of', relation: 'right of' },
    above: { rest: '', relation: 'above' },
    below: { rest: '', relation: 'below' },
    wider: { rest: 'than', relation: 'wider than' },
    narrower: { rest: 'than', relation: 'narrower than' },
    taller: { rest: 'than', relation: 'taller than' },
    shorter: { rest: 'than', relation: 'shorter than' },
    larger: { rest: 'than', relation: 'larger than' },
    smaller: { rest: 'than', relation: 'smaller than' },
    behind: { rest: '', relation: 'behind' },
    in: { rest: 'front of', relation: 'in front of' },
  };

export const motionVerbs: Readonly<
  Record<string, { readonly type: 'moves' | 'rotates' | 'scales'; readonly grows: boolean | null }>
> = {
  moves: { type: 'moves', grows: null },
  move: { type: 'moves', grows: null },
  rotates: { type: 'rotates', grows: null },
  rotate: { type: 'rotates', grows: null },
  scales: { type: 'scales', grows: null },
  scale: { type: 'scales', grows: null },
  grows: { type: 'scales', grows: true },
  grow: { type: 'scales', grows: true },
  shrinks: { type: 'scales', grows: false },
  shrink: { type: 'scales', grows: false },
};

export const trendVerbs: Readonly<Record<string, 'increases' | 'decreases' | 'stays' | 'changes'>> = {
  increases: 'increases',
  increase: 'increases',
  decreases: 'decreases',
  decrease: 'decreases',
  stays: 'stays',
  stay: 'stays',
  changes: 'changes',
  change: 'changes',
};

/** Words that somebody may write instead of those of the grammar, with these. */
export const otherWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    within: 'inside',
    in: 'inside',
    contained: 'inside',
    centered: 'a sentence such as title.x is frame.x',
    centred: 'a sentence such as title.x is frame.x',
    over: 'above',
    higher: 'above',
    under: 'below',
    beneath: 'below',
    underneath: 'below',
    lower: 'below',
    beside: 'left of or right of',
    between: 'right of one and left of the other, in two sentences',
    bigger: 'larger than',
    greater: 'larger than',
    longer: 'wider than or taller than',
    thinner: 'narrower than',
    shown: 'visible',
    seen: 'visible',
    invisible: 'hidden',
    gone: 'hidden',
    appears: 'is visible after, and is hidden until',
    enters: 'is visible after, and is hidden until',
    disappears: 'is hidden after',
    fades: 'a sentence such as title.opacity increases during intro',
    intersects: 'overlaps',
    intersect: 'overlap',
    covers: 'overlaps, or is in front of',
    crosses: 'overlaps',
    collides: 'overlaps',
    hits: 'touches',
    meets: 'touches',
    reaches: 'touches',
    leaves: 'a sentence such as title is inside frame',
    turns: 'rotates',
    spins: 'rotates',
    revolves: 'rotates',
    slides: 'moves',
    goes: 'moves',
    falls: 'moves down',
    rises: 'moves up',
    resizes: 'scales',
    enlarges: 'grows',
    expands: 'grows',
    contracts: 'shrinks',
    remains: 'stays, after a property such as title.x',
    keeps: 'stays, after a property such as title.x',
    does: 'never, or is not',
    do: 'never, or are not',
    "doesn't": 'never, or is not',
    "don't": 'never, or are not',
    "isn't": 'is not',
    "aren't": 'are not',
    must: 'is',
    should: 'is',
    '=': 'is',
    '==': 'is',
    '>': 'is more than',
    '<': 'is less than',
    '>=': 'is at least',
    '<=': 'is at most',
    anticlockwise: 'counterclockwise',
    rightward: 'right',
    leftward: 'left',
    upward: 'up',
    upwards: 'up',
    downward: 'down',
    downwards: 'down',
  }),
);

/** The same for words about motions. */
export const otherMotionWords: ReadonlyMap<string, string> = new Map([
  ...otherWords,
  ...Object.entries({
    for: 'in, such as in 2s',
    over: 'in, such as in 2s',
    within: 'in, such as in 2s',
    about: 'around',
    to: 'and ends, such as and ends touching box',
  }),
]);

/** The same for words about times. */
export const otherTimeWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    and: 'a sentence for each',
    but: 'a sentence for each',
    between: 'from 1s to 2s',
    for: 'from 1s to 2s',
    in: 'during',
    by: 'until',
    once: 'after',
    since: 'from',
    till: 'until',
    when: 'at, from or after',
    while: 'during',
    throughout: 'during',
  }),
);

/** Words that begin a time. */
export const timeWords = [
  'at',
  'from',
  'until',
  'after',
  'before',
  'during',
  'always',
  'never',
  'sometimes',
] as const;

/** The corners and sides of a box as shares of its width and height. */
export const boxPoints: Readonly<Record<string, readonly [x: number, y: number]>> = {
  center: [0.5, 0.5],
  top: [0.5, 0],
  bottom: [0.5, 1],
  left: [0, 0.5],
  right: [1, 0.5],
  'top left': [0, 0],
  'top right': [1, 0],
  'bottom left': [0, 1],
  'bottom right': [1, 1],
};
