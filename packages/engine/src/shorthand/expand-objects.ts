import { isVideo } from '../language/kinds.ts';
import { showClock } from '../language/written-times.ts';
import type { MediaAsset, Playback, SceneObject } from '../project/object-schemas.ts';
import type { Path } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import { type Expansion, minBytes } from './budget.ts';
import type { ObjectsAndGroups } from './groups.ts';
import { readOutlinesUrl } from './kinds/icon/vector-svg.ts';
import { completeImage, completeMedia } from './media.ts';

/** Maximum `order` of an object. */
const maxOrder = 100_000;

/** Kind of an object with broken media. It needs none, so they are not also reported as missing. */
const withoutMedia = 'circle';

const wholeNumber = /^(0|[1-9]\d*)$/;

/** Gives images written with a `src` the sides that they leave out, from their files; at most those of the frame. */
export function withNaturalSizes(
  drawn: ObjectsAndGroups['objects'],
  objects: Readonly<Record<string, SceneObject>>,
  frame: { readonly width: number; readonly height: number },
): ObjectsAndGroups['objects'] {
  const sized = Object.entries(drawn).map(([id, object]) => {
    const { image: bitmap, vector, media } = objects[id] ?? {};
    const image = bitmap ?? vector ?? naturalSize(media);
    const { width, height, place } = object.state ?? {};
    // Its place gives it another size.
    if (object.natural !== true || image === undefined || place === 'fill') return [id, object] as const;
    const ratio = image.width / image.height;
    const fit = Math.min(1, frame.width / image.width, frame.height / image.height);
    const size =
      width !== undefined
        ? { width, height: height ?? width / ratio }
        : height !== undefined
          ? { width: height * ratio, height }
          : { width: image.width * fit, height: image.height * fit };
    return [id, { ...object, state: { ...object.state, ...size } }] as const;
  });
  return Object.assign(Object.create(null), Object.fromEntries(sized));
}

function naturalSize({ width, height }: Partial<MediaAsset> = {}) {
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** Completes what plays of a clip: all of it, or the rest. Its start depends on the compositions. */
function completePlayback(
  { start = 0, offset = 0, ...playback }: Partial<Playback> = {},
  { duration }: MediaAsset,
): Playback {
  return { start, offset, ...playback, duration: playback.duration ?? Math.max(0, duration - offset) };
}

/** Returns the playback of a range of a clip; reports one that begins or ends after the clip, and returns all of it. */
function withinClip(
  playback: Playback,
  { duration: clipMs }: MediaAsset,
  path: Path,
  problems: Problems,
): Playback {
  const { offset, duration } = playback;
  const end = showClock(clipMs);
  const isLate = offset >= clipMs && offset > 0;
  if (!isLate && offset + duration <= clipMs + 1) return playback;
  const rule = isLate
    ? `must be before ${end}, where the clip ends, but is ${showClock(offset)}`
    : `must not end after ${end}, where the clip ends, but ends at ${showClock(offset + duration)}`;
  problems.add([...path, isLate ? 'offset' : 'duration'], 'time-span', rule);
  return { start: playback.start, offset: 0, duration: clipMs };
}

/** Refuses whole numbers as keys: JSON readers move them to the front, which loses their place in the document. */
export function refuseWholeNumbers(map: object, path: Path, order: string, problems: Problems): void {
  const key = Object.keys(map).find((name) => wholeNumber.test(name));
  if (key === undefined) return;
  problems.add(
    [...path, key],
    'key',
    `must not be a whole number, because JSON readers reorder such keys; choose another name, or write ${order}`,
  );
}

/** Completes the objects of a scene. Adds problems and returns undefined if it cannot, or if they exceed the budget. */
export function expandObjects(
  objects: ObjectsAndGroups['objects'],
  names: ReadonlyMap<string, string>,
  path: Path,
  { problems, budget }: Expansion,
): Record<string, SceneObject> | undefined {
  const place = [...path, 'objects'];
  const entries = Object.entries(objects);
  const bytes = entries.reduce(
    (sum, [id, { image, media }]) =>
      sum + minBytes.object + 3 * id.length + (image?.src.length ?? 0) + (media?.src.length ?? 0),
    0,
  );
  if (!budget.take(bytes, place, () => `${entries.length} objects`)) return undefined;
  if (entries.some(([, { order }]) => order === undefined)) {
    refuseWholeNumbers(objects, place, 'the order of every object', problems);
    if (entries.length > maxOrder + 1) {
      problems.add(
        place,
        'count',
        `must have at most ${maxOrder + 1} objects without order, but has ${entries.length}`,
      );
      return undefined;
    }
  }
  const expanded: Record<string, SceneObject> = Object.create(null);
  for (const [index, [id, object]] of entries.entries()) {
    if (problems.full) return undefined;
    const {
      state: _,
      image,
      media,
      playback,
      children: __,
      columns,
      equal,
      attached,
      enter,
      exit,
      follows,
      carries,
      holds,
      emphasizes,
      placed,
      natural,
      heard: ____,
      startsWith: _____,
      fixed,
      decorative,
      ...identity
    } = object;
    const written: SceneObject = {
      ...identity,
      id: identity.id ?? id,
      name: identity.name ?? names.get(id) ?? id,
      order: identity.order ?? index,
      locked: identity.locked ?? false,
      groupId: identity.groupId ?? null,
    };
    const vector = image && readOutlinesUrl(image.src);
    if (vector !== undefined) {
      written.vector = vector;
    } else if (image !== undefined) {
      const complete = completeImage(image, [...place, id, 'image'], problems);
      if (complete === undefined) written.kind = withoutMedia;
      else written.image = complete;
    }
    if (media !== undefined) {
      const complete = completeMedia(media, [...place, id, 'media'], problems);
      if (complete === undefined) written.kind = withoutMedia;
      else written.media = complete;
      if (complete !== undefined && isVideo(written.kind)) {
        const whole = completePlayback(playback, complete);
        written.playback = withinClip(whole, complete, [...place, id, 'playback'], problems);
      }
    }
    expanded[id] = written;
  }
  return expanded;
}
