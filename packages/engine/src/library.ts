import { Buffer } from 'node:buffer';
import { isUint8Array } from 'node:util/types';
import { fixProject } from './fix/fix-project.ts';
import type { FixReport } from './fix/fix-report.ts';
import { mustBe } from './project/problem-text.ts';
import type { Project } from './project/schema.ts';
import { withProgressListener } from './render/control/progress-listener.ts';
import type { AdvisedInspection } from './render/inspect.ts';
import { expandInThread } from './render/layout/expand-in-thread.ts';
import { checkShorthandOptions, ownProject } from './render/load-project.ts';
import type { AllOptions } from './render/options/all-options.ts';
import { checkOptions } from './render/options/check-options.ts';
import type { Operation } from './render/options/option.ts';
import { optionNamesOf } from './render/options/option-table.ts';
import { ownOptions } from './render/options/own-options.ts';
import type {
  FixOptions,
  InspectOptions,
  KnownAsyncDisposable,
  RenderOptions,
  RenderPartsOptions,
  SheetOptions,
} from './render/options/render-options.ts';
import type { PartsResult } from './render/parts/parts-result.ts';
import { RenderSupervisor } from './render/process/supervisor.ts';
import type { ProjectInput, ShorthandOptions } from './render/project-input.ts';
import type { RenderResult } from './render/render.ts';
import { invalidOption, RenderError } from './render/render-error.ts';
import type { SheetResult } from './render/sheet/sheet.ts';
import { checkSheetOptions } from './render/sheet/sheet-options.ts';
import type { ShorthandProject } from './shorthand/schema.ts';

/**
 * A separate, warm process that renders, inspects, fixes and draws sheets. Several renderers work in parallel; the
 * calls of each run one after the other. The process starts with the first call and does not keep the program from
 * exiting.
 */
export interface Renderer extends KnownAsyncDisposable {
  /**
   * Renders a project into the bytes of one SVG, PNG, MP4, WebM, MOV, GIF, WebP or APNG file. The same project and
   * options give the same bytes. Rejects with a RenderError.
   */
  render(project: ProjectInput, options?: RenderOptions): Promise<RenderResult>;
  /**
   * Checks a project without rendering it: structure, references, timing, and content that some renders would refuse or
   * draw differently from what was authored. Only images behind texts are decoded, and at most eight of them. Rejects with a
   * RenderError for an invalid project, and for options that a render of it would refuse. `advice` lists what is valid
   * but probably unintended; `layout: true` adds each visible object's box in every hold, and
   * `plan: true` what happens in each composition.
   */
  inspect(project: ProjectInput, options?: InspectOptions): Promise<AdvisedInspection>;
  /**
   * Applies the fixes of the advice on a project to its JSON text. Only the values concerned change; formatting and
   * order stay. A fix is kept only if the project stays valid and its advice disappears, so fixing the result changes
   * nothing. Values that come from a variable are left as they are. The time limit is that of each inspection. Rejects
   * with a RenderError for an invalid project.
   */
  fix(project: string, options?: FixOptions): Promise<FixReport>;
  /**
   * Draws a contact sheet as PNG: many moments of a project, each with its time and composition, by default the middle
   * of every hold and transition. Rejects with a RenderError.
   */
  sheet(project: ProjectInput, options?: SheetOptions): Promise<SheetResult>;
  /** Ends the process. Waiting and running calls reject with `aborted`, and so do later ones. */
  close(): Promise<void>;
}

/** Creates a renderer with its own process, which `await using` or `close()` ends. */
export function createRenderer(): Renderer {
  const processRenderer = new RenderSupervisor();
  return {
    async render(project, given = {}) {
      const start = performance.now();
      const options = checkedOptions('render', given);
      const input = ownInput(project);
      const {
        projectName: _,
        build: __,
        ...result
      } = await withProgressListener(options, (control) =>
        processRenderer.render(input, { ...options, ...control }),
      );
      return { ...result, elapsedMs: Math.round(performance.now() - start) };
    },
    async inspect(project, given = {}) {
      const options = checkedOptions('inspect', given);
      const inspection = await processRenderer.inspect(ownInput(project), { ...options, advice: true });
      const { blocking: _, advice = [], pages = [], ...report } = inspection;
      return { ...report, advice, pages };
    },
    async fix(project, given = {}) {
      const options = checkedOptions('fix', given);
      const text: unknown = project;
      if (typeof text !== 'string') {
        throw new RenderError('invalid-project', [`project ${mustBe('JSON text', text)}`]);
      }
      const inspectText = async (version: string) => {
        const { advice = [], ...inspection } = await processRenderer.inspect(version, {
          ...options,
          advice: true,
          layout: true,
        });
        return { ...inspection, advice };
      };
      return fixProject(text, inspectText, options.variables);
    },
    async sheet(project, given = {}) {
      const start = performance.now();
      const options = checkedOptions('sheet', given);
      const { build: _, ...result } = await processRenderer.sheet(ownInput(project), options);
      return { ...result, elapsedMs: Math.round(performance.now() - start) };
    },
    close: () => processRenderer.close(),
    [Symbol.asyncDispose]: () => processRenderer.close(),
  };
}

/** A copy that can be sent to another process; the caller may change the project while the call waits for its turn. */
function ownInput(project: ProjectInput): ProjectInput {
  if (typeof project === 'string') return project;
  return isUint8Array(project) ? Buffer.from(project) : ownProject(project);
}

/** A project in the full format, with information about the shorthand that it was made from. */
export interface Expansion {
  /** The project in the full format. */
  readonly project: Project;
  /**
   * Maps a path in the project, such as `['scenes', 'main', 'objects', 'title']`, to the place in the shorthand where
   * that part was written. The result ends at the first part that the author left out.
   */
  readonly placeOf: (path: readonly (string | number)[]) => readonly (string | number)[];
  /** Variables that the shorthand declares but does not use. */
  readonly unusedVariables: readonly string[];
}

/**
 * Expands a project in shorthand into the full format; a project in the full format stays as it is, without unknown
 * fields. Relations become numbers, which takes a fifth of a second for the fonts. Reads no files, so each `src` must
 * be a URL. Throws a RenderError `invalid-project` or `too-large` whose problems name the places in the shorthand.
 */
export function expandProject(
  project: ShorthandProject | ProjectInput,
  options: Pick<ShorthandOptions, 'variables' | 'theme'> = {},
): Expansion {
  const { variables, theme } = ownOptions(options, optionNamesOf('expandProject'));
  checkShorthandOptions({ variables, theme });
  const expanded = expandInThread(project, { variables, theme });
  if (!expanded.ok) {
    const code = expanded.reason === 'too-large' ? 'too-large' : 'invalid-project';
    throw new RenderError(code, expanded.problems);
  }
  const { places, unusedVariables } = expanded.value;
  // Equal states share one object, which would surprise a caller who changes one of them.
  const full: Project = JSON.parse(JSON.stringify(expanded.value.project));
  return { project: full, placeOf: (path) => places.written(path), unusedVariables };
}

let shared: Renderer | undefined;

/** Like `Renderer.render`, in a process that all calls share. */
export function render(project: ProjectInput, options?: RenderOptions): Promise<RenderResult> {
  shared ??= createRenderer();
  return shared.render(project, options);
}

/** Like `Renderer.inspect`, in a process that all calls share. */
export function inspect(project: ProjectInput, options?: InspectOptions): Promise<AdvisedInspection> {
  shared ??= createRenderer();
  return shared.inspect(project, options);
}

/** Like `Renderer.fix`, in a process that all calls share. */
export function fix(project: string, options?: FixOptions): Promise<FixReport> {
  shared ??= createRenderer();
  return shared.fix(project, options);
}

/** Like `Renderer.sheet`, in a process that all calls share. */
export function sheet(project: ProjectInput, options?: SheetOptions): Promise<SheetResult> {
  shared ??= createRenderer();
  return shared.sheet(project, options);
}

/** One of the projects that form a longer film. */
export interface Part extends ShorthandOptions {
  readonly project: ProjectInput;
  /** Its name in messages; `part 1` and so on by default. */
  readonly label?: string | undefined;
}

/**
 * Renders projects, one after the other, into one MP4 file with a chapter for each. Nothing is encoded twice, and the
 * sound is one stream. All parts have the size of the first, and `fps` is 30, unless the options say otherwise. Only
 * the disk limits duration and bytes; memory does not grow with them. Uses processes of its own. Rejects with a
 * RenderError, and leaves no file then.
 */
export async function renderParts(
  parts: readonly Part[],
  outputPath: string,
  options: RenderPartsOptions = {},
): Promise<PartsResult> {
  const { replace = false, ...asked } = checkedOptions('renderParts', options);
  const path: unknown = outputPath;
  if (typeof path !== 'string' || path === '') throw invalidOption(`outputPath ${mustBe('a path', path)}`);
  if (!Array.isArray(parts)) throw invalidOption(`parts ${mustBe('an array', parts)}`);
  const partProjects = parts.map((part: Part, index) => {
    const { project, label = `part ${index + 1}`, ...shorthand } = ownOptions(part, partNames);
    checkShorthandOptions(shorthand);
    if (typeof label !== 'string')
      throw invalidOption(`the label of part ${index + 1} ${mustBe('a string', label)}`);
    return { ...shorthand, project: ownInput(project), label };
  });
  // Loads FFmpeg, which the other calls load only in their processes.
  const { renderParts: renderAll } = await import('./render/parts/render-parts.ts');
  const rules = { replace, adviceIfExists: 'use replace: true to replace it' };
  const { build: _, ...result } = await withProgressListener(asked, (control) =>
    renderAll(partProjects, path, { ...asked, ...control }, rules),
  );
  return result;
}

/**
 * Ends the process that `render`, `inspect`, `fix` and `sheet` share, with its running work; a later call starts a new
 * one.
 */
export async function close(): Promise<void> {
  const closing = shared;
  shared = undefined;
  await closing?.close();
}

const partNames: readonly string[] = ['project', 'label', 'variables', 'baseFolder'] satisfies (keyof Part)[];

/**
 * A copy of a caller's options that can be sent to another process. Throws a RenderError `invalid-option` for unknown
 * names and invalid values.
 */
function checkedOptions<Options extends AllOptions>(
  operation: Exclude<Operation, 'expandProject'>,
  given: Options,
): Options {
  const options = ownOptions(given, optionNamesOf(operation));
  checkShorthandOptions(options);
  if (operation === 'sheet') checkSheetOptions(options);
  else if (operation !== 'renderParts') checkOptions(options, undefined, operation);
  return options;
}
