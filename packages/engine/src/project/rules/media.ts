import { isPicture, isVideo } from '../../language/kinds.ts';
import { isMap } from '../check.ts';
import { isDataUrl, parseDataUrl } from '../data-url.ts';
import type { MediaAsset, Playback, SceneObject, VectorField } from '../object-schemas.ts';
import { mustBe, type Path, showNumber, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { AudioTrack, Scene } from '../schema.ts';
import { endsWithin, exceeds } from './timing.ts';

/** Maximum excess of playback over its source, in milliseconds: authoring tools round the duration. */
const overrun = 1;

/**
 * Checks that objects have the media that their kind requires, that audio tracks have sound, and that declarations are
 * consistent.
 */
export function checkSceneMedia(scene: Scene, path: Path, problems: Problems): void {
  for (const id of Object.keys(scene.objects)) {
    if (problems.full) return;
    const object = scene.objects[id];
    if (object !== undefined && mayHoldMedia(object)) checkObject(object, [...path, 'objects', id], problems);
  }
  for (const [id, track] of Object.entries(scene.audioTracks ?? {})) {
    if (problems.full) return;
    checkAudioTrack(track, [...path, 'audioTracks', id], problems);
  }
}

function mayHoldMedia({ kind, media, vector }: SceneObject): boolean {
  return isPicture(kind) || media !== undefined || vector !== undefined;
}

function checkObject(object: SceneObject, path: Path, problems: Problems): void {
  const { kind, image, media, vector } = object;
  if (vector !== undefined) checkVector(vector, [...path, 'vector'], problems);
  else if (isPicture(kind) && !isVideo(kind) && image === undefined)
    problems.add([...path, 'image'], 'missing-field', 'is required for kind image');
  if (media !== undefined) checkAsset(media, [...path, 'media'], problems);
  if (isVideo(kind)) checkVideo(object, path, problems);
}

function checkVector({ shapes }: VectorField, path: Path, problems: Problems): void {
  // Parts of the drawing may be broken, which is reported already.
  if (!Array.isArray(shapes)) return;
  for (const [index, shape] of shapes.entries()) {
    if (problems.full) return;
    if (!isMap(shape) || typeof shape.d !== 'string' || isPathData(shape.d)) continue;
    const { d } = shape;
    const rule = 'must be path data of SVG without arcs: M, L, H, V, C, S, Q, T and Z with their numbers';
    problems.add([...path, 'shapes', index, 'd'], 'value', `${rule}, but is ${showValue(d)}`);
  }
}

function checkVideo({ media, playback }: SceneObject, path: Path, problems: Problems): void {
  if (media === undefined) problems.add([...path, 'media'], 'missing-field', 'is required for kind video');
  else {
    if (!media.mime.startsWith('video/')) {
      problems.add([...path, 'media', 'mime'], 'value', mustBe('a video type for kind video', media.mime));
    }
    for (const side of ['width', 'height'] as const) {
      if (media[side] === undefined)
        problems.add([...path, 'media', side], 'missing-field', 'is required for kind video');
    }
  }
  if (playback === undefined)
    problems.add([...path, 'playback'], 'missing-field', 'is required for kind video');
  else if (media !== undefined) checkPlayback(playback, media, [...path, 'playback'], problems);
}

function checkPlayback(playback: Playback, media: MediaAsset, path: Path, problems: Problems): void {
  checkPlayed(playback, media, path, "the media's", problems);
  const { offset, duration, cuts = [], pauses = [] } = playback;
  for (const [index, [from, to]] of cuts.entries()) {
    if (from < to && from >= offset && endsWithin(to, 0, offset + duration + overrun)) continue;
    const rule = `must be a range from ${showNumber(offset)} to ${showNumber(offset + duration)} that ends after its start`;
    problems.add(
      [...path, 'cuts', index],
      'time-span',
      `${rule}, but is [${showNumber(from)}, ${showNumber(to)}]`,
    );
  }
  for (const [index, [from, to]] of pauses.entries()) {
    const [, before] = pauses[index - 1] ?? [0, 0];
    if (from <= to && from >= before) continue;
    const rule = 'must end after its start, and begin after the pause before it has ended';
    problems.add(
      [...path, 'pauses', index],
      'time-span',
      `${rule}, but is [${showNumber(from)}, ${showNumber(to)}]`,
    );
  }
}

function checkAudioTrack(track: AudioTrack, path: Path, problems: Problems): void {
  const assetPath = [...path, 'asset'];
  checkAsset(track.asset, assetPath, problems);
  if (!track.asset.hasAudio) {
    problems.add([...assetPath, 'hasAudio'], 'value', 'must be true in an audio track, but is false');
  }
  if (track.playback !== undefined)
    checkPlayback(track.playback, track.asset, [...path, 'playback'], problems);
  else if (track.loop === true) checkLoop(track, path, problems);
  else checkPlayed(track, track.asset, path, "the asset's", problems);
}

function checkLoop({ offset, asset }: AudioTrack, path: Path, problems: Problems): void {
  if (offset < asset.duration || (offset === 0 && asset.duration === 0)) return;
  const rule = `must be before the end of the asset (${showNumber(asset.duration)})`;
  problems.add(
    [...path, 'offset'],
    'time-span',
    `${rule}, because what follows it loops, but is ${showNumber(offset)}`,
  );
}

function checkPlayed(
  { offset, duration }: { offset: number; duration: number },
  asset: MediaAsset,
  path: Path,
  whose: string,
  problems: Problems,
): void {
  if (endsWithin(offset, duration, asset.duration + overrun)) return;
  problems.add(path, 'time-span', exceeds('offset + duration', offset + duration, whose, asset.duration));
}

function checkAsset({ src, mime }: MediaAsset, path: Path, problems: Problems): void {
  if (!isDataUrl(src)) return;
  const carried = parseDataUrl(src)?.mime;
  if (carried === mime) return;
  const seen = carried === undefined ? 'has no comma after its header' : `has the type ${showValue(carried)}`;
  problems.add(
    [...path, 'src'],
    'media-source',
    `must be a data URL of the declared mime ${showValue(mime)}, but ${seen}`,
  );
}

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const numbers = (count: number) => String.raw`(?:[\s,]*${number}){${count}}`;
const command = (letters: string, count: number) => `[${letters}](?:${numbers(count)})+`;
const commands = [
  command('MmLlTt', 2),
  command('HhVv', 1),
  command('Cc', 6),
  command('SsQq', 4),
  '[Zz]',
].join('|');

/** Checks one command at a time, so that long data need no backtracking. */
const step = new RegExp(String.raw`\s*(?:${commands})[\s,]*`, 'y');

/** Whether a text is path data of SVG without arcs, which begin with a move. */
function isPathData(text: string): boolean {
  if (!/^\s*[Mm]/.test(text)) return false;
  step.lastIndex = 0;
  while (step.lastIndex < text.length) if (!step.test(text)) return false;
  return true;
}
