import type { Path } from '../project/problem-text.ts';
import { type SceneOfStates, writtenState } from './expand-states.ts';
import type { GroupStates } from './group-states.ts';
import type { ObjectsAndGroups } from './groups.ts';
import type { ResolvedComposition, ResolvedState } from './schema.ts';

/** A scene as it is written, whose relations are collected. */
export interface RelatedSpec extends SceneOfStates {
  readonly groups: ObjectsAndGroups['groups'];
  readonly hidden: GroupStates['hidden'];
  /** The names of parts by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** Keys of the compositions, in order. */
  readonly sequence: readonly string[];
  readonly path: Path;
  /** The compositions without the states that charts give their parts. */
  readonly written: readonly ResolvedComposition[];
}

/** The states of an object or a group: its own and those of each composition, with their places in the document. */
export function writtenStates(
  id: string,
  own: ResolvedState | undefined,
  { compositions, sequence, path }: RelatedSpec,
): { readonly written: ResolvedState | undefined; readonly place: Path }[] {
  return [
    { written: own, place: [...path, 'objects', id, 'state'] },
    ...compositions.map((composition, index) => {
      const written = writtenState(id, composition);
      return {
        written: written === false ? undefined : written,
        place: [...path, 'compositions', sequence[index], 'states', id],
      };
    }),
  ];
}
