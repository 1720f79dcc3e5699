import type { Capabilities, Inspection } from '@render-service/engine';
import * as z from 'zod';

const text = (description: string) => z.string().describe(description);
const count = (description: string) => z.int().min(0).describe(description);
const milliseconds = (description: string) => z.number().min(0).describe(description);
const pixels = (description: string) => z.number().min(1).describe(description);

/** A schema that accepts only this value. */
function constant(value: string | number | boolean | readonly string[]): z.ZodType {
  if (typeof value !== 'object') return z.literal(value);
  const [first, ...others] = value.map((item) => z.literal(item));
  return z.tuple([first, ...others]);
}

/** The schema of these capabilities, which are constants. */
export function capabilitiesSchema(capabilities: Capabilities): z.ZodType {
  const entries = Object.entries(capabilities).map(([name, value]) => [name, constant(value)]);
  return z
    .object(Object.fromEntries(entries) as Record<keyof Capabilities, z.ZodType>)
    .describe('The supported formats, source types and limits.');
}

/** The form of an Inspection with these capabilities. */
export function inspectionSchema(capabilities: Capabilities): z.ZodType {
  return z
    .object({
      name: text("The project's name."),
      scenes: z.int().min(1).describe('Number of scenes.'),
      durationMs: milliseconds('Authored duration of the whole project.'),
      width: pixels('Width of the first scene in pixels.'),
      height: pixels('Height of the first scene in pixels.'),
      audibleTracks: count('Number of audible audio tracks.'),
      issues: z
        .array(z.string())
        .describe(
          'Content that some renders would refuse or draw differently from what was authored, as ' +
            '"<place>: <problem>; <remedy>". Issues that start with "warning: " do not stop any render.',
        ),
      capabilities: capabilitiesSchema(capabilities),
    } satisfies Record<keyof Inspection, z.ZodType>)
    .describe('The result of checking a project without rendering it.');
}
