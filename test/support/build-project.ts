import type { ObjectKind } from '../../packages/engine/src/language/kinds.ts';
import type { ImageAsset } from '../../packages/engine/src/project/object-schemas.ts';
import type {
  CompositionState,
  Project,
  Scene,
  TransitionTrack,
} from '../../packages/engine/src/project/schema.ts';
import { writePng } from './png-writer.ts';
import { composition, object, project, scene, state, track, transition } from './project-parts.ts';

/** One object of a small project, and how it is written if the project writes. */
export interface ObjectSpec {
  readonly kind: ObjectKind;
  readonly state: Partial<CompositionState>;
  readonly parentId?: string;
  readonly layerId?: string;
  readonly image?: ImageAsset;
  /** Changes to the track that writes it. */
  readonly track?: Partial<TransitionTrack>;
}

export interface SceneSpec {
  readonly width?: number;
  readonly height?: number;
  readonly background?: string;
}

/** A project with one composition, held for a second; objects are drawn in the given order. */
export function stillProject(
  specs: Readonly<Record<string, ObjectSpec>>,
  sceneSpec: SceneSpec = {},
): Project {
  return project(
    sized(
      scene('scene', {
        objects: objectsOf(specs),
        compositions: [composition('still', 1000, statesOf(specs))],
        ...(sceneSpec.background !== undefined && { background: sceneSpec.background }),
      }),
      sceneSpec,
    ),
  );
}

/** The same objects written linearly from 0 to 1000 ms onto an empty scene, unless their tracks differ. */
export function writtenProject(
  specs: Readonly<Record<string, ObjectSpec>>,
  sceneSpec: SceneSpec = {},
): Project {
  const tracks = Object.entries(specs).map(([id, spec]) =>
    track({ objectId: id, type: 'write', duration: 1000, ...spec.track }),
  );
  return project(
    sized(
      scene('scene', {
        objects: objectsOf(specs),
        compositions: [composition('empty', 0), composition('written', 0, statesOf(specs))],
        transitions: [transition('empty', 'written', 1000, tracks)],
        ...(sceneSpec.background !== undefined && { background: sceneSpec.background }),
      }),
      sceneSpec,
    ),
  );
}

/** A scene of another size. */
export function sized(one: Scene, { width = 320, height = 180 }: SceneSpec): Scene {
  return { ...one, width, height };
}

function objectsOf(specs: Readonly<Record<string, ObjectSpec>>) {
  return Object.entries(specs).map(([id, { kind, parentId, layerId, image }], order) =>
    object(id, {
      kind,
      order,
      ...(parentId !== undefined && { parentId }),
      ...(layerId !== undefined && { layerId }),
      ...(image && { image }),
    }),
  );
}

function statesOf(specs: Readonly<Record<string, ObjectSpec>>): Record<string, CompositionState> {
  return Object.fromEntries(Object.entries(specs).map(([id, spec]) => [id, state(spec.state)]));
}

/** A PNG as an image asset. Each of its quarters differs from the others and from its own mirror image. */
export function quarteredImage(width: number, height: number): ImageAsset {
  const png = writePng({
    width,
    height,
    colorType: 2,
    bitDepth: 8,
    pixel: (x, y) => [
      x < width / 2 ? 230 : 30,
      y < height / 2 ? 200 : 40,
      Math.round((255 * (x + y)) / (width + height)),
    ],
  });
  return { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, width, height };
}
