import type { Variables } from '@render-service/engine';
import type { EditedObject, OfferedLooks } from '@render-service/engine/edit';
import type { TextPlace } from '@render-service/engine/text';
import type { TextEdit } from './text-edits.ts';

/** A place to find in the text: that of a value, or that of a byte. */
export type WantedPlace = { readonly path: string } | { readonly byte: number };

/** The result of reading the project's file. */
export type ReadText =
  | {
      readonly kind: 'text';
      /** The number of this text. A file that was saved without a change keeps its number. */
      readonly version: number;
      /** The bytes are in memory that threads share, and must not be changed. */
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'unreadable';
      readonly problems: readonly string[];
      /** Whether the file does not exist. */
      readonly isMissing: boolean;
    };

/** The variables of a text. */
export interface WrittenVariables {
  /** The declared ones with their values. */
  readonly declared: Variables;
  /** The names of those that are used but not declared. */
  readonly undeclared: readonly string[];
}

/** A field of the value at a path. */
export interface WantedField {
  readonly path: string;
  readonly field: string;
}

/**
 * An object to edit: where it is written, its name in states, the place of a composition, and the theme in force. The
 * film has an empty path.
 */
export interface WantedObject {
  readonly path: string;
  readonly name: string;
  readonly composition: string | null;
  readonly theme: string | undefined;
}

/** An object with its fields, and the looks that they may have. */
export interface FoundObject extends EditedObject {
  readonly looks: OfferedLooks;
}

/** The answers of the thread, by the kind of question. */
export interface TextAnswers {
  readonly read: ReadText;
  /** The files that the text names, as far as they can be found without parsing it as a project. */
  readonly files: readonly string[];
  /**
   * The values of fields, including those that a state inherits; undefined for a missing field, and for all if the
   * version is no longer kept.
   */
  readonly values: readonly unknown[];
  /** Null for a text that is not JSON. */
  readonly variables: WrittenVariables | null;
  /** What differs between two versions; nothing if one of them is no longer kept or not JSON. */
  readonly edits: readonly TextEdit[];
  /** Null if the object is not in the text, or the version is no longer kept. */
  readonly object: FoundObject | null;
  /** The value at a path; null if there is none. */
  readonly value: unknown;
  /** Null for each place if the version is no longer kept. */
  readonly locate: readonly (TextPlace | null)[];
}

/** A question to the thread. `id` is greater than that of any question before. */
export type TextQuestion = { readonly id: number } & (
  | { readonly kind: 'read'; readonly path: string; readonly keep: readonly number[] }
  | { readonly kind: 'files'; readonly version: number }
  | { readonly kind: 'values'; readonly version: number; readonly wanted: readonly WantedField[] }
  | { readonly kind: 'variables'; readonly version: number }
  | { readonly kind: 'edits'; readonly before: number; readonly after: number }
  | {
      readonly kind: 'object';
      readonly version: number;
      readonly folder: string;
      readonly wanted: WantedObject;
    }
  | { readonly kind: 'value'; readonly version: number; readonly path: string }
  | { readonly kind: 'locate'; readonly version: number; readonly wanted: readonly WantedPlace[] }
);

export interface TextAnswer {
  readonly id: number;
  readonly value: TextAnswers[keyof TextAnswers];
}
