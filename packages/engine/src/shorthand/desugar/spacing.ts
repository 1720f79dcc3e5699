import { rounded } from '../../project/numbers.ts';
import { contractProperties } from '../../project/properties/contract.ts';
import type { Fields, SceneDraft, Spacing } from './scene-draft.ts';

const inEm = /^(-?\d*\.?\d+)em$/;

/** Replaces a letter spacing such as "0.05em" by pixels, and follows the font size of the text from then on. */
export function readSpacing({ spacings, labels, provenance }: SceneDraft, id: string, state: Fields): void {
  // The label of a shape takes these fields.
  if (labels.has(id)) return;
  const spacing: Spacing = spacings.get(id) ?? { fontSize: contractProperties.fontSize.initial };
  spacings.set(id, spacing);
  const { letterSpacing, fontSize } = state;
  if (typeof fontSize === 'number') spacing.fontSize = fontSize;
  if (letterSpacing !== undefined) {
    const [, written] = (typeof letterSpacing === 'string' && inEm.exec(letterSpacing)) || [];
    spacing.inFontSizes = written === undefined ? undefined : Number(written);
  }
  if (spacing.inFontSizes === undefined || (letterSpacing === undefined && fontSize === undefined)) return;
  state.letterSpacing = rounded(spacing.inFontSizes * spacing.fontSize);
  if (letterSpacing === undefined)
    provenance.field(state, 'letterSpacing', provenance.placeOf(state, 'fontSize', []));
}
