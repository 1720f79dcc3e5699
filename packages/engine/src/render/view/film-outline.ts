import type { Project } from '../../project/schema.ts';
import { isFollowingTime } from '../../timeline/follow-time.ts';
import type { Segment, Timeline, TimelineScene } from '../../timeline/timeline.ts';

/** The scenes and moments of a project as its film plays them. Times are milliseconds of the film. */
export interface FilmOutline {
  readonly name: string;
  readonly durationMs: number;
  /** Size of the picture unless another one is requested, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly scenes: readonly SceneOutline[];
  /** In playing order, without gaps; empty if the project's duration is 0. */
  readonly segments: readonly SegmentOutline[];
  /** Files that the project's sources name, as it names them. */
  readonly files: readonly string[];
  readonly sounds: readonly SoundOutline[];
}

/** A sound of a scene, from its start to its end or that of the scene. */
export interface SoundOutline {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Milliseconds of the film at which the scene starts, from which the start of the sound counts. */
  readonly sceneMs: number;
  /** Place of the sound, or of the clip whose sound it is, in the document as its author wrote it. */
  readonly path: string;
}

export interface SceneOutline {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** A held composition, or a transition between two. */
export interface SegmentOutline {
  /** Index into `FilmOutline.scenes`. */
  readonly scene: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Id of the held composition, or of the one at the start of a transition. */
  readonly id: string;
  readonly name: string;
  /** Place of the composition or the transition in the document as its author wrote it. */
  readonly path: string;
  /** Accent colour of that composition. */
  readonly accent: string;
  /** Ids of a transition and of the composition at its end; null in a hold. */
  readonly transition: string | null;
  readonly toId: string | null;
  /** Name of the composition at the end of a transition; null in a hold. */
  readonly to: string | null;
  /** Whether all its pictures are the same: a hold in which nothing follows the time of the film. */
  readonly isStill: boolean;
  /** Whether it is a hold in which every object is hidden or transparent. */
  readonly isBlank: boolean;
}

/** Returns the outline of a project whose picture has the given size. */
export function outlineOf(
  project: Project,
  { durationMs, scenes, segments }: Timeline,
  size: { readonly width: number; readonly height: number },
  files: readonly string[],
  describePlace: (place: string) => string = (place) => place,
): FilmOutline {
  return {
    name: project.name,
    durationMs,
    ...size,
    scenes: scenes.map(({ id, width, height, startMs, durationMs: length }) => ({
      id,
      name: project.scenes[id].name,
      width,
      height,
      startMs,
      endMs: startMs + length,
    })),
    segments: segments.map((segment) => {
      const { place, ...outline } = outlineOfSegment(project, segment, scenes[segment.sceneIndex]);
      return { ...outline, path: describePlace(place) };
    }),
    files,
    sounds: scenes.flatMap((scene) =>
      Object.values(project.scenes[scene.id].audioTracks ?? {}).map(
        ({ id, name, start, duration }): SoundOutline => ({
          name,
          startMs: scene.startMs + Math.min(start, scene.durationMs),
          endMs: scene.startMs + Math.min(start + duration, scene.durationMs),
          sceneMs: scene.startMs,
          path: describePlace(`scenes.${scene.id}.audioTracks.${id}`),
        }),
      ),
    ),
  };
}

function outlineOfSegment(
  project: Project,
  segment: Segment,
  { startMs: sceneMs, entering }: TimelineScene,
): Omit<SegmentOutline, 'path'> & { readonly place: string } {
  const { sceneIndex, startMs, endMs } = segment;
  const isCrossing = entering !== undefined && startMs < sceneMs + entering.durationMs;
  const scene = project.scenes[project.sceneOrder[sceneIndex]];
  const { compositions, transitions } = scene;
  const [id, toId] = segment.kind === 'hold' ? [segment.compositionId, null] : [segment.fromId, segment.toId];
  const { name, accent, states } = compositions[id];
  const to = toId === null ? null : compositions[toId].name;
  const transition =
    Object.values(transitions).find((one) => one.fromId === id && one.toId === toId)?.id ?? null;
  const isStill = segment.kind === 'hold' && !isCrossing && !isFollowingTime(scene, segment);
  const isBlank =
    segment.kind === 'hold' && !Object.values(states).some(({ visible, opacity }) => visible && opacity > 0);
  const place = `scenes.${scene.id}.${toId === null ? `compositions.${id}` : `transitions.${transition}`}`;
  return {
    place,
    scene: sceneIndex,
    startMs,
    endMs,
    id,
    name,
    accent,
    transition,
    toId,
    to,
    isStill,
    isBlank,
  };
}
