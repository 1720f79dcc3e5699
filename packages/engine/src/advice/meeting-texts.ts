import { type Bounds, intersectBounds } from '../drawing/bounds.ts';
import { paintedBox } from '../drawing/painted-box.ts';
import { Budget } from '../project/budget.ts';
import type { CompositionState, Project, Scene } from '../project/schema.ts';
import { type Pose, seenPoses } from '../timeline/pose.ts';
import type { Timeline, TransitionSegment } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';
import type { BoundedDrawing } from './bounded-drawing.ts';
import { roundBox } from './hold-layout.ts';
import { areaOf } from './pictures/box-geometry.ts';
import { isRead } from './pictures/hold-picture.ts';
import { overlappingPairs, type Quadrilateral } from './pictures/overlapping-pairs.ts';
import { cornersOf } from './pictures/turned-box.ts';

/** Shares of a transition at which texts are compared. */
const samples = [0.35, 0.5, 0.65];

/** Opacity above which both of two texts are seen. */
const seenOpacity = 0.3;

/** Share of the smaller text that the other one covers. */
const minShare = 0.15;

/** Work of drawing a text once. */
const drawing = 500;

interface MovingText {
  readonly id: string;
  readonly text: string;
  readonly box: Bounds;
  readonly corners: Quadrilateral;
}

/** Advises on texts that overlap in the middle of a transition, but not before and after it. */
export function adviseOnMeetingTexts(
  project: Project,
  timeline: Timeline,
  draw: BoundedDrawing,
  work: Budget,
  list: AdviceList,
): void {
  const said = new Set<string>();
  for (const segment of timeline.segments) {
    if (segment.kind !== 'transition') continue;
    const scene = project.scenes[project.sceneOrder[segment.sceneIndex]];
    const { fromId, toId } = segment;
    for (const share of samples) {
      if (list.full || work.isUsedUp) return;
      const timeMs = segment.startMs + share * (segment.endMs - segment.startMs);
      const texts = textsAt(timeline.at(timeMs).poses, scene, segment, { draw, work });
      for (const [one, next] of overlappingPairs(texts, new Budget(1000))) {
        const key = JSON.stringify([scene.id, [one.id, next.id].sort()]);
        if (one.text === next.text || said.has(key) || !coversMuch(one, next)) continue;
        if (areTogether(scene, [fromId, toId], one.id, next.id)) continue;
        // Labels of one chart pass each other when its order changes.
        const [own, theirs] = [one, next].map(({ id }) =>
          list.describePlace(`scenes.${scene.id}.objects.${id}`),
        );
        if (own === theirs) continue;
        said.add(key);
        const entering = isVisibleIn(scene, fromId, one.id) ? next : one;
        const present = entering === one ? next : one;
        list.add({
          rule: 'texts-meet',
          path: `scenes.${scene.id}.compositions.${toId}.states.${entering.id}`,
          message: `${entering.id} and ${present.id} overlap in the middle of the transition from ${fromId} to ${toId}; let one start when the other is gone, or move them apart`,
          box: roundBox(entering.box),
        });
      }
    }
  }
}

function textsAt(
  poses: readonly Pose[],
  scene: Scene,
  { fromId, toId }: TransitionSegment,
  { draw, work }: { draw: BoundedDrawing; work: Budget },
): MovingText[] {
  return seenPoses(poses).flatMap((pose) => {
    const object = scene.objects[pose.objectId];
    const state = stateIn(scene, toId, pose.objectId) ?? stateIn(scene, fromId, pose.objectId);
    if (!object || !state || pose.opacity < seenOpacity || !isRead(object, state)) return [];
    if (!work.take(drawing)) return [];
    const node = draw(scene.id, pose);
    const box = node && node !== 'too-much' ? paintedBox(node) : null;
    if (!box) return [];
    return [{ id: object.id, text: state.text, box, corners: cornersOf(box) }];
  });
}

function coversMuch({ box: one }: MovingText, { box: next }: MovingText): boolean {
  const shared = intersectBounds(one, next);
  return shared !== null && areaOf(shared) > minShare * Math.min(areaOf(one), areaOf(next));
}

/** Whether one of the compositions holds both, where their overlap is advised on. */
function areTogether(scene: Scene, compositions: readonly string[], one: string, next: string): boolean {
  return compositions.some((id) => isVisibleIn(scene, id, one) && isVisibleIn(scene, id, next));
}

function isVisibleIn(scene: Scene, composition: string, id: string): boolean {
  const state = stateIn(scene, composition, id);
  return state?.visible === true && state.opacity > 0;
}

function stateIn(scene: Scene, composition: string, id: string): CompositionState | undefined {
  return scene.compositions[composition]?.states[id];
}
