import { type Bounds, shiftBounds } from '../../drawing/bounds.ts';
import { paintedBox } from '../../drawing/painted-box.ts';
import type { Budget } from '../../project/budget.ts';
import type { SceneObject } from '../../project/object-schemas.ts';
import type { Project, Scene } from '../../project/schema.ts';
import { type Pose, seenPoses } from '../../timeline/pose.ts';
import type { Timeline, TransitionSegment } from '../../timeline/timeline.ts';
import type { BoundedDrawing } from '../bounded-drawing.ts';

/** Equal parts of a transition, at whose borders it is looked at. */
const parts = 24;

/** Work of drawing an object once. */
const drawingWork = 100;

/** Opacity above which an object is seen. */
export const seenOpacity = 0.3;

/** The objects that are seen at one time of a transition. */
export interface Moment {
  readonly timeMs: number;
  /** By id, in drawing order. */
  readonly poses: ReadonlyMap<string, Pose>;
}

/** Measures a moving object; null for one that paints nothing, is hardly seen or would take too long. */
export type MeasureMoment = (moment: Moment, id: string) => Bounds | null;

/** A transition at several times. The first one is the hold before it, the last one the hold after it. */
export interface WatchedTransition {
  readonly scene: Scene;
  readonly segment: TransitionSegment;
  readonly moments: readonly Moment[];
  /** The objects that are not the same in all moments. */
  readonly changing: readonly SceneObject[];
  readonly boxOf: MeasureMoment;
  /** Whether everything could be measured so far. */
  readonly isMeasured: () => boolean;
}

/** The transitions of a film in which something changes, one after another. */
export function* watchTransitions(
  project: Project,
  timeline: Timeline,
  draw: BoundedDrawing,
  work: Budget,
): Generator<WatchedTransition> {
  for (const segment of timeline.segments) {
    if (segment.kind !== 'transition') continue;
    if (work.isUsedUp) return;
    const scene = project.scenes[project.sceneOrder[segment.sceneIndex]];
    const { startMs, endMs } = segment;
    const moments = Array.from({ length: parts + 1 }, (_, index): Moment => {
      const timeMs = startMs + (index / parts) * (endMs - startMs);
      return {
        timeMs,
        poses: new Map(seenPoses(timeline.at(timeMs).poses).map((pose) => [pose.objectId, pose])),
      };
    });
    const changing = Object.values(scene.objects).filter(({ id }) => {
      const [first, ...others] = moments.map(({ poses }) => poses.get(id));
      return others.some((pose) => !isSamePicture(first, pose));
    });
    if (changing.length === 0) continue;
    yield {
      scene,
      segment,
      moments,
      changing,
      boxOf: measuring(scene, draw, work),
      isMeasured: () => !work.isUsedUp,
    };
  }
}

/** Measures each object once as long as it only changes its place. */
function measuring(scene: Scene, draw: BoundedDrawing, work: Budget): MeasureMoment {
  const lastById = new Map<string, { readonly pose: Pose; readonly box: Bounds | null }>();
  const boxesAt = new WeakMap<Moment, Map<string, Bounds | null>>();
  const measure = (pose: Pose): Bounds | null => {
    const last = lastById.get(pose.objectId);
    if (last !== undefined && hasSameShape(last.pose, pose)) {
      const [, , , , x, y] = pose.matrix;
      const [, , , , lastX, lastY] = last.pose.matrix;
      return last.box && shiftBounds(last.box, x - lastX, y - lastY);
    }
    if (!work.take(drawingWork)) return null;
    const node = draw(scene.id, pose);
    const box = node && node !== 'too-much' ? paintedBox(node) : null;
    lastById.set(pose.objectId, { pose, box });
    return box;
  };
  return (moment, id) => {
    const pose = moment.poses.get(id);
    if (pose === undefined || pose.opacity < seenOpacity) return null;
    const boxes = boxesAt.get(moment) ?? new Map<string, Bounds | null>();
    boxesAt.set(moment, boxes);
    const box = boxes.has(id) ? (boxes.get(id) ?? null) : measure(pose);
    boxes.set(id, box);
    return box;
  };
}

function isSamePicture(one: Pose | undefined, other: Pose | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    hasSameShape(one, other) &&
    one.matrix.every((value, index) => value === other.matrix[index]) &&
    one.opacity === other.opacity
  );
}

/** Whether two poses differ by their place and their opacity alone. */
function hasSameShape(one: Pose, other: Pose): boolean {
  return (
    one.appearance === other.appearance &&
    one.clip === undefined &&
    other.clip === undefined &&
    one.effects === other.effects &&
    one.matrix.slice(0, 4).every((value, index) => value === other.matrix[index])
  );
}

/** Whether a state shows an object in a composition. */
export function isVisibleIn(scene: Scene, composition: string, id: string): boolean {
  const state = scene.compositions[composition]?.states[id];
  return state?.visible === true && state.opacity > 0;
}
