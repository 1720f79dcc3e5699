import * as z from 'zod';
import { coordinate, idSchema, integer, listOf, number, object, rule } from '../project/field-schemas.ts';
import { compositionStateSchema, extendedStateSchema, formulasSchema } from '../project/schema.ts';
import { maxAmount, maxFileNameLength, maxLabelLength, maxValues } from './charts/chart-limits.ts';
import type { SchemaAdapter } from './schema-adapter.ts';

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
] as const;

/** How boxes line up on the other axis. */
export const alignments = ['start', 'center', 'end'] as const;

const labelRule = rule(`a label of 1 to ${maxLabelLength} characters`);
const dataRule = rule('values by label, a list of [label, value] or the name of a CSV file');
const datumRule = rule('[label, value]');
const amountRule = rule('a number from -1e12 to 1e12');
const amountOfData = () => z.number(amountRule).min(-maxAmount, amountRule).max(maxAmount, amountRule);

/** Maximum number of members of a group, and of objects that one object surrounds. */
export const maxMembers = 1000;

const endRule = rule('an id or [x, y]');

/** Where an object is, in relation to others. */
function positionFields(adapter: SchemaAdapter) {
  const length = adapter.number(coordinate());
  const end = z.union([adapter.reference, z.tuple([length, length], endRule)], endRule);
  return {
    place: adapter.word(places).optional(),
    margin: length.optional(),
    above: adapter.reference.optional(),
    below: adapter.reference.optional(),
    leftOf: adapter.reference.optional(),
    rightOf: adapter.reference.optional(),
    alignTo: adapter.word(alignments).optional(),
    around: z
      .union([adapter.reference, listOf(adapter.reference, 1, maxMembers)], rule('an id or a list of ids'))
      .optional(),
    padding: length.optional(),
    inside: adapter.reference.optional(),
    from: end.optional(),
    to: end.optional(),
    on: adapter.reference.optional(),
    upright: adapter.flag().optional(),
  };
}

/** The data of a chart, and how it is drawn. */
function chartFields(adapter: SchemaAdapter) {
  const label = z.string(labelRule).min(1, labelRule).max(maxLabelLength, labelRule);
  const amount = adapter.number(amountOfData());
  const flag = adapter.flag();
  return {
    data: z
      .union(
        [
          z.record(label, amount),
          listOf(z.tuple([label, amount], datumRule), 0, maxValues + 1),
          z.string(dataRule).min(1, dataRule).max(maxFileNameLength, dataRule),
        ],
        dataRule,
      )
      .optional(),
    max: amount.optional(),
    ticks: z
      .union([flag, adapter.number(integer(1, 20))], rule('true, false or a number of steps'))
      .optional(),
    labels: flag.optional(),
    values: z.union([flag, z.string().max(60)], rule('true, false or a text with {value}')).optional(),
    colors: z
      .union(
        [
          adapter.color as z.ZodType<string>,
          listOf(adapter.color as z.ZodType<string>, 1, maxValues),
          z.record(label, adapter.color as z.ZodType<string>),
        ],
        rule('a color, a list of colors, or colors by label'),
      )
      .optional(),
    sort: flag.optional(),
    horizontal: flag.optional(),
  };
}

const { spans: spansField } = extendedStateSchema.shape;
const spansSchema = spansField.unwrap();

/** The names of styles of a film. */
export function styleSchema() {
  return z.union([idSchema, listOf(idSchema, 0, 20)]);
}

/** The appearance of an object in a composition. */
export function stateSchema(adapter: SchemaAdapter) {
  const plainFields = {
    children: listOf(adapter.reference, 0, maxMembers).optional(),
    formulas: formulasSchema.optional(),
    spans: adapter.adapt(spansSchema).optional() as unknown as typeof spansField,
  };
  const { align: textAlign, ...appearance } = compositionStateSchema.shape;
  return adapter.named(
    'ShorthandState',
    'The appearance of an object, and where it goes. Missing fields keep their value from the previous composition, or their default.',
    object({
      ...adapter.optional(appearance),
      align: adapter.word([...textAlign.unwrap().options, 'start', 'end']).optional(),
      ...positionFields(adapter),
      ...adapter.written(() => ({
        text: z.union([appearance.text, listOf(z.string(), 1, 1000)]).optional(),
        textColor: adapter.color.optional(),
        scale: adapter.number(coordinate()).optional(),
        style: styleSchema().optional(),
        zoom: adapter.number(number(0, 1000)).optional(),
      })),
      ...chartFields(adapter),
      gap: adapter.number(coordinate()).optional(),
      // In plain shorthand: the members of a group in another order, and formulas by their fields.
      ...((adapter.variables ? {} : plainFields) as typeof plainFields),
    }),
  );
}
