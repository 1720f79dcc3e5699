import type { Path } from '../project/problem-text.ts';
import type { ResolvedShorthand } from './schema.ts';

/** A picture or sound of a project; `asset.src` may be replaced. */
export interface Source {
  readonly asset: { src: string };
  readonly type: 'image' | 'media';
  /** Place of `src` in the shorthand. */
  readonly path: Path;
}

/** Returns the sources of a project that are files: neither empty nor a URL of any scheme. */
export function fileSources(project: ResolvedShorthand): Source[] {
  const scenes =
    project.scenes === undefined
      ? [{ scene: project, path: [] as Path }]
      : Object.entries(project.scenes).map(([id, scene]) => ({ scene, path: ['scenes', id] as Path }));
  const sources: Source[] = [];
  for (const { scene, path } of scenes) {
    for (const [id, { image, media }] of Object.entries(scene.objects ?? {})) {
      const place = [...path, 'objects', id];
      if (image !== undefined)
        sources.push({ asset: image, type: 'image', path: [...place, 'image', 'src'] });
      if (media !== undefined)
        sources.push({ asset: media, type: 'media', path: [...place, 'media', 'src'] });
    }
    for (const [id, { asset }] of Object.entries(scene.audioTracks ?? {})) {
      sources.push({ asset, type: 'media', path: [...path, 'audioTracks', id, 'asset', 'src'] });
    }
  }
  return sources.filter(({ asset }) => isFilePath(asset.src));
}

/** Whether a source is a file: neither empty nor a URL of any scheme. */
export function isFilePath(src: string): boolean {
  return src !== '' && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(src);
}
