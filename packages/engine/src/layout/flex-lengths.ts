/** A child along its row or column, or a track of a grid, as in CSS. */
export interface Flexible {
  /** Its length before free space is shared. */
  readonly base: number;
  /** Its share of free space, and of missing space in proportion to its base. */
  readonly grow: number;
  readonly shrink: number;
  readonly least: number;
}

/** The sum of lengths. */
export const sum = (lengths: readonly number[]): number =>
  lengths.reduce((total, length) => total + length, 0);

/**
 * Returns the lengths of children that fill a room together, as CSS's "Resolving Flexible Lengths" has it: those that
 * would become too short get their least length, and the others share the rest again.
 */
export function flexLengths(children: readonly Flexible[], room: number): number[] {
  const lengths = children.map(({ base, least }) => Math.max(base, least));
  const isGrowing = sum(lengths) < room;
  const factors = children.map(({ grow, shrink }) => (isGrowing ? grow : shrink));
  const weights = children.map(({ base }, index) => (isGrowing ? factors[index] : factors[index] * base));
  let open = [...children.keys()].filter(
    (index) => factors[index] > 0 && (isGrowing || children[index].base >= lengths[index]),
  );
  const freeSpace = () => {
    const isOpen = new Set(open);
    return room - sum(children.map(({ base }, index) => (isOpen.has(index) ? base : lengths[index])));
  };
  const initial = freeSpace();
  while (open.length > 0) {
    // Factors that add up to less than 1 share only that part of the space.
    const part = initial * Math.min(1, sum(open.map((index) => factors[index])));
    const free = freeSpace();
    const shared = Math.abs(part) < Math.abs(free) ? part : free;
    const whole = sum(open.map((index) => weights[index]));
    for (const index of open) {
      const { base } = children[index];
      lengths[index] = whole > 0 ? base + (shared * weights[index]) / whole : base;
    }
    const short = new Set(open.filter((index) => lengths[index] < children[index].least));
    for (const index of short) lengths[index] = children[index].least;
    if (short.size === 0) break;
    open = open.filter((index) => !short.has(index));
  }
  return lengths;
}

/** Returns the lengths of tracks between their least and their natural length, as CSS's `auto` tracks have them. */
export function trackLengths(
  tracks: readonly { readonly least: number; readonly natural: number }[],
  room: number,
): number[] {
  const lengths = tracks.map(({ least }) => least);
  let open = [...tracks.keys()].filter((index) => lengths[index] < tracks[index].natural);
  while (open.length > 0) {
    const share = (room - sum(lengths)) / open.length;
    if (share <= 0) break;
    const full = open.filter((index) => lengths[index] + share >= tracks[index].natural);
    for (const index of full) lengths[index] = tracks[index].natural;
    if (full.length === 0) for (const index of open) lengths[index] += share;
    open = full.length === 0 ? [] : open.filter((index) => !full.includes(index));
  }
  return lengths;
}

/** Where free space goes along a row or a column. */
export type Justification = 'start' | 'center' | 'end' | 'between' | 'evenly';

/** Returns the starts of lengths that are lined up in a room, `gap` apart. */
export function startsOf(
  lengths: readonly number[],
  gap: number,
  room: number,
  justify: Justification,
): number[] {
  const free = room - sum(lengths) - gap * Math.max(0, lengths.length - 1);
  const [before, between] = spaces(free, lengths.length, justify);
  let next = before;
  return lengths.map((length) => {
    const start = next;
    next += length + gap + between;
    return start;
  });
}

/** The space before the first of `count` children, and the space that is added between two. */
function spaces(free: number, count: number, justify: Justification): [before: number, between: number] {
  switch (justify) {
    case 'start':
      return [0, 0];
    case 'center':
      return [free / 2, 0];
    case 'end':
      return [free, 0];
    case 'between':
      return [0, count > 1 ? Math.max(0, free) / (count - 1) : 0];
    case 'evenly': {
      const space = Math.max(0, free) / (count + 1);
      return [space, space];
    }
  }
}
