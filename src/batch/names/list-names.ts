import { showValue } from '../../project/problem-text.ts';

/** The most names that a message lists. */
export const mostNames = 10;

/** The names of fields or variables for a message; whoever chose them, they are short and safe to print. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => (name === '' ? '(no name)' : showValue(name)));
  return `${shown.join(', ')}${names.length > mostNames ? ', …' : ''}`;
}
