import type { Quality } from '../../output/film/h264-encoder.ts';
import { hasLetters, type ObjectKind, objectKinds } from '../../project/object-kinds.ts';
import type { CompositionState, Project, Scene } from '../../project/schema.ts';

/** The glow of an object that covers less than this share of its scene is too small to show bands. */
const smallestGlow = 1 / 500;

/** Pictures and large glows have soft changes of colour, in which a coarse quantizer shows bands. */
export function chooseQuality(project: Project): Quality {
  return { kind: Object.values(project.scenes).some(isSoft) ? 'soft' : 'flat' };
}

function isSoft({ objects, compositions, width, height }: Scene): boolean {
  if (Object.values(objects).some(({ kind }) => objectKinds[kind].draws === 'picture')) return true;
  const smallest = width * height * smallestGlow;
  return Object.values(compositions).some(({ states }) =>
    Object.entries(states).some(
      ([id, state]) =>
        state.effect === 'glow' && state.visible && areaOf(objects[id].kind, state) >= smallest,
    ),
  );
}

/** About the area that an object covers in its scene, in square pixels. */
function areaOf(kind: ObjectKind, state: CompositionState): number {
  const { width, height, fontSize, scaleX = 1, scaleY = 1 } = state;
  return Math.abs((hasLetters(kind) ? fontSize * fontSize : width * height) * scaleX * scaleY);
}
