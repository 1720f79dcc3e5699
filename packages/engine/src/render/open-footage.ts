import { isVideo, isWaveform } from '../language/kinds.ts';
import { type ByteSource, type FileSource, MemorySource } from '../media/byte-source.ts';
import { audibleTracks, hasClipSound, setClipSound } from '../media/sound/sound-schedule.ts';
import type { Clip, Footage } from '../media/video/footage.ts';
import type { StopSignal } from '../media/video/picture-reader.ts';
import { ContentError } from '../project/content-error.ts';
import { decodeBase64, parseDataUrl } from '../project/data-url.ts';
import type { MediaAsset, SceneObject } from '../project/object-schemas.ts';
import { problemAt } from '../project/problem.ts';
import type { Path } from '../project/problem-text.ts';
import type { AudioTrack, Project } from '../project/schema.ts';
import type { TimelineScene } from '../timeline/timeline.ts';

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
