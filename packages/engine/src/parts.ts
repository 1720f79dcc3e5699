export type { BuiltPartsResult, LabelledPart, PartsOptions } from './render/parts/parts-options.ts';
export type { PartPiece } from './render/parts/plan-parts.ts';
export { planFilm, renderParts } from './render/parts/render-parts.ts';
export { isForParts, isLongFootage } from './render/plan.ts';
