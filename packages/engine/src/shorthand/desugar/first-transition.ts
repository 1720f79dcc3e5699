import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import type { DraftNote, Fields } from './scene-draft.ts';

/** A scene as the document has it, with its place. */
interface WrittenScene {
  readonly key: string;
  readonly value: unknown;
  readonly path: Path;
}

/** Adds a note if the first scene of a film has a transition of its own: no scene before it becomes it. */
export function noteFirstTransition(film: Fields, scenes: readonly WrittenScene[], notes: DraftNote[]): void {
  const { sceneOrder } = film;
  const firstKey = Array.isArray(sceneOrder) ? sceneOrder[0] : scenes[0]?.key;
  const first = scenes.find(({ key }) => key === firstKey);
  const owners = [
    ...(isMap(first?.value) ? [{ fields: first.value, path: first.path }] : []),
    // That of a film is for all its scenes but the first.
    ...(scenes.length < 2 ? [{ fields: film, path: [] }] : []),
  ];
  for (const { fields, path } of owners) {
    const { transition } = fields;
    if (transition === undefined || transition === false || transition === 'none') continue;
    notes.push({
      path: [...path, 'transition'],
      rule: 'no-effect',
      message:
        'transition has no effect on the first scene, because it leads from the scene before; remove it, give it to a later scene, or let the objects enter with "enter"',
    });
  }
}
