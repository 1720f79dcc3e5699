import { isVideo } from '../language/kinds.ts';
import { type ByteSource, type FileSource, MemorySource } from '../media/byte-source.ts';
import type { Clip, Footage } from '../media/video/footage.ts';
import type { StopSignal } from '../media/video/picture-reader.ts';
import { decodeBase64, parseDataUrl } from '../project/data-url.ts';
import type { MediaAsset, SceneObject } from '../project/object-schemas.ts';
import type { Path } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';

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

function embedded(src: string): ByteSource | undefined {
  const url = parseDataUrl(src);
  const bytes = url?.base64 === true ? decodeBase64(url.data) : undefined;
  return bytes ? new MemorySource(bytes) : undefined;
}
