import type { DocumentEdit } from '@render-service/engine/edit';
import { frameRatesOfAny, outputFormats } from '@render-service/engine/formats';
import { contractSize } from '@render-service/engine/options';
import { maxAdvice } from '@render-service/engine/process';
import { HttpError } from '@render-service/service/web';
import * as z from 'zod';
import type { ExportOrder } from './export-state.ts';

/** A number in a query, in decimal digits. */
const decimal = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,20})?$/, 'must be a number')
  .transform(Number);
const integer = (least: number, most: number) => decimal.pipe(z.number().int().min(least).max(most));

const revision = integer(1, Number.MAX_SAFE_INTEGER);
const timeMs = decimal;

/** The largest reach of a click, in scene pixels: that of a film of the largest size on a small screen. */
const maxReach = 50;

/** A path in the document, such as `objects.title.x`. */
const documentPath = z.string().min(1).max(2000);

/** The parameters of each request of the page. Other names and repeated names are refused. */
export const queries = {
  still: z.strictObject({
    revision,
    timeMs,
    width: integer(1, contractSize.side),
    client: z.string().max(40).optional(),
    purpose: z.enum(['still', 'thumbnail']).default('still'),
  }),
  moment: z.strictObject({ revision, timeMs }),
  pick: z.strictObject({ revision, timeMs, x: decimal, y: decimal, reach: integer(0, maxReach) }),
  lane: z.strictObject({ revision, scene: z.string().max(80), object: z.string().max(80) }),
  object: z.strictObject({
    revision,
    /** Empty for the film. */
    path: documentPath.or(z.literal('')),
    name: z.string().max(2000),
    composition: documentPath.optional(),
  }),
  written: z.strictObject({ revision, path: documentPath }),
  changes: z.strictObject({ revision }),
  spoken: z.strictObject({ revision }),
  icons: z.strictObject({}),
  'offered-objects': z.strictObject({}),
  wave: z.strictObject({ revision, columns: integer(1, 4000) }),
  movie: z.strictObject({ revision }),
  files: z.strictObject({ name: z.string().min(1).max(300) }),
};

const side = z.number().optional();

/** Checks only the form of an order. The renderer checks the values of its options. */
export const exportOrder: z.ZodType<ExportOrder> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('render'),
    options: z.strictObject({
      format: z.enum(outputFormats),
      width: side,
      height: side,
      fps: z.literal(frameRatesOfAny(outputFormats)).optional(),
      timeMs: z.number().optional(),
      fromMs: z.number().optional(),
      toMs: z.number().optional(),
    }),
  }),
  z.strictObject({
    kind: z.literal('sheet'),
    options: z.strictObject({ moments: side, every: side, columns: side, width: side }),
  }),
]);

/** A fix to apply to the project's file: the version on the page, and the number of the advice as in its remark. */
export const fixOrder = z.strictObject({
  revision: z.number().int().min(1),
  advice: z
    .number()
    .int()
    .min(0)
    .max(maxAdvice - 1),
});

/** The version on the page, all of whose fixes are applied. */
export const fixAllOrder = z.strictObject({ revision: z.number().int().min(1) });

/** Takes back the last change, or makes it again. */
export const emptyOrder = z.strictObject({});

const editSchema: z.ZodType<DocumentEdit> = z.union([
  z.strictObject({ path: documentPath, value: z.json() }),
  z.strictObject({ path: documentPath, remove: z.literal(true) }),
  z.strictObject({ path: documentPath, insert: z.json() }),
  z.strictObject({ path: documentPath, copy: documentPath }),
  z.strictObject({ path: documentPath, move: z.number().int().min(0).max(1_000_000) }),
]);

/** Changes of the project's text: the hash of the text from which they are made, and the changes in their order. */
export const editsOrder = z.strictObject({
  base: z.string().min(1).max(64),
  edits: z.array(editSchema).min(1).max(100),
});

/** Changes of the project's text to draw without writing them. */
export const triesOrder = z.strictObject({
  ...editsOrder.shape,
  timeMs: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  width: z.number().int().min(1).max(contractSize.side),
  client: z.string().max(40),
});

/** A place in the project's file to open in the editor. */
export const placeOrder = z.strictObject({
  line: z.number().int().min(1),
  column: z.number().int().min(1),
});

/** Values of variables to try; null returns to those of the file, the command line and the row. */
export const variablesOrder = z.strictObject({
  values: z.record(z.string(), z.union([z.string().max(100_000), z.number(), z.boolean()])).nullable(),
});

/** The row of the data file to show; null shows the project without a row. */
export const rowOrder = z.strictObject({ number: z.number().int().min(1).nullable() });

/** Reads a value of the expected form. Throws an HttpError 422 with the first rule that the value breaks. */
export function readValue<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new HttpError(422, `${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'is not valid'}`);
}
