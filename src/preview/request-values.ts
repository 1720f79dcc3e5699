import { z } from 'zod';
import { maxOutputSide } from '../render/capabilities.ts';
import { HttpError } from '../web/errors.ts';
import type { ExportOrder } from './export-state.ts';

/** A number as queries have it, in decimal digits. */
const decimal = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,20})?$/, 'must be a number')
  .transform(Number);
const integer = (least: number, most: number) => decimal.pipe(z.number().int().min(least).max(most));

const revision = integer(1, Number.MAX_SAFE_INTEGER);
const timeMs = decimal;

/** Scene pixels around a click; a film of the largest size is shown on a small screen. */
const mostReach = 50;

/** The parameters of each request of the page. Other names, and the same name twice, are refused. */
export const queries = {
  still: z.strictObject({
    revision,
    timeMs,
    width: integer(1, maxOutputSide),
    client: z.string().max(40).optional(),
    purpose: z.enum(['still', 'thumbnail']).default('still'),
  }),
  moment: z.strictObject({ revision, timeMs }),
  pick: z.strictObject({ revision, timeMs, x: decimal, y: decimal, reach: integer(0, mostReach) }),
  wave: z.strictObject({ revision, columns: integer(1, 4000) }),
  movie: z.strictObject({ revision }),
};

const side = z.number().optional();

/** The options themselves are checked where they are used. */
export const exportOrder: z.ZodType<ExportOrder> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('render'),
    options: z.strictObject({
      format: z.enum(['png', 'svg', 'mp4']),
      width: side,
      height: side,
      fps: z.union([z.literal(24), z.literal(30), z.literal(60)]).optional(),
      timeMs: z.number().optional(),
    }),
  }),
  z.strictObject({
    kind: z.literal('sheet'),
    options: z.strictObject({ moments: side, every: side, columns: side, width: side }),
  }),
]);

/** A value of the expected form; throws an HttpError 422 that names the first rule which is broken. */
export function readValue<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new HttpError(422, `${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'is not valid'}`);
}
