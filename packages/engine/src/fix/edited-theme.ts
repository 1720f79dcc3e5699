import { fieldsOf } from '../project/check.ts';
import { Problems } from '../project/problems.ts';
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

/**
 * Reads the theme of a document, also of one that a variable names; undefined without one. `texts` has the texts of files by name, and `chosen` replaces
 * the theme that the document names.
 */
export function themeOfDocument(
  document: unknown,
  texts: ReadonlyMap<string, string>,
  chosen?: string,
): Theme | undefined {
  const { theme, variables } = fieldsOf(document);
  const variable = typeof theme === 'string' ? onlyVariable(theme) : undefined;
  const written = variable === undefined ? theme : fieldsOf(variables)[variable];
  return readTheme(chosen ?? written, { problems: new Problems(), texts, unread: [] });
}

/** Returns the looks that the objects of a document may have. */
export function offeredLooks(document: unknown, theme: Theme | undefined): OfferedLooks {
  const own = Object.keys(fieldsOf(fieldsOf(document).styles));
  const { charts: _, ...colors } = theme?.colors ?? { charts: [] };
  return { colors, styles: [...new Set([...own, ...Object.keys(theme?.styles ?? {})])] };
}
