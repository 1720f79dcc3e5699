import { z } from 'zod';
import type { AdvisedInspection } from '../render/inspect.ts';
import type { RenderResult } from '../render/render.ts';
import { listedSchema } from './listed-schema.ts';

// What the tools answer, in the few words that an agent reads before its first call.

/** The form of the constants. */
export const capabilitiesResult = listedSchema(
  z.looseObject({ formats: z.array(z.string()), maxVideoDurationMs: z.number() }),
);

/** The form of an AdvisedInspection. */
export const inspectionResult = listedSchema(
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
        '"<place>: <what>; <what to do>": what some render refuses or draws differently; "warning: " refuses none.',
      ),
    capabilities: z.looseObject({}).optional(),
    advice: z
      .array(z.looseObject({ path: z.string(), message: z.string() }))
      .describe(
        'What is valid, but probably unintended; fix has fields for what is at path that put it right.',
      ),
    layout: z
      .array(z.looseObject({}))
      .optional()
      .describe('Boxes in scene pixels, by hold; null paints nothing.'),
  } satisfies Record<keyof AdvisedInspection, z.ZodType>),
);

/** The form of a RenderResult without its bytes, with the path of the file. */
export const renderResult = listedSchema(
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
  } satisfies Record<Exclude<keyof RenderResult, 'data'> | 'outputPath', z.ZodType>),
);
