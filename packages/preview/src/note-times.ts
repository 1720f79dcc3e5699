import type { HoldLayout } from '@render-service/engine';
import type { FilmOutline } from '@render-service/engine/film';
import { type Path, parsePath } from '@render-service/engine/text';

type Segment = FilmOutline['segments'][number];

/**
 * Returns a time at which the part of the project at a path is in force, and the object of that part is seen; null if none
 * is known. Where it is not seen, as on the way to its composition, it is a hold that shows it, rather a later one.
 */
export function timeOf(
  path: string,
  object: string | null,
  { outline, layout }: { readonly outline: FilmOutline | null; readonly layout: readonly HoldLayout[] },
): number | null {
  if (!outline) return null;
  const parts = parsePath(path);
  const segment = segmentAt(parts, outline);
  const scene = segment
    ? outline.scenes[segment.scene].id
    : parts.includes('scenes')
      ? parts[parts.indexOf('scenes') + 1]
      : undefined;
  const shown = layout.filter(
    (hold) =>
      object !== null &&
      (scene === undefined || hold.scene === scene) &&
      hold.objects.some(({ id, box }) => box && `${id}.`.startsWith(`${object}.`)),
  );
  if (!segment) return shown[0] ? middleOf(shown[0]) : null;
  const next = shown.find(({ startMs }) => startMs >= segment.startMs) ?? shown.at(-1);
  return middleOf(next && !isSeenIn(segment, shown) ? next : segment);
}

/** Returns the time in the middle of a hold or a transition. */
export function middleOf({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }): number {
  return (startMs + endMs) / 2;
}

/** Whether an object is seen throughout a hold or a transition; `shown` are the holds that show it. */
function isSeenIn({ startMs, endMs, toId }: Segment, shown: readonly HoldLayout[]): boolean {
  if (toId === null) return shown.some((hold) => hold.startMs < endMs && hold.endMs > startMs);
  return [startMs, endMs].every((end) => shown.some((hold) => hold.endMs === end || hold.startMs === end));
}

/** The hold or the transition that a path leads into; undefined for one that leads elsewhere. */
function segmentAt(path: Path, { segments }: FilmOutline): Segment | undefined {
  const around = segments
    .map((segment) => ({ segment, place: parsePath(segment.path) }))
    .filter(({ place }) => place.every((part, index) => part === path[index]));
  const longest = Math.max(...around.map(({ place }) => place.length));
  const nearest = around.filter(({ place }) => place.length === longest).map(({ segment }) => segment);
  // A composition that is not held is seen on the way to it.
  const composition = path.includes('compositions') ? path[path.indexOf('compositions') + 1] : undefined;
  return (
    nearest.find(({ toId }) => toId === null) ??
    nearest[0] ??
    segments.find(({ toId }) => toId !== null && toId === composition)
  );
}
