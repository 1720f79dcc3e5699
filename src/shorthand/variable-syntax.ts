/** What a variable starts with; after another $ it is literal. */
const opening = '${';
const closing = '}';

/** A string with a variable in it, which may stand wherever a single value may. */
export type VariableText = `${string}\${${string}}${string}`;

/** What the JSON Schema expects of such a string. */
export const variablePattern: RegExp = /\$\{[A-Za-z0-9_-]{1,80}\}/;

/** The problem of a text with an `unclosed` part. */
export const unclosedVariable = `has a "${opening}" without its "${closing}"; write "$${opening}" for a literal "${opening}"`;

/** A stretch of a text, none of them empty. */
type TextPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  /** A variable that does not end; nothing comes after it. */
  | { readonly kind: 'unclosed' };

/** Whether `partsOf` finds anything but the text itself. */
export function hasVariables(text: string): boolean {
  return text.includes(opening);
}

/** How a variable is written. */
export function writeVariable(name: string): string {
  return opening + name + closing;
}

/** The variables in a text and what is between them, in turn. */
export function* partsOf(text: string): Generator<TextPart> {
  let from = 0;
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, from)) {
    const isLiteral = text[at - 1] === '$';
    const before = text.slice(from, isLiteral ? at - 1 : at) + (isLiteral ? opening : '');
    if (before !== '') yield { kind: 'literal', text: before };
    from = at + opening.length;
    if (isLiteral) continue;
    const end = text.indexOf(closing, from);
    if (end < 0) {
      yield { kind: 'unclosed' };
      return;
    }
    yield { kind: 'variable', name: text.slice(from, end) };
    from = end + closing.length;
  }
  if (from < text.length) yield { kind: 'literal', text: text.slice(from) };
}

/** The name of the variable that is the whole of a text. */
export function onlyVariable(text: string): string | undefined {
  const [part, ...others] = partsOf(text);
  return part?.kind === 'variable' && others.length === 0 ? part.name : undefined;
}

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
      for (const part of partsOf(value)) if (part.kind === 'variable') names.add(part.name);
    } else if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value).reverse()) waiting.push(child);
  }
}
