import {
  around,
  boxFields,
  children,
  effectFields,
  ends,
  heads,
  ofAxis,
  ofCharts,
  ofData,
  ofDiagrams,
  ofSeries,
  routed,
  size,
  strokeFields,
} from './kind-fields.ts';
import type { PageName } from './pages.ts';

/**
 * The content of a kind of object: letters have a font size, a layer has only its members, and everything else that the
 * full format has draws something with a width and a height. Groups, charts, other figures and icons exist only in
 * shorthand.
 */
export type Content =
  | 'shape'
  | 'line'
  | 'letters'
  | 'picture'
  | 'members'
  | 'nothing'
  | 'children'
  | 'chart'
  | 'figure'
  | 'icon'
  | 'captions'
  | 'axes'
  | 'plot'
  | 'waveform';

export interface KindEntry {
  readonly draws: Content;
  /** One and many of them in messages. */
  readonly noun: string;
  readonly plural: string;
  /** The page that explains the kind; null for kinds that authors do not write in shorthand. */
  readonly page: PageName | null;
  /** The fields of its state that have an effect, except those of all objects, and of labels. */
  readonly fields: readonly string[];
  /** The fields of the object itself that only some kinds have. */
  readonly objectFields?: readonly string[];
  /** How it differs from others that draw the same content. */
  readonly traits?: readonly Trait[];
  /** The axis along which a group has its members. */
  readonly along?: 'x' | 'y';
  /** What a file in the field `src` is, other than a picture. */
  readonly source?: 'code' | 'speech' | 'clip';
}

/**
 * What code asks about a kind: whether its outline is an ellipse, its sides are equal
 * unless both are written, a line bends along points, its letters are prose or typeset
 * as mathematics, or a group leaves its members where they are or has them in columns and rows.
 */
export type Trait = 'round' | 'square' | 'bends' | 'prose' | 'typeset' | 'unarranged' | 'tracks';

/** All kinds of objects, in the order of the documentation. `drawers` in `drawing/draw-object.ts` draws them. */
export const kinds = {
  circle: {
    draws: 'shape',
    traits: ['round', 'square'],
    noun: 'a circle',
    plural: 'circles',
    page: 'shapes',
    fields: [...size, 'fill', ...strokeFields, 'sweep', 'innerRadius', ...effectFields, ...around],
  },
  rectangle: {
    draws: 'shape',
    noun: 'a rectangle',
    plural: 'rectangles',
    page: 'shapes',
    fields: [...size, 'fill', ...strokeFields, 'cornerRadius', ...effectFields, ...around],
  },
  text: {
    draws: 'letters',
    traits: ['prose'],
    noun: 'a text',
    plural: 'texts',
    page: 'text',
    fields: [
      ...['text', 'fontSize', 'fontWeight', 'fill', 'align', 'verticalAlign', 'wrapWidth', 'lineHeight'],
      ...['fontFamily', 'italic', 'letterSpacing', 'wordSpacing', 'underline', 'textTransform'],
      ...['direction', 'tabularNumbers', 'textTransition', 'spans', ...strokeFields, ...effectFields],
      ...['curves', 'bend', 'spoken', 'ground'],
    ],
  },
  equation: {
    draws: 'letters',
    traits: ['typeset'],
    noun: 'an equation',
    plural: 'equations',
    page: 'equations',
    fields: [
      'text',
      'fontSize',
      'fill',
      'align',
      'verticalAlign',
      'textTransition',
      'spans',
      ...effectFields,
    ],
  },
  path: {
    draws: 'line',
    traits: ['bends'],
    noun: 'a path',
    plural: 'paths',
    page: 'shapes',
    fields: [
      ...[...ends, ...size, 'points', 'smooth', 'closed', 'path', 'fill', ...strokeFields, ...effectFields],
      ...[...heads, ...routed],
    ],
  },
  arrow: {
    draws: 'line',
    noun: 'an arrow',
    plural: 'arrows',
    page: 'shapes',
    fields: [...ends, ...size, ...strokeFields, ...effectFields, ...heads, ...routed],
  },
  brace: {
    draws: 'line',
    noun: 'a brace',
    plural: 'braces',
    page: 'shapes',
    fields: ['from', 'to', ...size, ...strokeFields, ...effectFields],
  },
  numberline: {
    draws: 'line',
    noun: 'a number line',
    plural: 'number lines',
    page: 'shapes',
    fields: ['from', 'to', ...size, ...strokeFields, ...effectFields],
  },
  image: {
    draws: 'picture',
    noun: 'an image',
    plural: 'images',
    page: 'images',
    fields: [...size, 'fit', 'focus', 'zoom', 'cornerRadius', ...strokeFields, ...effectFields],
    objectFields: ['src'],
  },
  icon: {
    draws: 'icon',
    traits: ['square'],
    noun: 'an icon',
    plural: 'icons',
    page: 'images',
    fields: [...size, 'fill', ...effectFields],
    objectFields: ['icon'],
  },
  captions: {
    draws: 'captions',
    source: 'speech',
    noun: 'captions',
    plural: 'captions',
    page: 'captions',
    fields: [
      ...['spoken', 'ground', 'fontSize', 'fontWeight', 'fill', 'align', 'verticalAlign', 'wrapWidth'],
      ...['lineHeight', 'fontFamily', 'italic', 'letterSpacing', 'wordSpacing', 'textTransform', 'direction'],
      ...[...strokeFields, ...effectFields],
    ],
    objectFields: ['src', 'mode', 'maxLines', 'maxLetters'],
  },
  video: {
    draws: 'picture',
    noun: 'a video',
    plural: 'videos',
    source: 'clip',
    page: 'video',
    fields: [...size, 'fit', 'focus', 'zoom', 'cornerRadius', ...strokeFields, ...effectFields],
    objectFields: [
      ...['src', 'from', 'to', 'cuts', 'start', 'speed', 'loop', 'words'],
      ...['muted', 'volume', 'fadeIn', 'fadeOut'],
    ],
  },
  layer: { draws: 'members', noun: 'a layer', plural: 'layers', page: null, fields: [...effectFields] },
  axes: {
    draws: 'axes',
    noun: 'axes',
    plural: 'axes',
    page: 'axes',
    fields: [
      ...size,
      'fill',
      'stroke',
      'strokeWidth',
      'fontSize',
      'fontFamily',
      'xRange',
      'yRange',
      'matrix',
      ...effectFields,
    ],
    objectFields: ['grid', 'ticks', 'labels', 'xLabel', 'yLabel', 'xScale', 'yScale', 'arrows', 'equalUnits'],
  },
  plot: {
    draws: 'plot',
    noun: 'a plot',
    plural: 'plots',
    page: 'axes',
    fields: ['fill', ...strokeFields, 'xRange', 'tRange', 'area', 'data', ...effectFields],
    objectFields: ['formula', 'marks', 'bins'],
  },
  waveform: {
    draws: 'waveform',
    noun: 'a waveform',
    plural: 'waveforms',
    page: 'sound',
    fields: [...size, 'stroke', 'strokeWidth', 'played', ...effectFields],
    objectFields: ['of', 'show', 'shape', 'count', 'window', 'smoothing'],
  },
  row: {
    draws: 'children',
    along: 'x',
    noun: 'a row',
    plural: 'rows',
    page: 'groups',
    fields: ['gap', 'align', 'justify', 'padding', ...size, ...boxFields, 'blur', 'clip', 'blend'],
    objectFields: [...children, 'equal'],
  },
  column: {
    draws: 'children',
    along: 'y',
    noun: 'a column',
    plural: 'columns',
    page: 'groups',
    fields: ['gap', 'align', 'justify', 'padding', ...size, ...boxFields, 'blur', 'clip', 'blend'],
    objectFields: [...children, 'equal'],
  },
  grid: {
    draws: 'children',
    traits: ['tracks'],
    noun: 'a grid',
    plural: 'grids',
    page: 'groups',
    fields: ['gap', 'align', 'justify', 'padding', ...size, ...boxFields, 'blur', 'clip', 'blend'],
    objectFields: [...children, 'columns', 'equal'],
  },
  stack: {
    draws: 'children',
    noun: 'a stack',
    plural: 'stacks',
    page: 'groups',
    fields: ['align', 'justify', 'padding', ...size, ...boxFields, 'blur', 'clip', 'blend'],
    objectFields: [...children, 'equal'],
  },
  group: {
    draws: 'children',
    traits: ['unarranged'],
    noun: 'a group',
    plural: 'groups',
    page: 'groups',
    fields: ['padding', ...boxFields, 'blur', 'clip', 'blend'],
    objectFields: children,
  },
  graph: {
    draws: 'children',
    noun: 'a graph',
    plural: 'graphs',
    page: 'graph',
    fields: ['text', 'direction', ...ofDiagrams],
  },
  state: {
    draws: 'children',
    noun: 'a state diagram',
    plural: 'state diagrams',
    page: 'diagrams',
    fields: ['text', 'direction', ...ofDiagrams],
  },
  classes: {
    draws: 'children',
    noun: 'a class diagram',
    plural: 'class diagrams',
    page: 'diagrams',
    fields: ['text', 'direction', ...ofDiagrams],
  },
  entities: {
    draws: 'children',
    noun: 'an entity diagram',
    plural: 'entity diagrams',
    page: 'diagrams',
    fields: ['text', 'direction', ...ofDiagrams],
  },
  mindmap: {
    draws: 'children',
    noun: 'a mind map',
    plural: 'mind maps',
    page: 'diagrams',
    fields: ['text', 'direction', ...ofDiagrams],
  },
  tree: {
    draws: 'children',
    noun: 'a tree',
    plural: 'trees',
    page: 'diagrams',
    fields: ['data', 'direction', ...ofDiagrams],
    objectFields: ['each'],
  },
  sequence: {
    draws: 'children',
    noun: 'a sequence diagram',
    plural: 'sequence diagrams',
    page: 'sequence',
    fields: ['text', ...ofDiagrams],
  },
  table: {
    draws: 'children',
    noun: 'a table',
    plural: 'tables',
    page: 'table',
    fields: ['data', ...ofDiagrams],
    objectFields: ['header', 'columns', 'lines'],
  },
  bars: {
    draws: 'chart',
    noun: 'a chart of bars',
    plural: 'charts of bars',
    page: 'charts',
    fields: [...ofData, ...ofAxis, ...ofSeries, 'horizontal', 'keep', 'text', ...ofCharts, 'cornerRadius'],
  },
  line: {
    draws: 'chart',
    noun: 'a line chart',
    plural: 'line charts',
    page: 'charts',
    fields: [...ofData, ...ofAxis, ...ofSeries, 'smooth', 'strokeWidth', ...ofCharts],
  },
  area: {
    draws: 'chart',
    noun: 'an area chart',
    plural: 'area charts',
    page: 'chart-kinds',
    fields: [...ofData, ...ofAxis, ...ofSeries, 'smooth', 'strokeWidth', ...ofCharts],
  },
  scatter: {
    draws: 'chart',
    noun: 'a scatter chart',
    plural: 'scatter charts',
    page: 'chart-kinds',
    fields: ['data', 'labels', 'colors', ...ofAxis, ...ofCharts],
  },
  histogram: {
    draws: 'chart',
    noun: 'a histogram',
    plural: 'histograms',
    page: 'chart-kinds',
    fields: ['data', 'labels', 'values', 'colors', ...ofAxis, ...ofCharts, 'cornerRadius'],
    objectFields: ['bins'],
  },
  heatmap: {
    draws: 'chart',
    noun: 'a heatmap',
    plural: 'heatmaps',
    page: 'chart-kinds',
    fields: ['data', 'labels', 'values', 'colors', 'min', 'max', 'format', ...ofCharts, 'cornerRadius'],
  },
  waterfall: {
    draws: 'chart',
    noun: 'a waterfall chart',
    plural: 'waterfall charts',
    page: 'chart-kinds',
    fields: ['data', 'labels', 'values', 'colors', ...ofAxis, ...ofCharts, 'cornerRadius'],
  },
  pie: {
    draws: 'chart',
    noun: 'a pie chart',
    plural: 'pie charts',
    page: 'charts',
    fields: [...ofData, 'innerRadius', ...ofCharts],
  },
  donut: {
    draws: 'chart',
    noun: 'a donut chart',
    plural: 'donut charts',
    page: 'charts',
    fields: [...ofData, 'innerRadius', 'text', ...ofCharts],
  },
  gantt: {
    draws: 'chart',
    noun: 'a Gantt chart',
    plural: 'Gantt charts',
    page: 'gantt',
    fields: ['text', 'colors', ...ofCharts, 'cornerRadius'],
  },
  code: {
    draws: 'figure',
    source: 'code',
    noun: 'code',
    plural: 'code',
    page: 'code',
    fields: [
      ...['text', 'language', 'lineNumbers', 'highlight', 'colors', 'fontFamily', 'fontSize', 'lineHeight'],
      ...[...size, 'padding', ...boxFields, 'blur', 'clip', 'blend'],
    ],
    objectFields: ['src'],
  },
} as const satisfies Readonly<Record<string, KindEntry>>;
