import { setImmediate } from 'node:timers/promises';
import { compileDrawing, type Drawing } from '../../drawing/compile-drawing.ts';
import { imagesOf } from '../../drawing/display-list.ts';
import { decodeProjectImages } from '../../media/images/project-images.ts';
import { pictureSource } from '../../media/picture-source.ts';
import type { Footage } from '../../media/video/footage.ts';
import { formats } from '../../output/formats.ts';
import { writePng } from '../../output/png.ts';
import { SkiaCanvas } from '../../output/skia/skia-canvas.ts';
import type { Project } from '../../project/schema.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { maxOutputBytes } from '../capabilities.ts';
import { withTimeLimit } from '../control/time-limit.ts';
import type { KeptPictures } from '../film/kept/kept-pictures.ts';
import { openPictures } from '../film/kept/open-store.ts';
import type { StoreOptions } from '../film/kept/store-options.ts';
import type { BuildReport } from '../film/piece-report.ts';
import { loadProject, withWrittenPlaces } from '../load-project.ts';
import { loadClipSounds, openFootage, showsSound } from '../open-footage.ts';
import type { SheetOptions } from '../options/render-options.ts';
import type { ProjectInput } from '../project-input.ts';
import { outputTooLarge, refuseUnsupported } from '../refuse-unsupported.ts';
import { layOutSheet } from './sheet-grid.ts';
import { loadLabelSetter } from './sheet-labels.ts';
import { maxSheetHeight } from './sheet-limits.ts';
import { type ChosenMoments, chooseMoments, type SheetMoment } from './sheet-moments.ts';
import { type CheckedSheetOptions, checkSheetOptions } from './sheet-options.ts';
import { drawSheetPage, type SheetPage, sheetPageOf } from './sheet-page.ts';

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

/** A sheet as a task returns it to other parts of this program. */
export interface SheetTaskResult extends SheetResult {
  /** Of a sheet whose pictures its cache could not keep. */
  readonly build?: BuildReport;
}

/** Limits of a sheet. It gets more columns, and then a smaller width, until it fits. */
export interface SheetLimits {
  /** Length of each side, in pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

/** Options of a sheet, including those that only other parts of this program use. */
export interface SheetTaskOptions extends SheetOptions, Pick<StoreOptions, 'keepsPieces'> {
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
export function sheet(input: ProjectInput, options: SheetTaskOptions = {}): Promise<SheetTaskResult> {
  const start = performance.now();
  return withTimeLimit(
    options,
    async (signal) => {
      const checked = checkSheetOptions(options);
      const loaded = await loadProject(input, { ...options, keepsFiles: true }, signal);
      const footage = await openFootage(loaded.project, loaded.openedFiles, signal);
      return withWrittenPlaces(loaded, async () => {
        const { project } = loaded;
        const timeline = compileTimeline(project);
        refuseUnsupported(project, timeline, 'png', loaded.openedFiles);
        if (showsSound(project)) await loadClipSounds(project, timeline.scenes, loaded.openedFiles, signal);
        const chosen = chooseMoments(project, timeline, checked);
        let compiled: Promise<Drawing> | undefined;
        const drawing = () => (compiled ??= compileDrawing(project, timeline));
        const kept = await openPictures(options, project, timeline, loaded.openedFiles);
        const job = { project, timeline, chosen, checked, drawing, kept, footage, signal };
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
          ...kept?.report,
          elapsedMs: Math.round(performance.now() - start),
        };
      }).finally(() => {
        footage?.close();
        loaded.close();
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
  /** Compiled when it is needed. */
  readonly drawing: () => Promise<Drawing>;
  readonly kept: KeptPictures | undefined;
  readonly footage: Footage | undefined;
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

async function drawSheet(job: SheetJob, width: number, maxHeight = maxSheetHeight) {
  const { project, timeline, chosen, checked, kept } = job;
  const [film] = timeline.scenes;
  const count = chosen.moments.length;
  const grid = layOutSheet({ count, width, columns: checked.columns, maxHeight, film });
  const page = sheetPageOf(project, timeline, chosen, grid);
  const draw = () => drawPage(job, page);
  const times = page.cells.map(({ timeMs }) => timeMs);
  return { data: await (kept?.at(times, ['sheet', page], draw) ?? draw()), size: grid.size };
}

async function drawPage(
  { project, drawing, footage, signal }: SheetJob,
  sheet: SheetPage,
): Promise<Uint8Array> {
  const { grid, cells } = sheet;
  const labels = await loadLabelSetter();
  const drawn = await drawing();
  // Other images may be damaged and need not be decoded.
  const shown = cells.flatMap(({ timeMs }) => [...imagesOf(drawn.at(timeMs).nodes)]);
  const images = await decodeProjectImages(project, new Set(shown));
  const source = pictureSource(images, footage);
  const page = new SkiaCanvas(grid.size, source);
  page.paint(drawSheetPage(sheet, labels));
  // A picture is drawn at its size on the sheet, which is faster than scaling it down and just as accurate.
  const picture = new SkiaCanvas(grid.picture, source);
  for (const [index, { timeMs }] of cells.entries()) {
    await setImmediate();
    signal.throwIfAborted();
    picture.paint(drawn.at(timeMs));
    const { x, y } = grid.cells[index];
    page.paintPicture(picture, x, y);
  }
  return writePng(page.pixels(), grid.size);
}
