import { z } from 'zod';
import type { Advice } from '../advice/advice.ts';
import type { AdvisedInspection } from '../render/inspect.ts';
import type { RenderResult } from '../render/render.ts';
import { listedSchema } from './listed-schema.ts';

// What the tools answer, in the few words that an agent reads before its first call.

const boxSchema = z.looseObject({});

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
        '"<place>: <what>; <what to do>" for what some render would refuse or draw other than authored. "warning: " first: no render is refused for it.',
      ),
    capabilities: z.looseObject({}),
    advice: z
      .array(
        z.looseObject({
          path: z.string(),
          message: z.string(),
          box: boxSchema.optional(),
          fix: z
            .looseObject({})
            .optional()
            .describe('Numbers for fields of what is at path that put it right.'),
        } satisfies Record<keyof Advice, z.ZodType>),
      )
      .describe('What is valid and will be drawn, but is hardly meant.'),
    layout: z
      .array(z.looseObject({}))
      .optional()
      .describe(
        'Each hold: scene, composition, startMs, endMs, and objects, the lowest first, with id and box: left, top, right, bottom in scene pixels, without the glow; null paints nothing.',
      ),
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
