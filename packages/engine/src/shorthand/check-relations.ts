import {
  axisOf,
  contentOf,
  isAxes,
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
import { arrangingRule, type DrawnObject, type Group, isArranging, showIds } from './groups.ts';
import { type RelatedSpec, writtenStates } from './related-spec.ts';
import {
  frameId,
  type RelationFields,
  type Relations,
  relationFields,
  sides,
  targetFields,
  targetsOf,
} from './relations.ts';
import type { ResolvedState } from './schema.ts';

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
export class RelationCheck {
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
        const parentOfMember = this.#parentOf(member);
        if (parent !== undefined && parentOfMember !== parent) {
          this.#problems.add(
            place,
            'parents',
            `has ${showParent(parentOfMember)}, but the members before it have ${showParent(parent)}`,
          );
        }
        parent ??= parentOfMember;
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
    const choices = `${showIds(all, names)}${didYouMean(id, ids, { show: showValue })}`;
    this.#problems.add(
      place,
      'unknown-id',
      `is ${showValue(id)}, which is not the id of an object in the scene: ${choices}`,
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

/** The first relation of a state that sets a position. */
function ownRelation(written: ResolvedState): string | undefined {
  return (['place', ...sides, 'around', 'inside', 'from', 'to', 'on'] as const).find(
    (field) => written[field] !== undefined,
  );
}
