import * as z from 'zod';
import { boolean, listOf, object, oneOf } from '../project/field-schemas.ts';
import { formulasSchema } from '../project/motion-schemas.ts';
import {
  loopProperties,
  loopSchema,
  loopTime,
  maxLoops,
  maxLoopValues,
} from '../project/properties/values.ts';
import {
  compositionStateSchema,
  easingSchema,
  extendedStateSchema,
  transitionTrackSchema,
} from '../project/schema.ts';
import { emphases } from './desugar/presets.ts';
import { type GraphPlan, graphDirections } from './kinds/graph/graph.ts';
import type { SequencePlan } from './kinds/sequence/sequence.ts';
import type { TablePlan } from './kinds/table/table.ts';
import { loopNames } from './loop-presets.ts';
import type { SchemaAdapter } from './schema-adapter.ts';
import {
  axisScaleSchema,
  chartTable,
  codeTable,
  codeTextSchema,
  groupTable,
  maxMembers,
  optionalShape,
  relationTable,
  seriesColorsSchema,
  writtenTable,
} from './state-fields.ts';

const { spans: spansField, dataPoints, curves, opening } = extendedStateSchema.shape;
const spansSchema = spansField.unwrap();

/** What emphasises an object in the transition into a composition: a name, or a name with times. */
function emphasisSchema(adapter: SchemaAdapter) {
  const { start, duration, easing } = transitionTrackSchema.shape;
  const track = object({ type: z.enum(emphases), ...adapter.optional({ start, duration, easing }) });
  return z.union([
    z.enum(emphases),
    adapter.named('ShorthandEmphasis', 'An emphasis with times of its own.', track),
  ]);
}

/** What repeats: the name of a preset, values by property, or a list of both; false for nothing. */
function writtenLoopSchema(adapter: SchemaAdapter) {
  const values = listOf(z.unknown(), 2, maxLoopValues).optional();
  const { start } = loopSchema.shape;
  const written = object({
    type: z.enum(loopNames as [string, ...string[]]).optional(),
    ...adapter.optional({
      duration: loopTime(),
      start,
      stagger: start,
      easing: easingSchema,
      alternate: boolean(),
    }),
    scale: values,
    ...Object.fromEntries(loopProperties.map((name) => [name, values])),
  });
  const singleLoop = z.union([
    z.literal(false),
    z.enum(['none', ...loopNames]),
    adapter.named('ShorthandLoop', 'A loop: a preset, or values by property over a round.', written),
  ]);
  return z.union([singleLoop, listOf(singleLoop, 0, maxLoops)]);
}

/** The appearance of an object in a composition. */
export function stateSchema(adapter: SchemaAdapter) {
  const plainFields = {
    loop: listOf(loopSchema.extend({ stagger: loopSchema.shape.start }), 0, maxLoops).optional(),
    children: listOf(adapter.reference, 0, maxMembers).optional(),
    formulas: formulasSchema.optional(),
    dataPoints,
    curves,
    opening,
    codeText: codeTextSchema().optional(),
    seriesColors: seriesColorsSchema(adapter).optional(),
    axisScale: axisScaleSchema().optional(),
    codeMark: (adapter.color as z.ZodType<string>).optional(),
    graph: z.unknown().optional() as unknown as z.ZodOptional<z.ZodType<GraphPlan>>,
    sequence: z.unknown().optional() as unknown as z.ZodOptional<z.ZodType<SequencePlan>>,
    table: z.unknown().optional() as unknown as z.ZodOptional<z.ZodType<TablePlan>>,
    spans: adapter.adapt(spansSchema).optional() as unknown as typeof spansField,
  };
  const { align: textAlign, ...appearance } = compositionStateSchema.shape;
  return adapter.named(
    'ShorthandState',
    'The appearance of an object, and where it goes. Missing fields keep their value from the previous composition, or their default.',
    object({
      ...adapter.optional(appearance),
      align: adapter.word([...textAlign.unwrap().options, 'start', 'end', 'stretch', 'baseline']).optional(),
      ...optionalShape(relationTable, adapter),
      ...adapter.written(() => ({
        direction: oneOf(['auto', 'ltr', 'rtl', ...graphDirections]).optional(),
        text: z.union([appearance.text, listOf(z.string(), 1, 1000)]).optional(),
        clip: adapter.reference.optional(),
        fill: adapter.paint().optional(),
        stroke: adapter.paint().optional(),
        shadow: z.union([adapter.adapt(appearance.shadow.unwrap()), z.string().min(1)]).optional(),
        letterSpacing: z
          .union([adapter.adapt(appearance.letterSpacing), z.string().regex(/^-?\d*\.?\d+em$/)])
          .optional(),
        ...optionalShape(writtenTable, adapter),
        emphasis: emphasisSchema(adapter).optional(),
        loop: writtenLoopSchema(adapter).optional(),
      })),
      ...optionalShape(chartTable, adapter),
      ...optionalShape(codeTable, adapter),
      ...optionalShape(groupTable, adapter),
      // Rows of tables and items of groups are of any form; the check of plain shorthand knows the kind.
      ...adapter.written(() => ({ data: z.unknown().optional() })),
      // In plain shorthand: the members of a group in another order, and formulas by their fields.
      ...((adapter.variables ? {} : plainFields) as typeof plainFields),
    }),
  );
}
