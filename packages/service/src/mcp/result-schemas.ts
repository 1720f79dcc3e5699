import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { AdvisedInspection, RenderResult } from '@render-service/engine';
import * as z from 'zod';
import { listedSchema } from './listed-schema.ts';

// Schemas of the tools' results, kept short because agents read them before their first call.

/**
 * A result, or the code and the problems of a failed call, because some clients also check the results of failed calls.
 * The listing requires only the field that tells them apart; `schema` checks results completely.
 */
function orProblems<Input, Output>(
  field: keyof Output & string,
  schema: StandardSchemaWithJSON<Input, Output>,
): StandardSchemaWithJSON<Input, Output> {
  const listed = listedSchema(schema)['~standard'];
  const { jsonSchema } = listed;
  const withFailures = ({ required: _, ...result }: Record<string, unknown>) => ({
    ...result,
    anyOf: [{ required: [field] }, { required: ['code', 'problems'] }],
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
  'issues',
  z.looseObject({
    name: z.string(),
    scenes: z.number(),
    durationMs: z.number(),
    width: z.number().describe('Of the first scene, like the height.'),
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
    assertions: z.array(z.looseObject({})).optional(),
    pages: z.array(z.string()).describe('Topics of service_capabilities.'),
    layout: z
      .array(z.looseObject({}))
      .optional()
      .describe('Boxes in scene pixels, by hold; null if it paints nothing.'),
  } satisfies Record<keyof AdvisedInspection, z.ZodType>),
);

/** The schema of a RenderResult with the file's path in place of its bytes. */
export const renderResult = orProblems(
  'outputPath',
  z.looseObject({
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
  } satisfies Record<Exclude<keyof RenderResult, 'data' | 'captions'> | 'outputPath', z.ZodType>),
);
