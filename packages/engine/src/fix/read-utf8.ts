import { decodeUtf8 } from '../project/json-text.ts';
import { Problems } from '../project/problems.ts';
import { RenderError } from '../render/render-error.ts';

/** Returns the text of a project's bytes with its byte order mark, if any. Throws a RenderError `invalid-project`. */
export function readUtf8(bytes: Uint8Array): string {
  const problems = new Problems();
  const text = decodeUtf8(bytes, problems);
  if (text === undefined) throw new RenderError('invalid-project', problems.items);
  return text;
}
