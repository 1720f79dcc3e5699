import type { FlowNote } from '../graph/graph.ts';

/** A participant of a sequence diagram: a box, or the figure of a person. Null where a text only names it. */
export interface Participant {
  readonly id: string;
  readonly label: string | null;
  readonly isActor: boolean | null;
  /** Whether a message creates it. */
  readonly isCreated: boolean;
}

export interface Message {
  readonly type: 'message';
  readonly from: string;
  readonly to: string;
  readonly line: 'solid' | 'dotted';
  readonly heads: 'none' | 'end' | 'both';
  /** Whether it never arrives. */
  readonly isLost: boolean;
  readonly text: string;
  /** Its number with `autonumber`; null without one. */
  readonly number: number | null;
  /** The participants that it creates and destroys. */
  readonly creates: string | null;
  readonly destroys: string | null;
}

export interface SequenceNote {
  readonly type: 'note';
  readonly side: 'left' | 'right' | 'over';
  /** The first and the last participant that it is about. */
  readonly first: string;
  readonly last: string;
  readonly text: string;
}

/** The words that begin a frame around messages. */
export const frameWords = ['loop', 'alt', 'opt', 'par', 'critical', 'break', 'rect'] as const;
export type FrameWord = (typeof frameWords)[number];

/** What happens in a sequence diagram, in order. Frames and activations have an end of their own. */
export type SequenceItem =
  | Message
  | SequenceNote
  | { readonly type: 'activate' | 'deactivate'; readonly participant: string }
  | {
      readonly type: 'frame';
      readonly word: FrameWord;
      readonly text: string;
      /** The fill of a `rect`; null for other frames. */
      readonly fill: string | null;
    }
  | { readonly type: 'section'; readonly word: string; readonly text: string }
  | { readonly type: 'end' };

/** A box behind some participants. */
export interface ParticipantBox {
  readonly title: string;
  readonly fill: string | null;
  readonly participants: readonly string[];
}

export interface SequenceDiagram {
  /** From left to right. */
  readonly participants: readonly Participant[];
  readonly boxes: readonly ParticipantBox[];
  readonly items: readonly SequenceItem[];
  readonly errors: readonly FlowNote[];
  /** What the language has, but a sequence does not draw. */
  readonly undrawn: readonly FlowNote[];
}

/** Maximum numbers of one sequence diagram. Items are messages, notes, activations, frames and their sections. */
export const maxSequenceText = 20_000;
export const maxParticipants = 30;
export const maxMessages = 200;
export const maxItems = 300;
export const maxNestedFrames = 10;
export const maxPartText = 300;

/** What the layout arranges: the parts of a sequence diagram in one composition, by their ids. */
export interface SequencePlan {
  /** The font size that its spaces are multiples of, where it needs not be smaller. */
  readonly fontSize: number;
  /** How many times larger it may be in a room with space. */
  readonly growth: number;
  /** The group of the participants that are there from the beginning. */
  readonly group: string;
  readonly participants: readonly PlannedParticipant[];
  readonly boxes: readonly PlannedBox[];
  readonly steps: readonly SequenceStep[];
}

export interface PlannedParticipant {
  readonly head: string;
  readonly label: string;
  /** The figure of an actor. */
  readonly figure: string | null;
  readonly line: string;
  readonly isCreated: boolean;
}

export interface PlannedBox {
  readonly id: string;
  readonly title: string | null;
  readonly first: number;
  readonly last: number;
}

/** Participants are indices; ids are null for what a part does not have. */
export type SequenceStep =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly label: string | null;
      readonly badge: LabelledBox | null;
      readonly from: number;
      readonly to: number;
      readonly isLost: boolean;
      readonly creates: number | null;
      readonly destroys: number | null;
    }
  | {
      readonly type: 'note';
      readonly id: string;
      readonly label: string | null;
      readonly side: SequenceNote['side'];
      readonly first: number;
      readonly last: number;
    }
  | { readonly type: 'activate'; readonly id: string; readonly participant: number }
  | { readonly type: 'deactivate'; readonly participant: number }
  | {
      readonly type: 'frame';
      readonly id: string;
      readonly tab: LabelledBox | null;
      readonly title: string | null;
    }
  | { readonly type: 'section'; readonly id: string; readonly title: string | null }
  | { readonly type: 'end' };

/** The word in the corner of a frame, or the number of a message. */
export interface LabelledBox {
  readonly id: string;
  readonly label: string;
}
