/** Names in formulas that mean seconds of the film, and seconds since the composition began to be entered. */
export const timeName = 'time';
export const heldName = 'held';
export const clockNames: readonly string[] = [timeName, heldName];

/** Returns the variables of formulas with the clocks of the film, which stand at 0. A variable replaces a clock. */
export function withClocks(variables: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return { ...Object.fromEntries(clockNames.map((name) => [name, 0])), ...variables };
}
