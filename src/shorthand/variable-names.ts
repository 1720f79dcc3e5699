/** A variable in a text, or what stands for a literal `${`. */
const variable = /\$\$\{|\$\{([^}]*)\}/g;

/**
 * The names of the variables that a document in shorthand uses, directly or in the values of those that it declares and
 * uses. As `replaceVariables`, it looks at all strings.
 */
export function variableNames(document: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const { variables, $schema: _, ...rest } = document;
  const declared = new Map(
    typeof variables === 'object' && variables !== null ? Object.entries(variables) : [],
  );
  const names = new Set<string>();
  collect(rest, names);
  // A set goes through what is added to it on the way, too.
  for (const name of names) collect(declared.get(name), names);
  return names;
}

/** A list instead of recursion: a document may be nested deeply. */
function collect(start: unknown, names: Set<string>): void {
  const waiting: unknown[] = [start];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      for (const [, name] of value.matchAll(variable)) if (name !== undefined) names.add(name);
    } else if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value).reverse()) waiting.push(child);
  }
}
