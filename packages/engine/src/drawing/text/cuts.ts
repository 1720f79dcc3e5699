import { type Face, type FaceRange, isSameFace } from '../../timeline/face.ts';
import type { BoldCoverage } from './bold-coverage.ts';
import type { FamilyFont, FontFamily } from './families.ts';
import type { FontPiece } from './font-choice.ts';
import { colorEmojiFont } from './font-list.ts';
import type { ItemizedPiece } from './itemization.ts';
import type { TextStyle } from './text-style.ts';
import type { TransformedText } from './text-transform.ts';

/** Finds a family by its name; undefined for Inter and for a name that nothing has. */
export type FamilyFinder = (name: string) => FontFamily | undefined;

/** How letters of one face are drawn. */
export interface Cut {
  /** The font of the face in its family; undefined for Inter. */
  readonly family: FamilyFont | undefined;
  cutOf(piece: Pick<FontPiece, 'font' | 'codePoints'>): Pick<ItemizedPiece, 'weight' | 'isSlanted'>;
}

/** The cuts of a text at each place in it. */
export class Cuts {
  readonly own: Cut;
  readonly #ranges: readonly (Omit<FaceRange, 'face'> & { readonly cut: Cut })[];

  constructor(
    { face, faceRanges }: TextStyle,
    transformed: TransformedText,
    familyOf: FamilyFinder,
    boldCoverage: BoldCoverage,
  ) {
    const cutOf = (one: Face): Cut => {
      const family = familyOf(one.family)?.fontFor(one);
      return {
        family,
        cutOf({ font, codePoints }) {
          if (font === undefined || font === colorEmojiFont) return { weight: 'regular', isSlanted: false };
          if (typeof font === 'object') return { weight: 'regular', isSlanted: font.isSlanted };
          const weight = boldCoverage.weightOf(font, codePoints, one.weight);
          return { weight, isSlanted: one.isItalic };
        },
      };
    };
    this.own = cutOf(face);
    this.#ranges = (faceRanges ?? []).map((range) => ({
      start: transformed.placeOf(range.start),
      end: transformed.placeOf(range.end),
      cut: isSameFace(range.face, face) ? this.own : cutOf(range.face),
    }));
  }

  at(position: number): Cut {
    const range = this.#ranges.find(({ start, end }) => start <= position && position < end);
    return range?.cut ?? this.own;
  }
}
