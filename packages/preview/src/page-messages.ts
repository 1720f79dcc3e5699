import type {
  Changes,
  Lane,
  LaneKeyframe,
  LaneSpan,
  Moment,
  MomentObject,
  MomentPlace,
  ViewAnswers,
} from '@render-service/engine/film';
import type { IconDrawing } from '@render-service/engine/process';
import type { TextPlace } from '@render-service/engine/text';
import type { z } from 'zod';
import type { DroppedFile } from './dropped-files.ts';
import type { ExportOrder, ExportState } from './export-state.ts';
import type { FilmState } from './film-state.ts';
import type { OfferedObject } from './offered-objects.ts';
import type { FoundObject } from './project-text-messages.ts';
import type {
  editsOrder,
  emptyOrder,
  fixAllOrder,
  fixOrder,
  placeOrder,
  queries,
  rowOrder,
  triesOrder,
  variablesOrder,
} from './request-values.ts';
import type { TextEdit } from './text-edits.ts';

// The messages between the server and its page. The routes and the page's scripts are checked against these types, so a
// change on one side is a compile error on the other.

/** The events of `api/events`, each with its data. */
export interface PageEvents {
  readonly film: FilmState;
  readonly export: ExportState;
}

/** The JSON answers, by path. */
export interface PageAnswers {
  readonly 'api/moment': PlacedMoment;
  readonly 'api/pick': ViewAnswers['pick'];
  readonly 'api/lane': PlacedLane;
  readonly 'api/object': FoundObject;
  readonly 'api/written': { readonly value: unknown };
  readonly 'api/changes': WrittenChanges;
  readonly 'api/spoken': ViewAnswers['spoken'];
  readonly 'api/offered-objects': readonly OfferedObject[];
  readonly 'api/icons': readonly IconDrawing[];
  readonly 'api/wave': ViewAnswers['sound-wave'];
  /** The copy of a file that was dropped into the page. */
  readonly 'api/files': DroppedFile;
}

/** The bodies of orders, by path. */
export interface PageOrders {
  readonly 'api/exports': ExportOrder;
  readonly 'api/fixes': z.output<typeof fixOrder>;
  readonly 'api/fix-all': z.output<typeof fixAllOrder>;
  readonly 'api/edits': z.output<typeof editsOrder>;
  readonly 'api/tries': z.output<typeof triesOrder>;
  readonly 'api/undo': z.output<typeof emptyOrder>;
  readonly 'api/redo': z.output<typeof emptyOrder>;
  readonly 'api/editor': z.output<typeof placeOrder>;
  readonly 'api/variables': z.output<typeof variablesOrder>;
  readonly 'api/row': z.output<typeof rowOrder>;
}

/** The query parameters, by path. */
export type PageQueries = {
  readonly [Name in keyof typeof queries as `api/${Name}`]: z.output<(typeof queries)[Name]>;
};

/** The differences between two versions of a film, in the picture and in the text. */
export interface WrittenChanges extends Changes {
  /** Empty if the text is the same, for example because a value of a variable is tried. */
  readonly edits: readonly TextEdit[];
}

/** The objects of the scene at one time, with their places in the project's file. */
export interface PlacedMoment extends Moment {
  readonly objects: readonly PlacedObject[];
}

export interface PlacedObject extends MomentObject {
  readonly places: readonly (MomentPlace & { readonly place: TextPlace | null })[];
}

/** How an object changes in the film, with the places in the project's file. */
export interface PlacedLane extends Lane {
  readonly spans: readonly (LaneSpan & { readonly place: TextPlace | null })[];
  readonly keyframes: readonly (LaneKeyframe & { readonly place: TextPlace | null })[];
}
