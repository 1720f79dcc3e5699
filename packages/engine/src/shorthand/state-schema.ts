import * as z from 'zod';
import { listOf, object, oneOf } from '../project/field-schemas.ts';
import {
  compositionStateSchema,
  extendedStateSchema,
  formulasSchema,
  transitionTrackSchema,
} from '../project/schema.ts';
import { emphases } from './desugar/presets.ts';
import { type GraphPlan, graphDirections } from './kinds/graph/graph.ts';
import type { TablePlan } from './kinds/table/table.ts';
import type { SchemaAdapter } from './schema-adapter.ts';
import {
  chartTable,
  codeTable,
  codeTextSchema,
  groupTable,
  maxMembers,
  optionalShape,
  relationTable,
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

/** The appearance of an object in a composition. */
export function stateSchema(adapter: SchemaAdapter) {
  const plainFields = {
    children: listOf(adapter.reference, 0, maxMembers).optional(),
    formulas: formulasSchema.optional(),
    dataPoints,
    curves,
    opening,
    codeText: codeTextSchema().optional(),
    codeMark: (adapter.color as z.ZodType<string>).optional(),
    graph: z.unknown().optional() as unknown as z.ZodOptional<z.ZodType<GraphPlan>>,
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
