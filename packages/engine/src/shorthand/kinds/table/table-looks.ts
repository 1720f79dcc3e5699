import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { graphLetters, plainPaint } from '../graph/graph-looks.ts';

/** The thickness of the lines below rows and below the header, in font sizes. */
const thickness = { row: 0.035, header: 0.06 } as const;

/** How many times larger than its usual letters those of a table without a font size may be. */
const usualGrowth = 1.2;

/** The letters of a table: those of its cells, and of its header without a weight of its own. */
export interface TableLetters {
  readonly cells: Fields;
  readonly header: Fields;
  readonly fontSize: number;
  readonly growth: number;
}

/** Returns the letters of a table with these fields. */
export function tableLetters(draft: SceneDraft, state: Fields): TableLetters {
  const cells = graphLetters(draft, state);
  const header = { ...cells, fontWeight: state.fontWeight ?? 600 };
  const muted = draft.theme !== undefined && state.textColor === undefined;
  return {
    cells,
    header: muted ? { ...header, textColor: 'muted' } : header,
    fontSize: Number(cells.fontSize),
    growth: state.fontSize === undefined ? usualGrowth : 1,
  };
}

/** Returns the line below a row. */
export function lineLook(draft: SceneDraft, { fontSize }: TableLetters, isHeader: boolean): Fields {
  const fill = draft.theme === undefined ? plainPaint(draft).stroke : isHeader ? 'muted' : 'line';
  const height = Math.max(1, Math.round(10 * fontSize * thickness[isHeader ? 'header' : 'row']) / 10);
  const opacity = draft.theme === undefined && !isHeader ? { opacity: 0.7 } : {};
  return { kind: 'rectangle', fill, stroke: 'none', cornerRadius: 0, width: 100, height, ...opacity };
}
