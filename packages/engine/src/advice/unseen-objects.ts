import { type Bounds, intersectBounds } from '../drawing/bounds.ts';
import { hiddenBy, hides } from '../drawing/covers.ts';
import { paintedBox } from '../drawing/painted-box.ts';
import { isLayer } from '../language/kinds.ts';
import { Budget } from '../project/budget.ts';
import { layersAround } from '../project/layers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import { showValue } from '../project/problem-text.ts';
import type { CompositionState, Scene } from '../project/schema.ts';
import { type Color, parseColor } from '../timeline/color.ts';
import type { Pose } from '../timeline/pose.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Advice, AdviceList } from './advice.ts';
import { adviseOnWhollyBeyond } from './beyond-frame.ts';
import type { BoundedDrawing } from './bounded-drawing.ts';
import { findFix, type Shown } from './find-fix.ts';
import { isInFrame } from './fit-into-frame.ts';
import { roundBox } from './hold-layout.ts';
import { type HeldObject, type HoldPicture, hasOnlyColor, statePath } from './pictures/hold-picture.ts';
import { nearestReadable } from './pictures/readable-color.ts';
import { minContrast, ratioOn } from './pictures/text-contrast.ts';
import { whyUnpainted } from './why-unpainted.ts';

// See docs/decisions.md, "Advice covers objects that are never seen".

/** Fractions of a transition at which to look for objects that no hold shows. */
const samples = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];

/** Maximum number of pairs of boxes to compare, to find the objects under those of the background's colour. */
const maxComparisons = 200_000;

/** Reason why an object is not seen in a hold. */
type Reason = 'paints-nothing' | 'beyond-frame' | 'covered' | 'like-background';

interface Unseen {
  readonly reason: Reason;
  /** What covers it. */
  readonly by?: string | undefined;
  readonly picture: HoldPicture;
  readonly held: HeldObject;
}

/**
 * Advises on objects that are never seen: unused, never visible, or in every hold outside the frame, unpainted, under an
 * opaque rectangle, or of the background's colour and directly on the background. Skips objects that some hold or transition shows, because
 * they have not entered yet or have left, and parents that paint nothing, because they move their children.
 */
export function adviseOnUnseenObjects(
  scenes: readonly Scene[],
  shown: Shown,
  timeline: Timeline,
  draw: BoundedDrawing,
  list: AdviceList,
): void {
  const comparisons = new Budget(maxComparisons);
  for (const [sceneIndex, scene] of scenes.entries()) {
    if (list.full) return;
    const parents = new Set(Object.values(scene.objects).map(({ parentId }) => parentId));
    const unseen = new Map<string, Unseen>();
    const seen = new Set<string>();
    for (const picture of shown.pictures.filter((one) => one.scene === scene)) {
      const coverOf = coversAmong(timeline.at(picture.startMs).poses);
      for (const [rank, held] of picture.objects.entries()) {
        const { id } = held.object;
        if (seen.has(id)) continue;
        // Texts have their own advice, also on what covers a part of them.
        const by = held.box && !held.lettering && comparisons.take(1) ? coverOf(id, held.box) : undefined;
        const reason = reasonOf(held, rank, picture, comparisons) ?? (by === undefined ? null : 'covered');
        if (reason === null) {
          seen.add(id);
          unseen.delete(id);
        } else if (!unseen.has(id)) unseen.set(id, { reason, picture, held, by });
      }
    }
    for (const [id, { reason, held }] of unseen) {
      // With an opacity of 0, an object keeps a place for others.
      const holdsPlace = parents.has(id) || (held.state.opacity === 0 && list.isTarget(scene.id, id));
      if (reason === 'paints-nothing' && holdsPlace) unseen.delete(id);
    }
    leaveOutShownByTransitions(unseen, sceneIndex, scene, timeline, draw);
    for (const unseenObject of unseen.values()) adviseOnUnseen(unseenObject, shown, list);
    const layers = new Set(Object.values(scene.objects).map(({ layerId }) => layerId));
    for (const object of Object.values(scene.objects)) {
      if (!parents.has(object.id)) adviseOnUnused(object, layers, scene, list);
    }
  }
}

/** Returns what finds the opaque rectangle that hides all of an object among poses in drawing order. */
function coversAmong(poses: readonly Pose[]): (id: string, box: Bounds) => string | undefined {
  const covers = poses.flatMap((pose, rank) => {
    const area = hiddenBy(pose);
    return area ? [{ id: pose.objectId, rank, area }] : [];
  });
  const ranks = new Map(poses.map(({ objectId }, rank) => [objectId, rank]));
  return (id, box) => {
    const own = ranks.get(id) ?? Infinity;
    return covers.find(({ rank, area }) => rank > own && hides(area, box))?.id;
  };
}

function reasonOf(
  held: HeldObject,
  rank: number,
  { scene, objects }: HoldPicture,
  comparisons: Budget,
): Reason | null {
  const { box, isMeasured } = held;
  if (!isMeasured) return null;
  // Cues may come at another time.
  if (!box) return held.object.cues?.length ? null : 'paints-nothing';
  if (!isInFrame(box, scene)) return 'beyond-frame';
  if (!held.hasBackgroundColor) return null;
  for (let below = rank - 1; below >= 0; below--) {
    const under = objects[below].box;
    if (!comparisons.take(1) || (under && intersectBounds(under, box))) return null;
  }
  return 'like-background';
}

function leaveOutShownByTransitions(
  unseen: Map<string, Unseen>,
  sceneIndex: number,
  scene: Scene,
  timeline: Timeline,
  draw: BoundedDrawing,
): void {
  const background = parseColor(scene.background);
  for (const segment of timeline.segments) {
    if (segment.sceneIndex !== sceneIndex || segment.kind !== 'transition') continue;
    for (const share of samples) {
      if (unseen.size === 0) return;
      const { poses } = timeline.at(segment.startMs + share * (segment.endMs - segment.startMs));
      const coverOf = coversAmong(poses);
      for (const pose of poses) {
        const suspect = unseen.get(pose.objectId);
        const node = suspect && draw(scene.id, pose);
        if (node === 'too-much') unseen.delete(pose.objectId);
        if (!node || node === 'too-much') continue;
        const box = paintedBox(node);
        if (!box || !isInFrame(box, scene)) continue;
        if (suspect.reason === 'like-background' && hasOnlyColor(node, background)) continue;
        if (suspect.reason === 'covered' && coverOf(pose.objectId, box) !== undefined) continue;
        unseen.delete(pose.objectId);
      }
    }
  }
}

function adviseOnUnused(
  { id, kind }: SceneObject,
  layers: ReadonlySet<string | null | undefined>,
  scene: Scene,
  list: AdviceList,
): void {
  if (isLayer(kind) && !layers.has(id)) {
    list.add({
      rule: 'unused-object',
      path: `scenes.${scene.id}.objects.${id}`,
      message: `this layer is empty; write "layerId": ${showValue(id)} in the objects that it draws, or remove it`,
    });
    return;
  }
  const states = scene.compositionOrder.flatMap((one) => scene.compositions[one].states[id] ?? []);
  if (states.some(({ visible }) => visible) || isClip(id, scene)) return;
  list.add({
    rule: 'unused-object',
    path: `scenes.${scene.id}.objects.${id}`,
    message:
      states.length === 0
        ? 'no composition has a state for this object, so it is never drawn; give it a state or remove it'
        : 'this object is not visible in any composition, so it is never drawn; make it visible or remove it',
  });
}

/** Whether another object is painted inside an object. */
function isClip(id: string, { compositions }: Scene): boolean {
  return Object.values(compositions).some(({ states }) =>
    Object.values(states).some(({ clip }) => clip === id),
  );
}

function adviseOnUnseen({ reason, picture, held, by }: Unseen, shown: Shown, list: AdviceList): void {
  const path = statePath(picture, held);
  const { scene } = picture;
  if (held.box && by !== undefined && reason === 'covered') {
    list.add({
      rule: 'covered',
      path: `scenes.${scene.id}.objects.${held.object.id}`,
      message: `this object is never seen: ${by} is drawn over all of it; give it a higher order, or move it`,
      box: roundBox(held.box),
    });
    return;
  }
  const hiding = hidingLayer(picture, held);
  const fix = reason === 'like-background' || hiding !== null ? null : findFix(picture, held, shown);
  if (reason === 'paints-nothing') {
    const place = list.describePlace(path);
    // A cell of a table that has no text is there for a fill.
    if (place.endsWith('.data')) return;
    const { message } = hiding ?? whyUnpainted(held.object.kind, held.state);
    // A wildcard names no object.
    const named = place.includes('*') ? message.replace(/^the object/, held.object.id) : message;
    list.add({ rule: 'paints-nothing', path, message: named, ...(fix && { fix }) });
  } else if (held.box && reason === 'beyond-frame') {
    adviseOnWhollyBeyond({ picture, held, box: held.box, fix }, list);
  } else if (held.box) {
    const fill = held.lettering && readableOn(parseColor(scene.background), held.state);
    const advice: Advice = {
      rule: 'like-background',
      path,
      message: `this object is never seen: it has the colour of the background, ${scene.background}, and no other object lies under it; give it another colour`,
      box: roundBox(held.box),
      ...(fill && { fix: { fill } }),
    };
    list.add(advice, 'everywhere');
  }
}

/** Explains that a layer hides its members; null if none does. */
function hidingLayer(
  { scene, compositionId }: HoldPicture,
  { object }: HeldObject,
): { readonly message: string } | null {
  for (const layer of layersAround(scene.objects, object.id)) {
    const state = scene.compositions[compositionId].states[layer];
    if (state?.visible && state.opacity > 0) continue;
    const why = state?.visible ? 'has opacity 0' : 'is not visible in this composition';
    return { message: `the object is visible, but its layer ${layer} ${why}; show the layer` };
  }
  return null;
}

/** The nearest fill that makes letters of any size readable on a background. */
function readableOn(background: Color | null, { fill, opacity }: CompositionState): string | null {
  const fillColor = parseColor(fill);
  if (!background || !fillColor) return null;
  const isReadable = (candidate: Color) =>
    ratioOn({ ...candidate, alpha: candidate.alpha * opacity }, background) >= minContrast;
  return nearestReadable(fillColor, isReadable);
}
