import { FormulaError, quote } from './formula.ts';

/** What to write instead of characters that formulas do not have. */
const insteadOf: Readonly<Record<string, string>> = {
  '×': 'write *',
  '·': 'write *',
  '÷': 'write /',
  '−': 'write -',
  '–': 'write -',
  π: 'write pi',
  τ: 'write tau',
  '²': 'write ^2',
  '³': 'write ^3',
  '√': 'write sqrt(…)',
  '≤': 'write <=',
  '≥': 'write >=',
  '≠': 'write !=',
  '|': 'write abs(…) for an absolute value, and max(…) or * to join comparisons',
  '&': 'write * to join comparisons',
  '!': 'write == 0 after a value to negate it',
  '[': 'write parentheses',
  ']': 'write parentheses',
  '{': 'write parentheses',
  '}': 'write parentheses',
  "'": 'formulas have no texts',
  '"': 'formulas have no texts',
  '`': 'formulas have no texts',
  $: 'write the name of a variable alone',
  ';': 'write one formula',
};

const allowed = /^[A-Za-z0-9_ \t\r\n.+\-*/%^<>=!?:(),]$/;

/** Operators of other languages, with what to write instead. */
const foreign: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\*\*/, 'write ^ for a power'],
  [/[=!]==/, 'write == or !='],
  [/=>/, 'write >= to compare'],
  [/=</, 'write <= to compare'],
  [/(?<![<>=!])=(?!=)/, 'write == to compare'],
  [/!(?!=)/, insteadOf['!'] ?? ''],
];

/** The marks of a derivative, between the name of a plot and its value. */
const derivatives = /(?<=[A-Za-z0-9_])'+(?=\s*\()/g;

/** Throws a FormulaError for the first character or operator that no formula has. */
export function checkCharacters(formula: string, offset: number): void {
  const text = formula.replace(derivatives, (marks) => ' '.repeat(marks.length));
  let at = 0;
  for (const character of text) {
    if (!allowed.test(character)) {
      const instead = insteadOf[character] ?? 'use letters, digits, operators and parentheses';
      throw unknown(character, offset + at, instead);
    }
    at += character.length;
  }
  for (const [pattern, instead] of foreign) {
    const found = pattern.exec(text);
    if (found !== null) throw unknown(found[0], offset + found.index, instead);
  }
}

function unknown(what: string, at: number, instead: string): FormulaError {
  return new FormulaError(`has ${quote(what)} at letter ${at + 1}; ${instead}`, at);
}
