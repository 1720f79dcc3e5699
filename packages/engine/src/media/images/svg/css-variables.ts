import {
  type ComponentValue,
  type FunctionNode,
  isFunctionNode,
  parseListOfComponentValues,
  replaceComponentValues,
  stringify,
} from '@csstools/css-parser-algorithms';
import { tokenize } from '@csstools/css-tokenizer';

/** Maximum characters of a value with its variables replaced. */
const maxLength = 10_000;

/** Returns the variables of an element: those that it inherits and those that it declares. */
export function declareVariables(
  declared: ReadonlyMap<string, string>,
  inherited: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = [...declared].filter(([property]) => property.startsWith('--'));
  if (own.length === 0) return inherited;
  const written = new Map([...inherited, ...own]);
  const variables = new Map(inherited);
  for (const [property, text] of own) {
    if (text.toLowerCase() === 'inherit' || text.toLowerCase() === 'unset') continue;
    const value =
      text.toLowerCase() === 'initial' ? undefined : replaceAll(text, written, new Set([property]));
    if (value === undefined) variables.delete(property);
    else variables.set(property, value);
  }
  return variables;
}

/** Replaces each `var()` in a value. Undefined if a variable without a fallback is missing, or for very long values. */
export function replaceVariables(text: string, variables: ReadonlyMap<string, string>): string | undefined {
  return text.includes('var(') ? replaceAll(text, variables, new Set()) : text;
}

/** `open` are the variables that are being replaced; one that contains itself has no value. */
function replaceAll(
  text: string,
  variables: ReadonlyMap<string, string>,
  open: ReadonlySet<string>,
): string | undefined {
  if (!text.includes('var(')) return text;
  let length = 0;
  let isValid = true;
  const replaced = replaceComponentValues([componentsOf(text)], (component) => {
    if (!isFunctionNode(component) || component.getName().toLowerCase() !== 'var') return undefined;
    const value = length > maxLength ? undefined : variableIn(component, variables, open);
    length += value?.length ?? 0;
    isValid &&= value !== undefined && length <= maxLength;
    return isValid ? componentsOf(value ?? '') : [];
  });
  return isValid ? stringify(replaced).trim() : undefined;
}

function variableIn(
  call: FunctionNode,
  variables: ReadonlyMap<string, string>,
  open: ReadonlySet<string>,
): string | undefined {
  const text = stringify([call.value]);
  const comma = text.indexOf(',');
  const name = (comma < 0 ? text : text.slice(0, comma)).trim();
  const written = open.has(name) ? undefined : variables.get(name);
  const value = written === undefined ? undefined : replaceAll(written, variables, new Set([...open, name]));
  if (value !== undefined || comma < 0) return value;
  return replaceAll(text.slice(comma + 1).trim(), variables, open);
}

function componentsOf(text: string): ComponentValue[] {
  return parseListOfComponentValues(tokenize({ css: text }));
}
