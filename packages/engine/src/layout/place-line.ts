import { axisOf, isPath, isRound } from '../language/kinds.ts';
import { ownerOf } from '../project/find-words.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import { straightPath } from '../shorthand/defaults.ts';
import type { RelationFields, Relations } from '../shorthand/relations.ts';
import { type Composition, defaultLength, type Placement } from './composition.ts';
import type { LineEnd } from './connect.ts';
import type { Cubic } from './cubics.ts';
import { onlyLane } from './lanes.ts';
import type { Point } from './line-course.ts';
import { checkNumbers, reportOf } from './report-relations.ts';
import { type LineUp, wayBetween } from './routes.ts';
import { boxOf, obstaclesOf, sidePlaceOf } from './target-boxes.ts';

/** Lengths of routes as shares of the frame's shorter side. */
const shares = { radius: 0.015, detour: 0.06, clearance: 0.03 } as const;

/** Whether a line is led around what is between its ends. */
export function isLed({ fields, x, y }: Pick<Relations, 'fields' | 'x' | 'y'>): boolean {
  return x === 'line' && y === 'line' && (fields.route === 'curved' || fields.route === 'elbow');
}

export function placeLine(
  composition: Composition,
  id: string,
  template: CompositionState,
  { fields, x, y }: Relations,
): Placement | undefined {
  const object = composition.scene.objects[id];
  const [from, to] = [endOf(composition, id, fields.from), endOf(composition, id, fields.to)];
  if (!from || !to) return undefined;
  const shorter = Math.min(composition.scene.width, composition.scene.height);
  const lane = composition.lanes.of(id, fields.from, fields.to);
  const isMoved = x !== 'line' || y !== 'line';
  const obstacles = isLed({ fields, x, y }) ? obstaclesOf(composition, id) : [];
  const way = wayBetween(from, to, {
    route: fields.route === 'curved' || fields.route === 'elbow' ? fields.route : 'straight',
    // A line ends exactly at a point unless the document sets a margin.
    gaps: { outline: fields.margin ?? defaultLength(composition, 'beside'), point: fields.margin ?? 0 },
    lane: isMoved ? onlyLane : lane,
    isForward: String(fields.from) <= String(fields.to),
    isLoop: typeof fields.from === 'string' && fields.from === fields.to,
    // Labels are on the inner ones of more than two lines.
    spacing:
      (lane.count > 2 ? 1.6 : 1) *
      Math.max(defaultLength(composition, 'beside'), 12, 4 * template.strokeWidth),
    radius: shares.radius * shorter,
    detour: Math.max(shares.detour * shorter, 24, 8 * template.strokeWidth),
    lineUp: isLed({ fields, x, y }) ? lineUpOf(composition, fields) : null,
    sides: [sidePlaceOf(composition, fields.from), sidePlaceOf(composition, fields.to)],
    obstacles,
    clearance: shares.clearance * shorter,
  });
  if (!way) {
    const shown = [fields.from, fields.to].map((end) =>
      typeof end === 'string' ? end : JSON.stringify(end),
    );
    const rule = `finds no room between ${shown.join(' and ')}; move them apart`;
    reportOf(composition, id, 'from', rule);
    return undefined;
  }
  const { start, end, cubics } = way;
  const [width, height] = [rounded(end.x - start.x), rounded(end.y - start.y)];
  const state: CompositionState = {
    ...template,
    // A number moves the line along its axis, so that two lines can run side by side.
    x: x === 'line' ? rounded(start.x) : template.x,
    y: y === 'line' ? rounded(start.y) : template.y,
    width,
    height,
    rotation: 0,
    path: isPath(object.kind) ? straightPath(width, height) : template.path,
    ...(cubics !== null && { curves: curvesFrom(start, cubics) }),
  };
  if (!checkNumbers(composition, id, state)) return undefined;
  return { state, box: composition.measurer.inPlace(object, state) };
}

/** How the innermost row or column around both ends of a line lines them up; null without one. */
function lineUpOf(composition: Composition, { from, to }: RelationFields): LineUp | null {
  const { groupOf, scene, now } = composition;
  /** The members of each group around an end that the end is in, by the ids of the groups, from inner to outer ones. */
  const membersAround = (end: RelationFields['from']) => {
    const members = new Map<string, string>();
    let id = typeof end === 'string' ? ownerOf(end, scene.objects) : undefined;
    for (
      let group = groupOf.get(id ?? '');
      id !== undefined && group !== undefined;
      group = groupOf.get(id)
    ) {
      members.set(group, id);
      id = group;
    }
    return members;
  };
  const others = membersAround(to);
  for (const [group, member] of membersAround(from)) {
    const other = others.get(group);
    if (other === undefined) continue;
    const axis = axisOf(scene.relations.groups[group]?.kind);
    const [one, two] = [now.get(member)?.box, now.get(other)?.box];
    if (axis === null || one === undefined || two === undefined) return null;
    const [low, high] = axis === 'x' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
    return { axis, middle: (Math.min(one[high], two[high]) + Math.max(one[low], two[low])) / 2 };
  }
  return null;
}

/** The curves of a state: cubics relative to its start. */
export function curvesFrom({ x, y }: Point, cubics: readonly Cubic[]): number[][] {
  return cubics.map((cubic) => cubic.map((length, index) => rounded(length - (index % 2 === 0 ? x : y))));
}

function endOf(composition: Composition, id: string, end: RelationFields['from']): LineEnd | undefined {
  if (end === undefined) return undefined;
  if (typeof end !== 'string') return { kind: 'point', x: end[0], y: end[1] };
  const box = boxOf(composition, end, id);
  const owner = ownerOf(end, composition.scene.objects);
  const isWhole = owner === end || sidePlaceOf(composition, end) !== undefined;
  return box && { kind: isWhole && isRound(composition.scene.objects[owner]?.kind) ? 'ellipse' : 'box', box };
}
