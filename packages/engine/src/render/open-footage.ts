import { isVideo, isWaveform } from '../language/kinds.ts';
import { showClock } from '../language/written-times.ts';
import { type ByteSource, type FileSource, MemorySource } from '../media/byte-source.ts';
import { audibleTracks, hasClipSound, setClipSound } from '../media/sound/sound-schedule.ts';
import type { Clip, Footage } from '../media/video/footage.ts';
import type { StopSignal } from '../media/video/picture-reader.ts';
import { ContentError } from '../project/content-error.ts';
import { decodeBase64, parseDataUrl } from '../project/data-url.ts';
import { maxInputBytes } from '../project/limits.ts';
import type { MediaAsset, SceneObject } from '../project/object-schemas.ts';
import { problemAt } from '../project/problem.ts';
import type { Path } from '../project/problem-text.ts';

import type { AudioTrack, Project } from '../project/schema.ts';
import type { ClipStamps } from '../timeline/footage.ts';
import type { TimelineScene } from '../timeline/timeline.ts';
import { RenderError } from './render-error.ts';

/** For how long the sounds of clips are heard in a film, all together: they are decoded into memory. */
const maxHeardMs = 1_200_000;

/** The longest part of a clip whose stamps are read. */
const maxIndexedMs = 1_200_000;

/** Opened files by the `src` that names them in a project. */
export type OpenedFiles = ReadonlyMap<string, FileSource>;

/** An object that shows a clip. */
export interface ClipObject extends SceneObject {
  readonly media: MediaAsset;
  readonly path: Path;
}

/** Returns the objects of a project that show a clip. */
export function clipObjectsOf(project: Project): readonly ClipObject[] {
  return project.sceneOrder.flatMap((sceneId) =>
    Object.values(project.scenes[sceneId].objects).flatMap(({ media, ...object }) =>
      isVideo(object.kind) && media !== undefined
        ? [{ ...object, media, path: ['scenes', sceneId, 'objects', object.id, 'media'] }]
        : [],
    ),
  );
}

/** Whether a project shows clips. */
export function hasClips(project: Project): boolean {
  return clipObjectsOf(project).length > 0;
}

/** Returns the clips of a project: those that are embedded, and those in opened files. */
export function clipsOf(project: Project, files: OpenedFiles): ReadonlyMap<string, Clip> {
  const clips = new Map<string, Clip>();
  for (const { media, path } of clipObjectsOf(project)) {
    if (clips.has(media.src)) continue;
    const source = files.get(media.src) ?? embedded(media.src);
    if (source !== undefined) clips.set(media.src, { source, path });
  }
  return clips;
}

/**
 * Prepares the clips of a project to be decoded; undefined for a project without any, which loads no decoder. The caller
 * closes it.
 */
export async function openFootage(
  project: Project,
  files: OpenedFiles,
  signal?: StopSignal,
): Promise<Footage | undefined> {
  const clips = clipsOf(project, files);
  if (clips.size === 0) return undefined;
  const { Footage } = await import('../media/video/footage.ts');
  return new Footage(clips, signal);
}

/**
 * Returns a project whose clips are embedded, for somebody without access to their files. Throws a RenderError for clips that are
 * larger than a document may be.
 */
export function withClips({
  project,
  openedFiles,
}: {
  readonly project: Project;
  readonly openedFiles: OpenedFiles;
}): Project {
  if (openedFiles.size === 0) return project;
  const clips = clipObjectsOf(project);
  const bytes = [...openedFiles.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes * 2 > maxInputBytes) {
    const rule = `is a clip, and all clips together have ${bytes} bytes, but a queue takes at most ${maxInputBytes / 2}, because workers have no access to files; use "batch" on this machine, or smaller clips`;
    throw new RenderError('unsupported', [problemAt(clips[0]?.path ?? [], 'unsupported-media', rule)]);
  }
  const urls = new Map(
    [...openedFiles].map(([src, file]) => [src, file.read(0, file.length).toString('base64')] as const),
  );
  const withUrl = (asset: MediaAsset): MediaAsset => {
    const data = urls.get(asset.src);
    return data === undefined ? asset : { ...asset, src: `data:${asset.mime};base64,${data}` };
  };
  const copy = structuredClone(project);
  for (const { objects, audioTracks = {} } of Object.values(copy.scenes)) {
    for (const object of Object.values(objects)) if (object.media) object.media = withUrl(object.media);
    for (const track of Object.values(audioTracks)) track.asset = withUrl(track.asset);
  }
  return copy;
}

/** Reads when the pictures of a project's clips change, as far as they are shown, for `compileTimeline`. */
export async function readClipStamps(
  project: Project,
  filmMs: number,
  files: OpenedFiles,
): Promise<ClipStamps> {
  const stamps = new Map<string, Float64Array>();
  const clips = clipsOf(project, files);
  if (clips.size === 0) return stamps;
  const { readStamps } = await import('../media/video/read-stamps.ts');
  for (const [src, { source }] of clips) {
    const shown = clipObjectsOf(project).flatMap(({ media, playback }) =>
      playback && media.src === src ? [playback] : [],
    );
    const fromMs = Math.min(...shown.map(({ offset }) => offset));
    const toMs = Math.max(
      ...shown.map(({ offset, duration, speed = 1, cuts }) =>
        cuts === undefined ? offset + Math.min(duration, filmMs * speed) : offset + duration,
      ),
    );
    const found = toMs - fromMs > maxIndexedMs ? undefined : readStamps(source, fromMs, toMs);
    if (found !== undefined) stamps.set(src, found);
  }
  return stamps;
}

/** Whether a track plays the sound of a clip. */
export function isOfClip({ asset }: AudioTrack): boolean {
  return asset.mime.startsWith('video/');
}

/** Whether pictures of a project show its sound. */
export function showsSound(project: Project): boolean {
  return Object.values(project.scenes).some(({ objects }) =>
    Object.values(objects).some(({ kind }) => isWaveform(kind)),
  );
}

/**
 * Decodes the sounds of clips that are heard in a film, for `scheduleSound`. Rejects with a ContentError that names the
 * place of one that cannot be decoded, or with the signal's reason.
 */
export async function loadClipSounds(
  project: Project,
  scenes: readonly TimelineScene[],
  files: OpenedFiles,
  signal?: AbortSignal,
): Promise<void> {
  const heard = scenes.flatMap(({ id, durationMs }) =>
    audibleTracks(project.scenes[id], durationMs).flatMap((track) =>
      isOfClip(track) && !hasClipSound(track)
        ? [{ track, path: ['scenes', id, 'audioTracks', track.id, 'asset'] }]
        : [],
    ),
  );
  if (heard.length === 0) return;
  const heardMs = heard.reduce((sum, { track }) => sum + track.duration, 0);
  if (heardMs > maxHeardMs) {
    const rule = `is of a clip, and clips are heard for ${showClock(heardMs)}, but for at most ${showClock(maxHeardMs)}; mute some, or show shorter parts`;
    throw new ContentError(heard.slice(0, 1).map(({ path }) => problemAt(path, 'count', rule)));
  }
  const { soundOfTrack } = await import('../media/video/clip-track.ts');
  for (const { track, path } of heard) {
    const source = files.get(track.asset.src) ?? embedded(track.asset.src);
    const sound = source && (await soundOfTrack(source, track, signal));
    if (sound?.ok) setClipSound(track, sound.value);
    else
      throw new ContentError(
        (sound?.problems ?? ['the clip is missing']).map((problem) =>
          problemAt(path, 'damaged-media', problem),
        ),
      );
  }
}

function embedded(src: string): ByteSource | undefined {
  const url = parseDataUrl(src);
  const bytes = url?.base64 === true ? decodeBase64(url.data) : undefined;
  return bytes ? new MemorySource(bytes) : undefined;
}
