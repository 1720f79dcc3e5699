import { clockNames } from '../formulas/clocks.ts';
import { broken } from '../project/check.ts';
import { copyJson } from '../project/key-order.ts';
import { maxInputBytes } from '../project/limits.ts';
import { mustBe, type Path, showPath, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import {
  type FormulaVariables,
  isBareFormula,
  isFormula,
  RunningText,
  readFormula,
  readNumber,
  withConstants,
} from './formula-texts.ts';
import { type ItemLists, isOfList, listIn, listRule } from './item-lists.ts';
import { hasLiteralText, namesOfCode } from './kinds/code/literal-texts.ts';
import type { VariableValue } from './schema.ts';
import { fieldOf, isNumberOfFormula, isTemplate, plotNames, textFields } from './variable-places.ts';
import { hasVariables, partsOf, plainName, unclosedVariable } from './variable-syntax.ts';

/** Maximum length of a chain of variables that refer to each other. */
const maxChainLength = 50;

/** Maximum number of names that a message lists. */
const maxNames = 20;

/** Fields of a project that keep their variables, which for components are their parameters. */
const untouched: readonly string[] = ['variables', '$schema', 'components'];

/** Result of replacing the variables of a project. */
export interface ReplacedVariables {
  /** Names of variables that the project declares but never uses. */
  readonly unused: readonly string[];
  /** The original strings with variables, by place in the form that messages use. */
  readonly written: ReadonlyMap<string, string>;
  /** Places of strings whose variables have no value. */
  readonly unresolved: ReadonlySet<string>;
  /** Whether the project is too large to be checked after its variables are replaced. */
  readonly isTooLong: boolean;
  /** Whether a name is that of a variable of the project, or of one that is given from outside. */
  readonly isDeclared: (name: string) => boolean;
}

/** A variable with a problem in its own value. */
export type CheckedVariables = Readonly<Record<string, VariableValue | typeof broken>>;

function usable(value: VariableValue | typeof broken | undefined): VariableValue | undefined {
  return value === broken ? undefined : value;
}

interface Variable {
  /** Undefined while it is being resolved. */
  value?: VariableValue;
  isResolving: boolean;
}

/** Replaces the variables of a project, and those of its items once these are known. */
export class VariableReplacer implements ReplacedVariables {
  readonly written: Map<string, string> = new Map();
  readonly unresolved: Set<string> = new Set();
  unused: readonly string[] = [];
  /** Names of the variables that compositions change. */
  readonly changing: ReadonlySet<string>;
  private readonly declared: CheckedVariables;
  private readonly given: CheckedVariables;
  private readonly problems: Problems;
  private readonly resolved = new Map<string, Variable>();
  private readonly used = new Set<string>();
  private length = 0;
  /** The fields of the item whose template is being filled. */
  #fields: Readonly<Record<string, VariableValue>> = {};
  /** Its lists and objects. */
  #lists: ItemLists = {};
  readonly #plots: readonly string[];
  #isFilling = false;
  /** The names of code. */
  #code: ReadonlySet<string> = new Set();
  isTooLong = false;
  private readonly areKnown: boolean;

  /** Unless `areKnown`, any name may belong to a variable. */
  constructor(
    declared: CheckedVariables,
    given: CheckedVariables,
    {
      problems,
      areKnown,
      changing,
      plots,
    }: {
      readonly problems: Problems;
      readonly areKnown: boolean;
      readonly changing: ReadonlySet<string>;
      readonly plots: readonly string[];
    },
  ) {
    this.changing = changing;
    this.#plots = plots;
    this.declared = declared;
    this.given = given;
    this.problems = problems;
    this.areKnown = areKnown;
  }

  isDeclared(name: string): boolean {
    return Object.hasOwn(this.declared, name) || Object.hasOwn(this.given, name);
  }

  replaceIn(project: Record<string, unknown>): void {
    this.#code = namesOfCode(project);
    for (const name of Object.keys(project)) {
      if (untouched.includes(name)) continue;
      this.replaceAt(project, name, [name]);
    }
  }

  /**
   * Returns a copy of the template of an item with its variables replaced. `fields` of the item take precedence over
   * the project's variables, and `lists` are data of what is in the template. `path` is the place of the template.
   */
  fill(
    template: unknown,
    fields: Readonly<Record<string, VariableValue>>,
    path: Path,
    lists: ItemLists = {},
  ): unknown {
    const container = { template: copyJson(template) };
    this.#fields = fields;
    this.#lists = lists;
    this.#isFilling = true;
    this.replaceAt(container, 'template', [...path]);
    this.#isFilling = false;
    this.#fields = {};
    this.#lists = {};
    return container.template;
  }

  /** The values at the beginning of the variables that compositions change. Adds a problem for those that have none. */
  startValues(): Readonly<Record<string, number>> {
    const values: Record<string, number> = {};
    for (const name of this.changing) {
      const value = Object.hasOwn(this.given, name) ? this.given[name] : this.declared[name];
      // Formulas are computed before the problem is reported.
      values[name] = typeof value === 'number' ? value : 0;
      if (typeof value !== 'number' && this.areKnown) {
        const rule = value === undefined ? 'is required' : 'must be a number';
        this.problems.add(
          ['variables', name],
          'variable',
          `${rule}, because a composition changes it; write its value at the beginning`,
        );
      }
      this.used.add(name);
    }
    return values;
  }

  /** Finds the names that the project declares but never uses. A name that is only given from outside is a problem. */
  finish(): void {
    for (const name of this.areKnown ? Object.keys(this.given) : []) {
      if (Object.hasOwn(this.declared, name) || this.used.has(name)) continue;
      this.problems.add(
        ['variables', name],
        'unknown-variable',
        `is not a variable of the project; ${this.showKnown(name)}`,
      );
    }
    this.unused = Object.keys(this.declared).filter((name) => !this.used.has(name));
  }

  private replaceAt(container: object, key: string | number, path: (string | number)[]): void {
    if (this.problems.full || this.isTooLong) return;
    const value: unknown = Reflect.get(container, key);
    if (typeof value === 'string') {
      if (isFormula(value, fieldOf(key, path))) {
        this.#replaceFormula(container, key, value, path);
        return;
      }
      if (key === 'formula' && Reflect.get(container, 'kind') === 'plot') {
        Reflect.set(container, key, this.#plotFormula(value));
        return;
      }
      // Data and variables may have texts under any name.
      const isNamedFreely = path.includes('data') || path.includes('variables');
      if (!isNamedFreely && isBareFormula(value, fieldOf(key, path), this.declared)) {
        this.problems.add(
          path,
          'formula',
          mustBe(`a number, or ${showValue(`=${value}`)} for a formula`, value),
        );
        this.unresolved.add(showPath(path));
        Reflect.set(container, key, broken);
        return;
      }
      if (!hasVariables(value)) return;
      const list = textFields.has(key) ? undefined : listIn(this.#lists, value);
      if (list !== undefined) {
        // Objects that are given to a component know where they are written.
        const isGiven = key === 'children' || path.at(-2) === 'children';
        const isFitting = isGiven || this.hasRoomFor(JSON.stringify(list).length, path);
        if (isFitting) Reflect.set(container, key, isGiven ? list : copyJson(list));
        return;
      }
      const place = showPath(path);
      const filled = this.replace(value, path, 0) ?? broken;
      const replaced = isNumberOfFormula(value, filled, fieldOf(key, path)) ? Number(filled) : filled;
      if (replaced === broken) this.unresolved.add(place);
      else this.written.set(place, value);
      const isText = textFields.has(key) && path.at(-2) !== 'states';
      const isValue = replaced !== broken && !(replaced instanceof RunningText);
      Reflect.set(container, key, isText && isValue ? String(replaced) : replaced);
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) this.replaceInside(value, index, path);
    } else if (typeof value === 'object' && value !== null) {
      // The variables of an item are known later.
      const template = isTemplate(value) ? 'each' : undefined;
      // In code, `${name}` is a part of it, except in the template of items.
      const literal = !this.#isFilling && hasLiteralText(value, path, this.#code) ? 'text' : undefined;
      for (const name of Object.keys(value))
        if (name !== template && name !== literal) this.replaceInside(value, name, path);
    }
  }

  private replaceInside(container: object, key: string | number, path: (string | number)[]): void {
    path.push(key);
    this.replaceAt(container, key, path);
    path.pop();
  }

  #replaceFormula(container: object, key: string | number, text: string, path: Path): void {
    const place = showPath(path);
    const read = readFormula(text.replace(/\$\{([A-Za-z_]\w*)\}/g, '$1'), this.#formulaVariables());
    if (read.ok) {
      for (const name of read.used) this.used.add(name);
      this.written.set(place, text);
      Reflect.set(container, key, read.value);
      return;
    }
    if (this.areKnown) this.problems.add(path, 'formula', read.message);
    this.unresolved.add(place);
    Reflect.set(container, key, broken);
  }

  /** Returns the formula of a plot with constants in place of names, except those that have a meaning in it. */
  #plotFormula(written: string): string {
    const formula = written.replace(/\$\{([A-Za-z_]\w*)\}/g, '$1');
    const variables = this.#formulaVariables();
    const constants = { ...variables.constants };
    for (const name of plotNames) delete constants[name];
    for (const [name] of formula.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)) {
      if (!plotNames.includes(name)) this.used.add(name);
    }
    return withConstants(formula, { ...variables, constants });
  }

  /** The variables of formulas: fields of an item, and those of the film without the ones that change. */
  #formulaVariables(): FormulaVariables {
    const constants: Record<string, VariableValue> = Object.create(null);
    for (const from of [this.declared, this.given, this.#fields]) {
      for (const [name, value] of Object.entries(from)) if (value !== broken) constants[name] = value;
    }
    // A variable with the name of a clock replaces it.
    const clocks = clockNames.filter((name) => !Object.hasOwn(constants, name));
    return { constants, changing: new Set([...this.changing, ...clocks]), plots: this.#plots };
  }

  /** Returns the text with its variables replaced, or the value of a variable that is the whole text. */
  private replace(text: string, path: Path, depth: number): VariableValue | RunningText | undefined {
    const parts: (VariableValue | RunningText)[] = [];
    for (const part of partsOf(text)) {
      if (part.kind === 'unclosed') {
        this.problems.add(path, 'variable', unclosedVariable);
        return undefined;
      }
      const value = part.kind === 'literal' ? part.text : this.#partOf(part.name, path, depth);
      if (value === undefined) return undefined;
      parts.push(value);
    }
    if (parts.some((part) => part instanceof RunningText)) {
      const pieces = parts.map((part) =>
        part instanceof RunningText ? part.template : String(part).replaceAll('${', () => '$${'),
      );
      return new RunningText(pieces.join(''));
    }
    const [only] = parts as VariableValue[];
    return parts.length === 1 && only !== undefined
      ? this.count(only, path)
      : this.join(parts as VariableValue[], path);
  }

  /** The value of a variable, or a number that a formula computes. */
  #partOf(inner: string, path: Path, depth: number): VariableValue | RunningText | undefined {
    const isKnown = [this.#fields, this.given, this.declared].some((from) => Object.hasOwn(from, inner));
    const isChanging = this.#formulaVariables().changing.has(inner);
    if (((isKnown || isOfList(this.#lists, inner)) && !isChanging) || (!isChanging && plainName.test(inner)))
      return this.valueOf(inner, path, depth);
    const read = readNumber(inner, this.#formulaVariables());
    if (read.ok) {
      for (const name of read.used) this.used.add(name);
      return read.value;
    }
    if (this.areKnown) this.problems.add(path, 'formula', read.message);
    return undefined;
  }

  private valueOf(name: string, path: Path, depth: number): VariableValue | undefined {
    if (Object.hasOwn(this.#fields, name)) return this.#fields[name];
    this.used.add(name);
    if (Object.hasOwn(this.given, name)) return usable(this.given[name]);
    if (!Object.hasOwn(this.declared, name)) {
      if (this.areKnown)
        this.problems.add(
          path,
          'unknown-variable',
          listRule(this.#lists, Object.keys(this.#fields), name) ??
            `names the unknown variable ${showValue(name)}; ${this.showKnown(name)}`,
        );
      return undefined;
    }
    const written = usable(this.declared[name]);
    if (typeof written !== 'string' || !hasVariables(written)) return written;
    return this.resolve(name, written, depth);
  }

  private resolve(name: string, written: string, depth: number): VariableValue | undefined {
    const cached = this.resolved.get(name);
    const path = ['variables', name];
    if (cached?.isResolving) {
      this.problems.add(path, 'cycle', 'must not refer to itself, directly or through other variables');
      return undefined;
    }
    if (cached !== undefined) return cached.value;
    if (depth >= maxChainLength) {
      this.problems.add(path, 'variable', `must resolve through at most ${maxChainLength} other variables`);
      return undefined;
    }
    const variable: Variable = { isResolving: true };
    this.resolved.set(name, variable);
    const value = this.replace(written, path, depth + 1);
    variable.isResolving = false;
    if (value instanceof RunningText) {
      this.problems.add(
        path,
        'variable',
        'uses a variable that compositions change; write the formula where it is used',
      );
      return undefined;
    }
    if (value !== undefined) variable.value = value;
    return value;
  }

  private join(parts: readonly VariableValue[], path: Path): string | undefined {
    const texts = parts.map(String);
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    return this.hasRoomFor(length, path) ? texts.join('') : undefined;
  }

  private count(value: VariableValue, path: Path): VariableValue | undefined {
    return typeof value !== 'string' || this.hasRoomFor(value.length, path) ? value : undefined;
  }

  /** Whether all replacements together stay within the maximum size of a project. Adds a problem if not. */
  private hasRoomFor(length: number, path: Path): boolean {
    this.length += length;
    if (this.length <= maxInputBytes) return true;
    if (!this.isTooLong)
      this.problems.add(
        path,
        'document-size',
        'makes the project larger than 32 MiB when its variables are replaced',
      );
    this.isTooLong = true;
    return false;
  }

  private showKnown(missing: string): string {
    const all = [...Object.keys(this.#fields), ...Object.keys(this.declared), ...Object.keys(this.given)];
    const names = [...new Set(all)].filter((name) => name !== missing);
    if (names.length === 0) return 'declare it in variables';
    const shown = names.slice(0, maxNames).join(', ');
    return `known: ${shown}${names.length > maxNames ? `, … (${names.length})` : ''}`;
  }
}
