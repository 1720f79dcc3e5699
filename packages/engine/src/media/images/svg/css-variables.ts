import {
  type ComponentValue,
  type FunctionNode,
  isFunctionNode,
  parseListOfComponentValues,
  replaceComponentValues,
  stringify,
} from '@csstools/css-parser-algorithms';
import { tokenize } from '@csstools/css-tokenizer';
import { SvgRefusal } from './svg-tree.ts';

/** Maximum characters of a value, also with its variables replaced. */
const maxLength = 10_000;

/** Maximum number of variables of an element, with those that it inherits. */
const maxVariables = 1000;

type LookUp = (name: string) => string | undefined;

/**
 * Returns the variables of an element: those that it inherits and those that it declares. A variable that contains
 * itself has no value.
 */
export function declareVariables(
  declared: ReadonlyMap<string, string>,
  inherited: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const declaredHere = new Map([...declared].filter(([property]) => property.startsWith('--')));
  if (declaredHere.size === 0) return inherited;
  if (declaredHere.size + inherited.size > maxVariables)
    throw new SvgRefusal(`its styles have more than ${maxVariables} variables; simplify them`);
  const resolvedValues = new Map<string, string | undefined>();
  const lookUp: LookUp = (name) => {
    const text = declaredHere.get(name);
    if (text === undefined || /^(?:inherit|unset)$/i.test(text)) return inherited.get(name);
    if (!resolvedValues.has(name)) {
      resolvedValues.set(name, undefined);
      resolvedValues.set(name, text.toLowerCase() === 'initial' ? undefined : replaceAll(text, lookUp));
    }
    return resolvedValues.get(name);
  };
  const variables = new Map(inherited);
  for (const name of declaredHere.keys()) {
    const value = lookUp(name);
    if (value === undefined) variables.delete(name);
    else variables.set(name, value);
  }
  return variables;
}

/** Replaces each `var()` in a value. Undefined if a variable without a fallback is missing, or for very long values. */
export function replaceVariables(text: string, variables: ReadonlyMap<string, string>): string | undefined {
  return replaceAll(text, (name) => variables.get(name));
}

function replaceAll(text: string, lookUp: LookUp): string | undefined {
  if (!text.includes('var(')) return text;
  if (text.length > maxLength) return undefined;
  let length = 0;
  let isValid = true;
  const replaced = replaceComponentValues([componentsOf(text)], (component) => {
    if (!isFunctionNode(component) || component.getName().toLowerCase() !== 'var') return undefined;
    const value = isValid ? valueOfCall(component, lookUp) : undefined;
    length += value?.length ?? 0;
    isValid &&= value !== undefined && length <= maxLength;
    return isValid ? componentsOf(value ?? '') : [];
  });
  return isValid ? stringify(replaced).trim() : undefined;
}

function valueOfCall(call: FunctionNode, lookUp: LookUp): string | undefined {
  const text = stringify([call.value]);
  const comma = text.indexOf(',');
  const value = lookUp((comma < 0 ? text : text.slice(0, comma)).trim());
  if (value !== undefined || comma < 0) return value;
  return replaceAll(text.slice(comma + 1).trim(), lookUp);
}

function componentsOf(text: string): ComponentValue[] {
  return parseListOfComponentValues(tokenize({ css: text }));
}
