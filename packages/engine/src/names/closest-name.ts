/** Letters per mistake: a close name has at most one mistake for this many letters. */
const lettersPerMistake = 3;
/** The minimum length of a prefix that is accepted as an abbreviation of a name. */
const minBeginningLength = 3;

/**
 * Returns the question after the name that was probably meant, such as `; did you mean fade?`; empty if none is close.
 * `meant` has names of other languages, and `show` writes the name for the message.
 */
export function didYouMean(
  given: unknown,
  names: readonly string[],
  {
    meant = {},
    show = (name) => name,
  }: {
    readonly meant?: Readonly<Record<string, string>> | undefined;
    readonly show?: (name: string) => string;
  } = {},
): string {
  if (typeof given !== 'string') return '';
  const closest = Object.hasOwn(meant, given) ? meant[given] : closestName(given, names);
  return closest === undefined ? '' : `; did you mean ${show(closest)}?`;
}

/** Returns the name that was probably meant, if one is close. Ignores hyphens and case. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  const wanted = plain(given);
  if (wanted.length >= minBeginningLength) {
    const beginning = names.filter((name) => plain(name).startsWith(wanted));
    if (beginning.length === 1) return beginning[0];
  }
  let closest: string | undefined;
  let fewest = Infinity;
  for (const name of names) {
    const { length } = plain(name);
    // Each missing letter is a mistake.
    if (Math.abs(wanted.length - length) * lettersPerMistake > length) continue;
    const mistakes = distanceOf(wanted, plain(name));
    if (mistakes < fewest && mistakes * lettersPerMistake <= length) {
      closest = name;
      fewest = mistakes;
    }
  }
  return closest;
}

function plain(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}

/** Counts the letters that must be inserted, deleted, replaced or swapped with the next one to make two words equal. */
export function distanceOf(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let fewest = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) fewest = Math.min(fewest, (beforeLast[column - 2] ?? 0) + 1);
      current.push(fewest);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
