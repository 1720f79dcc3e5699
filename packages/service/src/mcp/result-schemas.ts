import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { AdvisedInspection, RenderResult } from '@render-service/engine';
import * as z from 'zod';
import { listedSchema } from './listed-schema.ts';

// Schemas of the tools' results, kept short because agents read them before their first call.

/**
 * A result, or the code and the problems of a failed call, because some clients also check the results of failed calls.
 * The listing requires only one of the fields that tell them apart; `schema` checks results completely.
 */
function orProblems<Input, Output>(
  fields: readonly (keyof Output & string)[],
  schema: StandardSchemaWithJSON<Input, Output>,
): StandardSchemaWithJSON<Input, Output> {
  const listed = listedSchema(schema)['~standard'];
  const { jsonSchema } = listed;
  const withFailures = ({ required: _, ...result }: Record<string, unknown>) => ({
    ...result,
    anyOf: [...fields.map((field) => ({ required: [field] })), { required: ['code', 'problems'] }],
  });
  return {
    '~standard': {
      ...listed,
      jsonSchema: {
        input: (options) => withFailures(jsonSchema.input(options)),
        output: (options) => withFailures(jsonSchema.output(options)),
      },
    },
  };
}

/** The schema of the capabilities. */
export const capabilitiesResult = listedSchema(
  z.looseObject({ formats: z.array(z.string()), maxVideoDurationMs: z.number() }),
);

/** The schema of an AdvisedInspection. */
export const inspectionResult = orProblems(
  ['issues'],
  z.looseObject({
    name: z.string(),
    scenes: z.number(),
    durationMs: z.number(),
    width: z.number().describe('Of the first scene, as height.'),
    height: z.number(),
    audibleTracks: z.number(),
    issues: z
      .array(z.string())
      .describe(
        '"<place>: <problem>; <remedy>" for what some renders refuse or draw differently; "warning: " stops none.',
      ),
    problems: z.array(z.looseObject({})),
    capabilities: z.looseObject({}).optional(),
    advice: z
      .array(z.looseObject({ rule: z.string(), path: z.string(), message: z.string() }))
      .describe('Valid but probably unintended. fix: fields to set in the value at path; null removes.'),
    assertions: z.array(z.unknown()).optional(),
    clips: z.array(z.unknown()).optional(),
    pages: z.array(z.string()).describe('Topics of service_capabilities.'),
    layout: z
      .array(z.looseObject({}))
      .optional()
      .describe('Boxes in scene pixels, by hold; null if it paints nothing.'),
    plan: z.array(z.unknown()).optional(),
  } satisfies Record<keyof AdvisedInspection, z.ZodType>),
);

const renderedFields = {
  outputPath: z.string(),
  bytes: z.number(),
  format: z.string(),
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
  durationMs: z.number(),
  frames: z.number(),
  rasterizedFrames: z.number(),
  audioCodec: z.string().nullable(),
  elapsedMs: z.number(),
  warnings: z.array(z.string()).optional().describe('Issues of the inspection that start with "warning: ".'),
} satisfies Record<Exclude<keyof RenderResult, 'data' | 'captions'> | 'outputPath', z.ZodType>;

/** The schema of a RenderResult with the file's path in place of its bytes. */
export const renderResult = orProblems(['outputPath'], z.looseObject(renderedFields));

const { outputPath, elapsedMs, ...madeFields } = renderedFields;

/** A job, and the RenderResult of one that is done. */
const jobShape = z.looseObject({
  job: z.string(),
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  outputPath,
  elapsedMs,
  framesDone: z.number().optional(),
  next: z.string().optional(),
  ...z.object(madeFields).partial().shape,
});

export const jobResult = orProblems(['job'], jobShape);

/** The schema of a RenderResult, or of the job of a render that takes long. */
export const renderOrJobResult = orProblems(['bytes', 'job'], jobShape.partial({ job: true, status: true }));

/** The schema of a FixReport without the text. */
export const fixResult = orProblems(
  ['changes'],
  z.looseObject({
    changes: z
      .array(z.looseObject({ path: z.string(), rule: z.string(), message: z.string(), line: z.number() }))
      .describe('from and to of each value that was changed; neither if it was absent.'),
    left: z
      .array(z.looseObject({ path: z.string(), message: z.string(), reason: z.string() }))
      .describe('Advice that is left, and why.'),
  }),
);

/** The schema of a SheetResult with the file's path in place of its bytes. */
export const sheetResult = orProblems(
  ['moments'],
  z.looseObject({
    outputPath,
    bytes: z.number(),
    width: z.number(),
    height: z.number(),
    moments: z.array(z.looseObject({ timeMs: z.number() })),
    elapsedMs,
  }),
);

/** The schema of an expanded project's file. */
export const expandResult = orProblems(
  ['bytes'],
  z.looseObject({ outputPath, bytes: z.number(), elapsedMs }),
);
