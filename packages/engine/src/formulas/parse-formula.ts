import { closestName, didYouMean } from '../names/closest-name.ts';
import { clockNames } from './clocks.ts';
import {
  type BinaryOperator,
  type Formula,
  FormulaError,
  type FormulaNode,
  type FormulaProblem,
  quote,
  type UsedVariable,
} from './formula.ts';
import { checkCharacters } from './formula-characters.ts';
import { constants, type FormulaFunction, functions } from './functions.ts';
import { type ExpressionParser, type ExpressionParserClass, loadJsep } from './libraries.ts';
import { maxDerivative, maxFormulaDepth, maxFormulaLength, maxFormulaNodes } from './limits.ts';

export type ParsedFormula =
  | { readonly ok: true; readonly formula: Formula }
  | ({ readonly ok: false } & FormulaProblem);

/**
 * Parses a formula such as `2*s + sin(pi/4)`. Its variables need not be declared: see `nameProblem`. A formula inside a
 * longer text starts at `offset` in it, so that messages name the letter of that text.
 */
export function parseFormula(text: string, offset = 0): ParsedFormula {
  try {
    return { ok: true, formula: parse(text, offset) };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, message: error.message, at: error.at };
    throw error;
  }
}

/** Whether formulas can name a variable like this: letters, digits and _, which do not mean anything else. */
export function isVariableName(name: string): boolean {
  return namePattern.test(name) && !constants.has(name) && !functions.has(name);
}

/**
 * Returns what is wrong with the names in a formula or a template: a variable that is not among the `declared` ones or
 * is not a number, or a function that is not among the `plots`. Undefined if all can be used.
 */
export function nameProblem(
  { variables, plots: used }: Pick<Formula, 'variables' | 'plots'>,
  declared: Readonly<Record<string, unknown>>,
  plots: readonly string[] = [],
): FormulaProblem | undefined {
  for (const { name, at } of used) {
    if (plots.includes(name)) continue;
    return {
      message: `has the unknown function ${quote(name)} at letter ${at + 1}${wayOutOf(name, plots)}`,
      at,
    };
  }
  for (const { name, at } of variables) {
    if (!Object.hasOwn(declared, name)) return { message: unknownVariable(name, at, declared), at };
    if (typeof declared[name] !== 'number') {
      const message = `uses ${quote(name)} at letter ${at + 1}, which is not a number; formulas compute only with numbers`;
      return { message, at };
    }
  }
  return undefined;
}

const maxListed = 10;

function unknownVariable(name: string, at: number, declared: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(declared).filter((one) => !clockNames.includes(one));
  const closest = closestName(name, [...names, ...clockNames, ...constants.keys()]);
  const listed = names.length > maxListed ? [...names.slice(0, maxListed), '…'] : names;
  const wayOut =
    closest !== undefined
      ? `did you mean ${closest}?`
      : names.length === 0
        ? 'declare it in "variables"'
        : `declare it in "variables", or use one of ${listed.join(', ')}`;
  return `uses the unknown variable ${quote(name)} at letter ${at + 1}; ${wayOut}`;
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const namesAt = /[A-Za-z_][A-Za-z0-9_]*/y;
const derivativeAt = /'+/y;
const numbersAt = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** By precedence, the weakest first. */
const operators: readonly (readonly BinaryOperator[])[] = [
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
  ['^'],
];

/** What the parser finds: its own operators with the values between them. */
type Found =
  | FormulaNode
  | { readonly kind: 'variable'; readonly name: string; readonly at: number }
  | {
      readonly type: 'BinaryExpression';
      readonly operator: BinaryOperator;
      readonly left: Found;
      readonly right: Found;
    }
  | {
      readonly type: 'ConditionalExpression';
      readonly test: Found;
      readonly consequent: Found;
      readonly alternate: Found;
    }
  | { readonly type: 'negative'; readonly value: Found; isGrouped: boolean }
  | { readonly type: 'call'; readonly called: FormulaFunction; readonly values: readonly Found[] }
  | { readonly type: 'plot'; readonly name: string; readonly derivative: number; readonly value: Found };

/** The formula that is parsed now: parsing is synchronous, and formulas contain no others. */
interface Parsing {
  readonly offset: number;
  readonly variables: Map<string, UsedVariable>;
  readonly plots: Map<string, UsedVariable>;
  depth: number;
  nodes: number;
}

let Parser: ExpressionParserClass | undefined;
let parsing: Parsing = { offset: 0, variables: new Map(), plots: new Map(), depth: 0, nodes: 0 };

function parse(text: string, offset: number): Formula {
  if (text.length > maxFormulaLength) {
    throw new FormulaError(
      `must have at most ${maxFormulaLength} characters, but has ${text.length}`,
      offset + maxFormulaLength,
    );
  }
  if (text.trim() === '') {
    const problem = offset > 0 ? `has an empty formula at letter ${offset + 1}` : 'is empty';
    throw new FormulaError(`${problem}; write a number or a formula such as 2*s`, offset);
  }
  checkCharacters(text, offset);
  Parser ??= configuredParser();
  parsing = { offset, variables: new Map(), plots: new Map(), depth: 0, nodes: 0 };
  const parser = new Parser(text);
  const found = expressionOf(parser);
  if (parser.index < text.length) refuseRest(parser);
  const root = nodeOf(found);
  const [variables, plots] = [[...parsing.variables.values()], [...parsing.plots.values()]];
  return { text, root, variables, plots };
}

/** Parses values by the hook alone, so that the parser accepts nothing else: no members, strings or lists. */
function configuredParser(): ExpressionParserClass {
  const jsep = loadJsep();
  jsep.removeAllBinaryOps();
  jsep.removeAllUnaryOps();
  for (const [index, equals] of operators.entries()) {
    for (const operator of equals) jsep.addBinaryOp(operator, index + 1, operator === '^');
  }
  jsep.hooks.add('gobble-token', function (found) {
    found.node = tokenOf(this);
  });
  return jsep;
}

function expressionOf(parser: ExpressionParser): Found {
  const start = parser.index;
  try {
    return parser.gobbleExpression() as Found;
  } catch (error) {
    if (error instanceof FormulaError) throw error;
    // The parser reports a choice without its colon; the hook reports everything else.
    const question = parser.expr.indexOf('?', start);
    throw problemAt(question, 'has a "?"', ' without its ":"; write test ? one : other');
  }
}

/** Parses one value, with the minus signs before it. */
function tokenOf(parser: ExpressionParser): Found {
  parser.gobbleSpaces();
  const { index, expr, char } = parser;
  const number = matchAt(numbersAt, parser);
  if (number !== undefined) {
    refuseLettersAfter(number, parser);
    return counted({ kind: 'number', value: numberOf(number, index) });
  }
  const name = matchAt(namesAt, parser);
  if (name !== undefined) return namedValue(name, index, parser);
  if (char === '-') {
    parser.index++;
    const value = nested(index, () => parser.gobbleToken() as Found);
    return counted({ type: 'negative', value, isGrouped: false });
  }
  if (char === '(') {
    parser.index++;
    const value = nested(index, () => expressionOf(parser));
    close(parser, index);
    if ('type' in value && value.type === 'negative') value.isGrouped = true;
    return value;
  }
  if (char === '' && index >= expr.length) {
    const before = expr.trimEnd();
    throw problemAt(before.length - 1, `ends after ${quote(before.slice(-1))}`, '; a value is missing');
  }
  const wayOut = char === '+' ? '; remove it' : ', where a number, a variable or "(" is needed';
  throw problemAt(index, `has ${quote(char)}`, wayOut);
}

function numberOf(text: string, at: number): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw problemAt(at, `has the number ${quote(text)}`, ', which is too large');
}

/** Parses a constant, a variable or a call. */
function namedValue(name: string, at: number, parser: ExpressionParser): Found {
  const marks = matchAt(derivativeAt, parser);
  parser.gobbleSpaces();
  if (marks !== undefined && functions.has(name)) {
    throw problemAt(at, `has ${quote(name + marks)}`, '; only plots have slopes');
  }
  if (parser.char === '(') {
    const called = functions.get(name);
    if (called !== undefined) return callOf(name, called, at, parser);
    return plotOf(name, marks?.length ?? 0, at, parser);
  }
  if (functions.has(name)) {
    throw problemAt(at, `uses the function ${name}`, ` without its values; write ${name}(…)`);
  }
  const value = constants.get(name);
  if (value !== undefined) return counted({ kind: 'number', value });
  const offset = parsing.offset + at;
  if (!parsing.variables.has(name)) parsing.variables.set(name, { name, at: offset });
  return counted({ kind: 'variable', name });
}

function callOf(name: string, called: FormulaFunction, at: number, parser: ExpressionParser): Found {
  const values = valuesOf(at, parser);
  const { least, most } = called;
  if (values.length < least || values.length > most) {
    const count = least === most ? `${least}` : `at least ${least}`;
    const given = `${values.length} ${values.length === 1 ? 'value' : 'values'}`;
    throw problemAt(at, `gives ${name} ${given}`, `, but it takes ${count}`);
  }
  return counted({ type: 'call', called, values });
}

function valuesOf(at: number, parser: ExpressionParser): readonly Found[] {
  const open = parser.index;
  parser.index++;
  const values: Found[] = [];
  parser.gobbleSpaces();
  if (parser.char === ')') parser.index++;
  else {
    do {
      values.push(nested(at, () => expressionOf(parser)));
    } while (hasComma(parser));
    close(parser, open);
  }
  return values;
}

/** Parses the call of a plot, whose name is checked by `nameProblem`. */
function plotOf(name: string, derivative: number, at: number, parser: ExpressionParser): Found {
  if (constants.has(name)) {
    const wayOut = `; ${name} is a number: write ${name}*(…) to multiply, or give a plot of this name another id`;
    throw problemAt(at, `has the unknown function ${quote(name)}`, wayOut);
  }
  if (derivative > maxDerivative) {
    throw problemAt(
      at,
      `has ${derivative} marks after ${quote(name)}`,
      `; at most ${maxDerivative} are allowed`,
    );
  }
  const [value, ...others] = valuesOf(at, parser);
  if (value === undefined || others.length > 0) {
    throw problemAt(at, `has the unknown function ${quote(name)}`, wayOutOf(name, []));
  }
  if (!parsing.plots.has(name)) parsing.plots.set(name, { name, at: parsing.offset + at });
  return counted({ type: 'plot', name, derivative, value });
}

function wayOutOf(name: string, plots: readonly string[]): string {
  if (name === 'log') return '; write ln, log10 or log2';
  const definedNames = [...plots, ...functions.keys()];
  const question = didYouMean(name, definedNames);
  if (question !== '') return question;
  return `; write ${quote(name).slice(1, -1)}*(…) to multiply, or use one of ${definedNames.join(', ')}`;
}

function hasComma(parser: ExpressionParser): boolean {
  parser.gobbleSpaces();
  if (parser.char !== ',') return false;
  parser.index++;
  return true;
}

function close(parser: ExpressionParser, open: number): void {
  parser.gobbleSpaces();
  if (parser.char === ')') parser.index++;
  else if (parser.index < parser.expr.length) refuseRest(parser);
  else throw problemAt(open, 'does not close the "("', '; write ")" after its last value');
}

/** Throws the problem of letters at which an expression cannot go on. */
function refuseRest({ expr, index, char }: ExpressionParser): never {
  if (char === ')') throw problemAt(index, 'has a ")"', ' without its "("');
  if (char === ',') throw problemAt(index, 'has a ","', ', which only separates the values of a function');
  if (char === ':') throw problemAt(index, 'has a ":"', ' without its "?"; write test ? one : other');
  if (/[A-Za-z0-9_(]/.test(char)) {
    const before = /[A-Za-z0-9_.]*\)?\s*$/.exec(expr.slice(0, index))?.[0].trim() ?? '';
    const after = /^[A-Za-z0-9_.]*\(?/.exec(expr.slice(index))?.[0] ?? '';
    throw missingOperator(index, before.endsWith(')') ? '(…)' : before, after);
  }
  if (char === '.') throw problemAt(index, 'has a "."', '; numbers and variables have no parts');
  throw problemAt(index, `has ${quote(char)}`, ', where an operator is needed');
}

function refuseLettersAfter(number: string, { expr, index, char }: ExpressionParser): void {
  if (char === '.') throw problemAt(index, 'has a second point', ` in the number ${quote(`${number}.`)}`);
  const after = /^[A-Za-z_][A-Za-z0-9_]*\(?/.exec(expr.slice(index))?.[0];
  if (after !== undefined) throw missingOperator(index, number, after);
}

function missingOperator(index: number, before: string, after: string): FormulaError {
  const product = [before, after].map((part) => quote(part).slice(1, -1)).join('*');
  const end = after.endsWith('(') ? '…)' : '';
  return problemAt(index, `has no operator before ${quote(after)}`, `; write ${product}${end} to multiply`);
}

function matchAt(pattern: RegExp, parser: ExpressionParser): string | undefined {
  pattern.lastIndex = parser.index;
  const found = pattern.exec(parser.expr)?.[0];
  if (found !== undefined) parser.index += found.length;
  return found;
}

function nested(at: number, parseInner: () => Found): Found {
  parsing.depth++;
  if (parsing.depth > maxFormulaDepth) {
    throw problemAt(at, `is nested more than ${maxFormulaDepth} levels deep`, '; use fewer parentheses');
  }
  const found = parseInner();
  parsing.depth--;
  return found;
}

function counted(found: Found): Found {
  countNode();
  return found;
}

function countNode(): void {
  parsing.nodes++;
  if (parsing.nodes > maxFormulaNodes) {
    throw new FormulaError(
      `must have at most ${maxFormulaNodes} numbers, variables, operators and functions, but has more`,
      parsing.offset,
    );
  }
}

/** Puts the place between both parts of a message. `index` counts from the start of the formula. */
function problemAt(index: number, what: string, rest: string): FormulaError {
  const at = parsing.offset + Math.max(0, index);
  return new FormulaError(`${what} at letter ${at + 1}${rest}`, at);
}

function nodeOf(found: Found): FormulaNode {
  if ('kind' in found) return found.kind === 'variable' ? { kind: 'variable', name: found.name } : found;
  switch (found.type) {
    case 'negative':
      return { kind: 'negative', value: nodeOf(found.value) };
    case 'call':
      return { kind: 'call', called: found.called, values: found.values.map(nodeOf) };
    case 'plot':
      return { kind: 'plot', name: found.name, derivative: found.derivative, value: nodeOf(found.value) };
    case 'ConditionalExpression': {
      countNode();
      const { test, consequent, alternate } = found;
      return { kind: 'choice', test: nodeOf(test), one: nodeOf(consequent), other: nodeOf(alternate) };
    }
    case 'BinaryExpression': {
      countNode();
      const { operator, left, right } = found;
      if (operator === '^') return powerOf(left, nodeOf(right));
      return { kind: 'binary', operator, left: nodeOf(left), right: nodeOf(right) };
    }
  }
}

/** As in mathematics, -s^2 is -(s^2); the parser applies the minus sign first. */
function powerOf(base: Found, exponent: FormulaNode): FormulaNode {
  if ('type' in base && base.type === 'negative' && !base.isGrouped) {
    return { kind: 'negative', value: powerOf(base.value, exponent) };
  }
  return { kind: 'binary', operator: '^', left: nodeOf(base), right: exponent };
}
