import { broken } from '../../../project/check.ts';
import { showValue } from '../../../project/problem-text.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { readShares } from '../../desugar/shares.ts';
import { colorLuminance } from '../../luminance.ts';
import type { FlowCell, FlowEdge, NodeShape } from './graph.ts';

/** The font size of a graph or a table without one, in pixels, and that of the labels of its edges as a share of it. */
const usualFontSize = 40;
const largestFontSize = 10_000;
const edgeLetters = 0.8;

/** The font size of rows of boxes, and of texts at the ends of edges, as a share of that of a graph. */
const rowLetters = 0.8;

/** Widths of strokes in pixels: of nodes, of edges, and of thick edges. */
const strokes = { node: 2, edge: 4, thick: 8 } as const;

/** Returns the fields of the letters of a graph or a table; reports a size that letters cannot have. */
export function graphLetters(draft: SceneDraft, state: Fields): Fields {
  const { theme, provenance, problems } = draft;
  const { fontSize, fontFamily, fontWeight, textColor } = state;
  const sizes: Fields = { fontSize: fontSize ?? theme?.styles.body?.fontSize };
  readShares(draft, sizes, {}, draft.path);
  const isSize =
    typeof sizes.fontSize === 'number' && sizes.fontSize > 0 && sizes.fontSize <= largestFontSize;
  if (!isSize && fontSize !== undefined && fontSize !== broken) {
    const rule = `must be a number above 0 and up to ${largestFontSize}, but is ${showValue(fontSize)}`;
    problems.add(provenance.placeOf(state, 'fontSize', draft.path), 'value', rule);
  }
  const size = isSize ? Number(sizes.fontSize) : usualFontSize;
  const family = fontFamily ?? (theme?.fonts.body === 'Inter' ? undefined : theme?.fonts.body);
  return {
    fontSize: size,
    ...(family !== undefined && { fontFamily: family }),
    ...(fontWeight !== undefined && { fontWeight }),
    ...(textColor !== undefined && { textColor }),
  };
}

/** Returns a node: a card of the theme, or a plain box that fits the background. */
export function nodeLook(draft: SceneDraft, shape: NodeShape, letters: Fields): Fields {
  const { theme } = draft;
  const size = { width: 100, height: 60, strokeWidth: strokes.node };
  const paint = theme === undefined ? plainPaint(draft) : { style: 'card', stroke: 'line' };
  const look = { ...paint, ...size, ...letters };
  if (shape === 'circle') return { kind: 'circle', ...look };
  const ink = theme === undefined ? plainPaint(draft).stroke : 'muted';
  if (shape === 'start' || shape === 'bar')
    return { kind: shape === 'bar' ? 'rectangle' : 'circle', ...size, ...letters, fill: ink, stroke: 'none' };
  if (shape === 'stop')
    return { kind: 'circle', ...size, ...letters, fill: 'none', stroke: ink, strokeWidth: strokes.thick };
  if (shape === 'note')
    return { kind: 'rectangle', ...look, style: undefined, fill: 'none', stroke: ink, dash: [8, 8] };
  if (shape === 'rect' || shape === 'round' || shape === 'stadium')
    return { kind: 'rectangle', ...(theme === undefined && { cornerRadius: 12 }), ...look };
  // The layout computes its corners.
  return {
    kind: 'path',
    closed: true,
    points: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    ...look,
  };
}

/** The paints of boxes and lines on a background without a theme. */
export function plainPaint({ background }: Pick<SceneDraft, 'background'>): Fields {
  const isDark = (colorLuminance(background) ?? 0) < 0.25;
  return isDark ? { fill: '#1e293b', stroke: '#64748b' } : { fill: '#ffffff', stroke: '#94a3b8' };
}

/** Returns an edge. */
export function edgeLook(
  draft: SceneDraft,
  { line, heads, headShape, startShape }: FlowEdge,
  letters: Fields,
): Fields {
  const fontSize = Number(letters.fontSize);
  return {
    kind: 'arrow',
    ...{ heads, headShape },
    ...(startShape !== undefined && { startShape }),
    strokeWidth: line === 'thick' ? strokes.thick : strokes.edge,
    ...(line === 'dotted' && { dash: [2, 12] }),
    ...(line === 'hidden' && { opacity: 0 }),
    ...(draft.theme === undefined && { stroke: plainPaint(draft).stroke }),
    ...letters,
    fontSize: Math.round(fontSize * edgeLetters),
  };
}

/** Returns the box of a subgraph, or with the letters of its graph the title in it. */
export function titleLook(draft: SceneDraft, letters?: Fields): Fields {
  const { theme } = draft;
  if (letters === undefined) {
    const stroke = theme === undefined ? plainPaint(draft).stroke : 'line';
    return {
      kind: 'rectangle',
      fill: 'none',
      stroke,
      strokeWidth: strokes.node,
      cornerRadius: 16,
      dash: [12, 10],
      width: 100,
      height: 60,
    };
  }
  const { textColor, ...others } = letters;
  const fill = textColor ?? (theme === undefined ? plainPaint(draft).stroke : 'muted');
  const fontSize = Math.round(Number(letters.fontSize) * edgeLetters);
  return { kind: 'text', align: 'left', verticalAlign: 'top', ...others, fontSize, fill };
}

/** Returns a text in a row of a box whose name has a colour. */
export function cellLook(draft: SceneDraft, look: FlowCell['look'], letters: Fields, ink: unknown): Fields {
  const { textColor, ...others } = letters;
  const isMuted = look === 'muted' && textColor === undefined && draft.theme !== undefined;
  return {
    ...{ kind: 'text', align: 'left', ...others, fill: isMuted ? 'muted' : (textColor ?? ink) },
    fontSize: Math.round(Number(letters.fontSize) * rowLetters),
    ...(look === 'italic' && { italic: true }),
    ...(look === 'underline' && { underline: true }),
  };
}

/** Returns a text beside an end of an edge. */
export function endLook(draft: SceneDraft, letters: Fields): Fields {
  const { textColor, ...others } = letters;
  const fill = textColor ?? (draft.theme === undefined ? plainPaint(draft).stroke : 'muted');
  return { kind: 'text', ...others, fontSize: Math.round(Number(letters.fontSize) * rowLetters), fill };
}

/** Returns the line above a row of a box. */
export function rowLineLook(draft: SceneDraft): Fields {
  const stroke = draft.theme === undefined ? plainPaint(draft).stroke : 'line';
  return { kind: 'path', stroke, strokeWidth: strokes.node, width: 100, height: 0 };
}
