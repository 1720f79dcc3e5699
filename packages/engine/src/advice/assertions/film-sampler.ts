import type { NumberProperty, Subject } from '../../assertions/assertion.ts';
import { type Bounds, unionBounds } from '../../drawing/bounds.ts';
import { contentBox, paintedBox } from '../../drawing/painted-box.ts';
import type { SingleDrawing } from '../../drawing/single-drawing.ts';
import { hasLetters } from '../../language/kinds.ts';
import type { Project } from '../../project/schema.ts';
import type { Color } from '../../timeline/color.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { type ObjectTurn, objectTurnsOf, type TurnAt } from '../../timeline/object-turns.ts';
import type { Pose } from '../../timeline/pose.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** The work of checking all assertions of a project is used up. */
export class TooMuchWork extends Error {}

/** What may still be measured. One unit is a pose. */
export interface MeasuringWork {
  left: number;
}

/** The objects of the film at one time. */
interface Moment {
  readonly sceneIndex: number;
  readonly poses: ReadonlyMap<string, Pose>;
  /** Opacities of the layers around objects, by the id of the innermost. */
  readonly layers: ReadonlyMap<string, number>;
  /** Places in drawing order. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** An object's own box as a parallelogram of the frame: from its own coordinates, with 1 for each side, to the frame's. */
export interface OwnFrame {
  readonly matrix: Matrix;
  /** Its box in those coordinates. */
  readonly box: Bounds;
}

/** Moments that are kept, because several assertions look at the same ones. */
const maxKept = 1000;

/** Work of drawing an object without letters, and of a letter. */
const shapeWork = 10;
const letterWork = 5;

/** Measures the objects of a film at any time. Throws TooMuchWork once its work is used up. */
export class FilmSampler {
  readonly durationMs: number;
  readonly #project: Project;
  readonly #timeline: Timeline;
  readonly #draw: SingleDrawing;
  readonly #turnAt: TurnAt;
  readonly #moments = new Map<number, Moment>();
  readonly #boxes = new WeakMap<Pose, { readonly box: Bounds | null }>();
  readonly #work: MeasuringWork;

  constructor(project: Project, timeline: Timeline, draw: SingleDrawing, work: MeasuringWork) {
    this.#project = project;
    this.#timeline = timeline;
    this.#draw = draw;
    this.#turnAt = objectTurnsOf(project);
    this.#work = work;
    this.durationMs = timeline.durationMs;
  }

  /** The box around everything that objects paint, in pixels of the frame; null while they paint nothing. */
  boxOf({ ids, isFrame }: Subject, timeMs: number): Bounds | null {
    if (isFrame) return this.frameAt(timeMs);
    let box: Bounds | null = null;
    for (const id of ids) {
      const pose = this.#poseOf(id, timeMs);
      if (pose !== undefined) box = unionBounds(box, this.#boxOfPose(pose, timeMs));
    }
    return box;
  }

  frameAt(timeMs: number): Bounds {
    const { width, height } = this.#timeline.scenes[this.#momentAt(timeMs).sceneIndex];
    return { left: 0, top: 0, right: width, bottom: height };
  }

  /** Whether objects paint something inside the frame. */
  isSeen(subject: Subject, timeMs: number): boolean {
    const box = this.boxOf(subject, timeMs);
    const frame = this.frameAt(timeMs);
    return (
      box !== null && box.left < frame.right && box.right > 0 && box.top < frame.bottom && box.bottom > 0
    );
  }

  /** The ids of all objects that paint something inside the frame. */
  seenIds(timeMs: number): readonly string[] {
    const { poses } = this.#momentAt(timeMs);
    return [...poses.keys()].filter((id) => this.isSeen({ name: id, ids: [id], isFrame: false }, timeMs));
  }

  /** The place of the highest, or of the lowest of some objects in drawing order; null while none is painted. */
  rankOf({ ids }: Subject, end: 'highest' | 'lowest', timeMs: number): number | null {
    const { ranks } = this.#momentAt(timeMs);
    const own = ids.flatMap((id) => ranks.get(id) ?? []);
    if (own.length === 0) return null;
    return end === 'highest' ? Math.max(...own) : Math.min(...own);
  }

  numberOf(subject: Subject, property: NumberProperty, timeMs: number): number | null {
    switch (property) {
      case 'opacity':
        return this.#opacityOf(subject, timeMs);
      case 'rotation':
        return this.turnOf(subject, timeMs)?.rotation ?? null;
      case 'scaleX':
        return this.turnOf(subject, timeMs)?.scaleX ?? null;
      case 'scale':
      case 'scaleY':
        return this.turnOf(subject, timeMs)?.scaleY ?? null;
    }
    const box = this.boxOf(subject, timeMs);
    if (box === null) return null;
    switch (property) {
      case 'x':
        return (box.left + box.right) / 2;
      case 'y':
        return (box.top + box.bottom) / 2;
      case 'width':
        return box.right - box.left;
      case 'height':
        return box.bottom - box.top;
      default:
        return box[property];
    }
  }

  colorOf({ ids }: Subject, property: 'fill' | 'stroke', timeMs: number): Color | null | undefined {
    const pose = this.#firstPose(ids, timeMs);
    return pose?.appearance[property];
  }

  /** How the first of some objects is turned; null while it is not painted. */
  turnOf({ ids }: Subject, timeMs: number): ObjectTurn | null {
    const pose = this.#firstPose(ids, timeMs);
    return pose === undefined ? null : this.#turnAt(pose.objectId, timeMs);
  }

  /** The point of the frame at which the x and y of the first of some objects are. */
  placeOf(subject: Subject, timeMs: number): readonly [x: number, y: number] | null {
    const pose = this.#firstPose(subject.ids, timeMs);
    const turn = this.turnOf(subject, timeMs);
    if (pose === undefined || turn === null) return null;
    const [a, b, c, d, e, f] = pose.matrix;
    return [a * turn.anchorX + c * turn.anchorY + e, b * turn.anchorX + d * turn.anchorY + f];
  }

  ownFrameOf({ ids }: Subject, timeMs: number): OwnFrame | null {
    const pose = this.#firstPose(ids, timeMs);
    if (pose === undefined) return null;
    const { width, height, fontSize } = pose.appearance;
    if (pose.kind === 'circle' || pose.kind === 'rectangle' || pose.kind === 'image') {
      const matrix = multiplyMatrices(pose.matrix, [width, 0, 0, height, 0, 0]);
      return { matrix, box: { left: -0.5, top: -0.5, right: 0.5, bottom: 0.5 } };
    }
    const node = this.#drawn(pose, timeMs);
    const box = node && contentBox(node);
    if (!box || !node) return null;
    // The unit of letters is the em.
    return hasLetters(pose.kind) || fontSize === 0
      ? { matrix: node.matrix, box }
      : { matrix: pose.matrix, box };
  }

  #opacityOf({ ids }: Subject, timeMs: number): number | null {
    const { layers } = this.#momentAt(timeMs);
    const pose = this.#firstPose(ids, timeMs);
    // An object that is not painted is transparent.
    return pose === undefined ? 0 : pose.opacity * (layers.get(pose.layerId ?? '') ?? 1);
  }

  #firstPose(ids: readonly string[], timeMs: number): Pose | undefined {
    const { poses } = this.#momentAt(timeMs);
    for (const id of ids) {
      const pose = poses.get(id);
      if (pose !== undefined) return pose;
    }
    return undefined;
  }

  #poseOf(id: string, timeMs: number): Pose | undefined {
    return this.#momentAt(timeMs).poses.get(id);
  }

  #boxOfPose(pose: Pose, timeMs: number): Bounds | null {
    const known = this.#boxes.get(pose);
    if (known !== undefined) return known.box;
    const node = this.#drawn(pose, timeMs);
    const box = node && paintedBox(node);
    this.#boxes.set(pose, { box });
    return box;
  }

  #drawn(pose: Pose, timeMs: number) {
    this.#take(hasLetters(pose.kind) ? letterWork * pose.appearance.lettering.text.length : shapeWork);
    const { sceneIndex } = this.#momentAt(timeMs);
    return this.#draw(this.#project.sceneOrder[sceneIndex] ?? '', pose);
  }

  #momentAt(timeMs: number): Moment {
    const known = this.#moments.get(timeMs);
    if (known !== undefined) return known;
    const { sceneIndex, poses } = this.#timeline.at(Math.min(this.durationMs, Math.max(0, timeMs)));
    this.#take(1 + poses.length);
    const layers = new Map<string, number>();
    for (const pose of poses) {
      if (pose.kind === 'layer')
        layers.set(pose.objectId, pose.opacity * (layers.get(pose.layerId ?? '') ?? 1));
    }
    const painted = poses.filter(({ kind }) => kind !== 'layer');
    const moment = {
      sceneIndex,
      poses: new Map(painted.map((pose) => [pose.objectId, pose])),
      layers,
      ranks: new Map(painted.map((pose, rank) => [pose.objectId, rank])),
    };
    if (this.#moments.size >= maxKept) this.#moments.clear();
    this.#moments.set(timeMs, moment);
    return moment;
  }

  #take(work: number): void {
    this.#work.left -= work;
    if (this.#work.left < 0) throw new TooMuchWork();
  }
}
