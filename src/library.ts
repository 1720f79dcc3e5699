import { Buffer } from 'node:buffer';
import { isUint8Array } from 'node:util/types';
import type { Project } from './project/schema.ts';
import { withProgressListener } from './render/control/progress-listener.ts';
import type { AdvisedInspection, InspectionExtras } from './render/inspect.ts';
import { checkShorthandOptions, ownProject } from './render/load-project.ts';
import { checkOptions, checkTimeout } from './render/options/check-options.ts';
import { optionNames } from './render/options/option-table.ts';
import { ownOptions } from './render/options/own-options.ts';
import type { KnownAsyncDisposable, RenderControl, RenderOptions } from './render/options/render-options.ts';
import { RenderSupervisor } from './render/process/supervisor.ts';
import type { ProjectInput, ShorthandOptions } from './render/project-input.ts';
import type { RenderResult } from './render/render.ts';
import { RenderError } from './render/render-error.ts';
import type { SheetResult } from './render/sheet/sheet.ts';
import {
  checkSheetOptions,
  type SheetControl,
  type SheetOptions,
  sheetOptionNames,
} from './render/sheet/sheet-options.ts';
import { expandProject as expand } from './shorthand/expand-project.ts';
import type { ShorthandProject } from './shorthand/schema.ts';

export type InspectOptions = RenderOptions &
  ShorthandOptions &
  Pick<InspectionExtras, 'layout'> &
  Pick<RenderControl, 'signal' | 'timeoutMs'>;

/**
 * A separate, warm process that renders, inspects and draws sheets. Several renderers work in parallel; the calls of one
 * run one after the other. The process starts with the first call and does not keep this one from exiting.
 */
export interface Renderer extends KnownAsyncDisposable {
  /**
   * Renders a project into the bytes of one SVG, PNG or MP4 file. The same project and options give the same bytes.
   * Rejects with a RenderError.
   */
  render(
    project: ProjectInput,
    options?: RenderOptions & ShorthandOptions & RenderControl,
  ): Promise<RenderResult>;
  /**
   * Checks a project without rendering it: structure, references, timing, and content that some render would refuse
   * or draw other than authored. Embedded images are not decoded. Rejects with a RenderError for an invalid project,
   * and for options that a render of it would refuse. `advice` is what is valid but hardly meant; with `layout: true`
   * there is also each visible object's box in every hold.
   */
  inspect(project: ProjectInput, options?: InspectOptions): Promise<AdvisedInspection>;
  /**
   * Draws a contact sheet as PNG: many moments of a project, each with its time and composition. By default the middle of
   * every hold and transition. Rejects with a RenderError.
   */
  sheet(
    project: ProjectInput,
    options?: SheetOptions & ShorthandOptions & SheetControl,
  ): Promise<SheetResult>;
  /** Ends the process; calls that wait or run reject with `aborted`, and later ones do too. */
  close(): Promise<void>;
}

/** A renderer with its own process, which `await using` or `close()` ends. */
export function createRenderer(): Renderer {
  const processRenderer = new RenderSupervisor();
  return {
    async render(project, given = {}) {
      const start = performance.now();
      const options = ownOptions(given, renderNames);
      checkAll(options);
      const input = ownInput(project);
      const { projectName: _, ...result } = await withProgressListener(options, (control) =>
        processRenderer.render(input, { ...options, ...control }),
      );
      return { ...result, elapsedMs: Math.round(performance.now() - start) };
    },
    async inspect(project, given = {}) {
      const { layout, ...asked } = ownOptions(given, inspectNames);
      checkAll(asked);
      if (layout !== undefined && typeof layout !== 'boolean') throw invalid('layout must be true or false');
      const inspection = await processRenderer.inspect(ownInput(project), { ...asked, layout, advice: true });
      const { blocking: _, advice = [], ...report } = inspection;
      return { ...report, advice };
    },
    async sheet(project, given = {}) {
      const start = performance.now();
      const options = ownOptions(given, [...sheetOptionNames, ...shorthandNames, ...controlNames]);
      checkTimeout(options);
      checkShorthandOptions(options);
      checkSheetOptions(options);
      const result = await processRenderer.sheet(ownInput(project), options);
      return { ...result, elapsedMs: Math.round(performance.now() - start) };
    },
    close: () => processRenderer.close(),
    [Symbol.asyncDispose]: () => processRenderer.close(),
  };
}

/** A project that the caller may change while it waits for its turn, in a form that can cross to another process. */
function ownInput(project: ProjectInput): ProjectInput {
  if (typeof project === 'string') return project;
  return isUint8Array(project) ? Buffer.from(project) : ownProject(project);
}

/** A full project, and what is known of the shorthand that it was made from. */
export interface Expansion {
  readonly project: Project;
  /**
   * Where a part of the project was written: from a path such as `['scenes', 'main', 'objects', 'title']` in the project
   * to one in the shorthand, which ends at the first part that the author left out.
   */
  readonly placeOf: (path: readonly (string | number)[]) => readonly (string | number)[];
  /** Variables that the shorthand declares and nothing uses. */
  readonly unusedVariables: readonly string[];
}

/**
 * Writes out a project in shorthand as a full one; a full project stays as it is. Pure: it reads no files, so that a `src`
 * must be a URL. Throws a RenderError `invalid-project` or `too-large` whose problems name the places in the shorthand.
 */
export function expandProject(
  project: ShorthandProject | ProjectInput,
  options: Pick<ShorthandOptions, 'variables'> = {},
): Expansion {
  const { variables } = ownOptions(options, ['variables']);
  checkShorthandOptions({ variables });
  const expanded = expand(project, { variables });
  if (!expanded.ok) {
    const code = expanded.reason === 'too-large' ? 'too-large' : 'invalid-project';
    throw new RenderError(code, expanded.problems);
  }
  const { places, unusedVariables } = expanded.value;
  // States that are equal are one object in it, which a caller who changes one would not expect.
  const full: Project = JSON.parse(JSON.stringify(expanded.value.project));
  return { project: full, placeOf: (path) => places.written(path), unusedVariables };
}

let shared: Renderer | undefined;

/** As `Renderer.render`, in a process that all calls share. */
export function render(
  project: ProjectInput,
  options?: RenderOptions & ShorthandOptions & RenderControl,
): Promise<RenderResult> {
  shared ??= createRenderer();
  return shared.render(project, options);
}

/** As `Renderer.inspect`, in a process that all calls share. */
export function inspect(project: ProjectInput, options?: InspectOptions): Promise<AdvisedInspection> {
  shared ??= createRenderer();
  return shared.inspect(project, options);
}

/** As `Renderer.sheet`, in a process that all calls share. */
export function sheet(
  project: ProjectInput,
  options?: SheetOptions & ShorthandOptions & SheetControl,
): Promise<SheetResult> {
  shared ??= createRenderer();
  return shared.sheet(project, options);
}

/** Ends the process that `render`, `inspect` and `sheet` share, with its running work; a later call starts a new one. */
export async function close(): Promise<void> {
  const closing = shared;
  shared = undefined;
  await closing?.close();
}

const shorthandNames = ['variables', 'baseFolder'] as const satisfies readonly (keyof ShorthandOptions)[];
const controlNames = ['signal', 'timeoutMs'] as const satisfies readonly (keyof RenderControl)[];
const renderNames: readonly string[] = [...optionNames, ...shorthandNames, ...controlNames, 'onProgress'];
const inspectNames: readonly string[] = [...renderNames, 'layout'];

/** Throws a RenderError `invalid-option` for options that no render takes, before they are sent to another process. */
function checkAll(options: RenderOptions & ShorthandOptions & RenderControl): void {
  const { onProgress } = options;
  checkTimeout(options);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw invalid('onProgress must be a function');
  checkShorthandOptions(options);
  checkOptions(options);
}

function invalid(...problems: readonly string[]): RenderError {
  return new RenderError('invalid-option', problems);
}
