import { setImmediate } from 'node:timers/promises';
import type { Bounds } from '../../drawing/bounds.ts';
import { countCoordinates, type DisplayNode, type ObjectNode } from '../../drawing/display-list.ts';
import { contentBox, paintedBox } from '../../drawing/painted-box.ts';
import {
  hasLetters,
  isLayer,
  isLine,
  isPath,
  isPlot,
  isProse,
  isTypeset,
  type ObjectKind,
} from '../../language/kinds.ts';
import { computedFields } from '../../project/formula-fields.ts';
import { layersAround } from '../../project/layers.ts';
import type { SceneObject } from '../../project/object-schemas.ts';
import type { Composition, CompositionState, Project, Scene } from '../../project/schema.ts';
import { type Color, parseColor } from '../../timeline/color.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import { type Pose, seenPoses } from '../../timeline/pose.ts';
import { sceneGraphOf } from '../../timeline/scene-graph.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { BoundedDrawing } from '../bounded-drawing.ts';
import type { Quadrilateral } from './overlapping-pairs.ts';

/** Numbers for fields of a state. */
export type StateNumbers = Readonly<Record<string, number>>;

/** Picture of a composition while it is held. */
export interface HoldPicture {
  readonly scene: Scene;
  readonly compositionId: string;
  /** Project time in milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** The objects other than layers whose states are visible, in drawing order. */
  readonly objects: readonly HeldObject[];
  /** Measures an object with other values in its state. */
  measureWith(held: HeldObject, changes: Readonly<Partial<CompositionState>>): Measures;
}

export interface HeldObject extends Measures {
  readonly object: SceneObject;
  readonly state: CompositionState;
}

/** Whether an object is a line that surrounds nothing; a path with closed points is a shape. */
export function isOpenLine({ object, state }: HeldObject): boolean {
  return isLine(object.kind) && !(isPath(object.kind) && state.points !== undefined && state.closed === true);
}

/** Letters of a text or an equation. */
export interface LetteringShape {
  /** Height of an em in scene pixels. */
  readonly emHeight: number;
  /** The colour of all letters, with the object's opacity in its alpha; null if they have several or an outline. */
  readonly color: Color | null;
}

/** Measurements of an object from its outlines. */
export interface Measures {
  /** False if there were too many letters to draw. The other fields are then unknown. */
  readonly isMeasured: boolean;
  /** Painted area in scene pixels, possibly outside the frame; null if the object paints nothing. */
  readonly box: Bounds | null;
  /** The corners of its own box, which may be turned, in scene pixels; null without a box. */
  readonly corners: Quadrilateral | null;
  /** Whether everything that it paints has the colour of the scene's opaque background. */
  readonly hasBackgroundColor: boolean;
  /** Null for objects other than texts and equations. */
  readonly lettering: LetteringShape | null;
  /** How many coordinates the outlines that it paints have. */
  readonly coordinates: number;
  /** The drawn object; null for texts and equations, whose outlines would fill the memory. */
  readonly drawn: ObjectNode | null;
}

const nothingPainted: Measures = {
  isMeasured: true,
  box: null,
  corners: null,
  hasBackgroundColor: false,
  lettering: null,
  coordinates: 0,
  drawn: null,
};
const notMeasured: Measures = { ...nothingPainted, isMeasured: false };

/** Number of objects measured before other tasks get their turn. */
const objectsAtOnce = 50;

/**
 * Measures the objects of every hold, or of the only picture of a project without duration. Rejects with the signal's
 * reason when aborted, and with a ContentError for an equation that takes too long.
 */
export async function measureHolds(
  project: Project,
  timeline: Timeline,
  draw: BoundedDrawing,
  signal?: AbortSignal,
): Promise<HoldPicture[]> {
  const measurers = project.sceneOrder.map((id) => new SceneMeasurer(project.scenes[id], draw));
  const pictures: HoldPicture[] = [];
  let measured = 0;
  for (const { sceneIndex, compositionId, startMs, endMs } of holdsOf(project, timeline)) {
    const measurer = measurers[sceneIndex];
    const { states } = measurer.scene.compositions[compositionId];
    const poses = new Map(seenPoses(timeline.at(startMs).poses).map((pose) => [pose.objectId, pose]));
    const objects: HeldObject[] = [];
    for (const object of measurer.inDrawingOrder) {
      const state = states[object.id];
      if (!state?.visible || isLayer(object.kind)) continue;
      objects.push({ object, state, ...measurer.measure(poses.get(object.id)) });
      if (++measured % objectsAtOnce === 0) {
        await setImmediate();
        signal?.throwIfAborted();
      }
    }
    pictures.push({
      scene: measurer.scene,
      compositionId,
      startMs,
      endMs,
      objects,
      measureWith: ({ object, state }, changes) =>
        measurer.measureChanged(
          object.id,
          withChanges(state, changes),
          measurer.scene.compositions[compositionId],
        ),
    });
  }
  return pictures;
}

/** Changes of fields with a formula have no effect. */
function withChanges(state: CompositionState, changes: Partial<CompositionState>): CompositionState {
  if (state.formulas === undefined) return { ...state, ...changes };
  const computed = computedFields(state);
  const effective = Object.entries(changes).filter(([name]) => !computed.has(name as keyof CompositionState));
  return { ...state, ...Object.fromEntries(effective) };
}

/** Fields with a formula have their value at rest. */
function atRest({ formulas: _, ...state }: CompositionState): CompositionState {
  return state;
}

/** Measures the objects of a scene. An object that looks the same in the next hold is not drawn again. */
class SceneMeasurer {
  readonly scene: Scene;
  readonly inDrawingOrder: readonly SceneObject[];
  readonly #draw: BoundedDrawing;
  /** They may call each other. */
  readonly #plots: Scene['objects'];
  readonly #background: Color | null;
  readonly #known = new Map<string, { readonly pose: Pose; readonly measures: Measures }>();

  constructor(scene: Scene, draw: BoundedDrawing) {
    this.scene = scene;
    this.inDrawingOrder = sceneGraphOf(scene.objects).objects;
    this.#plots = Object.fromEntries(Object.entries(scene.objects).filter(([, { kind }]) => isPlot(kind)));
    this.#draw = draw;
    this.#background = parseColor(scene.background);
  }

  measure(pose: Pose | undefined): Measures {
    if (!pose) return nothingPainted;
    const cached = this.#known.get(pose.objectId);
    if (cached && paintsTheSame(cached.pose, pose)) return cached.measures;
    const measures = this.#measureAnew(pose);
    this.#known.set(pose.objectId, { pose, measures });
    return measures;
  }

  /** Returns an object with another state. Of the composition's other states, only those of its ancestors and layers matter. */
  measureChanged(id: string, changed: CompositionState, { states, variables }: Composition): Measures {
    const { objects, ...scene } = this.scene;
    const kept: Scene['objects'] = { ...this.#plots };
    const keptStates: Record<string, CompositionState> = {};
    const keep = (one: string) => {
      kept[one] = objects[one];
      const state = one === id ? changed : states[one];
      if (state !== undefined) keptStates[one] = atRest(state);
    };
    for (const layer of layersAround(objects, id)) keep(layer);
    for (let current: string | null = id; current !== null; current = objects[current].parentId ?? null) {
      keep(current);
    }
    const composition = { id: 'only', name: '', accent: 'none', duration: 0, states: keptStates, variables };
    const single: Scene = {
      ...scene,
      objects: kept,
      compositions: { only: composition },
      compositionOrder: ['only'],
      transitions: {},
      audioTracks: {},
    };
    const project: Project = { name: '', version: 2, sceneOrder: [scene.id], scenes: { [scene.id]: single } };
    const pose = seenPoses(compileTimeline(project).at(0).poses).find(({ objectId }) => objectId === id);
    return pose ? this.#measureAnew(pose) : nothingPainted;
  }

  #measureAnew(pose: Pose): Measures {
    const node = this.#draw(this.scene.id, pose);
    if (node === 'too-much') return notMeasured;
    const box = node && paintedBox(node);
    if (!node || !box) return nothingPainted;
    return {
      isMeasured: true,
      box,
      corners: turnedCorners(contentBox(node) ?? box, node.matrix),
      hasBackgroundColor: hasOnlyColor(node, this.#background),
      lettering: letteringShapeOf(pose.kind, node),
      coordinates: countCoordinates(node),
      drawn: hasLetters(pose.kind) ? null : node,
    };
  }
}

/** Whether two poses have the same measures. */
function paintsTheSame(one: Pose, other: Pose): boolean {
  return (
    one.appearance === other.appearance &&
    one.opacity === other.opacity &&
    one.matrix.every((value, index) => value === other.matrix[index])
  );
}

interface HoldTime {
  readonly sceneIndex: number;
  readonly compositionId: string;
  readonly startMs: number;
  readonly endMs: number;
}

function holdsOf(project: Project, timeline: Timeline): readonly HoldTime[] {
  if (timeline.segments.length > 0) return timeline.segments.filter((segment) => segment.kind === 'hold');
  const { sceneIndex } = timeline.at(0);
  const { compositionOrder } = project.scenes[project.sceneOrder[sceneIndex]];
  const compositionId = compositionOrder[compositionOrder.length - 1];
  return [{ sceneIndex, compositionId, startMs: 0, endMs: 0 }];
}

/** Returns the place of an object's state for advice. */
export function statePath({ scene, compositionId }: HoldPicture, { object }: HeldObject): string {
  return `scenes.${scene.id}.compositions.${compositionId}.states.${object.id}`;
}

/** Whether an object is a text to be read. A text of symbols only, such as a triangle, is a shape. */
export function isRead({ kind }: SceneObject, { text }: CompositionState): boolean {
  return isTypeset(kind) || (isProse(kind) && /[\p{L}\p{N}]/u.test(text));
}

/** Returns the shape of a drawn text or equation; null for other objects. */
function letteringShapeOf(kind: ObjectKind, node: ObjectNode): LetteringShape | null {
  if (!hasLetters(kind)) return null;
  // The node's unit is the em.
  const emHeight = Math.hypot(node.matrix[2], node.matrix[3]);
  return { emHeight, color: letterColorOf(node) };
}

function letterColorOf({ children, opacity }: ObjectNode): Color | null {
  const colors = new Set(colorsOf(children));
  const [color] = colors;
  return colors.size === 1 && color ? { ...color, alpha: color.alpha * opacity } : null;
}

/** The colours of fills; null for anything else that is painted. */
function* colorsOf(nodes: readonly DisplayNode[]): Generator<Color | null> {
  for (const node of nodes) {
    if (node.type === 'group') yield* colorsOf(node.children);
    else yield node.type === 'fill' ? node.color : null;
  }
}

function turnedCorners({ left, top, right, bottom }: Bounds, [a, b, c, d, e, f]: Matrix): Quadrilateral {
  const corner = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}

/** Whether a node paints with a single opaque colour; false for images. */
export function hasOnlyColor(node: ObjectNode, color: Color | null): boolean {
  return color?.alpha === 1 && paintsOnly(node.children, color);
}

function paintsOnly(nodes: readonly DisplayNode[], color: Color): boolean {
  return nodes.every((node) => {
    if (node.type === 'group') return paintsOnly(node.children, color);
    if (node.type === 'image') return false;
    const { red, green, blue } = node.color;
    return red === color.red && green === color.green && blue === color.blue;
  });
}
