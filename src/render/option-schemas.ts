import { z } from 'zod';
import { frameRates, maxOutputPixels, maxOutputSide, outputFormats } from './capabilities.ts';

const side = (what: string) =>
  z
    .int()
    .min(1)
    .max(maxOutputSide)
    .describe(
      `${what} of the output in pixels. Even for mp4; width x height at most ${maxOutputPixels}. ` +
        "If only one of width and height is given, the first scene's aspect ratio is kept; without both, its size, " +
        'scaled down to the limits.',
    );

/** The form of every option of a render by itself; `checkOptions` knows how they go together. */
export const optionSchemas = {
  format: z.enum(outputFormats).default('png').describe('Output format.'),
  width: side('Width').optional(),
  height: side('Height').optional(),
  fps: z
    .literal([...frameRates])
    .default(30)
    .describe('Frames per second of an mp4.'),
  timeMs: z
    .number()
    .min(0)
    .default(0)
    .describe(
      "Time in the project, in milliseconds, that an svg or png shows; at most the project's duration. 0 for mp4.",
    ),
} as const;
