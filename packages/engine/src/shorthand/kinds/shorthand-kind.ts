import type { Path } from '../../project/problem-text.ts';
import type { Fields, PartOwner, ReadObject, SceneDraft } from '../desugar/scene-draft.ts';
import type { FigureDrawer } from '../figures/figure.ts';
import type { Theme } from '../themes/theme.ts';

/** An object while it is read: its own fields and those of its state, which readers change in place. */
export interface ReadingObject extends PartOwner {
  readonly path: Path;
  /** The file that the object names, as written. */
  readonly src: unknown;
  /** What is in its groups, as written. */
  readonly data: unknown;
  /** The template of these. */
  readonly each: unknown;
  readonly text: unknown;
  /** Returns the place of a field of the object as written. */
  readonly placeOf: (field: string) => Path;
  /** The fields of the state that the document sets itself. */
  readonly own: ReadonlySet<string>;
}

/** A state of an object in a composition while it is read. */
export interface ReadingState {
  readonly object: Fields;
  readonly state: Fields;
  /** The fields that the object has before the composition. */
  readonly before: Fields;
  readonly path: Path;
}

/** The theme of the film, and what is behind an object. */
export interface Ground {
  readonly theme: Theme;
  readonly background: unknown;
}

/** What shorthand does with one kind of object. Generic code asks for it, and compares no names of kinds. */
export interface ShorthandKind {
  /** The style of objects that name none, if the film or its theme has it. */
  readonly usualStyle?: string;
  /** Returns the fields that a theme gives an object without any style. */
  readonly themed?: (ground: Ground) => Fields;
  /** Whether a field of the object whose name states have, too, is one of its own with this value. */
  readonly isOwn?: (field: string, value: unknown) => boolean;
  /** Makes fields of the full format, or of plain shorthand, of what authors write. */
  readonly read?: (draft: SceneDraft, object: ReadingObject) => void;
  /** The same for a state of a composition. */
  readonly readState?: (draft: SceneDraft, state: ReadingState) => void;
  /** The same for the state of a part of a figure that finds its parts itself, such as lines of code. */
  readonly readPart?: (draft: SceneDraft, state: Fields) => void;
  /** For groups: makes the members of a field, instead of `children`. */
  readonly members?: {
    readonly read: (draft: SceneDraft, object: ReadingObject, readObject: ReadObject) => void;
    /** The fields of groups that it has, and where its members are instead of others. */
    readonly fields: readonly string[];
    readonly source: string;
  };
  /** For figures: draws its parts in all compositions. */
  readonly draw?: FigureDrawer;
}
