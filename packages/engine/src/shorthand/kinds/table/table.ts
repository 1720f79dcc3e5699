/** Limits of a table, all compositions together: rows, columns, cells, and letters of one cell. */
export const maxRows = 200;
export const maxColumns = 30;
export const maxCells = 600;
export const maxCellLetters = 500;

/** The space around the text of a cell, in font sizes. */
export const cellPadding = { x: 0.7, y: 0.48 } as const;

/** Where the text of a cell is. */
export const cellAlignments = ['left', 'center', 'right'] as const;
export type CellAlignment = (typeof cellAlignments)[number];

/** A cell of a table by the ids of its rectangle and of its text; null for a cell that is always empty. */
export interface PlannedCell {
  readonly id: string;
  readonly label: string | null;
}

/** A row of a table, the header among them. */
export interface PlannedRow {
  /** The id of the group of its cells. */
  readonly id: string;
  /** One for each column. */
  readonly cells: readonly PlannedCell[];
  /** The id of the line below it; null without one. */
  readonly line: string | null;
}

export interface PlannedColumn {
  readonly align: CellAlignment;
  /** Its width in pixels with the space around the texts; null as wide as its texts. */
  readonly width: number | null;
}

/** The rows and columns that a table has in any composition, for the layout. */
export interface TablePlan {
  /** The font size of its letters in pixels. */
  readonly fontSize: number;
  /** How many times larger its letters may be in a room that is large. */
  readonly growth: number;
  readonly columns: readonly PlannedColumn[];
  readonly rows: readonly PlannedRow[];
}
