import type { CompositionState } from '../project/schema.ts';
import { writtenState } from './expand-states.ts';
import type { ObjectsAndGroups } from './groups.ts';
import { groupsAround } from './groups-around.ts';
import type { ResolvedComposition, ResolvedState } from './schema.ts';

/** The states that members get from their groups, by the member's id and for each composition. */
export interface GroupStates {
  /** With mentions of groups applied to their members. */
  readonly compositions: readonly ResolvedComposition[];
  /** Whether a group around an object is hidden. */
  readonly hidden: ReadonlyMap<string, readonly boolean[]>;
}

/** Fields of a group's state that mention its members. The opacity itself is that of a layer. */
const sharedFields = ['opacity', 'visible'] as const;

/** The state that a group with `"visible": true` gives each member. */
const shown: ResolvedState = { visible: true };

/**
 * Applies the states of groups to their members: an empty state, `false`, `opacity` and `visible` count as mentions of
 * every member without one of its own, as if they were written there. A member that was hidden by itself stays hidden,
 * until its group has `"visible": true`.
 */
export function shareGroupStates(
  { objects, groups }: ObjectsAndGroups,
  compositions: readonly ResolvedComposition[],
): GroupStates {
  const around = groupsAround([...Object.keys(objects), ...Object.keys(groups)], Object.keys(groups), (id) =>
    withAttached(id, { objects, groups }),
  );
  const hidden = new Map([...around.keys()].filter((id) => id in objects).map((id) => [id, [] as boolean[]]));
  const isUsed = Object.entries(groups).some(
    ([id, { state }]) =>
      (state !== undefined && hasSharedField(state)) ||
      compositions.some((one) => isGiven(writtenState(id, one))),
  );
  if (!isUsed) return noGroupStates(compositions);
  const now = new Map(
    Object.entries(groups).map(([id, { state }]): [string, GroupNow] => [
      id,
      { isOff: false, isVisible: state?.visible ?? true },
    ]),
  );
  const members: HiddenMembers = { alone: new Set(), byGroup: new Set() };
  const made = compositions.map((composition): ResolvedComposition => {
    updateGroups(now, composition, around);
    const states: Record<string, ResolvedState | false> = { ...composition.states };
    for (const id of Object.keys(objects)) {
      const ids = around.get(id);
      if (ids === undefined) continue;
      const isOff = ids.some((group) => now.get(group)?.isOff === true);
      const isHidden = isOff || ids.some((group) => now.get(group)?.isVisible === false);
      hidden.get(id)?.push(isHidden);
      const state = memberState(id, { composition, ids, isOff }, members);
      if (state !== undefined) states[id] = state;
    }
    return { ...composition, states };
  });
  return { compositions: made, hidden };
}

/** A group in the current composition. */
interface GroupNow {
  isOff: boolean;
  isVisible: boolean;
}

/** Members that are hidden up to the current composition. */
interface HiddenMembers {
  /** By their own `false`. */
  readonly alone: Set<string>;
  /** By the `false` of a group. `visible` hides a member without one and keeps its place. */
  readonly byGroup: Set<string>;
}

/** Applies the groups of a composition. */
function updateGroups(
  now: ReadonlyMap<string, GroupNow>,
  composition: ResolvedComposition,
  around: ReadonlyMap<string, string[]>,
): void {
  for (const [id, state] of now) {
    const isShown = showsMembers(around.get(id) ?? [], composition);
    const written = writtenState(id, composition) ?? (isShown ? shown : undefined);
    if (written === undefined) continue;
    state.isOff = written === false;
    if (written === false) continue;
    state.isVisible = written.visible ?? state.isVisible;
  }
}

/** Whether one of these groups makes its members visible in a composition. */
function showsMembers(groups: readonly string[], composition: ResolvedComposition): boolean {
  return groups.some((group) => {
    const written = writtenState(group, composition);
    return written !== undefined && written !== false && written.visible === true;
  });
}

/** Returns the state that a member has from its groups, if any; also updates which members are hidden. */
function memberState(
  id: string,
  {
    composition,
    ids,
    isOff,
  }: { readonly composition: ResolvedComposition; readonly ids: readonly string[]; readonly isOff: boolean },
  hidden: HiddenMembers,
): ResolvedState | false | undefined {
  const written = writtenState(id, composition);
  const isShown = showsMembers(ids, composition);
  if (written === false) hidden.alone.add(id);
  else if (written !== undefined || isShown) hidden.alone.delete(id);
  const wasOff = hidden.byGroup.has(id);
  if (isOff) hidden.byGroup.add(id);
  else hidden.byGroup.delete(id);
  if (written !== undefined || hidden.alone.has(id)) return undefined;
  if (isOff) return wasOff ? undefined : false;
  const isMentioned = wasOff || ids.some((group) => isGiven(writtenState(group, composition)));
  if (!isMentioned) return undefined;
  return isShown ? shown : {};
}

/** Compositions without states of groups. */
export function noGroupStates(compositions: readonly ResolvedComposition[]): GroupStates {
  return { compositions, hidden: new Map() };
}

/** Whether a group gives something to its members with a state, or hides them with `false`. */
function isGiven(state: ResolvedState | false | undefined): boolean {
  return state === false || (state !== undefined && isShared(state));
}

/** Whether a state of a group goes to its members. One that only moves the group does not. */
function isShared(state: ResolvedState): boolean {
  return Object.keys(state).length === 0 || hasSharedField(state);
}

function hasSharedField(state: ResolvedState): boolean {
  return sharedFields.some((field) => state[field] !== undefined);
}

/** The members of a group, and the objects that appear with it or with one of them. */
function withAttached(id: string, { objects, groups }: ObjectsAndGroups): readonly string[] {
  const { children = [], attached = [] } = groups[id] ?? {};
  return [...attached, ...children.flatMap((child) => [child, ...(objects[child]?.attached ?? [])])];
}

/** The objects in each group, also in groups inside it, in order; inner groups first. */
export function membersOf({ objects, groups }: ObjectsAndGroups): Map<string, readonly string[]> {
  const members = new Map<string, readonly string[]>();
  const collect = (id: string, outer: readonly string[]): readonly string[] => {
    if (id in objects) return [id];
    const cached = members.get(id);
    if (cached !== undefined || outer.includes(id)) return cached ?? [];
    const found = [
      ...new Set(withAttached(id, { objects, groups }).flatMap((member) => collect(member, [...outer, id]))),
    ];
    members.set(id, found);
    return found;
  };
  for (const id of Object.keys(groups)) collect(id, []);
  return members;
}

/** Hides the members of hidden groups. Unchanged states share one object. */
export function withGroupStates(
  states: readonly Record<string, CompositionState>[],
  { hidden }: GroupStates,
): readonly Record<string, CompositionState>[] {
  const made = new WeakMap<CompositionState, CompositionState>();
  const hide = (state: CompositionState): CompositionState => {
    const groupState = made.get(state) ?? { ...state, visible: false };
    made.set(state, groupState);
    return groupState;
  };
  for (const [id, isHidden] of hidden) {
    for (const [index, inComposition] of states.entries()) {
      const state = inComposition[id];
      if (state?.visible && isHidden[index]) inComposition[id] = hide(state);
    }
  }
  return states;
}
