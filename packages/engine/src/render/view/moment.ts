import type { Bounds } from '../../drawing/bounds.ts';
import { type DisplayList, withoutLayers } from '../../drawing/display-list.ts';
import { paintedBox } from '../../drawing/painted-box.ts';
import { hasLetters } from '../../language/kinds.ts';
import type { Project } from '../../project/schema.ts';
import { trackOf } from '../../project/tracks.ts';
import type { Color } from '../../timeline/color.ts';
import type { ObjectEffects, Shadow } from '../../timeline/effects.ts';
import type { Pose } from '../../timeline/pose.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { LoadedProject } from '../load-project.ts';
import { type MomentRelations, relate } from './moment-relations.ts';

/** The film at one time, object by object. */
export interface Moment {
  /** Index of the scene in playing order. */
  readonly scene: number;
  /** Objects that paint something, in drawing order, the lowest first. */
  readonly objects: readonly MomentObject[];
}

/** One object at one time. */
export interface MomentObject {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** Box of its paint, in scene pixels, rounded to hundredths. */
  readonly box: Bounds;
  /** Its state at this time, field by field. Position and size are those in the picture, including parents. */
  readonly state: Readonly<Record<string, string | number>>;
  /** Places in the document that determine this, the most specific first. */
  readonly places: readonly MomentPlace[];
  /** The relations and the group that place the object; null without any. */
  readonly relations: MomentRelations | null;
}

export interface MomentPlace {
  /** Description of the place. */
  readonly what: string;
  /** Place in the document as its author wrote it, such as `compositions.start.states.title`. */
  readonly path: string;
}

/** Describes the objects of a picture. */
export function momentOf(
  { project, describePlace, relationsOf }: Pick<LoadedProject, 'project' | 'describePlace' | 'relationsOf'>,
  timeline: Timeline,
  timeMs: number,
  list: DisplayList,
): Moment {
  const { sceneIndex, poses } = timeline.at(timeMs);
  const scene = project.scenes[project.sceneOrder[sceneIndex]];
  const posesById = new Map(poses.map((pose) => [pose.objectId, pose]));
  const placesOf = placesAt(project, timeline, timeMs);
  const segment = segmentAt(timeline, timeMs);
  const composition = segment?.kind === 'hold' ? segment.compositionId : segment?.toId;
  const boxes = new Map<string, Bounds>();
  const objects: Omit<MomentObject, 'relations'>[] = [];
  for (const node of withoutLayers(list.nodes)) {
    const pose = posesById.get(node.objectId);
    const box = paintedBox(node);
    if (!pose || !box) continue;
    const { id, name, kind } = scene.objects[node.objectId];
    const places = placesOf(id).map(({ what, path }) => ({ what, path: describePlace(path) }));
    boxes.set(id, roundedBox(box));
    objects.push({ id, name, kind, box: roundedBox(box), state: stateOf(pose), places });
  }
  const relationsAt = (object: string) =>
    relationsOf(scene.id, composition ?? scene.compositionOrder.at(-1) ?? '', object);
  return {
    scene: sceneIndex,
    objects: objects.map((object) => ({
      ...object,
      relations: relate(object.box, relationsAt(object.id), boxes),
    })),
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
    const own = { what: 'object', path: `${prefix}.objects.${object}` };
    if (segment === undefined) return [...inComposition(compositionOrder.at(-1) ?? '', object), own];
    if (segment.kind === 'hold') return [...inComposition(segment.compositionId, object), own];
    const { fromId, toId } = segment;
    const transition = Object.values(transitions).find((one) => one.fromId === fromId && one.toId === toId);
    const track = transition && trackOf(transition.tracks, object);
    return [
      ...inComposition(toId, object),
      ...inComposition(fromId, object),
      ...(transition && track
        ? [{ what: 'track', path: `${prefix}.transitions.${transition.id}.tracks.${track.key}` }]
        : []),
      own,
    ];
  };
}

function stateOf({ kind, matrix, opacity, effects, appearance }: Pose): Record<string, string | number> {
  const [a, b, c, d, e, f] = matrix;
  const { width, height, fontSize, fill, stroke, strokeWidth, cornerRadius, lettering, write } = appearance;
  const isLettered = hasLetters(kind);
  const scaleX = round(Math.hypot(a, b));
  const scaleY = round(scaleX === 0 ? Math.hypot(c, d) : (a * d - b * c) / Math.hypot(a, b));
  const rotation = round((Math.atan2(b, a) * 180) / Math.PI);
  return {
    x: round(e),
    y: round(f),
    ...(isLettered ? { fontSize: round(fontSize) } : { width: round(width), height: round(height) }),
    ...(rotation !== 0 && { rotation }),
    ...(scaleX !== 1 && { scaleX }),
    ...(scaleY !== 1 && { scaleY }),
    opacity: round(opacity),
    ...(fill && { fill: showColor(fill) }),
    ...(stroke && strokeWidth > 0 && { stroke: showColor(stroke), strokeWidth: round(strokeWidth) }),
    ...(kind === 'rectangle' && cornerRadius > 0 && { cornerRadius: round(cornerRadius) }),
    ...effectsOf(effects),
    ...(write < 1 && { written: round(write) }),
    ...(isLettered && { text: lettering.text }),
  };
}

function effectsOf(effects: ObjectEffects | null): Record<string, string | number> {
  if (effects === null) return {};
  const shadows = effects.shadows.filter(({ color }) => color !== null);
  return {
    ...(shadows.length < effects.shadows.length && { effect: 'glow' }),
    ...(shadows.length > 0 && { shadow: shadows.map(showShadow).join(', ') }),
    ...(effects.blur > 0 && { blur: round(effects.blur) }),
  };
}

/** Returns a shadow as in CSS. */
function showShadow({ x, y, sigma, color }: Shadow): string {
  return `${round(x)}px ${round(y)}px ${round(2 * sigma)}px ${color ? showColor(color) : ''}`;
}

function showColor({ red, green, blue, alpha }: Color): string {
  const hex = (part: number) => Math.round(part).toString(16).padStart(2, '0');
  return `#${hex(red)}${hex(green)}${hex(blue)}${alpha < 1 ? hex(alpha * 255) : ''}`;
}

function roundedBox({ left, top, right, bottom }: Bounds): Bounds {
  return { left: round(left), top: round(top), right: round(right), bottom: round(bottom) };
}

/** Rounds to hundredths, without a negative zero. */
function round(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
