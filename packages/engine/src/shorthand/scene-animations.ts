import { contentOf, isFigureKind, isGroupKind, isUnarranged } from '../language/kinds.ts';
import type { Path } from '../project/problem-text.ts';
import type { FadingGroup } from './fade-groups.ts';
import { middleOfParts } from './figures/part-tracks.ts';
import type { OwnAnimations, WrittenTrack } from './own-tracks.ts';
import type { ResolvedScene } from './schema.ts';
import type { Middles, Units } from './tracks-to-expand.ts';

/** Objects of each group, inner groups first. */
type Members = ReadonlyMap<string, readonly string[]>;

/**
 * What a stagger counts as one: the members of a group by the child that they are in, the cells of a row of a table, a
 * label with its owner. For all objects that is a card, or a group that lines up nothing.
 */
export function unitsOf({ objects = {} }: ResolvedScene): Units {
  const owners = new Map<string, string>();
  for (const [id, { children = [], attached = [] }] of Object.entries(objects)) {
    for (const memberId of [...children, ...attached]) owners.set(memberId, id);
  }
  return (id, group) => {
    let unit = id;
    for (let owner = owners.get(id); owner !== undefined && owner !== group; owner = owners.get(owner)) {
      const { kind, children, attached = [] } = objects[owner] ?? {};
      const isRow = objects[owners.get(owner) ?? '']?.kind === 'table';
      const isWhole = isRow || attached.length > 0 || isUnarranged(kind);
      if (group !== null || isWhole || children === undefined) unit = owner;
    }
    return unit;
  };
}

/** The middle of a group is that of its box, or of the object that scales it; that of a figure is among its parts. */
export function middlesOf({ objects = {} }: ResolvedScene): Middles {
  return (group, states) => {
    const { kind, children = [], attached = [] } = objects[group] ?? {};
    if (isFigureKind(kind)) return middleOfParts(children, objects, states);
    const marker = attached.find((id) => objects[id]?.emphasizes === undefined);
    return isGroupKind(kind) && marker !== undefined ? states[marker] : undefined;
  };
}

/** What fades as one picture: groups that line up nothing, cards, outer ones first, and shapes with a label. */
export function fadingGroups({ objects = {} }: ResolvedScene, members: Members, path: Path): FadingGroup[] {
  const layers = new Map(Object.entries(objects).map(([id, { holds }]) => [holds, id]));
  const common = (id: string) => ({ id, layer: layers.get(id), place: [...path, id] });
  const isBox = (id: string) =>
    objects[id]?.kind === 'rectangle' && (objects[id].carries ?? objects[id].emphasizes) === undefined;
  const wholes = [...members].toReversed().flatMap(([id, ids]) => {
    const { kind, attached = [] } = objects[id] ?? {};
    const whole = { ...common(id), members: ids };
    if (isUnarranged(kind)) return [whole];
    const ground = attached.find(isBox);
    return ground === undefined ? [] : [{ ...whole, ground }];
  });
  const labelled = Object.entries(objects).flatMap(([id, { kind, attached }]) =>
    attached?.some((one) => objects[one]?.emphasizes === undefined) && contentOf(kind) === 'shape'
      ? [{ ...common(id), members: [id, ...attached], ground: id }]
      : [],
  );
  return [...wholes, ...labelled];
}

/** The animations of objects, then those of groups, inner ones first. */
export function ownAnimations(
  { objects = {} }: ResolvedScene,
  members: Members,
  path: Path,
): OwnAnimations[] {
  const all = Object.keys(objects).filter(
    (id) => objects[id].enter !== undefined || objects[id].exit !== undefined,
  );
  const animationsOf = (id: string): OwnAnimations => {
    const track = (name: 'enter' | 'exit') => {
      const written = objects[id][name];
      return written && { key: id, track: written, place: [...path, 'objects', id, name] };
    };
    const enter = track('enter');
    const common = { id, targets: members.get(id) ?? [id], enter, exit: track('exit') };
    return { ...common, mirror: common.exit === undefined ? mirrored(enter) : undefined };
  };
  const groups = [...members.keys()].filter((id) => all.includes(id));
  return [...all.filter((id) => !members.has(id)), ...groups].map(animationsOf);
}

/** What leaves goes the way that it came, at once. */
function mirrored(enter: WrittenTrack | undefined): WrittenTrack | undefined {
  if (enter === undefined) return undefined;
  const { start: _, ...track } = enter.track;
  return { ...enter, track };
}
