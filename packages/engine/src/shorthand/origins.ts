import { type SceneOfStates, writtenState } from './expand-states.ts';
import type { GroupStates } from './group-states.ts';

interface SceneOfOrigins extends Pick<SceneOfStates, 'objects' | 'compositions'> {
  readonly hidden: GroupStates['hidden'];
}

/** See `RelatedObject.origins`; follows the states that `expandStates` makes and groups change. */
export function originsOf(
  id: string,
  { objects, compositions, hidden }: SceneOfOrigins,
  { isParent, isMember }: { readonly isParent: boolean; readonly isMember: boolean },
): number[] {
  const written = compositions.map((composition) => writtenState(id, composition));
  const first = written.findIndex((one) => one !== undefined);
  let isVisible = objects[id].state?.visible ?? true;
  let isShown = first < 0 || written[first] === false;
  const byGroups = hidden.get(id) ?? [];
  const shown = written.map((one, index) => {
    if (one !== undefined) isShown = one !== false;
    if (one !== undefined && one !== false) isVisible = one.visible ?? isVisible;
    // An invisible object can have its own place, from which it enters. A group has no place for it.
    return isShown && ((isVisible && byGroups[index] !== true) || !isMember);
  });
  const comesBack = (index: number) => {
    const back = written.findIndex((one, at) => at > index && one !== undefined && one !== false);
    return back > 0 && Object.keys(written[back] ?? {}).length > 0 ? back : -1;
  };
  return shown.map((isVisibleHere, index) => {
    if (isVisibleHere) return index;
    const last = shown.lastIndexOf(true, index);
    if (last < 0) return shown.indexOf(true);
    const isLast = last === index - 1;
    const back = isParent || isLast ? -1 : comesBack(index);
    return back < 0 ? last : back;
  });
}
