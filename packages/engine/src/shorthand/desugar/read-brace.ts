import type { Fields } from './scene-draft.ts';

/** Replaces a brace by a path that the layout bends, in place. */
export function readBrace(object: Fields, state: Fields): void {
  object.kind = 'path';
  state.route = 'brace';
}
