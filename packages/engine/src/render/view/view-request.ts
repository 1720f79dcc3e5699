import type { Changes } from './changes.ts';
import type { Lane } from './lane.ts';
import type { Moment } from './moment.ts';
import type { PickedPlace } from './pick.ts';
import type { SpokenLane } from './spoken-lanes.ts';

/** Requests about an open film. */
export type ViewRequest =
  /** The picture at a time, `width` pixels wide, in the format of `packPixels`. */
  | { readonly kind: 'still'; readonly timeMs: number; readonly width: number }
  | { readonly kind: 'moment'; readonly timeMs: number }
  | ({ readonly kind: 'pick'; readonly timeMs: number } & PickedPlace)
  /** The changes of an object in the film. */
  | { readonly kind: 'lane'; readonly scene: string; readonly object: string }
  /** The differences from the film with another name, which must be open too. */
  | { readonly kind: 'changes'; readonly since: string }
  /** What is said in the film. */
  | { readonly kind: 'spoken' }
  /** The mixed sound in this number of columns. */
  | { readonly kind: 'sound-wave'; readonly columns: number };

export interface ViewAnswers {
  readonly still: Uint8Array;
  readonly moment: Moment;
  /** The ids of the objects at the point, the most probable first. */
  readonly pick: readonly string[];
  readonly lane: Lane;
  readonly changes: Changes;
  readonly spoken: readonly SpokenLane[];
  /** The loudest sample of each column, 0 to 255; empty for a film without sound. */
  readonly 'sound-wave': readonly number[];
}

export type ViewAnswer = ViewAnswers[keyof ViewAnswers];
