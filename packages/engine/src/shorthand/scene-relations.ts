import { isFigureKind, isUnarranged } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState } from '../project/schema.ts';
import { RelationCheck } from './check-relations.ts';
import { writtenState } from './expand-states.ts';
import type { MovingParts } from './figures/figure.ts';
import { type DrawnObject, type Group, isArranging } from './groups.ts';
import type { GraphPlan } from './kinds/graph/graph.ts';
import type { SequencePlan } from './kinds/sequence/sequence.ts';
import type { TablePlan } from './kinds/table/table.ts';
import { originsOf } from './origins.ts';
import { type RelatedSpec, writtenStates } from './related-spec.ts';
import { changesEquations, hasRelations, noRelations, type Relations, withRelations } from './relations.ts';
import type { ResolvedState } from './schema.ts';

/** A group in one composition. */
export interface GroupState {
  readonly relations: Relations;
  /** Size of a figure, or the smallest size of another group, which is at least as large as its members. */
  readonly width: number;
  readonly height: number;
  /** Its middle, where a number sets it; null by default, which is the middle of the frame. */
  readonly x: number | null;
  readonly y: number | null;
  /** Space between members in scene pixels; null by default. */
  readonly gap: number | null;
  /** Ids of the members in this composition's order. */
  readonly order: readonly string[];
  /** How members line up across the row or column. */
  readonly align: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  /** Where free space along the row or column goes; null by default, which is around its members. */
  readonly justify: 'start' | 'center' | 'end' | 'between' | 'evenly' | null;
  /** Its share of free space in the group around it. */
  readonly flex: number;
  /** The nodes and edges of a graph. */
  readonly graph: GraphPlan | undefined;
  /** The participants and messages of a sequence. */
  readonly sequence: SequencePlan | undefined;
  /** The rows and columns of a table. */
  readonly table: TablePlan | undefined;
}

/** An object in a group. */
export interface MemberState {
  /** Its share of free space. */
  readonly flex: number;
  /** Whether the document has its width and height. */
  readonly isWide: boolean;
  readonly isTall: boolean;
}

export interface RelatedGroup {
  /** A group of kind `group` keeps the places of its members among each other. */
  readonly kind: Group['kind'];
  /** Ids of the members, which are objects or groups. */
  readonly members: readonly string[];
  /** Only for a grid. */
  readonly columns: number;
  readonly equal: boolean;
  /** Whether it draws a box of its own, with padding. */
  readonly hasBox: boolean;
  /** For each composition. */
  readonly states: readonly GroupState[];
}

/** Relations of one object in each composition. */
export interface RelatedObject {
  readonly relations: readonly Relations[];
  /** For each composition; empty without a group. */
  readonly member: readonly MemberState[];
  /** Whether it is the box that a group draws around its members. */
  readonly isBox: boolean;
  /** Whether it is the label of another object, which may be too small for it. */
  readonly isLabel: boolean;
  /** Whether a composition mentions it or a group around it; otherwise it is visible throughout. */
  readonly isMentioned: boolean;
  /**
   * For each composition, the index of the one that gives the object its place: the same one if the object is in it. An
   * object that `false` hides, or that has not entered, is where it was or will be; -1 if it never has a place.
   */
  readonly origins: readonly number[];
}

/** Relations and groups of a scene. */
export interface SceneRelations {
  readonly groups: Readonly<Record<string, RelatedGroup>>;
  /** Only objects that have a relation or belong to a group. */
  readonly objects: Readonly<Record<string, RelatedObject>>;
}

/** A scene whose relations are to be resolved. */
export interface RelatedScene {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly objects: Readonly<Record<string, SceneObject>>;
  /** Keys of the compositions, in order. */
  readonly sequence: readonly string[];
  /** States by object id, for each composition in order. */
  readonly states: readonly Readonly<Record<string, CompositionState>>[];
  /** The names of parts by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly relations: SceneRelations;
  /** The objects that were made from charts. */
  readonly parts: MovingParts;
}

/** Collects the relations of a scene in all compositions, and reports those that make no sense; null if it has none. */
export function sceneRelations(spec: RelatedSpec, problems: Problems): SceneRelations | null {
  const { objects, groups, compositions } = spec;
  const related = Object.keys(objects).filter(
    (id) =>
      hasRelations(objects[id].state) || compositions.some((one) => hasRelations(writtenState(id, one))),
  );
  const check = new RelationCheck(spec, problems);
  check.alignments();
  const groupOf = check.groupsOfMembers();
  check.flexes(groupOf);
  check.groupsInGroups();
  const isArranged = related.length > 0 || Object.values(groups).some(isArranging);
  if (!isArranged && !changesEquations(objects, compositions)) return null;
  const parents = new Set(Object.values(objects).map(({ parentId }) => parentId));
  const boxes = boxesOf(spec);
  const relatedObjects: Record<string, RelatedObject> = Object.create(null);
  for (const id of new Set([...related, ...groupOf.keys()])) {
    if (problems.full) break;
    if (!(id in objects)) continue;
    const group = groupOf.get(id);
    const relations = isPart(group, groups)
      ? spec.sequence.map(() => inGroup)
      : relationsOf(id, objects[id], spec, group, check, problems);
    const origins = originsOf(id, spec, { isParent: parents.has(id), isMember: groupOf.has(id) });
    const isMentioned = spec.written.some((one) => writtenState(id, one) !== undefined);
    const isLabel = objects[id].follows !== undefined;
    const member = group === undefined ? [] : memberStates(id, objects[id], spec);
    const isBox = boxes.has(id);
    relatedObjects[id] = { relations, member, isBox, isLabel, isMentioned, origins };
  }
  const relatedGroups: Record<string, RelatedGroup> = Object.create(null);
  for (const [id, group] of Object.entries(groups)) {
    if (problems.full) break;
    if (isArranging(group))
      relatedGroups[id] = relateGroup(id, group, spec, groupOf.get(id), check, problems);
    else check.unplaced(id, group);
  }
  return { groups: relatedGroups, objects: relatedObjects };
}

/** Whether a group is a figure, which places its parts whatever numbers they have. */
function isPart(group: string | undefined, groups: RelatedSpec['groups']): boolean {
  return group !== undefined && groups[group] !== undefined && isFigureKind(groups[group].kind);
}

const inGroup: Relations = { ...noRelations, x: 'group', y: 'group' };

function relationsOf(
  id: string,
  object: DrawnObject,
  spec: RelatedSpec,
  group: string | undefined,
  check: RelationCheck,
  problems: Problems,
): Relations[] {
  let current = group === undefined ? noRelations : inGroup;
  // A group of kind group moves its members together, whatever numbers they have.
  const isMoved = group !== undefined && isUnarranged(spec.groups[group]?.kind);
  const all = writtenStates(id, object.state, spec).map(({ written, place }) => {
    if (written !== undefined) check.relationsOf(id, written, place, group);
    if (isMoved) return inGroup;
    current = withRelations(current, written, place, problems);
    check.completeLine(current, written, place);
    return current;
  });
  return all.slice(1);
}

function relateGroup(
  id: string,
  group: Group,
  spec: RelatedSpec,
  outer: string | undefined,
  check: RelationCheck,
  problems: Problems,
): RelatedGroup {
  let current: GroupState = {
    relations: outer === undefined ? noRelations : inGroup,
    width: 0,
    height: 0,
    x: null,
    y: null,
    gap: null,
    order: group.children ?? [],
    align: 'center',
    justify: null,
    flex: 0,
    graph: undefined,
    sequence: undefined,
    table: undefined,
  };
  const states = writtenStates(id, group.state, spec).map(({ written, place }) => {
    if (written === undefined) return current;
    check.relationsOf(id, written, place, outer);
    const relations = withRelations(current.relations, written, place, problems);
    current = {
      relations,
      width: written.width ?? current.width,
      height: written.height ?? current.height,
      x: written.x ?? (relations.x === undefined ? current.x : null),
      y: written.y ?? (relations.y === undefined ? current.y : null),
      gap: written.gap ?? current.gap,
      order: written.children ?? current.order,
      align: groupAlign(written) ?? current.align,
      justify: written.justify ?? current.justify,
      flex: written.flex ?? current.flex,
      graph: written.graph ?? current.graph,
      sequence: written.sequence ?? current.sequence,
      table: written.table ?? current.table,
    };
    return current;
  });
  return {
    kind: group.kind,
    members: group.children ?? [],
    columns: group.columns ?? 1,
    equal: group.equal ?? false,
    hasBox: (group.attached ?? []).some((id) => isBoxOfGroup(spec.objects[id])),
    states: states.slice(1),
  };
}

/** Whether an object that appears with a group is its box. */
function isBoxOfGroup(object: DrawnObject | undefined): boolean {
  return (object?.carries ?? object?.emphasizes) === undefined;
}

/** The boxes that groups draw around their members. */
function boxesOf({ objects, groups }: RelatedSpec): ReadonlySet<string> {
  const attached = Object.values(groups).flatMap((group) => group.attached ?? []);
  return new Set(attached.filter((id) => isBoxOfGroup(objects[id])));
}

/** The values of an object that its group needs, in each composition. */
function memberStates(id: string, { state, natural }: DrawnObject, spec: RelatedSpec): MemberState[] {
  // An image without a size has that of its file.
  const isImage = natural === true;
  let current: MemberState = { flex: 0, isWide: false, isTall: false };
  const states = writtenStates(id, state, spec).map(({ written }, index) => {
    if (written === undefined) return current;
    const isSized = !isImage || index > 0;
    const { flex, isWide, isTall } = current;
    current = {
      flex: written.flex ?? flex,
      isWide: isWide || (isSized && written.width !== undefined),
      isTall: isTall || (isSized && written.height !== undefined),
    };
    return current;
  });
  return states.slice(1);
}

function groupAlign({ align }: ResolvedState): GroupState['align'] | undefined {
  return align === 'left' || align === 'right' ? undefined : align;
}
