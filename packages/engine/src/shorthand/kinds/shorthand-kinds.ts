import { isKind, type Kind } from '../../language/kinds.ts';
import { readableColor } from '../desugar/label-ink.ts';
import type { SceneDraft } from '../desugar/scene-draft.ts';
import { bodyFamily } from '../themes/theme.ts';
import { axes } from './axes/axes.ts';
import { brace } from './brace/brace.ts';
import { captions } from './captions/captions.ts';
import { area } from './charts/area.ts';
import { bars } from './charts/bars.ts';
import { donut } from './charts/donut.ts';
import { heatmap } from './charts/heatmap.ts';
import { histogram } from './charts/histogram.ts';
import { line } from './charts/line.ts';
import { pie } from './charts/pie.ts';
import { scatter } from './charts/scatter.ts';
import { waterfall } from './charts/waterfall.ts';
import { classes } from './classes/classes.ts';
import { code } from './code/code.ts';
import { entities } from './entities/entities.ts';
import { gantt } from './gantt/gantt-kind.ts';
import { graph } from './graph/flowchart.ts';
import { icon } from './icon/icon.ts';
import { mindmap } from './mindmap/mindmap.ts';
import { plot } from './plot/plot.ts';
import { sequence } from './sequence/read-sequence.ts';
import type { ShorthandKind } from './shorthand-kind.ts';
import { state } from './state/state.ts';
import { table } from './table/read-table.ts';
import { tree } from './tree/tree.ts';
import { video } from './video/video.ts';
import { waveform } from './waveform/waveform.ts';

const shape: ShorthandKind = { themed: () => ({ fill: 'accent' }) };
const stroke: ShorthandKind = { themed: () => ({ stroke: 'line' }) };
const arranged: ShorthandKind = { themed: ({ theme }) => ({ gap: theme.gap }) };

/** What shorthand does with each kind that needs something: the one list of them. */
const shorthandKinds: Readonly<Partial<Record<Kind, ShorthandKind>>> = {
  circle: shape,
  rectangle: shape,
  path: stroke,
  arrow: stroke,
  numberline: stroke,
  brace,
  text: { themed: (ground) => ({ fill: readableColor('text', ground), ...bodyFamily(ground.theme) }) },
  equation: { themed: (ground) => ({ fill: readableColor('text', ground) }) },
  icon,
  captions,
  axes,
  plot,
  waveform,
  video,
  row: arranged,
  column: arranged,
  grid: arranged,
  graph: { ...arranged, ...graph },
  state: { ...arranged, ...state },
  classes: { ...arranged, ...classes },
  entities: { ...arranged, ...entities },
  mindmap: { ...arranged, ...mindmap },
  sequence: { ...arranged, ...sequence },
  tree: { ...arranged, ...tree },
  table: { ...arranged, ...table },
  bars,
  line,
  area,
  scatter,
  histogram,
  heatmap,
  waterfall,
  pie,
  donut,
  gantt,
  code,
};

const plain: ShorthandKind = {};

/** Returns what shorthand does with a kind; nothing special for a word that is none. */
export function shorthandKind(kind: unknown): ShorthandKind {
  return (isKind(kind) ? shorthandKinds[kind] : undefined) ?? plain;
}

/** Returns what reads the state of a part by its name, such as `code.3-8`, if its figure finds its parts itself. */
export function partReader(
  { objects }: Pick<SceneDraft, 'objects'>,
  name: string,
): ShorthandKind['readPart'] {
  const at = name.indexOf('.');
  return at < 0 ? undefined : shorthandKind(objects[name.slice(0, at)]?.kind).readPart;
}
