import type { TextPlace } from '../project/json-syntax.ts';

/** A place to look for in the text: of a value, or of a byte. */
export type WantedPlace = { readonly path: string } | { readonly byte: number };

/** What became of reading the project's file. */
export type ReadText =
  | {
      readonly kind: 'text';
      /** A number for this text. A file that was saved without a change keeps the number it had. */
      readonly version: number;
      /** In memory that threads share; nobody changes them. */
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'unreadable';
      readonly problems: readonly string[];
      /** Whether there is no such file. */
      readonly isMissing: boolean;
    };

/** The answers of the thread, by the question. */
export interface TextAnswers {
  readonly read: ReadText;
  /** The files that the text names, as far as that can be seen without reading it as a project. */
  readonly files: readonly string[];
  /** Null for what is not known: the version was forgotten. */
  readonly locate: readonly (TextPlace | null)[];
}

/** What the thread is asked. `id` is a new number, greater than those before. */
export type TextQuestion = { readonly id: number } & (
  | { readonly kind: 'read'; readonly path: string; readonly keep: readonly number[] }
  | { readonly kind: 'files'; readonly version: number }
  | { readonly kind: 'locate'; readonly version: number; readonly wanted: readonly WantedPlace[] }
);

export interface TextAnswer {
  readonly id: number;
  readonly value: TextAnswers[keyof TextAnswers];
}
