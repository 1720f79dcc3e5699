import type { ShorthandKind } from '../shorthand-kind.ts';

/** A brace becomes a path that the layout bends. */
export const brace: ShorthandKind = {
  themed: () => ({ stroke: 'line' }),
  read: (_draft, { object, state }) => {
    object.kind = 'path';
    state.route = 'brace';
  },
};
