import type { FormulaFunction } from './functions.ts';

/** A parsed formula over variables. */
export interface Formula {
  readonly text: string;
  readonly root: FormulaNode;
  /** Each variable once, at its first place, in the order of these places. */
  readonly variables: readonly UsedVariable[];
  /** Each plot that it calls once, such as f in `f(2)`, in the same order. */
  readonly plots: readonly UsedVariable[];
}

/** A variable or a plot of a formula or a template. */
export interface UsedVariable {
  readonly name: string;
  /** Index of its first letter in the text. */
  readonly at: number;
}

/** Comparisons are 1 where they hold and 0 elsewhere. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '^' | '<' | '>' | '<=' | '>=' | '==' | '!=';

/** A part of a formula. */
export type FormulaNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'negative'; readonly value: FormulaNode }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    }
  | {
      readonly kind: 'choice';
      readonly test: FormulaNode;
      readonly one: FormulaNode;
      readonly other: FormulaNode;
    }
  | {
      readonly kind: 'call';
      readonly called: FormulaFunction;
      readonly values: readonly FormulaNode[];
    }
  | {
      /** The value of a plot, or its slope or a higher derivative. */
      readonly kind: 'plot';
      readonly name: string;
      readonly derivative: number;
      readonly value: FormulaNode;
    };

/** Why a formula or a template cannot be used. */
export interface FormulaProblem {
  /** A sentence without its subject, such as `has no operator before "s" at letter 2; write 2*s`. */
  readonly message: string;
  /** Index of the letter in the text that the message is about, counted in UTF-16 units from 0. */
  readonly at: number;
}

/** Returns the names of a formula's variables, each once. */
export function variablesOf({ variables }: Pick<Formula, 'variables'>): readonly string[] {
  return variables.map(({ name }) => name);
}

/** Thrown while a text is parsed. */
export class FormulaError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const maxShown = 40;

/** Quotes a part of a text for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text);
}
