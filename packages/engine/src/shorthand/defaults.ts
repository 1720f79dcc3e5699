import { defaultsOf, type ObjectKind } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';

/** Defaults of the fields that a project in shorthand may omit. */
export const defaults = {
  projectName: 'Untitled',
  version: 2,
  sceneId: 'main',
  sceneWidth: 1920,
  sceneHeight: 1080,
  background: '#000000',
  compositionDuration: 1000,
  accent: '#ffffff',
  easing: 'easeInOut',
} as const;

/** Returns the default state of an object in a scene of this size in pixels. */
export function defaultState(
  kind: ObjectKind,
  scene: { readonly width: number; readonly height: number },
): CompositionState {
  const { height, fill, stroke } = defaultsOf(kind);
  return {
    x: scene.width / 2,
    y: scene.height / 2,
    width: 100,
    height,
    rotation: 0,
    fill,
    stroke,
    path: { c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } },
    text: '',
    effect: 'none',
    opacity: 1,
    visible: true,
    fontSize: 48,
    strokeWidth: 4,
    cornerRadius: 0,
  };
}

/** Returns the control points of a straight path of even speed from the origin to (width, height). */
export function straightPath(width: number, height: number): CompositionState['path'] {
  const third = (length: number) => Math.round((length * 1000) / 3) / 1000;
  return {
    c1: { x: third(width), y: third(height) },
    c2: { x: third(2 * width), y: third(2 * height) },
  };
}
