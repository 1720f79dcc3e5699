import { sumFormula } from '../formulas/evaluate-formula.ts';
import { axisOf, hasLetters, isFigureKind, isGrid, isLine, isUnarranged } from '../language/kinds.ts';
import { ownerOf } from '../project/find-words.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState } from '../project/schema.ts';
import type { RelationFields, Relations } from '../shorthand/relations.ts';
import { targetsOf } from '../shorthand/relations.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';
import type { Axis } from './axes.ts';

/** Formulas that change the size or the turn of an object, which objects beside it cannot follow. */
const shapeFields = [
  ...['width', 'height', 'scaleX', 'scaleY', 'rotation', 'shear', 'fontSize', 'strokeWidth'],
  ...['anchorX', 'anchorY', 'c1x', 'c1y', 'c2x', 'c2y'],
] as const;

/** How far a formula moves something from its place at rest; null if none does. */
type Shift = { readonly formula: string } | null;

/** Formulas that change how much room a member of a row, a column or a grid takes, by the axis. */
const roomFields = {
  x: ['width', 'fontSize', 'strokeWidth'],
  y: ['height', 'fontSize', 'strokeWidth'],
} as const;

/** Thrown for a relation that cannot follow a formula, with its place below the states of the composition. */
class CannotFollow extends Error {
  readonly place: readonly string[];

  constructor(place: readonly string[], sentence: string) {
    super(sentence);
    this.place = place;
  }
}

/**
 * Lets objects follow those that a formula moves: their relations become formulas, too. Adds a problem for a relation or
 * a group that depends on a size that a formula changes. Changes `resolved` in place.
 */
export function followFormulas(
  scene: RelatedScene,
  resolved: readonly Record<string, CompositionState>[],
  problems: Problems,
): void {
  for (const [index, states] of resolved.entries()) {
    if (!Object.values(states).some(({ formulas }) => formulas !== undefined)) continue;
    const follower = new Follower(scene, index, { ...states });
    for (const id of Object.keys(scene.relations.objects)) {
      const state = states[id];
      if (state === undefined || scene.relations.objects[id].isLabel) continue;
      try {
        const formulas = follower.formulasOf(id);
        if (formulas !== null) states[id] = { ...state, formulas: { ...state.formulas, ...formulas } };
      } catch (error) {
        if (!(error instanceof CannotFollow)) throw error;
        const place = ['scenes', scene.id, 'compositions', scene.sequence[index], 'states', ...error.place];
        problems.add(place, 'layout', error.message);
      }
    }
  }
}

/** Finds how far the objects of one composition are moved. */
class Follower {
  readonly #scene: RelatedScene;
  readonly #index: number;
  readonly #states: Readonly<Record<string, CompositionState>>;
  readonly #known = new Map<string, Shift>();

  constructor(scene: RelatedScene, index: number, states: Readonly<Record<string, CompositionState>>) {
    this.#scene = scene;
    this.#index = index;
    this.#states = states;
  }

  /** The formulas of a position that relations set; null if nothing moves it. */
  formulasOf(id: string): { x?: string; y?: string } | null {
    const { objects } = this.#scene.relations;
    const relations = objects[id]?.relations[this.#index];
    const state = this.#states[id];
    if (relations === undefined || state === undefined) return null;
    const formulas: { x?: string; y?: string } = {};
    for (const axis of ['x', 'y'] as const) {
      if (relations[axis] === undefined || state.formulas?.[axis] !== undefined) continue;
      const shift = this.#shiftOf(id, axis);
      if (shift !== null) formulas[axis] = sumFormula(shift.formula, state[axis]);
    }
    return Object.keys(formulas).length === 0 ? null : formulas;
  }

  #shiftOf(id: string, axis: Axis): Shift {
    const key = `${axis} ${id}`;
    const cached = this.#known.get(key);
    if (cached !== undefined) return cached;
    this.#known.set(key, null);
    const shift = this.#computeShift(id, axis);
    this.#known.set(key, shift);
    return shift;
  }

  #computeShift(id: string, axis: Axis): Shift {
    const { groups, objects } = this.#scene.relations;
    const state = this.#states[id];
    const formula = state?.formulas?.[axis];
    if (formula !== undefined && state !== undefined) return { formula: sumFormula(formula, -state[axis]) };
    const relations = groups[id]?.states[this.#index]?.relations ?? objects[id]?.relations[this.#index];
    if (relations === undefined) return null;
    const group = groups[id];
    if (group !== undefined) this.#checkRoom(id, group);
    const shift = this.#ruleShift(id, axis, relations);
    const growth = this.#growth(id, axis, relations);
    if (growth === null) return shift;
    return { formula: shift === null ? growth : sumFormula(growth, shift.formula) };
  }

  /** How far a shape moves that grows by a formula while one of its edges stays; null if its middle stays. */
  #growth(id: string, axis: Axis, relations: Relations): string | null {
    const [state, object] = [this.#states[id], this.#scene.objects[id]];
    const size = axis === 'x' ? 'width' : 'height';
    const formula = state?.formulas?.[size];
    if (formula === undefined || isLine(object.kind) || hasLetters(object.kind)) return null;
    const edge = keptEdge(axis, relations);
    if (edge === 'center') return null;
    return `${edge === 'start' ? '' : '-'}(${sumFormula(formula, -state[size])})/2`;
  }

  #ruleShift(id: string, axis: Axis, { fields, ...rules }: Relations): Shift {
    const rule = rules[axis];
    const { groups } = this.#scene.relations;
    switch (rule) {
      case undefined:
        return null;
      case 'group': {
        const owner = Object.keys(groups).find((group) => groups[group]?.members.includes(id));
        return owner === undefined ? null : this.#shiftOf(owner, axis);
      }
      case 'line':
        return this.#sharedShift(id, [...endsOf(fields, 'from'), ...endsOf(fields, 'to')], axis, 2);
      case 'around':
        return this.#sharedShift(id, endsOf(fields, 'around'), axis);
      case 'place':
      case 'inside':
        return this.#sharedShift(id, endsOf(fields, 'inside'), axis);
      default:
        return this.#sharedShift(id, endsOf(fields, rule), axis);
    }
  }

  /** Refuses a group that lines up its members if a formula changes the size of a member. */
  #checkRoom(id: string, { kind, states, members }: RelatedScene['relations']['groups'][string]): void {
    if (isUnarranged(kind) || isFigureKind(kind)) return;
    const { order = members, align = 'center' } = states[this.#index] ?? {};
    const along = axisOf(kind) ?? 'y';
    const isAlong = !isGrid(kind) && align === 'center';
    const axes: readonly Axis[] = isAlong ? [along] : ['x', 'y'];
    for (const member of order) {
      const { formulas, visible } = this.#states[member] ?? {};
      const field = axes.flatMap((axis) => roomFields[axis]).find((name) => formulas?.[name] !== undefined);
      if (field === undefined || visible !== true) continue;
      const [group, name] = [this.#nameOf(id), this.#nameOf(member)];
      const rule = `is a formula, but the ${kind} ${group} cannot line up its members while their sizes change`;
      const wayOut = `write a formula for scale, which moves no neighbours, or take ${name} out of ${group}`;
      throw new CannotFollow([member, 'formulas', field], `${rule}; ${wayOut}`);
    }
  }

  #nameOf(id: string): string {
    return this.#scene.names.get(id) ?? id;
  }

  /** The shift that all targets of an object have; `count` is the number of targets that must have it. */
  #sharedShift(id: string, ends: readonly End[], axis: Axis, count = ends.length): Shift {
    const name = this.#nameOf(id);
    for (const { target, field } of ends) {
      const { formulas } = this.#states[ownerOf(target, this.#states)] ?? {};
      const changed = shapeFields.find((one) => formulas?.[one] !== undefined);
      if (changed === undefined) continue;
      const rule = `${name} cannot follow ${this.#nameOf(target)}, whose ${changed} a formula changes`;
      throw new CannotFollow([id, field], `${rule}; give ${name} a place in numbers or by a formula`);
    }
    const shifts = ends.map(({ target }) => this.#shiftOf(ownerOf(target, this.#states), axis));
    const moved = shifts.findIndex((shift) => shift !== null);
    const first = shifts[moved] ?? null;
    if (first === null) return null;
    const other = shifts.findIndex((shift) => shift?.formula !== first.formula);
    if (other < 0 && ends.length >= count) return first;
    const [one, two] = [ends[moved], ends[other]];
    const rest =
      two === undefined
        ? 'its other end is a point, which stays'
        : `${this.#nameOf(two.target)} ${shifts[other] === null ? 'stays' : 'moves in another way'}`;
    const rule = `${name} cannot follow ${this.#nameOf(one?.target ?? '')}, which a formula moves, because ${rest}`;
    const both = two === undefined ? '' : 'move both by the same formula, or ';
    throw new CannotFollow([id, one?.field ?? ''], `${rule}; ${both}give ${name} a place by formulas`);
  }
}

/** The edge of an object that its relation sets, so that it stays while the object grows. */
function keptEdge(axis: Axis, { fields, ...rules }: Relations): 'start' | 'center' | 'end' {
  const rule = rules[axis];
  if (rule === 'place') {
    const { place = 'center' } = fields;
    if (place.includes(axis === 'x' ? 'left' : 'top')) return 'start';
    return place.includes(axis === 'x' ? 'right' : 'bottom') ? 'end' : 'center';
  }
  if (rule === 'above' || rule === 'below' || rule === 'leftOf' || rule === 'rightOf') {
    const isAlong = (rule === 'leftOf' || rule === 'rightOf') === (axis === 'x');
    if (!isAlong) return fields.alignTo ?? 'center';
    return rule === 'below' || rule === 'rightOf' ? 'start' : 'end';
  }
  return 'center';
}

/** An object that a relation names, and the field that names it. */
interface End {
  readonly target: string;
  readonly field: string;
}

function endsOf(fields: RelationFields, field: keyof RelationFields): End[] {
  return targetsOf(fields[field]).map((target) => ({ target, field }));
}
