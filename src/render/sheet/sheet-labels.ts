import type { DisplayNode } from '../../drawing/display-list.ts';
import { drawLabel } from '../../drawing/draw-text.ts';
import { loadTypesetter, type Typesetter } from '../../drawing/text/typesetter.ts';
import { type Color, parseColor } from '../../timeline/color.ts';

/** A line of text beside another: where it begins, how wide it may be and how it looks. Lengths in pixels. */
export interface Label {
  readonly text: string;
  readonly left: number;
  /** Of the line's middle. */
  readonly y: number;
  readonly fontSize: number;
  readonly width: number;
  readonly color: Color;
}

/** Keeps the arrow pointing from the first name to the second when these are written from right to left. */
const leftToRight = '\u200e';
const arrow = `${leftToRight} → ${leftToRight}`;

/** Sets labels in one line each. */
export class LabelSetter {
  readonly #typesetter: Typesetter;
  readonly #graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

  constructor(typesetter: Typesetter) {
    this.#typesetter = typesetter;
  }

  /** The width of a text in pixels. */
  widthOf(text: string, fontSize: number): number {
    return this.#typesetter.layout(oneLine(text)).width * fontSize;
  }

  /** Two names with an arrow between them, each cut off with an ellipsis only as far as both need. */
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

  /** The nodes of a label, whose text is cut off with an ellipsis where it is too wide. */
  draw({ text, left, y, fontSize, width, color }: Label): DisplayNode[] {
    const layout = this.#typesetter.layout(this.#shortened(oneLine(text), width / fontSize));
    const children = drawLabel(layout, color);
    if (children.length === 0) return [];
    return [
      {
        type: 'group',
        matrix: [fontSize, 0, 0, fontSize, left + (layout.width / 2) * fontSize, y],
        opacity: 1,
        clip: null,
        glow: false,
        label: null,
        children,
      },
    ];
  }

  /** The longest beginning of a text that fits into `width` em. */
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

/** A setter of labels in the bundled fonts. */
export async function loadLabelSetter(): Promise<LabelSetter> {
  return new LabelSetter(await loadTypesetter());
}

/** A colour that is written in this program. */
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
