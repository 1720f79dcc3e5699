import type { NumberProperty, Subject } from '../../assertions/assertion.ts';
import { type Bounds, unionBounds } from '../../drawing/bounds.ts';
import type { GroupNode } from '../../drawing/display-list.ts';
import { contentBox, paintedBox } from '../../drawing/painted-box.ts';
import type { KeptDrawing } from '../../drawing/single-drawing.ts';
import { kinds } from '../../language/kind-table.ts';
import { hasLetters, isLayer, isTypeset } from '../../language/kinds.ts';
import type { Budget } from '../../project/budget.ts';
import { findWords, ownerOf, type TextRange, wordTarget } from '../../project/find-words.ts';
import type { Project, Scene } from '../../project/schema.ts';
import type { Color } from '../../timeline/color.ts';
import type { Lettering } from '../../timeline/lettering.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { type ObjectTurn, objectTurnsOf, type TurnAt } from '../../timeline/object-turns.ts';
import type { Pose } from '../../timeline/pose.ts';
import type { PaintedSpan } from '../../timeline/spans.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** The work of checking all assertions of a project is used up. */
export class TooMuchWork extends Error {}

/** Parts of an equation that have no place of their own cannot be measured. */
export class NoPlace extends Error {}

/** The objects of the film at one time. */
interface Moment {
  readonly sceneIndex: number;
  readonly poses: ReadonlyMap<string, Pose>;
  /** Opacities of the layers around objects, by the id of the innermost. */
  readonly layers: ReadonlyMap<string, number>;
  /** Places in drawing order. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** An object that is painted, or words of it. */
interface Shown {
  readonly pose: Pose;
  readonly words: string | undefined;
}

interface FoundWords {
  readonly lettering: Lettering;
  readonly ranges: readonly TextRange[];
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

/**
 * Measures the objects of a film at any time. Throws TooMuchWork once its work is used up, of which a unit is a pose.
 */
export class FilmSampler {
  readonly durationMs: number;
  readonly #project: Project;
  readonly #timeline: Timeline;
  readonly #drawing: KeptDrawing;
  readonly #turnAt: TurnAt;
  readonly #moments = new Map<number, Moment>();
  readonly #boxes = new WeakMap<Pose, Map<string, Bounds | null>>();
  readonly #work: Budget;

  constructor(project: Project, timeline: Timeline, drawing: KeptDrawing, work: Budget) {
    this.#project = project;
    this.#timeline = timeline;
    this.#drawing = drawing;
    this.#turnAt = objectTurnsOf(project);
    this.#work = work;
    this.durationMs = timeline.durationMs;
  }

  /** The box around everything that objects paint, in pixels of the frame; null while they paint nothing. */
  boxOf({ ids, isFrame }: Subject, timeMs: number): Bounds | null {
    if (isFrame) return this.frameAt(timeMs);
    let box: Bounds | null = null;
    for (const id of ids) {
      const shown = this.#shown(id, timeMs);
      if (shown !== undefined) box = unionBounds(box, this.#boxOfShown(shown, timeMs));
    }
    return box;
  }

  /** The box around the middle of all lines and edges of objects; null while they paint nothing. */
  innerBoxOf({ ids }: Subject, timeMs: number): Bounds | null {
    let box: Bounds | null = null;
    for (const id of ids) {
      const shown = this.#shown(id, timeMs);
      const node = shown && this.#boxOfShown(shown, timeMs) && this.#drawn(shown, timeMs);
      if (node) box = unionBounds(box, paintedBox(withThinLines(node)));
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
    const ranksOfIds = ids.flatMap((id) => ranks.get(ownerOf(id, this.#objectsAt(timeMs))) ?? []);
    if (ranksOfIds.length === 0) return null;
    return end === 'highest' ? Math.max(...ranksOfIds) : Math.min(...ranksOfIds);
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
    const shown = this.#firstShown(ids, timeMs);
    if (shown === undefined) return undefined;
    const { appearance } = shown.pose;
    const wordFill = property === 'fill' ? paintOfWords(shown)?.fill : undefined;
    return wordFill === undefined ? appearance[property] : wordFill;
  }

  /** How the first of some objects is turned; null while it is not painted. */
  turnOf({ ids }: Subject, timeMs: number): ObjectTurn | null {
    const shown = this.#firstShown(ids, timeMs);
    return shown === undefined ? null : this.#turnAt(shown.pose.objectId, timeMs);
  }

  /** The point of the frame at which the x and y of the first of some objects are; the middle of words. */
  placeOf(subject: Subject, timeMs: number): readonly [x: number, y: number] | null {
    const shown = this.#firstShown(subject.ids, timeMs);
    const turn = this.turnOf(subject, timeMs);
    if (shown === undefined || turn === null) return null;
    if (shown.words !== undefined) {
      const box = this.#boxOfShown(shown, timeMs);
      return box && [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    }
    const [a, b, c, d, e, f] = shown.pose.matrix;
    return [a * turn.anchorX + c * turn.anchorY + e, b * turn.anchorX + d * turn.anchorY + f];
  }

  ownFrameOf({ ids }: Subject, timeMs: number): OwnFrame | null {
    const shown = this.#firstShown(ids, timeMs);
    if (shown === undefined) return null;
    const { pose } = shown;
    const { width, height, fontSize } = pose.appearance;
    if (['shape', 'picture'].includes(kinds[pose.kind].draws)) {
      const matrix = multiplyMatrices(pose.matrix, [width, 0, 0, height, 0, 0]);
      return { matrix, box: { left: -0.5, top: -0.5, right: 0.5, bottom: 0.5 } };
    }
    const node = this.#drawn(shown, timeMs);
    const box = node && contentBox(node);
    if (!box || !node) return null;
    // The unit of letters is the em.
    return hasLetters(pose.kind) || fontSize === 0
      ? { matrix: node.matrix, box }
      : { matrix: pose.matrix, box };
  }

  #opacityOf({ ids }: Subject, timeMs: number): number | null {
    const { layers } = this.#momentAt(timeMs);
    const shown = this.#firstShown(ids, timeMs);
    // An object that is not painted is transparent.
    if (shown === undefined) return 0;
    const { opacity, layerId = '' } = shown.pose;
    return opacity * (layers.get(layerId) ?? 1) * (paintOfWords(shown)?.opacity ?? 1);
  }

  #firstShown(ids: readonly string[], timeMs: number): Shown | undefined {
    for (const id of ids) {
      const shown = this.#shown(id, timeMs);
      if (shown !== undefined) return shown;
    }
    return undefined;
  }

  #objectsAt(timeMs: number): Scene['objects'] {
    const { scenes, sceneOrder } = this.#project;
    return scenes[sceneOrder[this.#momentAt(timeMs).sceneIndex]].objects;
  }

  /** What an id means at a time; undefined if it is not painted, or words that the text does not have then. */
  #shown(id: string, timeMs: number): Shown | undefined {
    const { poses } = this.#momentAt(timeMs);
    const isObject = id in this.#objectsAt(timeMs);
    const target = isObject ? undefined : wordTarget(id);
    const pose = poses.get(target?.owner ?? id);
    if (pose === undefined) return undefined;
    if (target === undefined) return { pose, words: undefined };
    return letteringWith(pose, target.words) === undefined ? undefined : { pose, words: target.words };
  }

  #boxOfShown(shown: Shown, timeMs: number): Bounds | null {
    const { pose, words = '' } = shown;
    const boxByWords = this.#boxes.get(pose) ?? new Map<string, Bounds | null>();
    this.#boxes.set(pose, boxByWords);
    const kept = boxByWords.get(words);
    if (kept !== undefined) return kept;
    const isTransparent = paintOfWords(shown)?.opacity === 0;
    const node = isTransparent ? null : this.#drawn(shown, timeMs);
    const box = node && paintedBox(node);
    boxByWords.set(words, box);
    return box;
  }

  /** Draws an object or its words. Throws NoPlace. */
  #drawn({ pose, words }: Shown, timeMs: number): GroupNode | null {
    this.#take(hasLetters(pose.kind) ? letterWork * pose.appearance.lettering.text.length : shapeWork);
    const sceneId = this.#project.sceneOrder[this.#momentAt(timeMs).sceneIndex] ?? '';
    if (words === undefined) return this.#drawing.draw(sceneId, pose);
    const node = this.#drawing.drawWords(sceneId, pose, words);
    if (node !== undefined) return node;
    throw new NoPlace(
      `${pose.objectId}.${words} has no place of its own; name whole symbols or terms, or mark a piece with \\class{name}{…}`,
    );
  }

  #momentAt(timeMs: number): Moment {
    const cached = this.#moments.get(timeMs);
    if (cached !== undefined) return cached;
    const { sceneIndex, poses } = this.#timeline.at(Math.min(this.durationMs, Math.max(0, timeMs)));
    this.#take(1 + poses.length);
    const layers = new Map<string, number>();
    for (const pose of poses) {
      if (isLayer(pose.kind)) layers.set(pose.objectId, pose.opacity * (layers.get(pose.layerId ?? '') ?? 1));
    }
    const painted = poses.filter(({ kind }) => !isLayer(kind));
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
    if (!this.#work.take(work)) throw new TooMuchWork();
  }
}

/** The lettering that has words: while a text changes, the old or the new one, whichever is more visible. */
function letteringWith({ kind, appearance }: Pose, words: string): FoundWords | undefined {
  const { lettering, textChange } = appearance;
  const both = textChange ? [textChange.from, textChange.to] : [lettering];
  const letterings = textChange && textChange.progress >= 0.5 ? both.reverse() : both;
  for (const text of letterings) {
    const ranges = findWords(text.text, words, isTypeset(kind));
    if (ranges.length > 0) return { lettering: text, ranges };
  }
  return undefined;
}

/** The paint of the first of some words, and the opacity of the least transparent; null for a whole object. */
function paintOfWords({ pose, words }: Shown): Pick<PaintedSpan, 'fill' | 'opacity'> | null {
  const found = words === undefined ? undefined : letteringWith(pose, words);
  if (found === undefined) return null;
  const spans = found.lettering.spans ?? [];
  let opacity = 0;
  for (const { start, end } of found.ranges) {
    const overlapping = spans.filter((span) => span.start < end && span.end > start);
    const isWhole =
      overlapping.reduce((sum, span) => sum + Math.min(end, span.end) - Math.max(start, span.start), 0) >=
      end - start;
    opacity = Math.max(opacity, isWhole ? 0 : 1, ...overlapping.map((span) => span.opacity));
  }
  const first = found.ranges[0]?.start ?? 0;
  return { fill: spans.find(({ start, end }) => start <= first && first < end)?.fill, opacity };
}

/** Returns a drawing whose lines have no width. */
function withThinLines(group: GroupNode): GroupNode {
  const children = group.children.map((child) => {
    if (child.type === 'group') return withThinLines(child);
    return child.type === 'stroke' ? { ...child, width: 0 } : child;
  });
  return { ...group, children };
}
