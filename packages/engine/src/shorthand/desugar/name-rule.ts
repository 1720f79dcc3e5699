import { didYouMean } from '../../names/closest-name.ts';
import { showValue } from '../../project/problem-text.ts';

/** What a name may be. */
export interface Names {
  readonly names: readonly string[];
  /** Names of other languages, by what they are called there. */
  readonly meant?: Readonly<Record<string, string>>;
  /** What may be written before the names and after them. */
  readonly before?: string;
  readonly after?: string;
  /** Further names that may be meant, which messages do not list. */
  readonly others?: readonly string[];
}

/** Returns the rule for a name that there is not: all that there are, and the one that was probably meant. */
export function nameRule(
  value: unknown,
  { names, meant, before = '', after = '', others = [] }: Names,
): string {
  return `must be ${before}one of ${names.join(', ')}${after}, but is ${showValue(value)}${didYouMean(value, [...names, ...others], { meant })}`;
}
