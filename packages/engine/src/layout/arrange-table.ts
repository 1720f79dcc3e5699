import { rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import { cellPadding, type PlannedRow, type TablePlan } from '../shorthand/kinds/table/table.ts';
import { type Arrangement, type Composition, groupPadding, isShown, type OwnRoom } from './composition.ts';
import { lettersAt } from './fit-letters.ts';
import { sum, trackLengths } from './flex-lengths.ts';
import { withChanges } from './group-box.ts';
import type { ColumnWidths } from './known-tables.ts';
import type { Point } from './line-course.ts';

/** The shares of its font size that a table may have, the largest first; those above 1 if it grows. */
const scales = [
  1.2, 1.15, 1.1, 1.05, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25,
  0.2,
];

/** The height of an empty cell without the space around it, in font sizes. */
const emptyHeight = 1.25;

const tolerance = 0.01;

/** A table shrinks to this share of its font size at most to keep the words of narrow columns whole. */
const leastForWords = 0.6;

/** The share of its room that columns with a width may take beside others. */
const mostFixed = 0.8;

/**
 * Places the rows and cells of a table. Columns are as wide as their texts in all compositions, so that they stay where
 * they are; texts wrap and letters become smaller together until the table fits into its room. Hidden rows keep their
 * place; rows that the data do not have take none. On the axes in `fills`, the table is as large as its room.
 */
export function arrangeTable(
  composition: Composition,
  id: string,
  room: OwnRoom,
  fills: { readonly x: boolean; readonly y: boolean },
): Arrangement | undefined {
  const plan = planOf(composition, id);
  if (plan === undefined) return undefined;
  const padding = groupPadding(composition, id);
  const inner = withoutPadding(room, padding);
  // The members of a group have letters like each other.
  const largest = composition.groupOf.has(id) ? 1 : plan.growth;
  const scale = scaleOf(composition, id, plan, inner, largest);
  const widths = widthsIn(composition, plan, scale, inner.width, fills.x);
  const rows = rowsIn(composition, id, plan, composition.index);
  const natural = rows.map((row) => heightOf(composition, plan, row, widths, scale, composition.index));
  const extra =
    fills.y && inner.height !== null && rows.length > 0
      ? Math.max(0, inner.height - sum(natural)) / rows.length
      : 0;
  const heights = natural.map((height) => height + extra);
  const size: Point = { x: sum(widths) + 2 * padding, y: sum(heights) + 2 * padding };
  const whole: Point = {
    x: fills.x ? Math.max(room.width ?? 0, size.x) : size.x,
    y: fills.y ? Math.max(room.height ?? 0, size.y) : size.y,
  };
  const corners = new Map<string, Point>();
  const left = padding + (whole.x - size.x) / 2;
  let top = padding + (whole.y - size.y) / 2;
  for (const [index, row] of rows.entries()) {
    placeCells(composition, plan, row, { widths, height: heights[index] ?? 0, scale });
    if (isShown(composition, row.id)) corners.set(row.id, { x: left, y: top });
    top += heights[index] ?? 0;
  }
  return { width: whole.x, height: whole.y, corners };
}

/** The natural and the least width of a table, and its height at a width, where its letters have at most a share. */
export function measureTable(
  composition: Composition,
  id: string,
  largest: number,
): { readonly natural: number; readonly least: number; readonly heightAt: (width: number) => number } {
  const plan = planOf(composition, id);
  if (plan === undefined) return { natural: 0, least: 0, heightAt: () => 0 };
  const padding = groupPadding(composition, id);
  const columns = columnsAt(composition, plan, largest, null);
  const widthOf = (field: keyof ColumnWidths) => sum(columns.map((one) => one[field])) + 2 * padding;
  const heightAt = (width: number) => {
    const inner = Math.max(1, width - 2 * padding);
    const scale = scaleOf(composition, id, plan, { width: inner, height: null }, largest);
    const widths = widthsIn(composition, plan, scale, inner, false);
    const rows = rowsIn(composition, id, plan, composition.index);
    return (
      sum(rows.map((row) => heightOf(composition, plan, row, widths, scale, composition.index))) + 2 * padding
    );
  };
  return { natural: widthOf('natural'), least: widthOf('least'), heightAt };
}

function planOf({ scene, index }: Composition, id: string): TablePlan | undefined {
  return scene.relations.groups[id]?.states[index]?.table;
}

function withoutPadding({ width, height }: OwnRoom, padding: number): OwnRoom {
  const inner = (length: number | null) => (length === null ? null : Math.max(1, length - 2 * padding));
  return { width: inner(width), height: inner(height) };
}

/** The rows that a table has in a composition, in their order, hidden ones too. */
function rowsIn({ scene }: Composition, id: string, plan: TablePlan, index: number): readonly PlannedRow[] {
  const byId = new Map(plan.rows.map((row) => [row.id, row]));
  const order = scene.relations.groups[id]?.states[index]?.order ?? [];
  return order.flatMap((row) => byId.get(row) ?? []);
}

/** The columns of a table at a share of its font size. Those with a width have it, if it leaves room for others. */
function columnsAt(
  composition: Composition,
  plan: TablePlan,
  scale: number,
  room: number | null,
): readonly ColumnWidths[] {
  const fixed = sum(plan.columns.map(({ width }) => width ?? 0));
  const most = (room ?? fixed) * (plan.columns.every(({ width }) => width !== null) ? 1 : mostFixed);
  const share = room === null || fixed <= most ? 1 : most / fixed;
  return columnsOf(composition, plan).map(({ natural, least }, at) => {
    const writtenWidth = plan.columns[at]?.width ?? null;
    if (writtenWidth !== null) return { natural: writtenWidth * share, least: writtenWidth * share };
    return { natural: natural * scale, least: least * scale };
  });
}

/** The widths of columns in a room. */
function widthsIn(
  composition: Composition,
  plan: TablePlan,
  scale: number,
  room: number | null,
  isFilled: boolean,
): readonly number[] {
  const columns = columnsAt(composition, plan, scale, room);
  const naturals = columns.map(({ natural }) => natural);
  const whole = sum(naturals);
  if (room === null || whole === 0) return naturals;
  if (whole > room + tolerance) return trackLengths(columns, room);
  if (!isFilled) return naturals;
  // Columns without a width of their own share the rest.
  const isOpen = (at: number) =>
    plan.columns[at]?.width === null || plan.columns.every((one) => one.width !== null);
  const open = sum(naturals.filter((_, at) => isOpen(at)));
  const factor = open === 0 ? 1 : 1 + (room - whole) / open;
  return naturals.map((natural, at) => (isOpen(at) ? natural * factor : natural));
}

/** Measures the texts of all columns, in all compositions. */
function columnsOf(composition: Composition, plan: TablePlan): readonly ColumnWidths[] {
  const cached = composition.tables.get(plan);
  if (cached !== undefined) return cached;
  const { scene, measurer } = composition;
  const around = 2 * cellPadding.x * plan.fontSize;
  const columns = plan.columns.map((_, at): ColumnWidths => {
    let [natural, least] = [0, 0];
    for (const { cells } of plan.rows) {
      const label = cells[at]?.label ?? null;
      if (label === null) continue;
      const states = new Set(scene.states.flatMap((states) => states[label] ?? []));
      for (const state of states) {
        if (state.text.trim() === '') continue;
        const { left, right } = measurer.lines(state);
        natural = Math.max(natural, right - left);
        least = Math.max(least, Math.min(right - left, measurer.longestWord(state) * state.fontSize));
      }
    }
    return { natural: natural + around, least: least + around };
  });
  composition.tables.set(plan, columns);
  return columns;
}

/** The share of its font size that a table has in a room, the same in all compositions. */
function scaleOf(
  composition: Composition,
  id: string,
  plan: TablePlan,
  { width, height }: OwnRoom,
  largest: number,
): number {
  const fits = (scale: number) => {
    const widths = widthsIn(composition, plan, scale, width, false);
    if (width !== null && sum(widths) > width + tolerance) return false;
    const columns = columnsAt(composition, plan, scale, width);
    // Letters grow only where no text wraps.
    if (scale > 1 && width !== null && sum(columns.map(({ natural }) => natural)) > width) return false;
    const words = columnsOf(composition, plan).map(({ least }) => least * scale);
    if (scale > leastForWords && words.some((word, at) => word > (widths[at] ?? 0) + tolerance)) return false;
    if (height === null) return true;
    return composition.scene.sequence.every((_, index) => {
      const rows = rowsIn(composition, id, plan, index);
      return (
        sum(rows.map((row) => heightOf(composition, plan, row, widths, scale, index))) <= height + tolerance
      );
    });
  };
  const tried = scales.filter((scale) => scale <= largest + tolerance);
  const [first = 1] = tried;
  if (fits(first)) return first;
  // The first scale that fits is between these two.
  let [tooLarge, last] = [0, tried.length - 1];
  while (last - tooLarge > 1) {
    const middle = Math.floor((tooLarge + last) / 2);
    if (fits(tried[middle] ?? first)) last = middle;
    else tooLarge = middle;
  }
  return tried[last] ?? first;
}

function heightOf(
  composition: Composition,
  plan: TablePlan,
  { cells }: PlannedRow,
  widths: readonly number[],
  scale: number,
  index: number,
): number {
  const em = plan.fontSize * scale;
  const heights = cells.map(({ label }, at) => {
    const state = label === null ? undefined : composition.scene.states[index][label];
    if (state === undefined || state.text.trim() === '') return 0;
    const { top, bottom } = composition.measurer.lines(
      wrapped(composition, plan, state, widths[at] ?? 0, scale),
    );
    return (bottom - top) * scale;
  });
  return Math.max(emptyHeight * em, ...heights) + 2 * cellPadding.y * em;
}

/** The state of a text at the table's own font size, wrapped to its column if it is longer. */
function wrapped(
  composition: Composition,
  plan: TablePlan,
  state: CompositionState,
  width: number,
  scale: number,
): CompositionState {
  const { left, right } = composition.measurer.lines(state);
  const room = width / scale - 2 * cellPadding.x * plan.fontSize;
  if (right - left <= room + tolerance) return state;
  // Rounded down, the longest word would be broken.
  return withChanges(composition, state, { wrapWidth: Math.max(1, Math.ceil(room * 1000 + 1) / 1000) });
}

/** Places the cells of a row, their texts and the line below them. */
function placeCells(
  composition: Composition,
  plan: TablePlan,
  { id, cells, line }: PlannedRow,
  {
    widths,
    height,
    scale,
  }: { readonly widths: readonly number[]; readonly height: number; readonly scale: number },
): void {
  const { scene, index, measurer, sized } = composition;
  const states = scene.states[index];
  const origins = new Map<string, Point>();
  const corners = new Map<string, Point>();
  const padding = cellPadding.x * plan.fontSize * scale;
  const set = (part: string, changes: Partial<CompositionState>) => {
    const template = states[part];
    const state = template && withChanges(composition, template, changes);
    if (state !== undefined) sized.set(part, state);
    return state;
  };
  const put = (part: string, corner: Point, origin: Point) => {
    origins.set(part, origin);
    if (isShown(composition, part)) corners.set(part, corner);
  };
  let start = 0;
  for (const [at, cell] of cells.entries()) {
    const width = widths[at] ?? 0;
    const end = start + width;
    set(cell.id, { width: rounded(width), height: rounded(height) });
    put(cell.id, { x: start, y: 0 }, { x: (start + end) / 2, y: height / 2 });
    const template = cell.label === null ? undefined : states[cell.label];
    if (cell.label !== null && template !== undefined) {
      const { wrapWidth } = wrapped(composition, plan, template, width, scale);
      const { align = 'center' } = template;
      const state = set(cell.label, {
        ...lettersAt(template, rounded(template.fontSize * scale)),
        ...(wrapWidth !== undefined && { wrapWidth: Math.ceil(wrapWidth * scale * 1000) / 1000 }),
      });
      const box = measurer.lines(state ?? template);
      const x =
        align === 'left'
          ? start + padding - box.left
          : align === 'right'
            ? end - padding - box.right
            : (start + end - box.left - box.right) / 2;
      put(cell.label, { x: x + box.left, y: 0 }, { x, y: (height - box.top - box.bottom) / 2 });
    }
    start = end;
  }
  const below = line === null ? undefined : states[line];
  if (line !== null && below !== undefined) {
    const thickness = rounded(below.height * Math.max(0.5, scale));
    set(line, { width: rounded(start), height: thickness });
    put(line, { x: 0, y: height - thickness }, { x: start / 2, y: height - thickness / 2 });
  }
  composition.arrangements.set(id, { width: start, height, corners, origins });
}
