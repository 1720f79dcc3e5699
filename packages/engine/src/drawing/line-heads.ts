import type { Appearance } from '../timeline/appearance.ts';
import { identityMatrix, type Matrix } from '../timeline/matrix.ts';
import { joinOutlines, type Outline, reversed, transformOutline } from './outline.ts';
import { arrowHead, ellipse, line, polyline } from './shapes.ts';
import { measureOutline, openOutline, pointAlong } from './trim-outline.ts';

type HeadShape = Exclude<Appearance['startShape'], 'same'>;

/** A head of a line, in the coordinates of the line. */
interface LineHead {
  readonly outline: Outline;
  /** Whether it is filled with the paint of the stroke. */
  readonly isFilled: boolean;
  /** The length of the line that is not drawn, because one sees through the head. */
  readonly clear: number;
}

/** A head that is drawn from the tip back, in shares of a third of the length of an arrowhead. */
interface HeadForm {
  readonly outline: Outline;
  readonly length: number;
  readonly isFilled?: true;
  /** Where the line begins. */
  readonly clear?: number;
}

const joined = (outlines: readonly Outline[]) =>
  joinOutlines(outlines.map((outline) => ({ outline, matrix: identityMatrix })));
const ringAt = (x: number) => transformOutline(ellipse(3.6, 3.6), [1, 0, 0, 1, x, 0]);
const barAt = (x: number) => line(x, -2.8, x, 2.8);
const diamond = polyline([0, 0, 4.2, -2.6, 8.4, 0, 4.2, 2.6], true);
const foot = joined([polyline([0, -2.8, 5, 0, 0, 2.8], false), line(0, 0, 5, 0)]);

/** The heads of class diagrams (UML 2.5.1, 11.5 and 9.9) and of entity diagrams (crow's feet). */
const forms: Readonly<Partial<Record<HeadShape, HeadForm>>> = {
  hollowTriangle: { outline: polyline([0, 0, 6, -3.6, 6, 3.6], true), length: 6, clear: 6 },
  diamond: { outline: diamond, length: 8.4, isFilled: true },
  hollowDiamond: { outline: diamond, length: 8.4, clear: 8.4 },
  one: { outline: joined([barAt(2.6), barAt(4.8)]), length: 4.8 },
  zeroOrOne: { outline: joined([line(0, 0, 4.4, 0), barAt(2.6), ringAt(6.2)]), length: 8, clear: 8 },
  oneOrMany: { outline: joined([foot, barAt(7)]), length: 7 },
  zeroOrMany: { outline: joined([foot, ringAt(6.8)]), length: 8.6, clear: 8.6 },
};

/** Returns the head at an end of an outline without closed contours, in the direction in which the line arrives there. */
export function lineHead(
  outline: Outline,
  end: 'start' | 'end',
  shape: HeadShape,
  strokeWidth: number,
): LineHead {
  const back = end === 'end' ? reversed(outline) : outline;
  const [x, y] = [back.points[0] ?? 0, back.points[1] ?? 0];
  const form = forms[shape];
  const usual = Math.max(10, 3 * strokeWidth);
  const length = Math.min(measureOutline(outline).length, form ? (form.length * usual) / 3 : usual);
  const [fromX, fromY] = pointAlong(back, length);
  const [acrossX, acrossY] = [x - fromX, y - fromY];
  const distance = Math.hypot(acrossX, acrossY);
  const [alongX, alongY] = distance === 0 ? [1, 0] : [acrossX / distance, acrossY / distance];
  if (form !== undefined) {
    const unit = length / form.length;
    const [alongUnit, acrossUnit] = [alongX * unit, alongY * unit];
    const place: Matrix = [-alongUnit, -acrossUnit, -acrossUnit, alongUnit, x, y];
    const drawn = transformOutline(form.outline, place);
    return { outline: drawn, isFilled: form.isFilled === true, clear: (form.clear ?? 0) * unit };
  }
  if (shape === 'circle') {
    const place = [1, 0, 0, 1, x - (alongX * length) / 2, y - (alongY * length) / 2] as const;
    return { outline: transformOutline(ellipse(length, length), place), isFilled: true, clear: 0 };
  }
  if (shape === 'cross') {
    const half = length / 2;
    const [middleX, middleY] = [x - alongX * half, y - alongY * half];
    const corner = (ahead: number, beside: number) => [
      middleX + half * (alongX * ahead - alongY * beside),
      middleY + half * (alongY * ahead + alongX * beside),
    ];
    const points = [...corner(-1, -1), ...corner(1, 1), ...corner(-1, 1), ...corner(1, -1)];
    return { outline: { verbs: 'MLML', points }, isFilled: false, clear: 0 };
  }
  const head = arrowHead(alongX * length, alongY * length, strokeWidth);
  const place = [1, 0, 0, 1, x - alongX * length, y - alongY * length] as const;
  return { outline: transformOutline(head, place), isFilled: false, clear: 0 };
}

/** Returns a line without what its heads leave clear at its ends, in pixels. */
export function clearEnds(outline: Outline, atStart: number, atEnd: number): Outline {
  if (atStart === 0 && atEnd === 0) return outline;
  const { length } = measureOutline(outline);
  const ahead = openOutline(outline, [Math.max(0, 1 - atEnd / length), 1]);
  const rest = measureOutline(ahead).length;
  return rest === 0 ? ahead : openOutline(ahead, [0, Math.min(1, atStart / rest)]);
}
