export type { Advice, AdviceRule } from './advice/advice.ts';
export type { AssertionResult } from './advice/assertions/assertion-result.ts';
export type { HoldLayout } from './advice/hold-layout.ts';
export type { FixChange, FixReport, LeftAdvice, ValueChange } from './fix/fix-report.ts';
export {
  close,
  createRenderer,
  type Expansion,
  expandProject,
  fix,
  inspect,
  type Part,
  type Renderer,
  render,
  renderParts,
  sheet,
} from './library.ts';
export type { FrameRate, Mp4Sound, OutputFormat } from './output/formats.ts';
export { projectJsonSchema as projectSchema } from './project/json-schema.ts';
export type { Fix, JsonValue, Problem, ProblemRule } from './project/problem.ts';
export type { Project } from './project/schema.ts';
export { type Capabilities, capabilities } from './render/capabilities.ts';
export type { AdvisedInspection, Inspection } from './render/inspect.ts';
export type { InspectedClip } from './render/inspected-clip.ts';
export type {
  FixOptions,
  InspectOptions,
  RenderControl,
  RenderOptions,
  RenderPartsOptions,
  RenderProgress,
  SheetOptions,
} from './render/options/render-options.ts';
export type { PartChapter, PartsResult } from './render/parts/parts-result.ts';
export type { ProjectInput, ShorthandOptions } from './render/project-input.ts';
export type { RenderResult } from './render/render.ts';
export { RenderError, type RenderErrorCode } from './render/render-error.ts';
export type { SheetResult } from './render/sheet/sheet.ts';
export type { SheetMoment } from './render/sheet/sheet-moments.ts';
export type { PlannedComposition } from './render/view/film-plan.ts';
export { shorthandJsonSchema as shorthandSchema } from './shorthand/json-schema.ts';
export type { ShorthandProject, Variables } from './shorthand/schema.ts';
