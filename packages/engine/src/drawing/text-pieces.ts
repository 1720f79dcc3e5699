import { rangesOfParts, type TextPart } from '../language/text-parts.ts';
import type { Bounds } from './bounds.ts';
import { outlineBounds, unionBounds } from './bounds.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { spanIndexAt } from './painted-spans.ts';
import { type Ink, inkOf, type SetText } from './set-text.ts';

/** A part of a text that moves as a whole, with its glyphs in their places. */
export interface TextPiece {
  readonly text: SetText;
  /** The point about which it turns and grows, in em. */
  readonly middle: readonly [x: number, y: number];
  /** The box of its ink. */
  readonly box: Bounds;
  readonly isRightToLeft: boolean;
}

/** A text in its pieces, in reading order. */
interface DividedText {
  readonly pieces: readonly TextPiece[];
  /** By their first piece and the piece after the last one. */
  readonly joined: Map<string, SetText>;
  readonly pieceOf: PieceOf;
}

/** Returns the piece of a grapheme cluster in a line. */
type PieceOf = (grapheme: number, line: number) => number;

/** Height of the middle of small letters above the baseline, in em. */
const middleOfLetters = 0.36;

/** Maximum number of joined pieces of a text that are kept. */
const maxJoined = 8;

const divisionsOf = memoizeByObject((_text: SetText) => new Map<string, DividedText>());

/** Divides a text whose layout has its grapheme clusters; `characters` are those of the text before its transform. */
export function divideText(text: SetText, characters: string, by: TextPart): DividedText {
  const divisions = divisionsOf(text);
  const key = `${by} ${characters}`;
  let divided = divisions.get(key);
  if (divided === undefined) {
    if (divisions.size > 2) divisions.clear();
    divided = divide(text, pieceFinder(text, characters, by));
    divisions.set(key, divided);
  }
  return divided;
}

/** Returns the pieces from `first` up to `end` as one text. */
export function joinPieces(text: SetText, divided: DividedText, first: number, end: number): SetText {
  const { joined, pieces, pieceOf } = divided;
  if (first === 0 && end >= pieces.length) return text;
  const key = `${first} ${end}`;
  let made = joined.get(key);
  if (made === undefined) {
    if (joined.size >= maxJoined) joined.clear();
    const turns = turnsOf(text, pieceOf);
    made = partOf(text, pieceOf, (piece) => {
      const turn = turns.get(piece) ?? -1;
      return first <= turn && turn < end;
    });
    joined.set(key, made);
  }
  return made;
}

function pieceFinder(text: SetText, characters: string, by: TextPart): PieceOf {
  const starts = text.graphemeStarts ?? [];
  if (by === 'line') return (_grapheme, line) => line;
  const ranges = rangesOfParts(characters, by);
  if (ranges === null) return (_grapheme, line) => line;
  // A space belongs to the part before it.
  const whole = ranges.map(({ start }, index) => ({
    start: index === 0 ? 0 : start,
    end: ranges[index + 1]?.start ?? Infinity,
  }));
  return (grapheme) => Math.max(0, spanIndexAt(whole, starts[grapheme] ?? 0));
}

/** The pieces that draw something have turns in their order. */
function turnsOf(text: SetText, pieceOf: PieceOf): ReadonlyMap<number, number> {
  const found = new Set(
    text.lines.flatMap(({ glyphs }, line) => glyphs.map(({ glyph }) => pieceOf(glyph.firstGrapheme, line))),
  );
  return new Map([...found].sort((one, other) => one - other).map((piece, turn) => [piece, turn]));
}

function divide(text: SetText, pieceOf: PieceOf): DividedText {
  const pieces = [...turnsOf(text, pieceOf).keys()].flatMap((piece): TextPiece | [] => {
    const partOfPiece = partOf(text, pieceOf, (one) => one === piece);
    const [line] = partOfPiece.lines;
    if (line === undefined) return [];
    const box = boxOf(partOfPiece.whole) ?? { left: 0, top: 0, right: 0, bottom: 0 };
    const baseline = partOfPiece.lines.reduce((sum, one) => sum + one.baseline, 0) / partOfPiece.lines.length;
    return {
      text: partOfPiece,
      middle: [(box.left + box.right) / 2, baseline - middleOfLetters],
      box,
      isRightToLeft: line.isRightToLeft,
    };
  });
  return { pieces, joined: new Map(), pieceOf };
}

/** Returns the box of the paint of glyphs; null if they paint nothing. */
function boxOf({ outline, emoji }: Ink): Bounds | null {
  return [outline, ...emoji.map((layer) => layer.outline)].map(outlineBounds).reduce(unionBounds, null);
}

/** Returns a text with only some of its glyphs, in the same places. */
function partOf(text: SetText, pieceOf: PieceOf, isIn: (piece: number) => boolean): SetText {
  // The cells of other pieces have no place in the text, so they are not decorated.
  const graphemeStarts: number[] = [];
  const keep = (grapheme: number) => {
    graphemeStarts[grapheme] = text.graphemeStarts?.[grapheme] ?? 0;
  };
  const lines = text.lines.flatMap((line, index) => {
    const glyphs = line.glyphs.filter(({ glyph }) => isIn(pieceOf(glyph.firstGrapheme, index)));
    if (glyphs.length === 0) return [];
    for (const { glyph } of glyphs) keep(glyph.firstGrapheme);
    for (const { firstGrapheme } of line.cells) if (isIn(pieceOf(firstGrapheme, index))) keep(firstGrapheme);
    return [{ ...line, glyphs }];
  });
  return { ...text, lines, graphemeStarts, whole: inkOf(lines.flatMap(({ glyphs }) => glyphs)) };
}
