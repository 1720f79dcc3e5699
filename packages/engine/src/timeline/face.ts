import type { TextRange } from '../project/find-words.ts';
import type { CompositionState } from '../project/schema.ts';

/** The cut of letters, by which fonts are chosen. */
export interface Face {
  /** The name of a family. */
  readonly family: string;
  /** From 100 to 900; 400 is regular, 700 is bold. */
  readonly weight: number;
  readonly isItalic: boolean;
}

/** A part of a text with a face of its own. */
export interface FaceRange extends TextRange {
  readonly face: Face;
}

/** The family of a text that names none. */
export const usualFamily = 'Inter';

/** The face of a text that names none. */
export const plainFace: Face = { family: usualFamily, weight: 400, isItalic: false };

type FaceFields = Pick<CompositionState, 'fontFamily' | 'fontWeight' | 'italic'>;

/** Returns the face that fields of a state or a span give to letters that would have another one. */
export function faceOf({ fontFamily, fontWeight, italic }: FaceFields, usual: Face = plainFace): Face {
  const face = {
    family: fontFamily ?? usual.family,
    weight: fontWeight ?? usual.weight,
    isItalic: italic ?? usual.isItalic,
  };
  return isSameFace(face, usual) ? usual : face;
}

/** Returns the parts of a text with another face than the rest of it, in order; null if there are none. */
export function faceRanges(state: CompositionState): readonly FaceRange[] | null {
  const stateFace = faceOf(state);
  const ranges: FaceRange[] = [];
  for (const span of state.spans ?? []) {
    const face = faceOf(span, stateFace);
    if (face === stateFace) continue;
    const last = ranges.at(-1);
    if (last?.end === span.start && isSameFace(last.face, face))
      ranges[ranges.length - 1] = { ...last, end: span.end };
    else ranges.push({ start: span.start, end: span.end, face });
  }
  return ranges.length === 0 ? null : ranges;
}

export function isSameFace(one: Face, other: Face): boolean {
  return one.family === other.family && one.weight === other.weight && one.isItalic === other.isItalic;
}

export function areSameFaces(one: readonly FaceRange[] | null, other: readonly FaceRange[] | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every(({ start, end, face }, index) => {
      const match = other[index];
      return start === match?.start && end === match.end && isSameFace(face, match.face);
    })
  );
}
