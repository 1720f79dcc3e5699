import { addDefaults } from '../../desugar/add-defaults.ts';
import { isFitted, moveFields } from '../../desugar/own-field.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { readShares } from '../../desugar/shares.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';

/** The fields of an object that become those of its waveform. */
const waveformFields = ['of', 'show', 'shape', 'count', 'window', 'smoothing'] as const;

/** Sizes as shares of the frame, and of its shorter side. */
const widthShare = 0.6;
const heightShare = 0.16;
const ringShare = 0.5;

const usualCount = 64;

/** The thickness of bars as a share of their space, and its limits in pixels. */
const barShare = 0.5;
const [thinnest, thickest] = [3, 16];

const lineWidth = 5;

export const waveform: ShorthandKind = {
  themed: () => ({ stroke: 'accent' }),
  read: readWaveform,
};

/** Moves what a waveform shows into a field of its own, as the full format has it, and gives it a size. */
function readWaveform(draft: SceneDraft, { object, state, path }: ReadingObject): void {
  const { frame } = draft;
  const shown = moveFields(draft, object, waveformFields, path);
  if (Object.keys(shown).length > 0) object.waveform = shown;
  const { shape, count } = shown;
  const isRing = shape === 'ring';
  const side = Math.min(frame.width, frame.height);
  if (!isFitted(state)) {
    const width = Math.round(isRing ? ringShare * side : widthShare * frame.width);
    const height = Math.round(isRing ? ringShare * side : heightShare * frame.height);
    addDefaults(state, { width, height });
  }
  if (shape === 'line') addDefaults(state, { strokeWidth: lineWidth });
  const size: Fields = { width: state.width };
  readShares(draft, size, state, path);
  const length = typeof size.width === 'number' ? size.width : widthShare * frame.width;
  const bars = typeof count === 'number' ? count : usualCount;
  const space = (isRing ? 2 : 1) * (length / Math.max(1, bars));
  addDefaults(state, { strokeWidth: Math.round(Math.max(thinnest, Math.min(thickest, barShare * space))) });
}
