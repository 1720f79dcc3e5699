import * as z from 'zod';
import {
  coordinate,
  idSchema,
  integer,
  listOf,
  number,
  object,
  oneOf,
  rule,
} from '../project/field-schemas.ts';
import { imageAssetSchema } from '../project/object-schemas.ts';
import { joinWords } from '../project/problem-text.ts';
import { contractProperties } from '../project/properties/contract.ts';
import { extendedProperties } from '../project/properties/extended.ts';
import type { StateField } from '../project/properties/property.ts';
import {
  legendSides,
  maxAmount,
  maxFileNameLength,
  maxLabelLength,
  maxRows,
  maxSeries,
  maxValues,
} from './kinds/charts/chart-limits.ts';
import { maxCodeLetters, maxCodeLines, maxHighlights, maxPartLetters } from './kinds/code/code-limits.ts';
import type { SchemaAdapter } from './schema-adapter.ts';

// The fields of states that only shorthand has; `project/properties` has the others.

/** Where `place` puts an object. */
const places = [
  'center',
  'top',
  'bottom',
  'left',
  'right',
  'top left',
  'top right',
  'bottom left',
  'bottom right',
  'fill',
] as const;

/** How a line leads from one object to another. */
const routes = ['straight', 'curved', 'elbow'] as const;

/** How boxes line up on the other axis. */
const alignments = ['start', 'center', 'end'] as const;

/** How the data of a chart are sorted. */
const sortings = ['ascending', 'descending'] as const;

/** How the children of a group line up across it, beside the words of texts. */
export const groupAlignments = [...alignments, 'stretch', 'baseline'] as const;

/** Where the free space along a group goes. */
const justifications = ['start', 'center', 'end', 'between', 'evenly'] as const;

const maxFlex = 1000;

const labelRule = rule(`a label of 1 to ${maxLabelLength} characters`);
const dataRule = rule('values by label, a list of [label, value] or the name of a CSV file');
const amountRule = rule('a number from -1e12 to 1e12');
const amountOfData = () => z.number(amountRule).min(-maxAmount, amountRule).max(maxAmount, amountRule);

/** Maximum number of members of a group, and of objects that one object surrounds. */
export const maxMembers = 1000;

const endRule = rule('an id or [x, y]');

function end(adapter: SchemaAdapter) {
  const length = adapter.number(coordinate());
  return z.union([adapter.reference, z.tuple([length, length], endRule)], endRule);
}

const orOf = (words: readonly string[]) => joinWords(words, 'or');
const label = () => z.string(labelRule).min(1, labelRule).max(maxLabelLength, labelRule);
const amount = (adapter: SchemaAdapter) => adapter.number(amountOfData());

/** The names of styles of a film. */
function styleSchema() {
  return z.union([idSchema, listOf(idSchema, 0, 20)]);
}

type Table = Readonly<
  Record<string, StateField & { readonly schema: (adapter: SchemaAdapter) => z.ZodType }>
>;
type Shape<Fields extends Table> = {
  -readonly [Name in keyof Fields]: z.ZodOptional<ReturnType<Fields[Name]['schema']>>;
};

/** Returns the schemas of fields by their names. */
export function optionalShape<Fields extends Table>(fields: Fields, adapter: SchemaAdapter): Shape<Fields> {
  const entries = Object.entries(fields).map(([name, { schema }]) => [name, schema(adapter).optional()]);
  return Object.fromEntries(entries) as Shape<Fields>;
}

/** Fields that place an object by words instead of numbers. */
export const relationTable = {
  place: {
    schema: (adapter: SchemaAdapter) => adapter.word(places),
    description:
      'The side of the frame, or of the object in inside, where the object is; or fill: as large as that within its margin, for shapes, images and groups. Default: the center.',
    names: 'position location dock gravity center placement',
  },
  inside: {
    schema: (adapter: SchemaAdapter) => adapter.reference,
    description:
      'The object in which this one is placed, or "frame". A text is wrapped, and its font size is lowered until it fits.',
    names: 'within containedin container in relativeto anchorto',
  },
  above: {
    schema: (adapter: SchemaAdapter) => adapter.reference,
    description: 'The object that this one is above.',
    names: 'over',
  },
  below: {
    schema: (adapter: SchemaAdapter) => adapter.reference,
    description: 'The object that this one is below.',
    names: 'under beneath',
  },
  leftOf: {
    schema: (adapter: SchemaAdapter) => adapter.reference,
    description: 'The object that this one is to the left of.',
    names: 'toleft leftfrom before',
  },
  rightOf: {
    schema: (adapter: SchemaAdapter) => adapter.reference,
    description: 'The object that this one is to the right of.',
    names: 'toright rightfrom after nextto',
  },
  margin: {
    schema: (adapter: SchemaAdapter) => adapter.number(coordinate()),
    description:
      "The space to the frame or to the related object, in scene pixels. Default: 6 % of the frame's shorter side in the frame, 3 % beside an object, 2 % inside one; 0 at a point.",
    names: 'inset margins spacing buff distance',
    share: 'shorter',
  },
  alignTo: {
    schema: (adapter: SchemaAdapter) => adapter.word(alignments),
    description: 'How the object lines up with the one beside it. Default: center.',
  },
  around: {
    schema: (adapter: SchemaAdapter) =>
      z.union([adapter.reference, listOf(adapter.reference, 1, maxMembers)], rule('an id or a list of ids')),
    description: 'One or more objects that a rectangle or circle surrounds; sets its position and size.',
    names: 'surround surrounds wraps enclose encloses',
  },
  padding: {
    schema: (adapter: SchemaAdapter) => adapter.number(coordinate()),
    description:
      "The space between an object and what it surrounds, or a group's box and its members, in scene pixels. Default: 2 % of the frame's shorter side.",
    share: 'shorter',
  },
  from: {
    schema: (adapter: SchemaAdapter) => end(adapter),
    description: 'The object, or the point [x, y], at which an arrow, path or number line begins.',
    names: 'source startpoint p1',
  },
  to: {
    schema: (adapter: SchemaAdapter) => end(adapter),
    description: 'The object, or the point [x, y], at which an arrow, path or number line ends.',
    names: 'target endpoint p2',
  },
  route: {
    // In plain shorthand, a brace is a path with a route of its own.
    schema: (adapter: SchemaAdapter) =>
      adapter.word([...routes, ...(adapter.variables ? [] : (['brace'] as const))]),
    description:
      'Arrows and paths only, between from and to: straight, curved or elbow, which leave objects at right angles. Default: straight.',
    names: 'connector routing linetype edgetype router curvestyle connectiontype',
  },
  on: {
    schema: (adapter: SchemaAdapter) => adapter.reference,
    description:
      'The arrow, path, number line or circle on which the object is. x is then the share of its length, 0 to 1, and y the space beside it in scene pixels.',
  },
  upright: {
    schema: (adapter: SchemaAdapter) => adapter.flag(),
    description: 'Whether an object on a line keeps its own rotation. Default: false.',
  },
  bend: {
    schema: (adapter: SchemaAdapter) => adapter.flag(),
    description:
      'Texts on a line or a circle only: whether each letter stands along it, and not the text as a whole. Default: false.',
    names: 'textpath followpath arched curvedtext bent',
  },
} as const satisfies Table;

const maxAnnotations = 20;

/** What a note of a chart is about, its text and its color. */
function annotationSchema(adapter: SchemaAdapter) {
  return adapter.named(
    'ShorthandAnnotation',
    'A note of a chart, a line across at a value, or a marked range.',
    object({
      at: z.unknown().optional(),
      text: z.string().max(200).optional(),
      fill: (adapter.color as z.ZodType<string>).optional(),
    }),
  );
}

/** The data of a chart, and how it is drawn. */
export const chartTable = {
  data: {
    schema: () =>
      z.union(
        [
          // `read-data.ts` checks what is in them, which depends on the kind.
          z.record(label(), z.unknown()),
          listOf(z.unknown(), 0, maxRows + 1),
          z.string(dataRule).min(1, dataRule).max(maxFileNameLength, dataRule),
        ],
        dataRule,
      ),
    description:
      'Charts only: values by label, also of several series; rows; or a CSV file, with the names of columns after "#".',
  },
  max: {
    schema: (adapter: SchemaAdapter) => amount(adapter),
    description: 'Charts only: the value at the end of its axis. Default: a round number.',
  },
  min: {
    schema: (adapter: SchemaAdapter) => amount(adapter),
    description: 'Charts only: the value at the beginning of its axis. Default: 0, or a round number below.',
  },
  format: {
    schema: () => z.string().max(60),
    description:
      'Charts only: how numbers on the axis and values are written, such as ".0%" or "{value} kg".',
    names: 'numberformat tickformat valueformat',
  },
  annotations: {
    schema: (adapter: SchemaAdapter) => listOf(annotationSchema(adapter), 0, maxAnnotations),
    description:
      'Charts only: notes: { "at": "May", "text": "launch" }, with a label, a value, or two of them for a range.',
    names: 'notes marklines marks',
  },
  ticks: {
    schema: (adapter: SchemaAdapter) =>
      z.union([adapter.flag(), adapter.number(integer(1, 20))], rule('true, false or a number of steps')),
    description: 'Charts only: whether its axis has numbers, or about how many. Default: false.',
  },
  labels: {
    schema: (adapter: SchemaAdapter) =>
      z.union([adapter.flag(), z.string().max(60)], rule('true, false, "end" or a format of dates')),
    description:
      'Charts only: whether it has labels; "end" also writes the names of several lines at their ends; a format of d3 such as "%b %Y" writes dates. Default: true.',
  },
  values: {
    schema: (adapter: SchemaAdapter) =>
      z.union([adapter.flag(), z.string().max(60)], rule('true, false or a text with {value}')),
    description: 'Charts only: whether it has values, or a text with {value}. Default: true.',
  },
  stack: {
    schema: (adapter: SchemaAdapter) => adapter.flag(),
    description: 'Charts of several series only: whether they lie on each other. Default: false.',
    names: 'stacked',
  },
  legend: {
    schema: (adapter: SchemaAdapter) =>
      z.union([adapter.flag(), adapter.word(legendSides)], rule(`true, false or ${orOf(legendSides)}`)),
    description: `Charts of several series only: the side of the names of its series, ${orOf(legendSides)}; false leaves them out. Default: top.`,
    names: 'showlegend legendposition',
  },
  colors: {
    schema: (adapter: SchemaAdapter) =>
      z.union(
        [
          adapter.color as z.ZodType<string>,
          listOf(adapter.color as z.ZodType<string>, 1, maxValues),
          z.record(label(), adapter.color as z.ZodType<string>),
        ],
        rule('a color, a list of colors, or colors by label'),
      ),
    description:
      'Charts: colors in turn, or by label, where fill is that of the others. Code: colors by group of tokens, such as keyword.',
  },
  sort: {
    schema: (adapter: SchemaAdapter) =>
      z.union([adapter.flag(), adapter.word(sortings)], rule('"ascending", "descending", true or false')),
    description: 'Bars and pies only: ascending or descending by value; true is descending. Default: false.',
  },
  keep: {
    schema: (adapter: SchemaAdapter) => adapter.number(integer(1, maxValues)),
    description:
      'Bars only: how many of the labels are drawn, the first in their order; the axis then fits the data of each composition.',
    names: 'top topn limit',
  },
  horizontal: {
    schema: (adapter: SchemaAdapter) => adapter.flag(),
    description: 'Charts only: whether bars are horizontal. Default: false.',
  },
} as const satisfies Table;

const highlightRule = rule('lines such as "3-4", a part of the code, a list of both, or false');

/** Fields of code. */
export const codeTable = {
  language: {
    schema: () => z.string().min(1).max(40),
    description: 'Code only: its language, such as python, or terminal. Default: text.',
    names: 'lang syntax grammar',
  },
  lineNumbers: {
    schema: (adapter: SchemaAdapter) => adapter.flag(),
    description: 'Code only: whether its lines have numbers. Default: false.',
    names: 'linenumbers numbers gutter linenos showlinenumbers',
  },
  highlight: {
    schema: (adapter: SchemaAdapter) =>
      z.union(
        [
          z.union([adapter.flag(), adapter.number(integer(1, maxCodeLines)), highlightText()], highlightRule),
          listOf(highlightText(), 0, maxHighlights),
        ],
        highlightRule,
      ),
    description:
      'Code only: lines such as "3,5-6", a part of the code, or a list of both; the rest is dimmed. false ends it.',
    names: 'highlights focus emphasize highlightlines hllines',
  },
} as const satisfies Table;

const axisScales = ['linear', 'log'] as const;

/** The scale of the axis of a chart in plain shorthand. */
export const axisScaleSchema = () => oneOf(axisScales);

/** The colors of series in plain shorthand: the one that the theme gives charts of one, then those of several. */
export const seriesColorsSchema = (adapter: SchemaAdapter) =>
  listOf(adapter.color as z.ZodType<string>, 1, maxSeries + 1);

/** The text of code in plain shorthand. */
export const codeTextSchema = () => z.string().max(maxCodeLetters);

function highlightText() {
  return z.string().max(maxPartLetters);
}

/** Further fields of groups. */
export const groupTable = {
  gap: {
    schema: (adapter: SchemaAdapter) => adapter.number(coordinate()),
    description:
      "Groups only: the space between members, in scene pixels. Default: 3 % of the frame's shorter side.",
    share: 'shorter',
  },
  justify: {
    schema: (adapter: SchemaAdapter) => adapter.word(justifications),
    description: 'Groups only: where the free space of a row, column or grid goes. Default: center.',
    names: 'justifycontent mainaxisalignment contentjustify distribute mainaxisalign',
  },
  flex: {
    schema: (adapter: SchemaAdapter) => adapter.number(number(0, maxFlex)),
    description:
      'The share of the free space along the row or column that the object is in, as in CSS. Default: 0.',
  },
} as const satisfies Table;

/** Maximum number of words or cues in a document. */
const maxWords = 10_000;

/** Fields that plain shorthand does not have, because others take their place. */
export const writtenTable = {
  src: {
    schema: () => z.union([imageAssetSchema.shape.src, listOf(z.unknown(), 1, maxWords)]),
    description:
      'Images, code and captions: a file in the folder of the project; of images also a base64 data URL. Captions also: a list of words or cues with their times. States of code only.',
  },
  textColor: {
    schema: (adapter: SchemaAdapter) => adapter.paint(),
    description:
      'The color of the label of a shape or a line, or of the letters of a chart. Default: easy to read.',
  },
  scale: {
    schema: (adapter: SchemaAdapter) =>
      z.union([adapter.number(coordinate()), adapter.word(axisScales)], rule('a number')),
    description:
      'The scale in both directions. Transforms never move neighbours. Charts: linear, or log for an axis of powers of ten.',
  },
  style: {
    schema: () => styleSchema(),
    description: 'The name of a style of the film, or a list of names, of which later ones win.',
  },
} as const satisfies Table;

/** All fields of states that authors write, by their names. */
export const stateFields: Readonly<Record<string, StateField>> = {
  ...contractProperties,
  ...extendedProperties,
  ...writtenTable,
  ...relationTable,
  ...chartTable,
  ...codeTable,
  ...groupTable,
};
