import { contentOf, isChartKind, type ObjectKind } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';
import { arrangeGroup, type Member } from './arrange-group.ts';
import { shifted } from './boxes.ts';
import { type Composition, defaultLength, isShown } from './composition.ts';

/** Sizes the members of a group and lines them up. Groups inside it are arranged before. */
export function arrange(composition: Composition, id: string): void {
  const group = composition.scene.relations.groups[id];
  const groupState = group.states[composition.index];
  const shown = groupState.order.filter((member) => isShown(composition, member));
  const state = (member: string) => composition.scene.states[composition.index][member];
  const largest = { width: 0, height: 0 };
  const shapes = shown.filter((member) => isShape(composition.scene.objects[member]?.kind));
  for (const member of group.equal ? shapes : []) {
    largest.width = Math.max(largest.width, state(member).width);
    largest.height = Math.max(largest.height, state(member).height);
  }
  const sizes =
    group.kind === 'row'
      ? (['width'] as const)
      : group.kind === 'column'
        ? (['height'] as const)
        : (['width', 'height'] as const);
  for (const member of group.equal ? shapes : []) {
    const changes = Object.fromEntries(sizes.map((size) => [size, largest[size]]));
    composition.sized.set(member, withSize(composition, state(member), changes));
  }
  const members = shown.map((member): Member => {
    const inner = composition.arrangements.get(member);
    if (inner) {
      const box = { left: 0, top: 0, right: inner.width, bottom: inner.height };
      return {
        id: member,
        box: group.kind === 'group' ? shifted(box, ...cornerOf(composition, member)) : box,
      };
    }
    const sized = composition.sized.get(member) ?? state(member);
    const box = composition.measurer.upright(composition.scene.objects[member], sized);
    return {
      id: member,
      box: isChartKind(group.kind) || group.kind === 'group' ? shifted(box, sized.x, sized.y) : box,
    };
  });
  const gap = groupState.gap ?? defaultLength(composition, 'gap');
  const ownPadding = group.hasBox ? defaultLength(composition, 'padding') : 0;
  const padding = groupState.relations.fields.padding ?? ownPadding;
  composition.arrangements.set(id, arrangeGroup(group, members, { gap, padding }, groupState));
}

/** The upper left corner that a group would have without a group around it: by default, it is in the middle of the frame. */
function cornerOf({ scene, arrangements, index }: Composition, id: string): [x: number, y: number] {
  const { width = 0, height = 0 } = arrangements.get(id) ?? {};
  const { x, y } = scene.relations.groups[id].states[index];
  return [(x ?? scene.width / 2) - width / 2, (y ?? scene.height / 2) - height / 2];
}

/** Returns the same object for the same template and size, so that unchanged states stay shared. */
function withSize(
  composition: Composition,
  template: CompositionState,
  changes: Partial<CompositionState>,
): CompositionState {
  const key = JSON.stringify(changes);
  const known = composition.sizedByTemplate.get(template) ?? new Map<string, CompositionState>();
  composition.sizedByTemplate.set(template, known);
  const sized = known.get(key) ?? { ...template, ...changes };
  known.set(key, sized);
  return sized;
}

function isShape(kind: ObjectKind | undefined): boolean {
  return contentOf(kind) === 'shape';
}
