/** Maximum number of characters of a formula, in UTF-16 units. */
export const maxFormulaLength = 1000;
/** Maximum number of levels of parentheses, functions and minus signs in each other. */
export const maxFormulaDepth = 50;
/** Maximum number of numbers, variables, operators and functions. */
export const maxFormulaNodes = 300;
/** Maximum number of formulas in a text. */
export const maxTemplateFormulas = 100;
/** Maximum number of marks after the name of a plot, as in f''(x). */
export const maxDerivative = 3;
