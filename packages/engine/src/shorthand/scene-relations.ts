import {
  axisOf,
  contentOf,
  isAxes,
  isFigureKind,
  isGrid,
  isGroupKind,
  isLine,
  isProse,
  isRound,
  isShape,
  isTypeset,
  isUnarranged,
  kindsWithField,
  objectKinds,
} from '../language/kinds.ts';
import { didYouMean } from '../names/closest-name.ts';
import { ownerOf } from '../project/find-words.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState, SceneObject } from '../project/schema.ts';
import { type SceneOfStates, writtenState } from './expand-states.ts';
import type { MovingParts } from './figures/figure.ts';
import type { GroupStates } from './group-states.ts';
import {
  arrangingRule,
  type DrawnObject,
  type Group,
  isArranging,
  type ObjectsAndGroups,
  showIds,
} from './groups.ts';
import type { GraphPlan } from './kinds/graph/graph.ts';
import type { TablePlan } from './kinds/table/table.ts';
import { originsOf } from './origins.ts';
import {
  changesEquations,
  frameId,
  hasRelations,
  noRelations,
  type RelationFields,
  type Relations,
  relationFields,
  sides,
  targetFields,
  withRelations,
} from './relations.ts';
import type { ResolvedComposition, ResolvedState } from './schema.ts';

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
  /** Where free space along the row or column goes. */
  readonly justify: 'start' | 'center' | 'end' | 'between' | 'evenly';
  /** Its share of free space in the group around it. */
  readonly flex: number;
  /** The nodes and edges of a graph. */
  readonly graph: GraphPlan | undefined;
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

interface RelatedSpec extends SceneOfStates {
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

/** The states of an object or a group: its own and those of each composition, with their places in the document. */
function writtenStates(
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
    justify: 'center',
    flex: 0,
    graph: undefined,
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

/** Fields that only some kinds of objects can have, and these kinds in words. */
const kindsOf: Readonly<
  Partial<
    Record<
      keyof RelationFields,
      { readonly accepts: (object: DrawnObject) => boolean; readonly kinds: string }
    >
  >
> = {
  around: {
    accepts: ({ kind }) => isShape(kind),
    kinds: 'rectangles and circles',
  },
  from: { accepts: ({ kind }) => isLine(kind), kinds: 'arrows, paths and number lines' },
  to: { accepts: ({ kind }) => isLine(kind), kinds: 'arrows, paths and number lines' },
  route: {
    accepts: ({ kind }) => kindsWithField('route', objectKinds).some((one) => one === kind),
    kinds: 'arrows and paths',
  },
  bend: { accepts: ({ kind }) => isProse(kind), kinds: 'texts' },
  on: { accepts: () => true, kinds: 'single objects' },
};

/** Reports relations that cannot be resolved, whatever the boxes are. */
class RelationCheck {
  readonly #spec: RelatedSpec;
  readonly #problems: Problems;

  constructor(spec: RelatedSpec, problems: Problems) {
    this.#spec = spec;
    this.#problems = problems;
  }

  /** Returns the group that each member belongs to, and reports members of several groups. */
  groupsOfMembers(): Map<string, string> {
    const { groups, path } = this.#spec;
    const groupOf = new Map<string, string>();
    for (const [id, group] of Object.entries(groups)) {
      const { children = [] } = group;
      let parent: string | null | undefined;
      for (const [index, member] of children.entries()) {
        const place = [...path, 'objects', id, 'children', index];
        if (!this.#isKnown(member, place)) continue;
        const other = groupOf.get(member);
        if (member === id) this.#problems.add(place, 'cycle', 'is the group itself; name other objects');
        if (!isArranging(group)) continue;
        const inner = groups[member];
        if (inner !== undefined && !isArranging(inner))
          this.#problems.add(place, 'unplaced', unplacedRule(member));
        else if (other !== undefined) {
          const where = other === id ? 'named twice in this group' : `also a member of the group ${other}`;
          this.#problems.add(place, 'conflict', `is ${where}; an object has only one place`);
        } else if (member !== id) groupOf.set(member, id);
        const own = this.#parentOf(member);
        if (parent !== undefined && own !== parent) {
          this.#problems.add(
            place,
            'parents',
            `has ${showParent(own)}, but the members before it have ${showParent(parent)}`,
          );
        }
        parent ??= own;
      }
    }
    return groupOf;
  }

  /** Reports relations and positions of a group that places nothing. */
  unplaced(id: string, group: Group): void {
    for (const { written, place } of writtenStates(id, group.state, this.#spec)) {
      for (const field of ['x', 'y', ...relationFields] as const) {
        if (written?.[field] === undefined) continue;
        this.#problems.add([...place, field], 'unplaced', unplacedRule(id));
      }
      for (const field of ['gap', 'align', 'justify'] as const) {
        if (written?.[field] !== undefined) this.#problems.add([...place, field], 'value', arrangingRule);
      }
    }
  }

  /** Reports groups that contain themselves. */
  groupsInGroups(): void {
    const { groups, path } = this.#spec;
    const done = new Set<string>();
    for (const start of Object.keys(groups)) {
      const way: string[] = [];
      // A chain of first unfinished members; every group is left once.
      const stack = [{ id: start, next: 0 }];
      while (stack.length > 0) {
        const top = stack[stack.length - 1];
        if (top.next === 0) way.push(top.id);
        const member = groups[top.id].children?.[top.next++];
        if (member === undefined) {
          done.add(top.id);
          way.pop();
          stack.pop();
        } else if (way.includes(member)) {
          const cycle = [...way.slice(way.indexOf(member)), member].map(showValue).join(', which contains ');
          this.#problems.add(
            [...path, 'objects', member, 'children'],
            'cycle',
            `${cycle}; a group cannot contain itself`,
          );
          return;
        } else if (member in groups && !done.has(member)) stack.push({ id: member, next: 0 });
      }
    }
  }

  /** Checks one state. */
  relationsOf(id: string, written: ResolvedState, place: Path, group: string | undefined): void {
    const { objects, groups } = this.#spec;
    const object = objects[id];
    for (const [field, { accepts, kinds }] of Object.entries(kindsOf)) {
      if (written[field as keyof RelationFields] === undefined || (object && accepts(object))) continue;
      const kind = (object ?? groups[id]).kind;
      this.#problems.add([...place, field], 'wrong-kind', `is for ${kinds}, but ${id} is of kind ${kind}`);
      break;
    }
    const parent = object?.parentId ?? undefined;
    const related = ownRelation(written);
    if (related !== undefined && parent !== undefined && isAxes(objects[parent]?.kind)) {
      const wayOut = 'write x and y, or for a line from and to, as points of the axes';
      const rule = `is not for ${id}, which is on the axes ${parent}; ${wayOut}. A text can be above, below, leftOf or rightOf a circle, a rectangle, a text or an image there; the text of a line is its label`;
      this.#problems.add([...place, related], 'parents', rule);
      return;
    }
    for (const field of targetFields) {
      for (const [index, target] of targetsOf(written[field]).entries()) {
        const at = Array.isArray(written[field]) ? [...place, field, index] : [...place, field];
        this.#checkTarget(id, target, at);
      }
    }
    const line = written.on === undefined ? undefined : objects[written.on];
    if (written.on !== undefined && line !== undefined && !isLine(line.kind) && !isRound(line.kind)) {
      this.#problems.add(
        [...place, 'on'],
        'wrong-kind',
        `must name an arrow, a path, a number line or a circle, but ${written.on} is of kind ${line.kind}; to place ${id} in it, write inside`,
      );
    }
    if (written.place === 'fill') this.#checkFill(id, written, place);
    if (written.place !== undefined && written.inside === undefined) {
      const parent = this.#parentOf(id);
      if (parent !== null) {
        this.#problems.add(
          [...place, 'place'],
          'parents',
          `refers to the frame, but ${id} moves with its parent ${parent}; name an object of the same parent in "inside"`,
        );
      }
    }
    const relation = group === undefined ? undefined : ownRelation(written);
    if (relation !== undefined) {
      this.#problems.add(
        [...place, relation],
        'conflict',
        `sets the position of ${id}, which its group ${group} sets already; keep one of the two`,
      );
    }
  }

  /** Reports a line with only one end. */
  completeLine({ x, fields }: Relations, written: ResolvedState | undefined, place: Path): void {
    if (x !== 'line' || written === undefined) return;
    for (const [end, other] of [
      ['from', 'to'],
      ['to', 'from'],
    ] as const) {
      if (written[end] === undefined || fields[other] !== undefined) continue;
      this.#problems.add(
        [...place, end],
        'missing-field',
        `needs ${other} beside it: the id of an object, or [x, y]`,
      );
    }
  }

  /** Reports alignments that an object or a group cannot have. */
  alignments(): void {
    const { objects, groups } = this.#spec;
    for (const [id, { state }] of [...Object.entries(objects), ...Object.entries(groups)]) {
      if (this.#problems.full) return;
      for (const { written, place } of writtenStates(id, state, this.#spec)) {
        if (written !== undefined) this.#checkAlign(id, written, place);
      }
    }
  }

  /** Reports `place: fill` of an object that has its own size. */
  #checkFill(id: string, written: ResolvedState, place: Path): void {
    const kind = this.#kindOf(id);
    const isSizable = ['shape', 'picture', 'children', 'axes', 'waveform'].includes(contentOf(kind) ?? '');
    if (!isSizable || isUnarranged(kind)) {
      const rule = `is "fill", which is for rows, columns, grids, rectangles, circles, images, axes and waveforms, but ${id} is of kind ${kind}; write a side such as "center"`;
      this.#problems.add([...place, 'place'], 'wrong-kind', rule);
    }
    for (const field of ['width', 'height'] as const) {
      if (written[field] === undefined) continue;
      const rule = `sets the size of ${id}, which "place": "fill" sets already; keep one of the two`;
      this.#problems.add([...place, field], 'conflict', rule);
    }
  }

  /** Reports `flex` of objects that no row or column can make larger. */
  flexes(groupOf: ReadonlyMap<string, string>): void {
    const { objects, groups } = this.#spec;
    for (const [id, { state }] of [...Object.entries(objects), ...Object.entries(groups)]) {
      if (this.#problems.full) return;
      for (const { written, place } of writtenStates(id, state, this.#spec)) {
        if (written?.flex !== undefined) this.#checkFlex(id, groupOf.get(id), [...place, 'flex']);
      }
    }
  }

  #checkFlex(id: string, group: string | undefined, place: Path): void {
    const { groups } = this.#spec;
    const around = group === undefined ? undefined : groups[group]?.kind;
    const kind = this.#kindOf(id);
    if (axisOf(around) === null) {
      const where = around === undefined ? 'in none' : `in ${group}, which is of kind ${around}`;
      const wayOut = isGrid(around) ? 'write "align": "stretch" in the grid' : 'remove it';
      const rule = `is for children of a row or a column, but ${id} is ${where}; ${wayOut}, or put it into a row`;
      this.#problems.add(place, 'unplaced', rule);
    } else if (isTypeset(kind)) {
      const rule = `is for objects that can have any size, but ${id} is of kind ${kind}; write its fontSize`;
      this.#problems.add(place, 'wrong-kind', rule);
    }
  }

  #checkAlign(id: string, { align }: ResolvedState, place: Path): void {
    if (align === undefined || align === 'center') return;
    const group = this.#spec.groups[id];
    const isOfGroups = align !== 'left' && align !== 'right';
    if (
      align === 'baseline' &&
      group !== undefined &&
      axisOf(group.kind) !== 'x' &&
      isGroupKind(group.kind)
    ) {
      const rule = `is for rows, but ${id} is of kind ${group.kind}; write start, center, end or stretch`;
      this.#problems.add([...place, 'align'], 'value', rule);
    }
    if ((group !== undefined) === isOfGroups) return;
    const rule =
      group !== undefined
        ? 'must be start, center, end or stretch for a group'
        : `must be left, center or right for an object; ${align === 'start' || align === 'end' ? 'start and end are for alignTo and for groups' : `${align} is for groups`}`;
    this.#problems.add([...place, 'align'], 'value', `${rule}, but is ${showValue(align)}`);
  }

  #kindOf(id: string): string | undefined {
    const { objects, groups } = this.#spec;
    return ([objects[id], groups[id]] as ({ readonly kind: string } | undefined)[]).find(Boolean)?.kind;
  }

  #checkTarget(id: string, name: string, place: Path): void {
    const target = ownerOf(name, this.#spec.objects);
    if (!this.#isKnown(target, place)) return;
    if (target === id) {
      this.#problems.add(place, 'cycle', 'is the object itself; name another one');
      return;
    }
    const group = this.#spec.groups[target];
    if (group !== undefined && !isArranging(group)) {
      this.#problems.add(place, 'unplaced', unplacedRule(target));
      return;
    }
    const { objects, groups } = this.#spec;
    const isFrame = !(target in objects || target in groups);
    const [own, other] = [this.#parentOf(id), isFrame ? null : this.#parentOf(target)];
    if (own === other) return;
    this.#problems.add(
      place,
      'parents',
      `has ${showParent(other)}, but ${id} has ${showParent(own)}; only objects of the same parent can be related`,
    );
  }

  #isKnown(id: string, place: Path): boolean {
    const { objects, groups } = this.#spec;
    if (id in objects || id in groups) return true;
    if (id === frameId && place.at(-1) === 'inside') return true;
    const { names } = this.#spec;
    const all = { ...objects, ...groups };
    const ids = Object.keys(all).filter((one) => !names.has(one));
    const known = `${showIds(all, names)}${didYouMean(id, ids, { show: showValue })}`;
    this.#problems.add(
      place,
      'unknown-id',
      `is ${showValue(id)}, which is not the id of an object in the scene: ${known}`,
    );
    return false;
  }

  /** The parent of an object; that of its first drawn member for a group. */
  #parentOf(id: string): string | null {
    const { objects, groups } = this.#spec;
    const seen = new Set<string>();
    for (let current: string | undefined = id; current !== undefined && !seen.has(current); ) {
      seen.add(current);
      if (current in objects) return objects[current].parentId ?? null;
      current = groups[current]?.children?.[0];
    }
    return null;
  }
}

function unplacedRule(id: string): string {
  return `is of no use with ${id}, a group of kind group, which has no place; name its members, or make it a row, column or grid`;
}

function showParent(parent: string | null): string {
  return parent === null ? 'no parent' : `the parent ${parent}`;
}

/** The ids that a relation names. */
export function targetsOf(value: RelationFields[keyof RelationFields]): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** The first relation of a state that sets a position. */
function ownRelation(written: ResolvedState): string | undefined {
  return (['place', ...sides, 'around', 'inside', 'from', 'to', 'on'] as const).find(
    (field) => written[field] !== undefined,
  );
}
