export type { Bounds } from './drawing/bounds.ts';
export type { Absence } from './render/view/absence.ts';
export type { Changes } from './render/view/changes.ts';
export type { FilmOutline, SegmentOutline, SoundOutline } from './render/view/film-outline.ts';
export type { Lane, LaneKeyframe, LaneSpan } from './render/view/lane.ts';
export type { Moment, MomentObject, MomentPlace } from './render/view/moment.ts';
export type { SpokenLane } from './render/view/spoken-lanes.ts';
export type { ViewAnswers, ViewRequest } from './render/view/view-request.ts';
