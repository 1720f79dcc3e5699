import { defaultsOf, type ObjectKind } from '../language/kinds.ts';
import { contractProperties } from '../project/properties/contract.ts';
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

/** Lengths that a document leaves out, as shares of the frame's shorter side. */
export const defaultShares = { frame: 0.06, beside: 0.03, inside: 0.02, gap: 0.03, padding: 0.02 } as const;

/** Returns the default state of an object in a scene of this size in pixels. */
export function defaultState(
  kind: ObjectKind,
  scene: { readonly width: number; readonly height: number },
): CompositionState {
  const { height, fill, stroke } = defaultsOf(kind);
  const { width, rotation, path, text, effect, opacity, visible, fontSize, strokeWidth, cornerRadius } =
    contractProperties;
  return {
    x: scene.width / 2,
    y: scene.height / 2,
    width: width.initial,
    height,
    rotation: rotation.initial,
    fill,
    stroke,
    path: structuredClone<CompositionState['path']>(path.initial),
    text: text.initial,
    effect: effect.initial,
    opacity: opacity.initial,
    visible: visible.initial,
    fontSize: fontSize.initial,
    strokeWidth: strokeWidth.initial,
    cornerRadius: cornerRadius.initial,
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
