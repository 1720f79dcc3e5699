import { isTypeset } from '../language/kinds.ts';
import type { Problems } from '../project/problems.ts';
import type { Project } from '../project/schema.ts';
import { defaults } from './defaults.ts';
import { refuseWholeNumbers } from './expand-objects.ts';
import { isGroup } from './groups.ts';
import { changesEquations, hasRelations } from './relations.ts';
import type { ResolvedScene, ResolvedShorthand } from './schema.ts';

/** Returns which features of a project need fonts or the equation typesetter for the expansion. */
export function contentsOf(project: ResolvedShorthand): {
  readonly fonts: Project['fonts'];
  readonly hasRelations: boolean;
  readonly hasEquations: boolean;
} {
  const scenes = [project, ...Object.values(project.scenes ?? {})];
  const objects = scenes.flatMap((scene) => Object.values(scene.objects ?? {}));
  const compositions = scenes.flatMap((scene) => Object.values(scene.compositions ?? {}));
  return {
    fonts: project.fonts,
    hasRelations:
      objects.some((object) => isGroup(object) || hasRelations(object.state)) ||
      scenes.some((scene) =>
        changesEquations(scene.objects ?? {}, Object.values(scene.compositions ?? {})),
      ) ||
      compositions.some(({ states = {} }) => Object.values(states).some(hasRelations)),
    hasEquations: objects.some(({ kind }) => isTypeset(kind)),
  };
}

/** Maximum number of scenes in a project. */
const maxScenes = 100;

/** Fields of a scene that may be at the top level, where they belong to the only scene. */
const sceneFields = [
  'width',
  'height',
  'aspectRatio',
  'background',
  'backgroundGradient',
  'vignette',
  'grain',
  'motionBlur',
  'transition',
  'objects',
  'compositions',
  'compositionOrder',
  'transitions',
  'audioTracks',
  'enter',
] as const satisfies readonly (keyof ResolvedScene)[];

/** Returns the scenes of a project by their ids; a project without scenes counts as one. */
export function scenesOf(shorthand: ResolvedShorthand, problems: Problems): Record<string, ResolvedScene> {
  const { scenes, sceneOrder, compositions } = shorthand;
  if (scenes === undefined) {
    if (compositions === undefined) {
      problems.add(
        ['compositions'],
        'missing-field',
        'is required: an object with at least one composition; or write scenes',
      );
      return {};
    }
    const fields = sceneFields.filter((field) => shorthand[field] !== undefined);
    const scene = Object.fromEntries(fields.map((field) => [field, shorthand[field]]));
    return { [defaults.sceneId]: { ...scene, compositions } };
  }
  for (const field of sceneFields) {
    if (shorthand[field] !== undefined) {
      problems.add(
        [field],
        'misplaced-field',
        'must be inside one of the scenes, because the project has scenes',
      );
    }
  }
  if (sceneOrder === undefined) {
    const count = Object.keys(scenes).length;
    if (count === 0 || count > maxScenes) {
      problems.add(['scenes'], 'count', `must have 1 to ${maxScenes} scenes, but has ${count}`);
    }
    refuseWholeNumbers(scenes, ['scenes'], 'a sceneOrder', problems);
  }
  return scenes;
}
