import { setImmediate } from 'node:timers/promises';
import { compileDrawing, type Drawing } from '../../drawing/compile-drawing.ts';
import { decodeProjectImages, lookUpAsset } from '../../media/images/project-images.ts';
import { formats } from '../../output/formats.ts';
import { writePng } from '../../output/png.ts';
import { SkiaCanvas } from '../../output/skia/skia-canvas.ts';
import type { Project } from '../../project/schema.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { maxOutputBytes } from '../capabilities.ts';
import { withTimeLimit } from '../control/time-limit.ts';
import { loadProject, withWrittenPlaces } from '../load-project.ts';
import type { SheetOptions } from '../options/render-options.ts';
import type { ProjectInput } from '../project-input.ts';
import { outputTooLarge, refuseUnsupported } from '../refuse-unsupported.ts';
import { layOutSheet } from './sheet-grid.ts';
import { loadLabelSetter } from './sheet-labels.ts';
import { maxSheetHeight } from './sheet-limits.ts';
import { type ChosenMoments, chooseMoments, type SheetMoment } from './sheet-moments.ts';
import { type CheckedSheetOptions, checkSheetOptions } from './sheet-options.ts';
import { drawSheetPage } from './sheet-page.ts';

/** A contact sheet and its properties. */
export interface SheetResult {
  /** Media type of the sheet: a PNG. */
  readonly mimeType: typeof formats.png.mediaType;
  /** Bytes of the PNG. */
  readonly data: Uint8Array;
  /** Length of `data`. */
  readonly bytes: number;
  /** Width of the sheet in pixels. */
  readonly width: number;
  /** Height of the sheet in pixels. */
  readonly height: number;
  /** The moments that the pictures show, row by row. */
  readonly moments: readonly SheetMoment[];
  /** Milliseconds from the call to its result. */
  readonly elapsedMs: number;
}

/** Limits of a sheet. It gets more columns, and then a smaller width, until it fits. */
export interface SheetLimits {
  /** Length of each side, in pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

/** Options of a sheet, including those that only other parts of this program use. */
export interface SheetTaskOptions extends SheetOptions {
  readonly limits?: SheetLimits | undefined;
}

/** Extra reduction of a sheet with too many bytes, because small pictures compress less well. */
const shrinkage = 0.9;

/** A narrower sheet would be unreadable. */
const narrowestSheet = 160;

/**
 * Draws a contact sheet: many moments of a project in one PNG, each with its time and composition. The same project and
 * options give the same bytes. Rejects with a RenderError.
 */
export function sheet(input: ProjectInput, options: SheetTaskOptions = {}): Promise<SheetResult> {
  const start = performance.now();
  return withTimeLimit(
    options,
    async (signal) => {
      const checked = checkSheetOptions(options);
      const loaded = await loadProject(input, options, signal);
      return withWrittenPlaces(loaded, async () => {
        const { project } = loaded;
        const timeline = compileTimeline(project);
        refuseUnsupported(project, timeline, 'png');
        const chosen = chooseMoments(project, timeline, checked);
        const drawing = await compileDrawing(project, timeline);
        const job = { project, timeline, chosen, checked, drawing, signal };
        const { data, size } = await (options.limits
          ? drawWithin(job, options.limits)
          : drawSheet(job, checked.width));
        if (data.length > maxOutputBytes) throw outputTooLarge('png');
        return {
          mimeType: formats.png.mediaType,
          data,
          bytes: data.length,
          ...size,
          moments: chosen.moments,
          elapsedMs: Math.round(performance.now() - start),
        };
      });
    },
    'sheet',
  );
}

interface SheetJob {
  readonly project: Project;
  readonly timeline: Timeline;
  readonly chosen: ChosenMoments;
  readonly checked: CheckedSheetOptions;
  readonly drawing: Drawing;
  readonly signal: AbortSignal;
}

async function drawWithin(job: SheetJob, { maxSide, maxBytes }: SheetLimits) {
  for (let width = Math.min(job.checked.width, maxSide); ; ) {
    const made = await drawSheet(job, width, maxSide);
    if (made.data.length <= maxBytes || width <= narrowestSheet) return made;
    const share = Math.sqrt(maxBytes / made.data.length) * shrinkage;
    width = Math.max(narrowestSheet, Math.floor(width * share));
  }
}

async function drawSheet(
  { project, timeline, chosen, checked, drawing, signal }: SheetJob,
  width: number,
  maxHeight = maxSheetHeight,
) {
  const [film] = timeline.scenes;
  const { moments } = chosen;
  const grid = layOutSheet({ count: moments.length, width, columns: checked.columns, maxHeight, film });
  const labels = await loadLabelSetter();
  const images = await decodeProjectImages(project);
  const source = (asset: Parameters<typeof lookUpAsset>[1]) => lookUpAsset(images, asset).drawable;
  const page = new SkiaCanvas(grid.size, source);
  page.paint(drawSheetPage({ project, durationMs: timeline.durationMs, grid, chosen }, labels));
  // A picture is drawn at its size on the sheet, which is faster than scaling it down and just as accurate.
  const picture = new SkiaCanvas(grid.picture, source);
  for (const [index, { timeMs }] of moments.entries()) {
    await setImmediate();
    signal.throwIfAborted();
    picture.paint(drawing.at(timeMs));
    const { x, y } = grid.cells[index];
    page.paintPicture(picture, x, y);
  }
  return { data: await writePng(page.pixels(), grid.size), size: grid.size };
}
