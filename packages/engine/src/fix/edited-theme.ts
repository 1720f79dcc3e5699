import { fieldsOf, isMap } from '../project/check.ts';
import { Problems } from '../project/problems.ts';
import { textKey } from '../shorthand/sources.ts';
import { readTheme } from '../shorthand/themes/read-theme.ts';
import type { Theme } from '../shorthand/themes/theme.ts';
import { onlyVariable } from '../shorthand/variable-syntax.ts';

/** What an editor offers from the theme of a document, and from the document itself. */
export interface OfferedLooks {
  /** The colors of the theme by the words that name them. */
  readonly colors: Readonly<Record<string, string>>;
  /** The names of styles, those of the document first. */
  readonly styles: readonly string[];
}

/** Returns the theme that a document names or has, with the declared values of variables in it. */
export function writtenTheme(document: unknown): unknown {
  const { theme, variables } = fieldsOf(document);
  return withDeclared(theme, fieldsOf(variables));
}

function withDeclared(value: unknown, variables: Readonly<Record<string, unknown>>): unknown {
  const variable = typeof value === 'string' ? onlyVariable(value) : undefined;
  if (variable !== undefined) return Object.hasOwn(variables, variable) ? variables[variable] : value;
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, withDeclared(part, variables)]);
  return Object.fromEntries(entries);
}

/**
 * Reads the theme of a document, also of one that a variable names; undefined without one. `texts` has the texts of files by name, and `chosen` replaces
 * the theme that the document names.
 */
export function themeOfDocument(
  document: unknown,
  texts: ReadonlyMap<string, string>,
  chosen?: string,
): Theme | undefined {
  const keyed = new Map(Array.from(texts, ([file, text]) => [textKey({ type: 'theme', file }), text]));
  return readTheme(chosen ?? writtenTheme(document), { problems: new Problems(), texts: keyed, unread: [] });
}

/** Returns the looks that the objects of a document may have. */
export function offeredLooks(document: unknown, theme: Theme | undefined): OfferedLooks {
  const own = Object.keys(fieldsOf(fieldsOf(document).styles));
  const { charts: _, ...colors } = theme?.colors ?? { charts: [] };
  return { colors, styles: [...new Set([...own, ...Object.keys(theme?.styles ?? {})])] };
}
