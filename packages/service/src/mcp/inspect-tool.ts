import { dirname } from 'node:path';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat, ShorthandOptions, Variables } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { capabilitiesWith, contractFormats } from '@render-service/engine/formats';
import { toolSchemasOf } from '@render-service/engine/options';
import { escapeControls, mustBe } from '@render-service/engine/text';
import * as z from 'zod';
import { inspectDescription } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { answerCall } from './project-call.ts';
import { inspectionResult } from './result-schemas.ts';
import { drawSmall, imageContent, pictureLimits } from './small-picture.ts';
import {
  type GivenArguments,
  inputPathSchema,
  readProject,
  readSwitch,
  toolArguments,
} from './tool-arguments.ts';
import { structuredResult } from './tool-result.ts';

/** Minimum width of the requested images, in pixels. */
const narrowestImage = 320;

const { layout, variables, theme, ...others } = toolSchemasOf('service_inspect', contractFormats);

const argumentShape = {
  inputPath: inputPathSchema,
  sheet: z.boolean().optional().describe('Also return an image of every hold and transition.'),
  layout,
  ...others,
  frame: z.number().min(0).optional().describe('Also return an image of this moment, in milliseconds.'),
  width: z
    .int()
    .min(narrowestImage)
    .max(pictureLimits.maxSide)
    .default(pictureLimits.maxSide)
    .describe('Width of the images.'),
  variables,
  theme,
};

interface InspectArguments {
  readonly inputPath: string;
  readonly sheet: boolean;
  readonly times: readonly number[] | undefined;
  readonly frame: number | undefined;
  readonly width: number;
  readonly layout: boolean;
  readonly variables: Variables | undefined;
  readonly theme: string | undefined;
}

/** Registers the tool service_inspect. `listing` is added to its entry in the list of tools. */
export function registerInspectTool(
  server: McpServer,
  runner: JobRunner,
  offered: readonly OutputFormat[],
  listing: object = {},
): void {
  const capabilities = capabilitiesWith(offered);
  server.registerTool(
    'service_inspect',
    {
      description: inspectDescription,
      inputSchema: toolArguments(argumentShape, readArguments),
      outputSchema: inspectionResult,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      ...listing,
    },
    ({ inputPath, sheet, times, frame, width, layout, variables, theme }, context) =>
      answerCall(runner, context, { inputPath }, async (document, _, { signal }) => {
        const options = { variables, theme, baseFolder: dirname(inputPath), signal };
        const { capabilities: _constants, ...inspection } = await runner.inspect(document, {
          ...options,
          layout,
        });
        const images: CallToolResult['content'] = [];
        if (sheet || times) {
          images.push(
            await pictured('sheet', () => drawSheet(runner, document, { ...options, times, width })),
          );
        }
        if (frame !== undefined) {
          const size = { width, height: (width * inspection.height) / inspection.width };
          const draw = (wide: number) =>
            runner.render(document, { ...options, format: 'png', timeMs: frame, width: wide });
          images.push(await pictured('frame', () => drawSmall(size, draw)));
        }
        // The constants are returned only if nothing else was requested.
        const isPlain = images.length === 0 && !layout;
        const result = structuredResult(isPlain ? { ...inspection, capabilities } : inspection);
        return { ...result, content: [...result.content, ...images] };
      }),
  );
}

type Content = CallToolResult['content'][number];
type DrawOptions = ShorthandOptions & { readonly signal: AbortSignal };

/** The picture, or the reason why it is missing: a project with issues can be inspected, but not always drawn. */
async function pictured(what: string, draw: () => Promise<Content>): Promise<Content> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof RenderError) || error.code === 'aborted') throw error;
    return { type: 'text', text: escapeControls(`The ${what} could not be drawn: ${error.message}`) };
  }
}

async function drawSheet(
  runner: JobRunner,
  project: Uint8Array,
  options: DrawOptions & { readonly times: readonly number[] | undefined; readonly width: number },
): Promise<Content> {
  const { data, mimeType } = await runner.sheet(project, { ...options, limits: pictureLimits });
  return imageContent(data, mimeType);
}

function readArguments(given: GivenArguments): InspectArguments {
  return {
    ...readProject(given),
    sheet: readSwitch(given, 'sheet'),
    layout: readSwitch(given, 'layout'),
    times: readTimes(given),
    frame: readFrame(given),
    width: readWidth(given),
  };
}

/** Moments in milliseconds; the sheet checks their number and range. */
function readTimes({ times }: GivenArguments): readonly number[] | undefined {
  if (times === undefined) return undefined;
  if (Array.isArray(times) && times.every((time) => typeof time === 'number')) return times;
  throw new RenderError('invalid-option', [`times ${mustBe('a list of numbers', times)}`]);
}

function readFrame({ frame }: GivenArguments): number | undefined {
  if (frame === undefined || (typeof frame === 'number' && frame >= 0)) return frame;
  throw new RenderError('invalid-option', [`frame ${mustBe('a number of at least 0', frame)}`]);
}

function readWidth({ width = pictureLimits.maxSide }: GivenArguments): number {
  const isWidth = Number.isInteger(width) && Number(width) >= narrowestImage;
  if (isWidth && Number(width) <= pictureLimits.maxSide) return Number(width);
  const rule = `an integer from ${narrowestImage} to ${pictureLimits.maxSide}`;
  throw new RenderError('invalid-option', [`width ${mustBe(rule, width)}`]);
}
