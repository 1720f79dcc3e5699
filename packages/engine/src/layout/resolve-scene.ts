import type { Bounds } from '../drawing/bounds.ts';
import type { Typesetters } from '../drawing/typesetters.ts';
import { isFigureKind } from '../language/kinds.ts';
import { ContentError } from '../project/content-error.ts';
import { ownerOf } from '../project/find-words.ts';
import { rounded } from '../project/numbers.ts';
import { showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState } from '../project/schema.ts';
import type { LaidOutScene } from '../shorthand/expand-project.ts';
import type { FigureSize } from '../shorthand/figures/figure.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';
import { arrangeGroups } from './arrange-groups.ts';
import { TooManyLetters } from './boxes.ts';
import {
  type Composition,
  createLayout,
  isInFrame,
  isPlaced,
  isShown,
  relationsOf,
  type SceneLayout,
  startComposition,
  targetIds,
} from './composition.ts';
import { coursesOf } from './courses.ts';
import { isFilling, type Room, roomIn } from './fill.ts';
import { evenCurves, openForLabels } from './finish-lines.ts';
import { followFormulas } from './follow-formulas.ts';
import { isLed } from './place-line.ts';
import { placeGroup, placeObject } from './place-object.ts';
import { fieldNaming, placeOf, report } from './report-relations.ts';
import { steadyEdges } from './steady-edges.ts';
import { boxOf, obstaclesOf } from './target-boxes.ts';
import { type Dependencies, topologicalOrder } from './topological-order.ts';

type States = Record<string, CompositionState>;

/**
 * Replaces the relations and groups of a scene by numbers, in each composition. Adds a problem for each relation that
 * cannot be resolved or measured. Unchanged states share one object. Adds the ways of objects along curves.
 */
export function resolveScene(
  scene: RelatedScene,
  typesetters: Typesetters,
  problems: Problems,
): LaidOutScene {
  let layout: SceneLayout | undefined;
  const resolved: States[] = [];
  const unplaced: ReadonlySet<string>[] = [];
  const figureSizes = new Map<string, FigureSize>();
  let before: Composition['before'] = new Map();
  try {
    layout = createLayout(scene, typesetters, problems);
    for (const index of scene.sequence.keys()) {
      if (problems.full) break;
      const composition = placeAll(layout, index, before);
      resolved.push(statesOf(composition));
      unplaced.push(composition.unplaced);
      addFigureSizes(composition, figureSizes);
      before = composition.now;
    }
  } catch (error) {
    reportUnmeasured(error, scene, problems);
  }
  if (layout === undefined || resolved.length < scene.sequence.length || problems.any)
    return { states: scene.states, courses: [], figureSizes };
  placeHidden(scene, resolved, unplaced);
  steadyEdges(scene.objects, resolved, layout.measurer);
  evenCurves(resolved, Object.keys(scene.relations.objects));
  openForLabels(scene, resolved, layout.measurer, layout.lanes);
  followFormulas(scene, resolved, problems);
  return { states: resolved, courses: coursesOf(scene, resolved), figureSizes };
}

/** Adds the sizes that figures with `flex` have where they are shown first. */
function addFigureSizes(composition: Composition, sizes: Map<string, FigureSize>): void {
  const { scene, index, arrangements } = composition;
  for (const [id, { kind, states }] of Object.entries(scene.relations.groups)) {
    const arrangement = arrangements.get(id);
    if (!isFigureKind(kind) || states[index].flex === 0 || sizes.has(id)) continue;
    if (arrangement === undefined || !isShown(composition, id)) continue;
    const { width, height } = arrangement;
    sizes.set(id, { width: Math.max(1, rounded(width)), height: Math.max(1, rounded(height)) });
  }
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
    for (const { path, rule, message } of error.problems)
      problems.add(path, rule === 'font' ? rule : 'too-complex', message);
  } else throw error;
}

/** Gives every object and group of a composition its place. `before` has those of the previous composition. */
function placeAll(layout: SceneLayout, index: number, before: Composition['before']): Composition {
  const composition = startComposition(layout, index, before);
  for (const id of layout.groupsInside.keys()) arrangeGroups(composition, id, roomInFrame(composition, id));
  const ordered = topologicalOrder(relatedIds(composition), (id) => dependenciesOf(composition, id));
  if (ordered.ok) for (const id of ordered.order) resolve(composition, id);
  else {
    const [first, second] = ordered.cycle;
    const way = ordered.cycle.map(showValue).join(', which depends on ');
    const place = placeOf(composition, first, fieldNaming(composition, first, second));
    report(composition, place, `depends on itself: ${way}; give one of them a position in numbers`);
  }
  return composition;
}

/** The size of a group that fills the frame. */
function roomInFrame(composition: Composition, id: string): Room | undefined {
  const { relations } = composition.scene.relations.groups[id].states[composition.index];
  const isInside = !isFilling(relations) || !isInFrame(composition, relations.fields);
  return isInside ? undefined : roomIn(composition, id, relations);
}

/** The states of a composition's objects, with numbers in place of relations. */
function statesOf({ scene, index, now }: Composition): States {
  const states: States = Object.create(null);
  for (const [id, template] of Object.entries(scene.states[index])) {
    states[id] = now.get(id)?.state ?? template;
  }
  return states;
}

function relatedIds(composition: Composition): string[] {
  const { objects, groups } = composition.scene.relations;
  const placed = Object.keys(objects).filter((id) => isPlaced(composition, id));
  // Lines go around what has its place before them.
  const isOfLine = (id: string) => {
    const { x, y } = relationsOf(composition, id);
    return [x, y].some((rule) => rule === 'line' || rule === 'on');
  };
  return [
    ...Object.keys(groups),
    ...placed.filter((id) => !isOfLine(id)),
    ...placed.filter((id) => isOfLine(id)),
  ];
}

function dependenciesOf(composition: Composition, id: string): Dependencies {
  const { objects, groups } = composition.scene.relations;
  const owners = targetIds(composition, id).map((target) => ownerOf(target, composition.scene.objects));
  return [...new Set(owners)].filter(
    (target) => (target in objects && isPlaced(composition, target)) || target in groups,
  );
}

function resolve(composition: Composition, id: string): void {
  const { groups } = composition.scene.relations;
  const group = groups[id];
  const template = group
    ? undefined
    : (composition.sized.get(id) ?? composition.scene.states[composition.index][id]);
  const relations = group ? group.states[composition.index] : relationsOf(composition, id);
  const targets = targetIds(composition, id).map((target) => boxOf(composition, target, id));
  const inputs = isLed(relationsOf(composition, id))
    ? [...targets, ...obstaclesOf(composition, id)]
    : targets;
  if (!isShown(composition, id) && targets.includes(undefined)) {
    composition.unplaced.add(id);
    return;
  }
  const arrangement = composition.arrangements.get(composition.groupOf.get(id) ?? '');
  const corner = arrangement?.origins?.get(id) ?? arrangement?.corners.get(id);
  const resolved = composition.before.get(id);
  const isSame =
    resolved !== undefined &&
    !group &&
    resolved.template === template &&
    resolved.relations === relations &&
    resolved.corner?.x === corner?.x &&
    resolved.corner?.y === corner?.y &&
    resolved.inputs.length === inputs.length &&
    resolved.inputs.every((box, at) => box === inputs[at]);
  if (isSame) {
    composition.now.set(id, resolved);
    return;
  }
  const made = group
    ? placeGroup(composition, id, group.states[composition.index])
    : template && placeObject(composition, id, template, relationsOf(composition, id));
  if (made === undefined) {
    if (!isShown(composition, id)) composition.unplaced.add(id);
    return;
  }
  const box = resolved && isSameBox(resolved.box, made.box) ? resolved.box : made.box;
  composition.now.set(id, { template, relations, inputs, corner, state: made.state, box });
}

function isSameBox(one: Bounds, other: Bounds): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.right === other.right &&
    one.bottom === other.bottom
  );
}

/**
 * Gives hidden objects the places of the compositions that show them, in the resolved states. `unplaced` lists the
 * invisible objects without a place of their own, for each composition.
 */
function placeHidden(
  { relations, states }: RelatedScene,
  resolved: readonly Record<string, CompositionState>[],
  unplaced: readonly ReadonlySet<string>[],
): void {
  const figures = Object.values(relations.groups).filter(({ kind }) => isFigureKind(kind));
  const parts = new Set(figures.flatMap(({ members }) => members));
  for (const [id, { origins }] of Object.entries(relations.objects)) {
    const isVisible = states.map((inComposition) => inComposition[id]?.visible === true);
    for (const [index, origin] of origins.entries()) {
      const hidden = states[index][id];
      const next = isVisible.indexOf(true, index);
      const nearest = next < 0 ? isVisible.lastIndexOf(true, index) : next;
      const source = unplaced[origin]?.has(id) ? nearest : origin;
      if (source === index || hidden === undefined) continue;
      const shown = resolved[source]?.[id];
      const template = states[source]?.[id];
      if (shown === undefined || template === undefined) continue;
      // A part of a figure has its own place in it, from which it enters.
      const position = { x: hidden.x + shown.x - template.x, y: hidden.y + shown.y - template.y };
      const changes = parts.has(id) ? position : changesOf(template, shown);
      resolved[index][id] = { ...hidden, ...changes };
    }
  }
}

/** The fields in which a resolved state differs from its template. */
function changesOf(template: CompositionState, shown: CompositionState): Partial<CompositionState> {
  const fields = Object.entries(shown).filter(([name, value]) => Reflect.get(template, name) !== value);
  return Object.fromEntries(fields);
}
