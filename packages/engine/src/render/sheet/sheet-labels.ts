import { type DisplayNode, plainGroup } from '../../drawing/display-list.ts';
import { drawLabel } from '../../drawing/draw-text.ts';
import { loadTypesetter, type Typesetter } from '../../drawing/text/typesetter.ts';
import { type Color, parseColor } from '../../timeline/color.ts';

/** Position, maximum width and style of a line of text. Lengths in pixels. */
export interface Label {
  readonly text: string;
  readonly left: number;
  /** Y of the line's middle. */
  readonly y: number;
  readonly fontSize: number;
  readonly width: number;
  readonly color: Color;
}

/** Keeps the arrow pointing from the first name to the second in right-to-left scripts. */
const leftToRight = '\u200e';
const arrow = `${leftToRight} → ${leftToRight}`;

/** Typesets labels of one line each. */
export class LabelSetter {
  readonly #typesetter: Typesetter;
  readonly #graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

  constructor(typesetter: Typesetter) {
    this.#typesetter = typesetter;
  }

  /** Returns the width of a text in pixels. */
  widthOf(text: string, fontSize: number): number {
    return this.#typesetter.layout(oneLine(text)).width * fontSize;
  }

  /** Joins two names with an arrow; each is cut off with an ellipsis only as far as necessary. */
  pair(from: string, to: string, fontSize: number, width: number): string {
    const [first, second] = [oneLine(from), oneLine(to)];
    const space = width / fontSize - this.#typesetter.layout(arrow).width;
    const half = space / 2;
    const [before, after] = [first, second].map((name) => this.#typesetter.layout(name).width);
    if (before + after <= space) return `${leftToRight}${first}${arrow}${second}`;
    const begin = this.#shortened(first, Math.max(half, space - after));
    const end = this.#shortened(second, Math.max(half, space - before));
    return `${leftToRight}${begin}${arrow}${end}`;
  }

  /** Returns the nodes of a label; a text that is too wide is cut off with an ellipsis. */
  draw({ text, left, y, fontSize, width, color }: Label): DisplayNode[] {
    const layout = this.#typesetter.layout(this.#shortened(oneLine(text), width / fontSize));
    const children = drawLabel(layout, color);
    if (children.length === 0) return [];
    return [
      {
        ...plainGroup,
        matrix: [fontSize, 0, 0, fontSize, left + (layout.width / 2) * fontSize, y],
        children,
      },
    ];
  }

  /** Returns the longest beginning of a text that fits into `width` em. */
  #shortened(text: string, width: number): string {
    if (this.#typesetter.layout(text).width <= width) return text;
    const graphemes = Array.from(this.#graphemes.segment(text), ({ segment }) => segment);
    let fits = 0;
    for (let tooLong = graphemes.length; tooLong - fits > 1; ) {
      const middle = (fits + tooLong) >> 1;
      if (this.#typesetter.layout(cut(graphemes, middle)).width <= width) fits = middle;
      else tooLong = middle;
    }
    return fits === 0 ? '' : cut(graphemes, fits);
  }
}

/** Creates labels in the bundled fonts. */
export async function loadLabelSetter(): Promise<LabelSetter> {
  return new LabelSetter(await loadTypesetter());
}

/** Parses a colour from this program's source. */
export function labelColor(text: string): Color {
  const color = parseColor(text);
  if (color === null) throw new TypeError('a label needs a colour');
  return color;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function cut(graphemes: readonly string[], length: number): string {
  return `${graphemes.slice(0, length).join('').trimEnd()}…`;
}
