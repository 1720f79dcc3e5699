import { sumFormula } from '../formulas/evaluate-formula.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState } from '../project/schema.ts';
import type { Relations } from '../shorthand/relations.ts';
import { type RelatedScene, targetsOf } from '../shorthand/scene-relations.ts';
import type { Axis } from './axes.ts';

/** Formulas that change the size or the turn of an object, which objects beside it cannot follow. */
const shapeFields = [
  ...['width', 'height', 'scaleX', 'scaleY', 'rotation', 'shear', 'fontSize', 'strokeWidth'],
  ...['anchorX', 'anchorY', 'c1x', 'c1y', 'c2x', 'c2y'],
] as const;

/** How far a formula moves something from its place at rest; null if none does. */
type Shift = { readonly formula: string } | null;

/** Thrown for a relation that cannot follow a formula. */
class CannotFollow extends Error {
  readonly target: string;

  constructor(target: string, reason: string) {
    super(reason);
    this.target = target;
  }
}

/**
 * Lets objects follow those that a formula moves: their relations become formulas, too. Adds a problem for a relation
 * that depends on a size that a formula changes. Changes `resolved` in place.
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
        const place = ['scenes', scene.id, 'compositions', scene.sequence[index], 'states', id];
        const name = scene.names.get(id) ?? id;
        const other = scene.names.get(error.target) ?? error.target;
        problems.add(
          place,
          'layout',
          `${name} cannot follow ${other}, ${error.message}; give ${name} a place in numbers or by a formula`,
        );
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
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, null);
    const shift = this.#computeShift(id, axis);
    this.#known.set(key, shift);
    return shift;
  }

  #computeShift(id: string, axis: Axis): Shift {
    const { groups, objects } = this.#scene.relations;
    const state = this.#states[id];
    const own = state?.formulas?.[axis];
    if (own !== undefined && state !== undefined) return { formula: sumFormula(own, -state[axis]) };
    const relations = groups[id]?.states[this.#index]?.relations ?? objects[id]?.relations[this.#index];
    if (relations === undefined) return null;
    return this.#ruleShift(id, axis, relations);
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
        return this.#sharedShift([...targetsOf(fields.from), ...targetsOf(fields.to)], 2, axis);
      case 'around':
        return this.#sharedShift(targetsOf(fields.around), targetsOf(fields.around).length, axis);
      case 'place':
      case 'inside':
        return this.#sharedShift(targetsOf(fields.inside), 1, axis);
      default:
        return this.#sharedShift(targetsOf(fields[rule]), 1, axis);
    }
  }

  /** The shift that all targets have; one of them must not move without the others. */
  #sharedShift(targets: readonly string[], count: number, axis: Axis): Shift {
    for (const target of targets) {
      const { formulas } = this.#states[target] ?? {};
      const field = shapeFields.find((name) => formulas?.[name] !== undefined);
      if (field !== undefined) throw new CannotFollow(target, `whose ${field} a formula changes`);
    }
    const shifts = targets.map((target) => this.#shiftOf(target, axis));
    const [first] = shifts;
    const moved = shifts.findIndex((shift) => shift !== null);
    if (first === undefined || moved < 0) return null;
    const isShared = targets.length >= count && shifts.every((shift) => shift?.formula === first?.formula);
    if (!isShared) throw new CannotFollow(targets[moved] ?? '', 'which a formula moves without the others');
    return first;
  }
}
