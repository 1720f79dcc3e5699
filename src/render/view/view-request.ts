import type { Moment } from './moment.ts';
import type { PickedPlace } from './pick.ts';

/** What can be asked about a film that is open. */
export type ViewRequest =
  /** The picture at a time, `width` pixels wide, as `packPixels` packs it. */
  | { readonly kind: 'still'; readonly timeMs: number; readonly width: number }
  | { readonly kind: 'moment'; readonly timeMs: number }
  | ({ readonly kind: 'pick'; readonly timeMs: number } & PickedPlace)
  /** The mixed sound in so many columns. */
  | { readonly kind: 'sound-wave'; readonly columns: number };

export interface ViewAnswers {
  readonly still: Uint8Array;
  readonly moment: Moment;
  /** The ids of the objects at the place, the one that is probably meant first. */
  readonly pick: readonly string[];
  /** The loudest sample of each column, 0 to 255; empty for a film without sound. */
  readonly 'sound-wave': readonly number[];
}

export type ViewAnswer = ViewAnswers[keyof ViewAnswers];
