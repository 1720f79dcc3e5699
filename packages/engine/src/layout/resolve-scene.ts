import { type Bounds, unionBounds } from '../drawing/bounds.ts';
import type { Typesetters } from '../drawing/typesetters.ts';
import { ContentError } from '../project/content-error.ts';
import { objectKinds } from '../project/object-kinds.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState } from '../project/schema.ts';
import { isChartKind } from '../shorthand/charts/chart-kinds.ts';
import { straightPath } from '../shorthand/defaults.ts';
import { noRelations, type RelationFields, type Relations } from '../shorthand/relations.ts';
import { type GroupState, type RelatedScene, targetsOf } from '../shorthand/scene-relations.ts';
import { type Arrangement, arrangeGroup, type Member } from './arrange-group.ts';
import { type Axis, placeRange, rangeBeside, rangeOn } from './axes.ts';
import { BoxMeasurer, shifted, TooManyLetters } from './boxes.ts';
import { connect, type LineEnd } from './connect.ts';
import { fitLetters } from './fit-letters.ts';
import { type Dependencies, orderOf } from './order.ts';
import { placeHidden } from './place-hidden.ts';

type States = Record<string, CompositionState>;

/** Lengths that a document leaves out, as shares of the frame's shorter side. */
const defaultShares = { margin: 0.06, gap: 0.03, padding: 0.02 } as const;

/** The sides of the box of an upright ellipse, divided by those of the largest rectangle inside it. */
const ellipseOverRectangle = Math.SQRT2;

/** An object or a group in one composition, and what it was computed from. */
interface Resolved {
  /** Undefined for a group. */
  readonly template: CompositionState | undefined;
  readonly relations: unknown;
  /** The boxes that it depends on. */
  readonly inputs: readonly (Bounds | undefined)[];
  /** With numbers in place of relations; undefined for a group. */
  readonly state: CompositionState | undefined;
  readonly box: Bounds;
}

/**
 * Replaces the relations and groups of a scene by numbers, in each composition. Adds a problem for each relation that
 * cannot be resolved or measured. Unchanged states share one object.
 */
export function resolveScene(
  scene: RelatedScene,
  typesetters: Typesetters,
  problems: Problems,
): readonly Readonly<States>[] {
  const resolver = new SceneResolver(scene, typesetters, problems);
  const resolved: States[] = [];
  const unplaced: ReadonlySet<string>[] = [];
  try {
    for (const index of scene.sequence.keys()) {
      if (problems.full) break;
      resolved.push(resolver.composition(index));
      unplaced.push(resolver.unplaced);
    }
  } catch (error) {
    reportUnmeasured(error, scene, problems);
  }
  if (resolved.length < scene.sequence.length || problems.any) return scene.states;
  placeHidden(scene, resolved, unplaced);
  return resolved;
}

/** Reports why a scene cannot be measured; throws any other error again. */
function reportUnmeasured(error: unknown, { id }: RelatedScene, problems: Problems): void {
  if (error instanceof TooManyLetters) {
    problems.add(
      ['scenes', id],
      'too-complex',
      `has ${error.message} to lay out; use shorter texts or numbers`,
    );
  } else if (error instanceof ContentError) {
    for (const { path, message } of error.problems) problems.add(path, 'too-complex', message);
  } else throw error;
}

class SceneResolver {
  readonly #scene: RelatedScene;
  readonly #problems: Problems;
  readonly #measurer: BoxMeasurer;
  readonly #groupOf = new Map<string, string>();
  /** Groups, inner ones first. */
  readonly #innerFirst: readonly string[];
  readonly #shorterSide: number;
  /** What the composition before was resolved to. */
  #before = new Map<string, Resolved>();
  #now = new Map<string, Resolved>();
  #arrangements = new Map<string, Arrangement>();
  /** States of members that have the size of the largest member. */
  #sized = new Map<string, CompositionState>();
  readonly #sizedByTemplate = new WeakMap<CompositionState, Map<string, CompositionState>>();
  #index = 0;
  #unplaced = new Set<string>();

  /** Invisible objects of the latest composition whose relations give them no place in it. */
  get unplaced(): ReadonlySet<string> {
    return this.#unplaced;
  }

  constructor(scene: RelatedScene, typesetters: Typesetters, problems: Problems) {
    this.#scene = scene;
    this.#problems = problems;
    this.#measurer = new BoxMeasurer(typesetters, scene.id);
    this.#shorterSide = Math.min(scene.width, scene.height);
    const { groups } = scene.relations;
    for (const [id, { members }] of Object.entries(groups)) {
      for (const member of members) this.#groupOf.set(member, id);
    }
    const inner = orderOf(Object.keys(groups), (id) =>
      groups[id].members.filter((member) => member in groups),
    );
    this.#innerFirst = inner.ok ? inner.order : [];
  }

  composition(index: number): States {
    this.#index = index;
    this.#before = this.#now;
    this.#now = new Map();
    this.#arrangements = new Map();
    this.#sized = new Map();
    this.#unplaced = new Set();
    for (const id of this.#innerFirst) this.#arrange(id);
    const ordered = orderOf(this.#relatedIds(), (id) => this.#dependenciesOf(id));
    if (!ordered.ok) {
      const [first, second] = ordered.circle;
      const way = ordered.circle.map(showValue).join(', which depends on ');
      const place = this.#placeOf(first, this.#fieldNaming(first, second));
      this.#report(place, `depends on itself: ${way}; give one of them a position in numbers`);
      return {};
    }
    for (const id of ordered.order) this.#resolve(id);
    const states: States = Object.create(null);
    for (const [id, template] of Object.entries(this.#scene.states[index])) {
      states[id] = this.#now.get(id)?.state ?? template;
    }
    return states;
  }

  #relatedIds(): string[] {
    const { objects, groups } = this.#scene.relations;
    return [...Object.keys(groups), ...Object.keys(objects).filter((id) => this.#isPlaced(id))];
  }

  /** Whether an object or a group gets its place in this composition; an invisible object may. */
  #isPlaced(id: string): boolean {
    const { objects, groups } = this.#scene.relations;
    if (id in groups) return (this.#arrangements.get(id)?.corners.size ?? 0) > 0;
    const origins = objects[id]?.origins;
    return origins === undefined || origins[this.#index] === this.#index;
  }

  #isShown(id: string): boolean {
    if (!this.#isPlaced(id)) return false;
    return id in this.#scene.relations.groups || this.#scene.states[this.#index][id]?.visible === true;
  }

  #relationsOf(id: string): Relations {
    const { objects, groups } = this.#scene.relations;
    const group = groups[id]?.states[this.#index];
    return group?.relations ?? objects[id]?.relations[this.#index] ?? noRelations;
  }

  #dependenciesOf(id: string): Dependencies {
    const { objects, groups } = this.#scene.relations;
    return this.#targets(id).filter(
      (target) => (target in objects && this.#isPlaced(target)) || target in groups,
    );
  }

  /** The ids whose boxes an object or a group depends on, in a fixed order. */
  #targets(id: string): string[] {
    const relations = this.#relationsOf(id);
    const { fields, x, y, width, height, wraps, fits } = relations;
    const targets = new Set<string>();
    const add = (value: RelationFields[keyof RelationFields]) => {
      for (const target of targetsOf(value)) targets.add(target);
    };
    for (const rule of [x, y]) {
      if (rule === 'group') targets.add(this.#groupOf.get(id) ?? id);
      else if (rule === 'place') add(fields.of ?? fields.inside);
      else if (rule === 'line') {
        add(fields.from);
        add(fields.to);
      } else if (rule !== undefined) add(fields[rule]);
    }
    if (width !== undefined || height !== undefined) add(fields.around);
    if (wraps || fits) add(fields.inside);
    return [...targets];
  }

  #resolve(id: string): void {
    const { groups } = this.#scene.relations;
    const group = groups[id];
    const template = group ? undefined : (this.#sized.get(id) ?? this.#scene.states[this.#index][id]);
    const relations = group ? group.states[this.#index] : this.#relationsOf(id);
    const inputs = this.#targets(id).map((target) => this.#boxOf(target, id));
    if (!this.#isShown(id) && inputs.includes(undefined)) {
      this.#unplaced.add(id);
      return;
    }
    const known = this.#before.get(id);
    const isSame =
      known !== undefined &&
      !group &&
      known.template === template &&
      known.relations === relations &&
      known.inputs.every((box, at) => box === inputs[at]);
    if (isSame) {
      this.#now.set(id, known);
      return;
    }
    const made = group
      ? this.#placeGroup(id, group.states[this.#index])
      : template && this.#placeObject(id, template, this.#relationsOf(id));
    if (made === undefined) {
      if (!this.#isShown(id)) this.#unplaced.add(id);
      return;
    }
    const box = known && isSameBox(known.box, made.box) ? known.box : made.box;
    this.#now.set(id, { template, relations, inputs, state: made.state, box });
  }

  #placeGroup(id: string, { relations, x, y }: GroupState): { state: undefined; box: Bounds } | undefined {
    const arrangement = this.#arrangements.get(id);
    if (!arrangement || arrangement.corners.size === 0) return undefined;
    const { width, height } = arrangement;
    const own = { left: 0, top: 0, right: width, bottom: height };
    const middle = { x: x ?? this.#scene.width / 2, y: y ?? this.#scene.height / 2 };
    const moveOn = (axis: Axis) =>
      this.#moveOn(axis, id, own, relations) ?? middle[axis] - (axis === 'x' ? width : height) / 2;
    return { state: undefined, box: shifted(own, moveOn('x'), moveOn('y')) };
  }

  #placeObject(
    id: string,
    template: CompositionState,
    relations: Relations,
  ): { state: CompositionState; box: Bounds } | undefined {
    const object = this.#scene.objects[id];
    if (relations.x === 'line' || relations.y === 'line') return this.#placeLine(id, template, relations);
    let state = template;
    if (relations.width !== undefined || relations.height !== undefined) {
      state = this.#surround(id, state, relations);
    }
    if (relations.wraps || relations.fits) state = this.#fit(id, state, relations);
    const own = this.#measurer.atOrigin(object, state);
    const x = this.#moveOn('x', id, own, relations);
    const y = this.#moveOn('y', id, own, relations);
    if (x !== undefined || y !== undefined) {
      state = { ...state, x: rounded(x ?? state.x), y: rounded(y ?? state.y) };
    }
    if (!this.#checkNumbers(id, state)) return undefined;
    return { state, box: shifted(own, state.x, state.y) };
  }

  /** Returns the position on an axis that relations give a box that is measured at 0; undefined without a relation. */
  #moveOn(axis: Axis, id: string, own: Bounds, { fields, ...rules }: Relations): number | undefined {
    const rule = rules[axis];
    const range = rangeOn(axis, own);
    const centred = (box: Bounds | undefined) =>
      box && placeRange(axis, 'center', range, rangeOn(axis, box), 0);
    switch (rule) {
      case undefined:
      case 'line':
        return undefined;
      case 'group': {
        const group = this.#groupOf.get(id) ?? '';
        const corner = this.#arrangements.get(group)?.corners.get(id);
        const box = this.#now.get(group)?.box;
        return corner && box && rangeOn(axis, box).start + corner[axis] - range.start;
      }
      case 'place': {
        const target = fields.of ?? fields.inside;
        const frame = target === undefined ? this.#frame() : this.#boxOf(target, id);
        const margin = fields.margin ?? (target === undefined ? this.#share('margin') : 0);
        return frame && placeRange(axis, fields.place ?? 'center', range, rangeOn(axis, frame), margin);
      }
      case 'around':
        return centred(this.#surrounded(id, fields));
      case 'inside':
        return centred(fields.inside === undefined ? undefined : this.#boxOf(fields.inside, id));
      default: {
        const target = fields[rule];
        const box = target === undefined ? undefined : this.#boxOf(target, id);
        // The gap of a group is the one between its members.
        const kind = this.#scene.relations.groups[id]?.kind;
        const own = kind === undefined || isChartKind(kind) ? fields.gap : fields.margin;
        const gap = own ?? this.#share('gap');
        return box && rangeBeside(axis, rule, range, rangeOn(axis, box), gap, fields.alignTo ?? 'center');
      }
    }
  }

  /** Gives a shape the size that surrounds other objects. */
  #surround(id: string, state: CompositionState, { fields, width, height }: Relations): CompositionState {
    const box = this.#surrounded(id, fields);
    if (!box) return state;
    const isEllipse = this.#scene.objects[id].kind === 'circle';
    const scale = isEllipse ? ellipseOverRectangle : 1;
    const padding = 2 * (fields.padding ?? this.#share('padding'));
    const across = rounded(((box.right - box.left) * scale + padding) / Math.abs(state.scaleX ?? 1));
    const down = rounded(((box.bottom - box.top) * scale + padding) / Math.abs(state.scaleY ?? 1));
    return {
      ...state,
      width: width === undefined ? state.width : Math.max(0, across),
      height: height === undefined ? state.height : Math.max(0, down),
    };
  }

  /** The box of everything that an object surrounds. */
  #surrounded(id: string, { around }: RelationFields): Bounds | undefined {
    let union: Bounds | null = null;
    for (const target of targetsOf(around)) union = unionBounds(union, this.#boxOf(target, id) ?? null);
    return union ?? undefined;
  }

  #fit(id: string, state: CompositionState, { fields, wraps, fits }: Relations): CompositionState {
    const target = fields.inside;
    const outer = target === undefined ? undefined : this.#boxOf(target, id);
    if (target === undefined || !outer) return state;
    const scale = this.#scene.objects[target]?.kind === 'circle' ? 1 / ellipseOverRectangle : 1;
    const padding = fields.padding ?? this.#share('padding');
    const width = (outer.right - outer.left) * scale - 2 * padding;
    const height = (outer.bottom - outer.top) * scale - 2 * padding;
    if (width <= 0 || height <= 0) {
      const wayOut = `make ${target} larger or the padding smaller`;
      const rule = `leaves no room in ${target} beside a padding of ${rounded(padding)}; ${wayOut}`;
      this.#reportOf(id, 'inside', rule);
      return state;
    }
    const room = { width, height, wraps, fits };
    return fitLetters(this.#scene.objects[id], state, room, this.#measurer);
  }

  #placeLine(
    id: string,
    template: CompositionState,
    { fields, x, y }: Relations,
  ): { state: CompositionState; box: Bounds } | undefined {
    const object = this.#scene.objects[id];
    const [from, to] = [this.#endOf(id, fields.from), this.#endOf(id, fields.to)];
    if (!from || !to) return undefined;
    // A line ends exactly at a point unless the document says otherwise.
    const gaps = { outline: fields.gap ?? this.#share('gap'), point: fields.gap ?? 0 };
    const line = connect(from, to, gaps);
    if (!line) {
      const ends = [fields.from, fields.to].map((end) =>
        typeof end === 'string' ? end : JSON.stringify(end),
      );
      const rule = `finds no room between ${ends.join(' and ')}; move them apart`;
      this.#reportOf(id, 'from', rule);
      return undefined;
    }
    const [width, height] = [rounded(line.width), rounded(line.height)];
    const state: CompositionState = {
      ...template,
      // A number moves the line along its axis, so that two lines can run side by side.
      x: x === 'line' ? rounded(line.x) : template.x,
      y: y === 'line' ? rounded(line.y) : template.y,
      width,
      height,
      rotation: 0,
      path: object.kind === 'path' ? straightPath(width, height) : template.path,
    };
    if (!this.#checkNumbers(id, state)) return undefined;
    return { state, box: this.#measurer.inPlace(object, state) };
  }

  #endOf(id: string, end: RelationFields['from']): LineEnd | undefined {
    if (end === undefined) return undefined;
    if (typeof end !== 'string') return { kind: 'point', x: end[0], y: end[1] };
    const box = this.#boxOf(end, id);
    return box && { kind: this.#scene.objects[end]?.kind === 'circle' ? 'ellipse' : 'box', box };
  }

  /** Sizes the members of a group and lines them up. Groups inside it are arranged before. */
  #arrange(id: string): void {
    const group = this.#scene.relations.groups[id];
    const groupState = group.states[this.#index];
    const shown = group.members.filter((member) => this.#isShown(member));
    const state = (member: string) => this.#scene.states[this.#index][member];
    const largest = { width: 0, height: 0 };
    const shapes = shown.filter((member) => isShape(this.#scene.objects[member]?.kind));
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
      this.#sized.set(member, this.#withSize(state(member), changes));
    }
    const members = shown.map((member): Member => {
      const inner = this.#arrangements.get(member);
      if (inner) return { id: member, box: { left: 0, top: 0, right: inner.width, bottom: inner.height } };
      const sized = this.#sized.get(member) ?? state(member);
      const box = this.#measurer.atOrigin(this.#scene.objects[member], sized);
      return { id: member, box: isChartKind(group.kind) ? shifted(box, sized.x, sized.y) : box };
    });
    const gap = groupState.gap ?? this.#share('gap');
    this.#arrangements.set(id, arrangeGroup(group, members, gap, groupState));
  }

  /** Returns the same object for the same template and size, so that unchanged states stay shared. */
  #withSize(template: CompositionState, changes: Partial<CompositionState>): CompositionState {
    const key = JSON.stringify(changes);
    const known = this.#sizedByTemplate.get(template) ?? new Map<string, CompositionState>();
    this.#sizedByTemplate.set(template, known);
    const sized = known.get(key) ?? { ...template, ...changes };
    known.set(key, sized);
    return sized;
  }

  /**
   * The box of a target; reports one that the composition does not show. Objects that are invisible together are beside
   * each other, so that they enter from there together.
   */
  #boxOf(target: string, owner: string): Bounds | undefined {
    if (!this.#isShown(target) && this.#isShown(owner)) {
      this.#reportHidden(owner, target);
      return undefined;
    }
    const { objects, groups } = this.#scene.relations;
    // A relation to something that could not be resolved itself is no further problem.
    if (target in objects || target in groups) return this.#now.get(target)?.box;
    return this.#measureInPlace(target);
  }

  readonly #boxes = new WeakMap<CompositionState, Bounds>();

  /** The box of an object without relations; undefined for one that has no state in this composition. */
  #measureInPlace(id: string): Bounds | undefined {
    const state = this.#scene.states[this.#index][id];
    if (state === undefined) return undefined;
    const known = this.#boxes.get(state);
    const box = known ?? this.#measurer.inPlace(this.#scene.objects[id], state);
    this.#boxes.set(state, box);
    return box;
  }

  #reportHidden(owner: string, target: string): void {
    const field = this.#fieldNaming(owner, target);
    const composition = this.#scene.sequence[this.#index];
    const rule = `is ${showValue(this.#scene.parts.get(target)?.name ?? target)}, which the composition ${composition} does not show`;
    const first = this.#scene.sequence.find((_, index) => this.#isVisibleIn(target, index));
    this.#report(
      this.#placeOf(owner, field),
      first !== undefined && !this.#isMentioned(owner)
        ? `${rule}, while ${owner} is in no states and therefore always visible; add ${showValue(owner)}: {} to the states of ${first}, so that they appear together`
        : `${rule}; show it, or place ${owner} in another way there`,
    );
  }

  #isVisibleIn(id: string, index: number): boolean {
    const group = this.#scene.relations.groups[id];
    if (group) return group.members.some((member) => this.#isVisibleIn(member, index));
    return this.#scene.states[index][id]?.visible === true;
  }

  /** Whether a composition mentions an object, or a member of a group; otherwise both are visible throughout. */
  #isMentioned(id: string): boolean {
    const { groups, objects } = this.#scene.relations;
    const group = groups[id];
    return group
      ? group.members.some((member) => this.#isMentioned(member))
      : objects[id]?.isMentioned !== false;
  }

  /** The relation of an object that names another one. */
  #fieldNaming(owner: string, target: string): keyof RelationFields | undefined {
    const { fields } = this.#relationsOf(owner);
    const names = Object.keys(fields) as (keyof RelationFields)[];
    return names.find((name) => targetsOf(fields[name]).includes(target));
  }

  #placeOf(id: string, field?: string): Path {
    const { id: scene, sequence } = this.#scene;
    const place = ['scenes', scene, 'compositions', sequence[this.#index], 'states', id];
    return field === undefined ? place : [...place, field];
  }

  readonly #reported = new Set<string>();

  /** Reports what is wrong with an object, unless it is invisible: it then has the place where it is shown. */
  #reportOf(id: string, field: string | undefined, text: string): void {
    if (this.#isShown(id)) this.#report(this.#placeOf(id, field), text);
  }

  #report(place: Path, text: string): void {
    const key = `${place.at(-2)} ${place.at(-1)} ${text}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#problems.add(place, 'layout', text);
  }

  /** Reports numbers beyond those that a state may have. */
  #checkNumbers(id: string, { x, y, width, height }: CompositionState): boolean {
    const isHeld = [x, y, width, height].every((value) => Math.abs(value) <= farthest);
    if (!isHeld) {
      const [target = ''] = this.#targets(id);
      const rule = `leads to a position beyond ${farthest} pixels; use smaller gaps and sizes`;
      this.#reportOf(id, this.#fieldNaming(id, target), rule);
    }
    return isHeld;
  }

  #frame(): Bounds {
    return { left: 0, top: 0, right: this.#scene.width, bottom: this.#scene.height };
  }

  #share(name: keyof typeof defaultShares): number {
    return defaultShares[name] * this.#shorterSide;
  }
}

/** The largest coordinate of a state. */
const farthest = 100_000;

function isShape(kind: keyof typeof objectKinds | undefined): boolean {
  return kind !== undefined && objectKinds[kind].draws === 'shape';
}

function isSameBox(one: Bounds, other: Bounds): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.right === other.right &&
    one.bottom === other.bottom
  );
}

/** Rounds to thousandths of a pixel, which nobody sees and everybody can read. */
function rounded(length: number): number {
  return Math.round(length * 1000) / 1000 + 0;
}
