import { type OptionName, valueOfText } from './option-table.ts';
import type { RenderOptions } from './render-options.ts';

/** Options of a render from texts, such as a query has, for `checkOptions` to check. */
export function optionsFromTexts(texts: Readonly<Partial<Record<OptionName, string>>>): RenderOptions {
  const options = Object.entries(texts).map(([name, text]) => [name, valueOfText(name as OptionName, text)]);
  return Object.fromEntries(options) as RenderOptions;
}
