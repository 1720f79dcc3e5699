import type { TablePlan } from '../shorthand/kinds/table/table.ts';

/** The width of a column at the table's own font size, with the space around its texts. */
export interface ColumnWidths {
  readonly natural: number;
  /** That of its longest word. */
  readonly least: number;
}

/** Columns of tables by their plans, for one scene. */
export type KnownTables = WeakMap<TablePlan, readonly ColumnWidths[]>;
