import type { Point } from '../line-course.ts';

interface Lengths {
  readonly width: number;
  readonly height: number;
}

/** Spaces in font sizes: beside texts, above and below the name and each group of rows, between rows and columns. */
const space = { beside: 0.7, name: 0.45, rows: 0.35, row: 0.12, columns: 0.9 } as const;

/** The sizes of the texts of a row; null for a cell without one. */
export interface RowSizes {
  readonly cells: readonly (Lengths | null)[];
  /** Whether a line is above it. */
  readonly isApart: boolean;
}

/** A box with rows and the places in it, in pixels from its upper left corner. */
export interface BoxRows extends Lengths {
  /** The middle of its name. */
  readonly name: Point;
  /** The middles of texts, by row and column. */
  readonly cells: readonly (readonly Point[])[];
  /** How far down the line above each row is; null without one. */
  readonly lines: readonly (number | null)[];
}

/** Lays out the rows of a box below its name, in columns as wide as their texts. `em` is the font size. */
export function layOutRows(name: Lengths, rows: readonly RowSizes[], em: number): BoxRows {
  const widths: number[] = [];
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries())
      widths[column] = Math.max(widths[column] ?? 0, cell?.width ?? 0);
  const used = widths.filter((width) => width > 0);
  const across = used.reduce((sum, width) => sum + width + space.columns * em, -space.columns * em);
  const width = Math.max(name.width, across, 1.2 * em) + 2 * space.beside * em;
  const lines: (number | null)[] = [];
  const cells: Point[][] = [];
  let top = 2 * space.name * em + Math.max(name.height, 1.2 * em);
  const middle: Point = { x: width / 2, y: top / 2 };
  for (const [index, { cells: sizes, isApart }] of rows.entries()) {
    if (isApart && index > 0) top += (space.rows - space.row) * em;
    lines.push(isApart ? top : null);
    if (isApart) top += space.rows * em;
    const height = Math.max(em, ...sizes.map((size) => size?.height ?? 0));
    let left = space.beside * em;
    cells.push(
      sizes.map((size, column) => {
        const place = { x: left + (size?.width ?? 0) / 2, y: top + height / 2 };
        const columnWidth = widths[column] ?? 0;
        if (columnWidth > 0) left += columnWidth + space.columns * em;
        return place;
      }),
    );
    top += height + space.row * em;
  }
  if (rows.length > 0) top += (space.rows - space.row) * em;
  return { width, height: top, name: middle, cells, lines };
}
