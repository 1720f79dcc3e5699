import { type CssNode, generate, lexer, parse } from 'css-tree';
import type { StyleValues } from './css-values.ts';
import { refuseOutside } from './svg-tree.ts';

/** A declaration that browsers do not ignore. */
export interface StyleDeclaration {
  readonly property: string;
  readonly text: string;
  readonly isImportant: boolean;
}

export interface StyleRule {
  readonly selectors: string;
  readonly declarations: readonly StyleDeclaration[];
}

const unparsed = { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false } as const;

/** Reads the rules of a style sheet that count on a screen. Throws an SvgRefusal for references to other files. */
export function readSheet(css: string, values: StyleValues): StyleRule[] {
  refuseOutside(css);
  const rules: StyleRule[] = [];
  const read = (node: CssNode) => {
    if (node.type === 'Rule') {
      const declarations = declarationsIn(node.block, values);
      if (declarations.length > 0) rules.push({ selectors: rawOf(node.prelude), declarations });
    } else if (node.type === 'Atrule' && node.block !== null) {
      const condition = node.prelude === null ? '' : rawOf(node.prelude);
      if (holds(node.name.toLowerCase(), condition)) node.block.children.forEach(read);
    } else if (node.type === 'StyleSheet') node.children.forEach(read);
  };
  read(parse(css, unparsed));
  return rules;
}

/** Properties whose lengths need no unit in a `style` attribute, as in HTML's quirks mode. */
const unitless: ReadonlySet<string> = new Set([
  ...['width', 'height', 'font-size', 'letter-spacing', 'word-spacing'],
]);

/** Reads the declarations of a `style` attribute. */
export function readStyle(css: string, values: StyleValues): StyleDeclaration[] {
  refuseOutside(css);
  const list = parse(css, { ...unparsed, context: 'declarationList' });
  return declarationsIn(list, values, (property, text) =>
    unitless.has(property) && /^[-+]?[\d.]+$/.test(text) ? `${text}px` : text,
  );
}

/** Whether the queries of a medium include a screen of a computer in the usual light colours. */
export function isForScreen(queries: string): boolean {
  return (
    queries.trim() === '' ||
    queries
      .toLowerCase()
      .split(',')
      .some((query) => {
        const [, not, conditions = ''] = /^\s*(not\b|only\b)?(.*)$/s.exec(query) ?? [];
        return conditions.split(/\band\b/).every(isMet) !== (not === 'not');
      })
  );
}

const metConditions: ReadonlySet<string> = new Set([
  ...['screen', 'all', '(prefers-color-scheme:light)', '(prefers-color-scheme)'],
  ...['(prefers-reduced-motion:no-preference)', '(prefers-contrast:no-preference)', '(hover:hover)'],
]);

function isMet(condition: string): boolean {
  return metConditions.has(condition.replaceAll(/\s/g, ''));
}

function holds(rule: string, condition: string): boolean {
  if (rule === 'media') return isForScreen(condition);
  // Browsers have what tests ask for, except where they ask what browsers lack.
  if (rule === 'supports') return !/^\s*not\b/i.test(condition);
  return rule === 'layer';
}

function rawOf(node: CssNode): string {
  return node.type === 'Raw' ? node.value : generate(node);
}

/** The declarations of a block that count: for each property and importance, the last one that is valid. */
function declarationsIn(
  block: CssNode,
  values: StyleValues,
  complete = (_property: string, text: string) => text,
): StyleDeclaration[] {
  if (block.type !== 'Block' && block.type !== 'DeclarationList') return [];
  const declarations = new Map<string, StyleDeclaration>();
  for (const node of block.children.toArray()) {
    if (node.type !== 'Declaration') continue;
    const name = node.property;
    const written = name.startsWith('--') ? name : name.toLowerCase();
    const isImportant = node.important !== false;
    for (const [property, text] of longhands(written, complete(written, rawOf(node.value).trim()), values)) {
      const key = `${property}:${isImportant}`;
      declarations.delete(key);
      declarations.set(key, { property, text, isImportant });
    }
  }
  return [...declarations.values()];
}

/** Returns the properties that a declaration sets; none if it is invalid. */
function longhands(property: string, text: string, values: StyleValues): [property: string, text: string][] {
  // These values are known when variables are replaced.
  if (property.startsWith('--') || text.includes('var(') || isWide(text)) return shorthand(property, text);
  if (property === 'font') return fontLonghands(text, values);
  if (property === 'background') return backgroundColor(text, values);
  return values.parse(property, text, 'black') === undefined ? [] : shorthand(property, text);
}

/** Whether a value means that of the parent, or the initial one. */
export function isWide(text: string): boolean {
  return /^(?:inherit|initial|unset|revert|revert-layer)$/i.test(text);
}

function shorthand(property: string, text: string): [property: string, text: string][] {
  if (property === 'background') return [['background-color', text]];
  if (property !== 'marker') return [[property, text]];
  return ['marker-start', 'marker-mid', 'marker-end'].map((longhand) => [longhand, text]);
}

function backgroundColor(text: string, values: StyleValues): [property: string, text: string][] {
  const parsed = values.parse('background', text, 'black');
  const colors = parsed?.children.toArray().filter((node) => lexer.matchType('color', node).error === null);
  const [color] = colors ?? [];
  return color === undefined ? [] : [['background-color', generate(color)]];
}

/** Splits `italic bold 12px/1.5 Inter, sans-serif`. */
function fontLonghands(text: string, values: StyleValues): [property: string, text: string][] {
  const parts = values.parse('font', text, 'black')?.children.toArray() ?? [];
  const size = parts.findIndex((node) => lexer.matchProperty('font-size', asValue(node)).error === null);
  // Numbers before the size are weights.
  const style = parts.slice(0, size).map((node) => generate(node));
  const isLined = parts[size + 1]?.type === 'Operator';
  const family = parts.slice(size + (isLined ? 3 : 1));
  if (size < 0 || family.length === 0) return [];
  const pick = (pattern: RegExp) => style.find((word) => pattern.test(word)) ?? 'normal';
  return [
    ['font-style', pick(/^(?:italic|oblique)$/i)],
    ['font-weight', pick(/^(?:bold|bolder|lighter|\d+)$/i)],
    ['font-variant', pick(/^small-caps$/i)],
    ['font-stretch', pick(/(?:condensed|expanded)$/i)],
    ['font-size', generate(parts[size] as CssNode)],
    ['font-family', family.map((node) => generate(node)).join(' ')],
  ];
}

function asValue(node: CssNode): CssNode {
  return parse(generate(node), { context: 'value' });
}
