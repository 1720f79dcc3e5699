import { calc } from '@csstools/css-calc';
import { color, serializeRGB } from '@csstools/css-color-parser';
import { parseComponentValue } from '@csstools/css-parser-algorithms';
import { tokenize } from '@csstools/css-tokenizer';
import { type CssNode, clone, generate, lexer, parse, type Value, walk } from 'css-tree';

const calculation = /\b(?:calc|min|max|clamp|round|mod|rem|abs|sign|sqrt|hypot|pow)\(/i;

const colorFunctions: ReadonlySet<string> = new Set([
  ...[
    'rgb',
    'rgba',
    'hsl',
    'hsla',
    'hwb',
    'lab',
    'lch',
    'oklab',
    'oklch',
    'color',
    'color-mix',
    'light-dark',
  ],
]);

/** Maximum characters of a value. */
const maxValueLength = 1_000_000;

/** Parts of a value that are compared with the syntax of its property. */
const maxCheckedNodes = 500;

/** Reads and writes values of properties, each once: many elements may have the same long one. */
export class StyleValues {
  /** By property, text, and the colour if the text refers to it. */
  readonly #values = new Map<string, Map<string, Map<string, Value | undefined>>>();
  readonly #written = new WeakMap<Value, string>();

  /**
   * Returns a value of a property with its calculations done, and colours in the notations of CSS 3. Undefined for a
   * value that the property does not have, which browsers ignore. `currentColor` is for mixtures with it.
   */
  parse(property: string, text: string, currentColor: string): Value | undefined {
    const ofProperty = entryOf(this.#values, property);
    const cached = ofProperty.get(text)?.get('');
    if (cached !== undefined) return cached;
    const ofText = entryOf(ofProperty, text);
    const color = /currentcolor/i.test(text) ? currentColor : '';
    if (!ofText.has(color))
      ofText.set(color, text.length > maxValueLength ? undefined : parseValue(property, text, currentColor));
    return ofText.get(color);
  }

  /** Writes a value as the library reads it. */
  write(value: Value): string {
    const cached = this.#written.get(value);
    if (cached !== undefined) return cached;
    const written = writeValue(value);
    this.#written.set(value, written);
    return written;
  }
}

function entryOf<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const entry = map.get(key) ?? new Map<string, Value>();
  map.set(key, entry);
  return entry;
}

function parseValue(property: string, text: string, currentColor: string): Value | undefined {
  const value = componentsOf(calculation.test(text) ? calc(text) : text);
  if (value === undefined) return undefined;
  const plain = withPlainColors(value, currentColor);
  if (plain === undefined) return undefined;
  // Properties that the parser does not have, and lists that it would give up on, are read by the library alone.
  if (lexer.getProperty(property) === null || isLong(plain)) return plain;
  return lexer.matchProperty(property, plain).error === null ? plain : undefined;
}

function isLong(value: Value): boolean {
  let nodes = 0;
  walk(value, () => {
    nodes++;
  });
  return nodes > maxCheckedNodes;
}

function writeValue(value: Value): string {
  const written = clone(value) as Value;
  walk(written, (node, item, list) => {
    // In quotes, ids of references are not found.
    if (node.type === 'Url' && list && !/[\s()'"]/.test(node.value))
      list.replace(item, list.createItem({ type: 'Raw', value: `url(${node.value})` }));
  });
  return generate(written);
}

function componentsOf(text: string): Value | undefined {
  let isValid = true;
  const node = parse(text, {
    context: 'value',
    onParseError: () => {
      isValid = false;
    },
  });
  return isValid && node.type === 'Value' ? node : undefined;
}

function withPlainColors(value: Value, currentColor: string): Value | undefined {
  let isValid = true;
  walk(value, {
    visit: 'Function',
    enter(node, item, list) {
      if (!colorFunctions.has(node.name.toLowerCase())) return;
      const hex = hexColor(node, currentColor);
      if (hex === undefined) isValid = false;
      else list?.replace(item, list.createItem({ type: 'Hash', value: hex }));
      return this.skip;
    },
  });
  return isValid ? value : undefined;
}

/** Returns a colour of CSS as eight hexadecimal digits, cut to the colours that a screen of sRGB shows. */
function hexColor(node: CssNode, currentColor: string): string | undefined {
  const text = generate(node).replaceAll(/\bcurrentcolor\b/gi, () => currentColor);
  const light = /^light-dark\((.*)\)$/is.exec(text)?.[1];
  const shown = light === undefined ? text : firstArgument(light);
  const component = parseComponentValue(tokenize({ css: shown }));
  const parsed = component === undefined ? false : color(component);
  if (parsed === false) return undefined;
  const numbers = serializeRGB(parsed, false)
    .toString()
    .match(/[\d.]+(?:e-?\d+)?/g)
    ?.map(Number);
  if (numbers === undefined || numbers.length < 3) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  return [red, green, blue, 255 * alpha]
    .map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
    .join('');
}

function firstArgument(list: string): string {
  let depth = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === '(') depth++;
    else if (list[at] === ')') depth--;
    else if (list[at] === ',' && depth === 0) return list.slice(0, at);
  }
  return list;
}
