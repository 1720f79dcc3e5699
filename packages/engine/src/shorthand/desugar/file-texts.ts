import type { Path } from '../../project/problem-text.ts';
import { type Source, textKey } from '../sources.ts';
import type { SceneDraft } from './scene-draft.ts';

/**
 * Returns the text of a file that decides what a document has; undefined for one that is not read yet, which becomes a source of
 * the document, and is there when it is opened again.
 */
export function textOfFile(
  { texts, unread }: Pick<SceneDraft, 'texts' | 'unread'>,
  type: Source['type'],
  file: string,
  path: Path,
  use: Source['use'] = {},
): string | undefined {
  const text = texts.get(textKey({ type, file }));
  if (text === undefined) unread.push({ type, file, column: undefined, path, owner: {}, field: 'text', use });
  return text;
}
