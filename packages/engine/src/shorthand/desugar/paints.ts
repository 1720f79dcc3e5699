import { hexColor } from '../../language/css-colors.ts';
import type { Path } from '../../project/problem-text.ts';
import { isGradient, middleColor, type ReadColor, readCssGradient, readCssShadows } from '../css-paints.ts';
import type { Theme } from '../themes/theme.ts';
import { isPlainColor, readColor } from '../themes/theme-colors.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

type PaintDraft = Pick<SceneDraft, 'problems' | 'provenance' | 'theme'> & Partial<Pick<SceneDraft, 'frame'>>;

/** Replaces gradients and shadows that are written as in CSS by fields of the full format, in place. */
export function readPaints(draft: PaintDraft, state: Fields, path: Path = []): void {
  for (const field of ['fill', 'stroke'] as const) {
    const value = state[field];
    if (!isGradient(value)) continue;
    const place = draft.provenance.placeOf(state, field, path);
    delete state[field];
    const read = readCssGradient(value, colorsOf(draft.theme));
    if (!read.ok) {
      draft.problems.add(place, 'value', read.problems[0] ?? '');
      continue;
    }
    state[field] = middleColor(read.value);
    const gradient = `${field}Gradient`;
    state[gradient] = draft.provenance.make({ ...read.value });
    draft.provenance.field(state, gradient, place);
  }
  const { shadow } = state;
  if (typeof shadow !== 'string') return;
  const place = draft.provenance.placeOf(state, 'shadow', path);
  const { width, height } = draft.frame ?? { width: 1920, height: 1080 };
  const read = readCssShadows(shadow, Math.min(width, height), colorsOf(draft.theme));
  if (read.ok) state.shadow = draft.provenance.set(read.value, place);
  else {
    draft.problems.add(place, 'value', read.problems[0] ?? '');
    delete state.shadow;
  }
}

/** Reads the colours of a gradient or a shadow, also those of the theme. */
function colorsOf(theme: Theme | undefined): ReadColor {
  return (text) => {
    const read = readColor(text, theme);
    const color = 'value' in read ? read.value : undefined;
    return typeof color === 'string' && isPlainColor(color) ? hexColor(color) : undefined;
  };
}

/** Replaces a gradient as the background of a scene by fields of the full format, in place. */
export function readBackground(
  { problems, provenance, theme }: Pick<SceneDraft, 'problems' | 'provenance' | 'theme'>,
  scene: Fields,
  path: Path,
): void {
  const { background } = scene;
  if (!isGradient(background)) return;
  const place = provenance.placeOf(scene, 'background', path);
  delete scene.background;
  const read = readCssGradient(background, colorsOf(theme));
  if (!read.ok) {
    problems.add(place, 'value', read.problems[0] ?? '');
    return;
  }
  scene.background = middleColor(read.value);
  scene.backgroundGradient = provenance.set({ ...read.value }, place);
}
