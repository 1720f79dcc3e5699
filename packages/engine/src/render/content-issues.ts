import { isPicture, isVideo } from '../language/kinds.ts';
import { readImageSource } from '../media/images/image-source.ts';
import { audibleTracks } from '../media/sound/sound-schedule.ts';
import { type OutputFormat, outputFormats, soundFormats } from '../output/formats.ts';
import { isDataUrl, parseDataUrl, parseEmbedded } from '../project/data-url.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import { type Problem, problemAt } from '../project/problem.ts';
import { type Path, showSource } from '../project/problem-text.ts';
import { type AudioTrack, isExtended, type Project, type Scene } from '../project/schema.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { maxAudibleTracks } from './capabilities.ts';
import { isOfClip, type OpenedFiles } from './open-footage.ts';

/** Content that is well-formed but cannot be rendered. */
export interface ContentIssue {
  readonly problem: Problem;
  readonly blocks: readonly OutputFormat[];
}

export interface ContentCheck {
  /** Everything that some render would reject, if it can be found without decoding. */
  readonly issues: readonly ContentIssue[];
  /** Number of audible tracks in the whole project. */
  readonly audibleTracks: number;
}

/** Finds the content of a project that cannot be rendered. `timeline` is the project's, `files` are those of its clips. */
export function checkContent(project: Project, timeline: Timeline, files: OpenedFiles): ContentCheck {
  const issues: ContentIssue[] = [];
  let audible = 0;
  for (const { id, durationMs } of timeline.scenes) {
    const scene = project.scenes[id];
    const tracks = audibleTracks(scene, durationMs);
    audible += tracks.length;
    for (const issue of [
      ...objectIssues(scene, project, files),
      ...audioIssues(scene, tracks, project, files),
    ])
      issues.push(issue);
  }
  if (audible > maxAudibleTracks) {
    issues.push({
      problem: problemAt(
        [],
        'count',
        `has ${audible} audible tracks, but at most ${maxAudibleTracks} can be mixed; mute or remove some`,
      ),
      blocks: soundFormats,
    });
  }
  return { issues, audibleTracks: audible };
}

function objectIssues(scene: Scene, project: Project, files: OpenedFiles): ContentIssue[] {
  return Object.values(scene.objects).flatMap((object): ContentIssue[] => {
    const path = ['scenes', scene.id, 'objects', object.id];
    if (isVideo(object.kind) && !isExtended(project)) {
      const message = 'video is not supported; use an image instead';
      return [{ problem: problemAt(path, 'unsupported-media', message), blocks: outputFormats }];
    }
    if (isVideo(object.kind)) return clipIssues(object, path, files);
    if (!isPicture(object.kind) || !object.image) return [];
    const source = readImageSource(object.image.src);
    if (source.ok) return [];
    return source.problems.map((reason) => ({
      problem: problemAt([...path, 'image'], 'unsupported-media', reason),
      blocks: outputFormats,
    }));
  });
}

function clipIssues({ media }: SceneObject, path: Path, files: OpenedFiles): ContentIssue[] {
  if (media === undefined || files.has(media.src) || parseDataUrl(media.src)?.base64 === true) return [];
  const message = `the src must be a base64 data URL of video/mp4 or video/webm, but is ${showSource(media.src)}; embed the clip, or use shorthand, which reads files`;
  return [{ problem: problemAt([...path, 'media'], 'unsupported-media', message), blocks: outputFormats }];
}

function audioIssues(
  scene: Scene,
  tracks: readonly AudioTrack[],
  project: Project,
  files: OpenedFiles,
): ContentIssue[] {
  const isClip = (track: AudioTrack) =>
    isExtended(project) && isOfClip(track) && (files.has(track.asset.src) || isDataUrl(track.asset.src));
  return tracks
    .filter((track) => !parseEmbedded(track.asset.src, ['audio/wav']) && !isClip(track))
    .map(({ id, asset }) => ({
      problem: problemAt(
        ['scenes', scene.id, 'audioTracks', id, 'asset'],
        'unsupported-media',
        `the src must be a base64 data URL of audio/wav, but is ${showSource(asset.src)}; embed PCM WAV, or mute the track`,
      ),
      blocks: soundFormats,
    }));
}
