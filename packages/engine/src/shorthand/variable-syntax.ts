import { isVariableName } from '../formulas/parse-formula.ts';

/** Start of a variable; literal after another $. */
const opening = '${';
const closing = '}';

/** A string with a variable in it, allowed instead of any single value. */
export type VariableText = `${string}\${${string}}${string}`;

/** Pattern of such a string in the JSON Schema. */
export const variablePattern: RegExp = /\$\{[^{}]{1,1000}\}/;

/** Problem of a text with an `unclosed` part. */
export const unclosedVariable = `has a "${opening}" without its "${closing}"; write "$${opening}" for a literal "${opening}"`;

/** A part of a text; never empty. */
type TextPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  /** A variable whose end is missing; it is always the last part. */
  | { readonly kind: 'unclosed' };

/** Whether `partsOf` finds more than literal text. */
export function hasVariables(text: string): boolean {
  return text.includes(opening);
}

/** Writes a variable. */
export function writeVariable(name: string): string {
  return opening + name + closing;
}

/** Splits a text into variables and the literal parts between them. */
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

/** Returns the name of a variable if it is the whole text. */
export function onlyVariable(text: string): string | undefined {
  const [part, ...others] = partsOf(text);
  return part?.kind === 'variable' && others.length === 0 ? part.name : undefined;
}

/**
 * Returns the names of the variables that a document in shorthand uses, directly or in the values of other used
 * variables. Searches all strings, as `replaceVariables` does.
 */
export function variableNames(document: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const { variables, components, $schema: _, ...rest } = document;
  const declared = new Map(
    typeof variables === 'object' && variables !== null ? Object.entries(variables) : [],
  );
  const names = new Set<string>();
  collect(rest, names);
  for (const component of Object.values(mapOf(components))) collectInComponent(component, names);
  // Iterating over a set includes items that are added on the way.
  for (const name of names) collect(declared.get(name), names);
  return names;
}

/** `items` are those whose template is searched. Uses a list instead of recursion, because a document may be nested deeply. */
function collect(start: unknown, names: Set<string>, items: readonly unknown[] = []): void {
  const waiting: unknown[] = [start];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      for (const part of partsOf(value)) {
        if (part.kind !== 'variable') continue;
        for (const name of namesIn(part.name)) names.add(name);
      }
    } else if (typeof value === 'object' && value !== null) {
      const { each, ...rest } = value as Readonly<Record<string, unknown>>;
      for (const child of Object.values(each === undefined ? value : rest).reverse()) waiting.push(child);
      if (each !== undefined) collectInItems(each, itemsOf(rest.data, items), names);
    }
  }
}

/** Adds the names in the template of items, apart from the fields of an item. */
function collectInItems(template: unknown, items: readonly unknown[], names: Set<string>): void {
  const itemNames = new Set(['item', 'key', 'index', ...items.flatMap((item) => Object.keys(mapOf(item)))]);
  const used = new Set<string>();
  collect(template, used, items);
  for (const name of used) if (!itemNames.has(name)) names.add(name);
}

/** Adds the names in a component, apart from its parameters. */
function collectInComponent(component: unknown, names: Set<string>): void {
  const { fields, ...object } = mapOf(component);
  const parameters = new Set(['look', ...Object.keys(mapOf(fields))]);
  const used = new Set<string>();
  collect(object, used);
  for (const name of used) if (!parameters.has(name.split('.', 1)[0] ?? '')) names.add(name);
}

/** The items of data, which in a template may be a list of an item around it. */
function itemsOf(data: unknown, around: readonly unknown[]): unknown[] {
  const name = typeof data === 'string' ? onlyVariable(data) : undefined;
  if (name === undefined) return Object.values(mapOf(data));
  return around.flatMap((item) => Object.values(mapOf(name === 'item' ? item : mapOf(item)[name])));
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A name in braces that is a variable and no formula. */
export const plainName: RegExp = /^[A-Za-z0-9_-]*$/;

/** The names in braces: a variable, or the names in a formula, including functions. */
function namesIn(inner: string): readonly string[] {
  if (plainName.test(inner)) return [inner];
  const formula = inner.slice(0, Math.max(inner.lastIndexOf(':'), 0) || undefined);
  return [...formula.matchAll(/(?<![\w.])[A-Za-z_]\w*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter(isVariableName);
}
