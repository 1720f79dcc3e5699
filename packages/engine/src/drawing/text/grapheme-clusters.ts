import { segmenterOf } from '../../language/segmenters.ts';
import {
  isControl,
  isDefaultIgnorable,
  isNarrowSpace,
  plainTextPattern,
  replacementCharacter,
} from './characters.ts';

/** A character as perceived by a reader. */
export interface GraphemeCluster {
  /** Its index in the whole text. */
  readonly grapheme: number;
  /** Start in its line, in UTF-16 units. */
  readonly offset: number;
  /** The code points to shape, with tabs replaced by spaces and controls removed. Never empty. */
  readonly codePoints: readonly number[];
  /** The code points that a font must have to draw the cluster: all but the default ignorables. */
  readonly visible: readonly number[];
  readonly isSpace: boolean;
}

export interface ClusteredLine {
  readonly clusters: readonly GraphemeCluster[];
  readonly graphemeCount: number;
}

const tab = 0x09;
const space = 0x20;
/** Width of a tab in spaces, independent of its position. */
const spacesInTab = 4;

/** The letters of Latin ligatures that are encoded as characters, which Inter lacks. */
const lettersOfLigature = new Map(
  Array.from({ length: 7 }, (_, i): [number, number[]] => {
    const ligature = 0xfb00 + i;
    return [ligature, codePointsOf(String.fromCodePoint(ligature).normalize('NFKC'))];
  }),
);

/** Splits a line without newlines into grapheme clusters, which are numbered from `firstGrapheme`. */
export function clusterLine(line: string, firstGrapheme: number): ClusteredLine {
  const segments = plainTextPattern.test(line) ? line.split('') : segmentsOf(line);
  const clusters: GraphemeCluster[] = [];
  let end = 0;
  for (const [index, segment] of segments.entries()) {
    const offset = end;
    end += segment.length;
    const codePoints = codePointsOf(segment).flatMap(shapedAs);
    if (codePoints.length === 0) continue;
    clusters.push({
      grapheme: firstGrapheme + index,
      offset,
      codePoints,
      visible: codePoints.filter((codePoint) => !isDefaultIgnorable(codePoint)),
      isSpace: isNarrowSpace(codePoints[0]),
    });
  }
  return { clusters, graphemeCount: segments.length };
}

function segmentsOf(line: string): string[] {
  return Array.from(segmenterOf('grapheme').segment(line), ({ segment }) => segment);
}

/** Half a surrogate pair counts as U+FFFD. */
function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => {
    const codePoint = character.codePointAt(0) ?? replacementCharacter;
    return codePoint >= 0xd800 && codePoint <= 0xdfff ? replacementCharacter : codePoint;
  });
}

function shapedAs(codePoint: number): readonly number[] {
  if (codePoint === tab) return new Array<number>(spacesInTab).fill(space);
  if (isControl(codePoint)) return [];
  return lettersOfLigature.get(codePoint) ?? [codePoint];
}
