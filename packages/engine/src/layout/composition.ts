import type { Bounds } from '../drawing/bounds.ts';
import type { Reach } from '../drawing/set-text.ts';
import type { Typesetters } from '../drawing/typesetters.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState } from '../project/schema.ts';
import { defaultShares } from '../shorthand/defaults.ts';
import {
  frameId,
  noRelations,
  type RelationFields,
  type Relations,
  targetsOf,
} from '../shorthand/relations.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';
import { BoxMeasurer } from './boxes.ts';
import { keepBaselines } from './equation-baselines.ts';
import type { KnownGraphs } from './graphs/lay-out-graph.ts';
import type { KnownTables } from './known-tables.ts';
import { Lanes } from './lanes.ts';
import { topologicalOrder } from './topological-order.ts';

/** The sides of the box of an upright ellipse, divided by those of the largest rectangle inside it. */
export const ellipseOverRectangle = Math.SQRT2;

/** Places of members in their group, whose upper left corner is (0, 0). */
export interface Arrangement {
  readonly width: number;
  readonly height: number;
  /** Upper left corners of the members' boxes, by id. */
  readonly corners: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  /** Places of the parts of a graph, hidden ones too, by id: those of their x and y. */
  readonly origins?: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
}

/** The room of a group that arranges itself; a side without a limit is null. */
export interface OwnRoom {
  readonly width: number | null;
  readonly height: number | null;
}

/** A scene whose relations are resolved, with the data that all of its compositions share. */
export interface SceneLayout {
  readonly scene: RelatedScene;
  readonly problems: Problems;
  readonly measurer: BoxMeasurer;
  /** The room of equations with several texts, by id. */
  readonly reaches: ReadonlyMap<string, Reach>;
  /** The group of each member. */
  readonly groupOf: ReadonlyMap<string, string>;
  /** The groups that no other group lines up, each with those inside it, inner ones first. */
  readonly groupsInside: ReadonlyMap<string, readonly string[]>;
  /** States with the sizes that their group gives them, by their template and what it changes. */
  readonly sizedByTemplate: WeakMap<CompositionState, Map<string, CompositionState>>;
  /** Boxes of objects without relations, by their states. */
  readonly boxes: WeakMap<CompositionState, Bounds>;
  /** Problems that were reported in an earlier composition or for another relation. */
  readonly reported: Set<string>;
  readonly lanes: Lanes;
  readonly graphs: KnownGraphs;
  readonly tables: KnownTables;
}

/** An object or a group in one composition, and the input of its computation. */
export interface Placed {
  /** Undefined for a group. */
  readonly template: CompositionState | undefined;
  readonly relations: unknown;
  /** The boxes that it depends on, and its corner in its group. */
  readonly inputs: readonly (Bounds | undefined)[];
  readonly corner: { readonly x: number; readonly y: number } | undefined;
  /** With numbers in place of relations; undefined for a group. */
  readonly state: CompositionState | undefined;
  readonly box: Bounds;
}

/** The new state and box of an object, or the box of a group. */
export interface Placement {
  readonly state: CompositionState | undefined;
  readonly box: Bounds;
}

/** A composition whose relations are being resolved. Its groups are arranged first, from inner to outer ones. */
export interface Composition extends SceneLayout {
  readonly index: number;
  /** Objects and groups of the previous composition. */
  readonly before: ReadonlyMap<string, Placed>;
  readonly arrangements: Map<string, Arrangement>;
  /** States of members with the sizes that their groups give them. */
  readonly sized: Map<string, CompositionState>;
  /** The shares of their edges at which the labels of graphs are. */
  readonly shares: Map<string, number>;
  /** Objects and groups that have their places, in the order of their dependencies. */
  readonly now: Map<string, Placed>;
  /** Invisible objects whose relations give them no place in this composition. */
  readonly unplaced: Set<string>;
}

/** Throws TooManyLetters, and a ContentError for TeX that takes too long. */
export function createLayout(
  unplaced: RelatedScene,
  typesetters: Typesetters,
  problems: Problems,
): SceneLayout {
  const measurer = new BoxMeasurer(typesetters, unplaced.id);
  const { scene, reaches } = keepBaselines(unplaced, measurer);
  const { groups } = scene.relations;
  const groupOf = new Map<string, string>();
  for (const [id, { members }] of Object.entries(groups)) {
    for (const member of members) groupOf.set(member, id);
  }
  const inner = topologicalOrder(Object.keys(groups), (id) =>
    groups[id].members.filter((member) => member in groups),
  );
  return {
    ...{
      scene,
      problems,
      reaches,
      groupOf,
      groupsInside: groupsInside(inner.ok ? inner.order : [], groupOf),
    },
    measurer,
    ...{ sizedByTemplate: new WeakMap(), boxes: new WeakMap(), reported: new Set() },
    lanes: new Lanes(scene),
    graphs: { byPlan: new WeakMap(), byPlace: new Map() },
    tables: new WeakMap(),
  };
}

function groupsInside(
  innerFirst: readonly string[],
  groupOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const outermost = new Map<string, string>();
  for (const id of innerFirst.toReversed()) {
    const outer = groupOf.get(id);
    outermost.set(id, outer === undefined ? id : (outermost.get(outer) ?? outer));
  }
  const inside = new Map<string, string[]>();
  for (const id of innerFirst) {
    const outer = outermost.get(id) ?? id;
    const ids = inside.get(outer) ?? [];
    ids.push(id);
    inside.set(outer, ids);
  }
  return inside;
}

/** A composition before any relation is resolved. */
export function startComposition(
  layout: SceneLayout,
  index: number,
  before: ReadonlyMap<string, Placed>,
): Composition {
  return {
    ...{ ...layout, index, before },
    ...{ arrangements: new Map(), sized: new Map(), shares: new Map(), now: new Map(), unplaced: new Set() },
  };
}

/** Whether an object or a group gets its place in this composition; an invisible object may. */
export function isPlaced(composition: Composition, id: string): boolean {
  const { objects, groups } = composition.scene.relations;
  if (id in groups) return (composition.arrangements.get(id)?.corners.size ?? 0) > 0;
  const origins = objects[id]?.origins;
  return origins === undefined || origins[composition.index] === composition.index;
}

export function isShown(composition: Composition, id: string): boolean {
  if (!isPlaced(composition, id)) return false;
  const { scene, index } = composition;
  return id in scene.relations.groups || scene.states[index][id]?.visible === true;
}

export function relationsOf(composition: Composition, id: string): Relations {
  const { objects, groups } = composition.scene.relations;
  const group = groups[id]?.states[composition.index];
  return group?.relations ?? objects[id]?.relations[composition.index] ?? noRelations;
}

/** The ids whose boxes an object or a group depends on, in a fixed order. */
export function targetIds(composition: Composition, id: string): string[] {
  const relations = relationsOf(composition, id);
  const { fields, x, y, width, height, wraps, fits } = relations;
  const targets = new Set<string>();
  const add = (value: RelationFields[keyof RelationFields]) => {
    for (const target of targetsOf(value)) targets.add(target);
  };
  const addContainer = () => {
    if (!isInFrame(composition, fields)) add(fields.inside);
  };
  for (const rule of [x, y]) {
    if (rule === 'group') targets.add(composition.groupOf.get(id) ?? id);
    else if (rule === 'place' || rule === 'inside') addContainer();
    else if (rule === 'on') add(fields.on);
    else if (rule === 'line') {
      add(fields.from);
      add(fields.to);
    } else if (rule !== undefined) add(fields[rule]);
  }
  if (width === 'around' || height === 'around') add(fields.around);
  if (wraps || fits) addContainer();
  return [...targets];
}

/** The box of the whole frame. */
export function frameBox({ scene }: Composition): Bounds {
  return { left: 0, top: 0, right: scene.width, bottom: scene.height };
}

/** Whether an object is placed in the frame: without `inside`, or inside "frame", unless an object has that id. */
export function isInFrame({ scene }: Composition, { inside }: RelationFields): boolean {
  return (
    inside === undefined ||
    (inside === frameId && !(inside in scene.objects) && !(inside in scene.relations.groups))
  );
}

/** The space between a group that arranges itself and the box around it. */
export function groupPadding(composition: Composition, id: string): number {
  const { hasBox, states } = composition.scene.relations.groups[id];
  const { padding } = states[composition.index].relations.fields;
  return padding ?? (hasBox ? defaultLength(composition, 'padding') : 0);
}

/** A length that the document leaves out. */
export function defaultLength({ scene }: Composition, name: keyof typeof defaultShares): number {
  return defaultShares[name] * Math.min(scene.width, scene.height);
}
