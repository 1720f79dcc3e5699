import { roundBox } from '../../advice/hold-layout.ts';
import { type Bounds, unionBounds } from '../../drawing/bounds.ts';
import { hiddenBy, hides } from '../../drawing/covers.ts';
import { type DisplayList, type GroupNode, withoutLayers } from '../../drawing/display-list.ts';
import { paintedBox } from '../../drawing/painted-box.ts';
import { hasLetters, isLayer, isProse } from '../../language/kinds.ts';
import { toHundredths } from '../../project/numbers.ts';
import type { Project } from '../../project/schema.ts';
import { trackOf } from '../../project/tracks.ts';
import type { Side } from '../../shorthand/relations.ts';
import type { WrittenRelations } from '../../shorthand/written-relations.ts';
import { showColor } from '../../timeline/color.ts';
import type { ObjectEffects, Shadow } from '../../timeline/effects.ts';
import { identityMatrix, type Matrix } from '../../timeline/matrix.ts';
import type { Pose } from '../../timeline/pose.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { LoadedProject } from '../load-project.ts';
import { type Absence, absenceAt, outside } from './absence.ts';

/** The film at one time, object by object. */
export interface Moment {
  /** Index of the scene in playing order. */
  readonly scene: number;
  /** The composition that is held or entered; its place in the document is as its author wrote it. */
  readonly composition: { readonly name: string; readonly path: string } | null;
  /** All objects of the scene except layers, in drawing order, the lowest first. */
  readonly objects: readonly MomentObject[];
}

/** One object at one time. */
export interface MomentObject {
  readonly id: string;
  /** Its name in the document: that of a part is the one that states and tracks use, such as `card.role`. */
  readonly name: string;
  readonly kind: string;
  /** The names of the groups that it is a member of, the outermost first. */
  readonly groups: readonly string[];
  /** The text that is written for this time; null for other kinds than text. */
  readonly text: string | null;
  /** Why it is not in the picture; null if it is. */
  readonly absence: Absence | null;
  /** Box of its paint, in scene pixels, rounded to hundredths; null if it paints nothing. */
  readonly box: Bounds | null;
  /** The box of its paint along its own axes, which are turned with it; null if it paints nothing. */
  readonly ownBox: TurnedBox | null;
  /**
   * Its state at this time, field by field; empty without paint. Position and size are those in the picture, including
   * parents.
   */
  readonly state: Readonly<Record<string, string | number>>;
  /** Its coordinates, which are those of its parent; null without paint. */
  readonly coordinates: MomentCoordinates | null;
  /** Places in the document that determine this, the most specific first. */
  readonly places: readonly MomentPlace[];
  /** The relations and the group that place the object; null without any. */
  readonly relations: MomentRelations | null;
}

/** A box that is turned around its middle: its middle and size in scene pixels, and the angle in degrees. */
export interface TurnedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** The coordinates in which an object is placed: without a parent and a camera, those of the picture. */
export interface MomentCoordinates {
  /** Its position in them. */
  readonly x: number;
  readonly y: number;
  /** Pixels of the picture for one of their units, and the angle by which they are turned, in degrees. */
  readonly scale: number;
  readonly rotation: number;
}

export interface MomentPlace {
  /** Description of the place. */
  readonly what: string;
  /** Place in the document as its author wrote it, such as `compositions.start.states.title`. */
  readonly path: string;
}

/** Describes the objects of a picture. */
export function momentOf(
  {
    project,
    describePlace,
    relationsOf,
    groupsIn,
    named,
  }: Pick<LoadedProject, 'project' | 'describePlace' | 'relationsOf' | 'groupsIn' | 'named'>,
  timeline: Timeline,
  timeMs: number,
  list: DisplayList,
): Moment {
  const { sceneIndex, poses } = timeline.at(timeMs);
  const scene = project.scenes[project.sceneOrder[sceneIndex]];
  const posesById = new Map(poses.map((pose) => [pose.objectId, pose]));
  const placesOf = placesAt(project, timeline, timeMs);
  const segment = segmentAt(timeline, timeMs);
  const composition =
    (segment?.kind === 'hold' ? segment.compositionId : segment?.toId) ?? scene.compositionOrder.at(-1) ?? '';
  const boxes = new Map<string, Bounds>();
  const ownBoxes = new Map<string, TurnedBox>();
  for (const node of withoutLayers(list.nodes)) {
    const box = paintedBox(node);
    if (!box) continue;
    boxes.set(node.objectId, roundBox(box));
    const turned = turnedBox(node, rotationOf(posesById.get(node.objectId)?.matrix ?? identityMatrix));
    if (turned) ownBoxes.set(node.objectId, turned);
  }
  const groupsOf = groupsIn(scene.id);
  const absenceOf = absenceAt(project, timeline, timeMs);
  const coverOf = coversIn(list, posesById);
  const textOf = textsIn(scene, composition);
  const objects = Object.values(scene.objects)
    .filter(({ kind }) => !isLayer(kind))
    .sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
    .map(({ id, name, kind, groupId }): MomentObject => {
      const [pose, box = null] = [posesById.get(id), boxes.get(id)];
      const groups = groupsOf(id).map(named);
      return {
        ...{ id, name, kind, groups: groups.length === 0 && groupId !== null ? [groupId] : groups },
        text: textOf(id),
        absence: box
          ? (outside(box, scene) ?? coverOf(id, box, (one) => scene.objects[one].name))
          : absenceOf(id),
        box,
        ownBox: ownBoxes.get(id) ?? null,
        state: pose && box ? stateOf(pose) : {},
        coordinates: pose && box ? coordinatesOf(pose, scene.compositions[composition]?.states[id]) : null,
        places: placesOf(id).map(({ what, path }) => ({ what, path: describePlace(path) })),
        relations: relate(box, relationsOf(scene.id, composition, id), boxes, named),
      };
    });
  const held = scene.compositions[composition];
  const path = describePlace(`scenes.${scene.id}.compositions.${composition}`);
  return { scene: sceneIndex, composition: held ? { name: held.name, path } : null, objects };
}

/** Returns what hides all of an object in a picture: the first opaque rectangle above it. */
function coversIn({ nodes }: DisplayList, poses: ReadonlyMap<string, Pose>) {
  const ids = nodes.map(({ objectId }) => objectId);
  const ranks = new Map(ids.map((id, rank) => [id, rank]));
  const covers = ids.flatMap((id, rank) => {
    const pose = poses.get(id);
    const area = pose && hiddenBy(pose);
    return area ? [{ id, rank, area }] : [];
  });
  return (object: string, box: Bounds, nameOf: (id: string) => string): Absence | null => {
    // A member of a layer has the place of the layer.
    const own = ranks.get(object) ?? Infinity;
    const cover = covers.find(({ rank, area }) => rank > own && hides(area, box));
    return cover ? { why: 'covered', by: nameOf(cover.id) } : null;
  };
}

/** Returns the text that an object has in a composition; in the first one with the object, if it has none there. */
function textsIn(
  { objects, compositions, compositionOrder }: Project['scenes'][string],
  composition: string,
): (object: string) => string | null {
  const order = [composition, ...compositionOrder];
  return (object) => {
    if (!isProse(objects[object].kind)) return null;
    const written = order.find((id) => compositions[id]?.states[object] !== undefined);
    return written === undefined ? null : (compositions[written].states[object].text ?? null);
  };
}

/** The segment that a moment belongs to; undefined at the end of the film. */
function segmentAt({ segments }: Timeline, timeMs: number): Timeline['segments'][number] | undefined {
  return segments.find(({ endMs }) => timeMs < endMs) ?? segments.at(-1);
}

function placesAt(project: Project, timeline: Timeline, timeMs: number): (object: string) => MomentPlace[] {
  const segment = segmentAt(timeline, timeMs);
  const sceneId = project.sceneOrder[segment?.sceneIndex ?? timeline.at(timeMs).sceneIndex];
  const { compositions, compositionOrder, transitions } = project.scenes[sceneId];
  const prefix = `scenes.${sceneId}`;
  const inComposition = (id: string, object: string): MomentPlace[] =>
    compositions[id]?.states[object] === undefined
      ? []
      : [
          {
            what: `state in ${compositions[id].name}`,
            path: `${prefix}.compositions.${id}.states.${object}`,
          },
        ];
  return (object) => {
    const objectPlace = { what: 'object', path: `${prefix}.objects.${object}` };
    if (segment === undefined) return [...inComposition(compositionOrder.at(-1) ?? '', object), objectPlace];
    if (segment.kind === 'hold') return [...inComposition(segment.compositionId, object), objectPlace];
    const { fromId, toId } = segment;
    const transition = Object.values(transitions).find((one) => one.fromId === fromId && one.toId === toId);
    const track = transition && trackOf(transition.tracks, object);
    return [
      ...inComposition(toId, object),
      ...inComposition(fromId, object),
      ...(transition && track
        ? [{ what: 'track', path: `${prefix}.transitions.${transition.id}.tracks.${track.key}` }]
        : []),
      objectPlace,
    ];
  };
}

/** Returns the box of what a node paints, along axes that are turned by degrees. */
function turnedBox(node: GroupNode, rotation: number): TurnedBox | null {
  const [cosine, sine] = [Math.cos(toRadians(rotation)), Math.sin(toRadians(rotation))];
  const box = paintedBox(node, [cosine, -sine, sine, cosine, 0, 0]);
  if (!box) return null;
  const [across, down] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return {
    x: toHundredths(cosine * across - sine * down),
    y: toHundredths(sine * across + cosine * down),
    width: toHundredths(box.right - box.left),
    height: toHundredths(box.bottom - box.top),
    rotation,
  };
}

/** The angle in degrees by which a matrix turns the x axis. */
function rotationOf([a, b]: Matrix): number {
  return toHundredths((Math.atan2(b, a) * 180) / Math.PI);
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function stateOf({ kind, matrix, opacity, effects, appearance }: Pose): Record<string, string | number> {
  const [a, b, c, d, e, f] = matrix;
  const { width, height, fontSize, fill, stroke, strokeWidth, cornerRadius, lettering, write } = appearance;
  const isLettered = hasLetters(kind);
  const scaleX = toHundredths(Math.hypot(a, b));
  const scaleY = toHundredths(scaleX === 0 ? Math.hypot(c, d) : (a * d - b * c) / Math.hypot(a, b));
  const rotation = rotationOf(matrix);
  return {
    x: toHundredths(e),
    y: toHundredths(f),
    ...(isLettered
      ? { fontSize: toHundredths(fontSize) }
      : { width: toHundredths(width), height: toHundredths(height) }),
    ...(rotation !== 0 && { rotation }),
    ...(scaleX !== 1 && { scaleX }),
    ...(scaleY !== 1 && { scaleY }),
    opacity: toHundredths(opacity),
    ...(fill && { fill: showColor(fill) }),
    ...(stroke && strokeWidth > 0 && { stroke: showColor(stroke), strokeWidth: toHundredths(strokeWidth) }),
    ...(kind === 'rectangle' && cornerRadius > 0 && { cornerRadius: toHundredths(cornerRadius) }),
    ...effectsOf(effects),
    ...(write < 1 && { written: toHundredths(write) }),
    ...(isLettered && { text: lettering.text }),
  };
}

/** The object's own scale and rotation are those of the composition, which the picture may not have reached yet. */
function coordinatesOf(
  { matrix: [a, b, , , e, f] }: Pose,
  state: Project['scenes'][string]['compositions'][string]['states'][string] | undefined,
): MomentCoordinates {
  const { x = e, y = f, scaleX = 1, rotation = 0 } = state ?? {};
  const scale = scaleX === 0 ? 1 : Math.hypot(a, b) / Math.abs(scaleX);
  const turned = (Math.atan2(b, a) * 180) / Math.PI - (scaleX < 0 ? 180 : 0) - rotation;
  return {
    ...{ x: toHundredths(x), y: toHundredths(y) },
    scale: scale === 0 ? 1 : scale,
    rotation: toHundredths(turned - 360 * Math.round(turned / 360)),
  };
}

function effectsOf(effects: ObjectEffects | null): Record<string, string | number> {
  if (effects === null) return {};
  const shadows = effects.shadows.filter(({ color }) => color !== null);
  return {
    ...(shadows.length < effects.shadows.length && { effect: 'glow' }),
    ...(shadows.length > 0 && { shadow: shadows.map(showShadow).join(', ') }),
    ...(effects.blur > 0 && { blur: toHundredths(effects.blur) }),
  };
}

/** Returns a shadow as in CSS. */
function showShadow({ x, y, sigma, color }: Shadow): string {
  return `${toHundredths(x)}px ${toHundredths(y)}px ${toHundredths(2 * sigma)}px ${color ? showColor(color) : ''}`;
}

/** The relations of an object, and where they lead in the picture. */
export interface MomentRelations {
  /** The relations as they are written, by field, and `group`. */
  readonly written: Readonly<Record<string, string>>;
  /** The objects and groups that they name, with their boxes. Invisible ones are omitted. */
  readonly related: readonly { readonly id: string; readonly box: Bounds }[];
  /** The spaces between the object and its neighbours. */
  readonly gaps: readonly Bounds[];
}

/** Finds the boxes of the objects and groups that relations name. `named` replaces the ids of parts by their names. */
function relate(
  box: Bounds | null,
  written: WrittenRelations | null,
  boxes: ReadonlyMap<string, Bounds>,
  named: (text: string) => string,
): MomentRelations | null {
  if (!written) return null;
  const { fields, group, targets, beside } = written;
  const related = targets.flatMap(({ id, objects }) => {
    const found = objects.flatMap((object) => boxes.get(object) ?? []);
    const union = found.reduce<Bounds | null>(unionBounds, null);
    return union ? [{ id, box: union }] : [];
  });
  const gaps = beside.flatMap(({ side, id }) => {
    const other = related.find((one) => one.id === id)?.box;
    return (box && other && gapBetween(box, side, other)) ?? [];
  });
  const texts = Object.entries({ ...fields, ...(group !== null && { group }) });
  return {
    written: Object.fromEntries(texts.map(([field, text]) => [field, named(text)])),
    related,
    gaps,
  };
}

/** The space between a box and another one next to it; undefined if there is none. */
function gapBetween(box: Bounds, side: Side, other: Bounds): Bounds | undefined {
  const isAfter = side === 'below' || side === 'rightOf';
  const [first, second] = isAfter ? [other, box] : [box, other];
  const gap =
    side === 'above' || side === 'below'
      ? { ...shared(box, other, 'left', 'right'), top: first.bottom, bottom: second.top }
      : { ...shared(box, other, 'top', 'bottom'), left: first.right, right: second.left };
  return gap.right > gap.left && gap.bottom > gap.top ? gap : undefined;
}

/** The range that two boxes share on the axis from `start` to `end`; all of the first one if they share nothing. */
function shared(box: Bounds, other: Bounds, start: 'left' | 'top', end: 'right' | 'bottom'): Bounds {
  const [from, to] = [Math.max(box[start], other[start]), Math.min(box[end], other[end])];
  return from < to ? { ...box, [start]: from, [end]: to } : box;
}
