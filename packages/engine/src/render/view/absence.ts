import type { Bounds } from '../../drawing/bounds.ts';
import type { Project } from '../../project/schema.ts';
import { trackOf } from '../../project/tracks.ts';
import { defaultTrack } from '../../timeline/channel-builder.ts';
import type { Segment, Timeline } from '../../timeline/timeline.ts';

/** Why an object is not in the picture. Times are milliseconds of the film. */
export type Absence =
  | { readonly why: 'enters' | 'left'; readonly timeMs: number }
  /** `by` is the name of an opaque rectangle that hides all of it. */
  | { readonly why: 'covered'; readonly by: string }
  /** `empty`: it paints nothing, such as a text without letters. `never`: no composition of the scene shows it. */
  | { readonly why: 'transparent' | 'outside' | 'empty' | 'never' };

interface Shown {
  readonly segment: Segment;
  /** Whether the object enters or leaves. */
  readonly change: 'enters' | 'leaves' | null;
  readonly startMs: number;
  readonly endMs: number;
}

/** Returns why objects without paint at a time have none. */
export function absenceAt(project: Project, timeline: Timeline, timeMs: number): (object: string) => Absence {
  const { sceneIndex } = timeline.at(timeMs);
  const scene = project.scenes[project.sceneOrder[sceneIndex]];
  const transitions = new Map(
    Object.values(scene.transitions).map((one) => [`${one.fromId} ${one.toId}`, one]),
  );
  const segments = timeline.segments.filter((segment) => segment.sceneIndex === sceneIndex);
  const stateIn = (composition: string, object: string) => {
    const states = scene.compositions[composition]?.states ?? {};
    return Object.hasOwn(states, object) ? states[object] : undefined;
  };
  /** The time of a segment in which the object is shown, even if only transparently. */
  const shownIn = (segment: Segment, object: string): Shown | undefined => {
    const { startMs, endMs } = segment;
    if (segment.kind === 'hold')
      return stateIn(segment.compositionId, object)?.visible
        ? { segment, change: null, startMs, endMs }
        : undefined;
    const [from, to] = [stateIn(segment.fromId, object)?.visible, stateIn(segment.toId, object)?.visible];
    if (from && to) return { segment, change: null, startMs, endMs };
    if (!from && !to) return undefined;
    const transition = transitions.get(`${segment.fromId} ${segment.toId}`);
    const track =
      (transition && trackOf(transition.tracks, object)?.track) ?? defaultTrack(object, endMs - startMs);
    const change = to ? 'enters' : 'leaves';
    if (track.implicit === true) return { segment, change, startMs, endMs };
    return to
      ? { segment, change, startMs: startMs + track.start, endMs }
      : { segment, change, startMs, endMs: startMs + track.start + track.duration };
  };
  const isLayerSeen = (segment: Segment, object: string): boolean => {
    const { layerId } = scene.objects[object];
    if (layerId == null || segment.kind !== 'hold') return true;
    const layer = stateIn(segment.compositionId, layerId);
    return layer?.visible === true && layer.opacity > 0 && isLayerSeen(segment, layerId);
  };
  return (object) => {
    const shown = segments.flatMap((segment) => shownIn(segment, object) ?? []);
    const now = shown.find(({ change, startMs, endMs }) => {
      const hasBegun = change === 'enters' ? startMs < timeMs : startMs <= timeMs;
      return hasBegun && (timeMs < endMs || (endMs === timeline.durationMs && change !== 'leaves'));
    });
    if (now) {
      const state = now.segment.kind === 'hold' ? stateIn(now.segment.compositionId, object) : undefined;
      return {
        why: state && state.opacity > 0 && isLayerSeen(now.segment, object) ? 'empty' : 'transparent',
      };
    }
    const next = shown.find(({ startMs }) => startMs >= timeMs);
    if (next) return { why: 'enters', timeMs: next.startMs };
    const last = shown.at(-1);
    return last ? { why: 'left', timeMs: last.endMs } : { why: 'never' };
  };
}

/** Returns the absence of paint that is completely outside a frame; null if it is inside. */
export function outside(
  { left, top, right, bottom }: Bounds,
  { width, height }: { readonly width: number; readonly height: number },
): Absence | null {
  return right <= 0 || bottom <= 0 || left >= width || top >= height ? { why: 'outside' } : null;
}
