import { isDeepStrictEqual } from 'node:util';
import { joinWords, parsePath, showNumber } from '../project/problem-text.ts';
import type { CompositionState, Project, Scene } from '../project/schema.ts';
import { trackOf } from '../project/tracks.ts';
import type { AdviceList } from './advice.ts';

/** Larger differences are intended. As shares of the frame's shorter side, and of the font size. */
const maxMove = 0.05;
const maxGrowth = 0.25;

const lengths = ['x', 'y', 'width', 'height'] as const;

/** A field that differs in one composition. */
interface Difference {
  readonly field: (typeof lengths)[number] | 'fontSize';
  readonly value: number;
  /** The value in the compositions before and after. */
  readonly usual: number;
}

/** Advises on an object that is slightly elsewhere in one composition, and back in its place in the next. */
export function adviseOnJumps(project: Project, list: AdviceList): void {
  for (const sceneId of project.sceneOrder) {
    const scene = project.scenes[sceneId];
    for (let index = 1; index + 1 < scene.compositionOrder.length; index++) {
      if (list.full) return;
      adviseOnComposition(scene, index, list);
    }
  }
}

function adviseOnComposition(scene: Scene, index: number, list: AdviceList): void {
  const { compositionOrder, compositions } = scene;
  const [before, here, after] = compositionOrder.slice(index - 1, index + 2).map((id) => compositions[id]);
  if (!before || !here || !after) return;
  const returning = Object.keys(here.states).filter(
    (id) =>
      isDeepStrictEqual(before.states[id], after.states[id]) &&
      !isDeepStrictEqual(before.states[id], here.states[id]),
  );
  // Several objects that come back together are a movement.
  const [id] = returning;
  if (id === undefined || returning.length > 1) return;
  const [usual, state] = [before.states[id], here.states[id]];
  if (!usual?.visible || !state?.visible) return;
  const differences = differencesOf(usual, state, Math.min(scene.width, scene.height));
  if (differences === null || hasTrack(scene, id, here.id, list)) return;
  const place = `scenes.${scene.id}.compositions.${here.id}.states.${id}`;
  const areWritten = differences.every(({ field }) => isWrittenAt(`${place}.${field}`, here.id, list));
  if (!areWritten) return;
  const shown = differences.map(
    ({ field, value, usual: other }) => `${field} ${showNumber(value)} instead of ${showNumber(other)}`,
  );
  list.add({
    rule: 'jump',
    path: place,
    message: `${id} is elsewhere in this composition alone: ${joinWords(shown, 'and')} before and after; use the same numbers, or a clearly different place`,
    fix: Object.fromEntries(differences.map(({ field, usual: other }) => [field, other])),
  });
}

/** Returns the differences between two states; null if anything differs besides small changes of place and size. */
function differencesOf(
  usual: CompositionState,
  state: CompositionState,
  shorterSide: number,
): readonly Difference[] | null {
  // A variable that comes back is a movement.
  if (usual.formulas !== undefined || state.formulas !== undefined) return null;
  const differences: Difference[] = [];
  for (const field of [...lengths, 'fontSize'] as const) {
    if (usual[field] !== state[field]) differences.push({ field, value: state[field], usual: usual[field] });
  }
  const restored = { ...state, ...Object.fromEntries(differences.map((one) => [one.field, one.usual])) };
  const areSmall = differences.every(({ field, value, usual: other }) =>
    field === 'fontSize'
      ? Math.abs(value - other) <= maxGrowth * other
      : Math.abs(value - other) <= maxMove * shorterSide,
  );
  return differences.length > 0 && areSmall && isDeepStrictEqual(restored, usual) ? differences : null;
}

/** Whether a transition to or from a composition has a track that the author wrote for this object. */
function hasTrack(scene: Scene, id: string, composition: string, list: AdviceList): boolean {
  return Object.values(scene.transitions).some(({ id: transition, fromId, toId, tracks }) => {
    const ownTrack = trackOf(tracks, id);
    if ((fromId !== composition && toId !== composition) || !ownTrack) return false;
    const path = list.describePlace(`scenes.${scene.id}.transitions.${transition}.tracks.${ownTrack.key}`);
    return ownTrack.track.implicit !== true && parsePath(path).at(-1) !== '*';
  });
}

/** Whether an author wrote a field in a composition. Relations and groups also move objects, but not by mistake. */
function isWrittenAt(place: string, composition: string, list: AdviceList): boolean {
  const path = parsePath(list.describePlace(place));
  const index = path.lastIndexOf('states');
  return path[index - 1] === composition && path.length === index + 3;
}
