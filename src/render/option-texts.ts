import type { RenderOptions } from './options.ts';

const decimalInteger = /^(0|[1-9]\d*)$/;
/** A number as JSON writes it. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const numberForms: Readonly<Record<string, RegExp>> = {
  width: decimalInteger,
  height: decimalInteger,
  fps: decimalInteger,
  timeMs: jsonNumber,
};

/**
 * Options of a render from texts, such as a query has. A text that is no number where one belongs is passed on as it
 * is: `checkOptions` then says what was expected and what was seen.
 */
export function optionsFromTexts(texts: Readonly<Record<string, string>>): RenderOptions {
  const options = Object.entries(texts).map(([name, text]) => [
    name,
    numberForms[name]?.test(text) ? Number(text) : text,
  ]);
  return Object.fromEntries(options) as RenderOptions;
}
