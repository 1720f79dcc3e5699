import type { PageName } from './pages.ts';

/**
 * The content of a kind of object: letters have a font size, a layer has only its members, and everything else that the
 * full format has draws something with a width and a height. Groups, charts, other figures and icons exist only in
 * shorthand.
 */
export type Content =
  | 'shape'
  | 'line'
  | 'letters'
  | 'picture'
  | 'members'
  | 'nothing'
  | 'children'
  | 'chart'
  | 'figure'
  | 'icon'
  | 'captions'
  | 'axes'
  | 'plot'
  | 'waveform';

export interface KindEntry {
  readonly draws: Content;
  /** One and many of them in messages. */
  readonly noun: string;
  readonly plural: string;
  /** The page that explains the kind; null for kinds that authors do not write in shorthand. */
  readonly page: PageName | null;
  /** The fields of its state that have an effect, except those of all objects, and of labels. */
  readonly fields: readonly string[];
  /** The fields of the object itself that only some kinds have. */
  readonly objectFields?: readonly string[];
  /** How it differs from others that draw the same content. */
  readonly traits?: readonly Trait[];
  /** The axis along which a group has its members. */
  readonly along?: 'x' | 'y';
  /** What a file in the field `src` is, other than a picture. */
  readonly source?: 'code' | 'speech' | 'clip';
}

/**
 * What code asks about a kind: whether its outline is an ellipse, its sides are equal
 * unless both are written, a line bends along points, its letters are prose or typeset
 * as mathematics, or a group leaves its members where they are or has them in columns and rows.
 */
export type Trait = 'round' | 'square' | 'bends' | 'prose' | 'typeset' | 'unarranged' | 'tracks';
