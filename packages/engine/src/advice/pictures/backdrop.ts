import { intersectBounds } from '../../drawing/bounds.ts';
import type { Color } from '../../timeline/color.ts';
import { parseColor } from '../../timeline/color.ts';
import { type HeldObject, type HoldPicture, isOpenLine } from './hold-picture.ts';
import type { Point, Quadrilateral } from './overlapping-pairs.ts';
import { type ImageColors, layersOf, over, type Paint, paintAt } from './surface.ts';

/** Minimum alpha of a colour that hides everything under it. */
const opaque = 0.95;

/** Points spread evenly over a quadrilateral. */
export function pointsIn(
  [topLeft, topRight, bottomRight, bottomLeft]: Quadrilateral,
  columns: number,
  rows: number,
): Point[] {
  const between = (one: Point, other: Point, share: number): Point => [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
  ];
  return Array.from({ length: columns * rows }, (_, index) => {
    const across = ((index % columns) + 0.5) / columns;
    const down = (Math.floor(index / columns) + 0.5) / rows;
    return between(between(topLeft, topRight, across), between(bottomLeft, bottomRight, across), down);
  });
}

/** The objects of a picture, other than texts and equations, that share pixels with another object. */
function touching({ objects }: HoldPicture, held: HeldObject): { one: HeldObject; rank: number }[] {
  const { box } = held;
  if (!box) return [];
  return objects.flatMap((one, rank) => {
    const shares = one !== held && one.drawn && one.box && intersectBounds(one.box, box);
    return shares ? [{ one, rank }] : [];
  });
}

/** The colours of a picture at points that belong to one of its objects. */
export class Backdrop {
  readonly #below: readonly HeldObject[];
  readonly #above: readonly HeldObject[];
  readonly #background: Color | null;
  readonly #imageColors: ImageColors;

  constructor(picture: HoldPicture, held: HeldObject, imageColors: ImageColors) {
    const index = picture.objects.indexOf(held);
    const others = touching(picture, held);
    this.#below = others.filter(({ rank }) => rank < index).map(({ one }) => one);
    this.#above = others.filter(({ rank }) => rank > index).map(({ one }) => one);
    this.#background = parseColor(picture.scene.background);
    this.#imageColors = imageColors;
  }

  /** What making a backdrop costs, in units of work. Checking the box of an object takes a small part of the work of checking a point. */
  static costIn({ objects }: HoldPicture): number {
    return objects.length / 20;
  }

  /** Number of objects that are checked for one point. */
  get size(): number {
    return this.#below.length + this.#above.length + 1;
  }

  /** The opaque colour under the object, without lines that cross it; null if it is unknown or transparent. */
  behind([x, y]: Point): Paint | null {
    let paint: Paint = this.#background ?? { red: 0, green: 0, blue: 0, alpha: 0 };
    for (const held of this.#below) {
      const { drawn } = held;
      if (!drawn || isOpenLine(held)) continue;
      const paintHere = paintAt(layersOf(drawn), x, y, this.#imageColors);
      if (paintHere) paint = over(paintHere, paint);
    }
    return paint.alpha > 0.999 ? paint : null;
  }

  /** The objects above that hide the point, without lines. */
  hiding([x, y]: Point): HeldObject[] {
    return this.#above.filter((held) => {
      const { drawn } = held;
      if (!drawn || isOpenLine(held)) return false;
      const alpha = (paintAt(layersOf(drawn), x, y, this.#imageColors) ?? paintUnknown).alpha;
      return alpha >= opaque;
    });
  }
}

const paintUnknown = { alpha: 0 };
