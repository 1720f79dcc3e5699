import { fieldsOf, isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import type { ComponentSet } from '../components/component-set.ts';
import type { CaptionStyle } from '../kinds/captions/caption-cues.ts';
import type { Source } from '../sources.ts';
import type { Theme } from '../themes/theme.ts';
import type { VariableReplacer } from '../variables.ts';
import type { Guess } from './guess.ts';
import type { ItemVariables } from './items.ts';
import type { PartNames } from './part-names.ts';
import type { Provenance } from './provenance.ts';

/** An object of a document that need not be valid. */
export type Fields = Record<string, unknown>;

/** A scene on its way from the document as written to plain shorthand, which has no parts, items or styles. */
export interface SceneDraft {
  /** Whether the scene has everything that the full format requires, and is read as such. */
  readonly isComplete: boolean;
  /** Place of the scene as written. */
  readonly path: Path;
  readonly provenance: Provenance;
  /** Takes problems with places as written. */
  readonly problems: Problems;
  readonly variables: VariableReplacer;
  /** The styles of the film itself; `theme` has further ones. */
  readonly styles: Fields;
  readonly theme: Theme | undefined;
  /** The tag of the film's language, if it names one. */
  readonly lang: string | undefined;
  /** Collects the fields that are read as others. */
  readonly guesses: Guess[];
  /** The texts of files that decide what objects there are, by `textKey`; `unread` collects files that are not in it. */
  readonly texts: ReadonlyMap<string, string>;
  readonly unread: Source[];
  /** Groups whose items are in such files. */
  readonly unreadGroups: Set<string>;
  /** Collects the fields of objects for other shapes of the frame. */
  readonly unused: UnusedFields[];
  /** What is behind the objects: the background of the scene, or with a theme the fill of the group around them. */
  readonly background: unknown;
  /** Size of the frame in pixels, as far as it is known before the check. */
  readonly frame: { readonly width: number; readonly height: number };
  readonly names: PartNames;
  /** The animation of the scene for all compositions, as written. */
  readonly enter: unknown;
  /** Keys of the compositions, in playing order, and the compositions as written with their places. */
  readonly compositions: readonly WrittenComposition[];
  /** The states that these write as objects, by the names of the mentioned objects. */
  readonly mentioned: ReadonlyMap<string, readonly Fields[]>;
  /** The plain objects by id, in drawing order. */
  readonly objects: Record<string, Fields>;
  /** The labels of shapes and lines, and the boxes of groups, by the id of their owner. */
  readonly labels: Map<string, string>;
  /** Labels whose colour follows the fill of their owner. */
  readonly inked: Set<string>;
  /** The letter spacings of texts by id. */
  readonly spacings: Map<string, Spacing>;
  /** The only side that the document writes of objects with equal sides, by id. */
  readonly equalSides: Map<string, 'width' | 'height'>;
  readonly boxes: Map<string, string>;
  /** The objects that turn and scale a group, by its id. */
  readonly carriers: Map<string, string>;
  /** The layers that draw a group, a figure or an object with its label as one picture, by its id. */
  readonly layers: Map<string, string>;
  /** The objects in the coordinates of axes by id, with the last ends of those that are lines. */
  readonly onAxes: Map<string, AxesEnds>;
  /** The styles and the own fields of each object at its beginning, by id. */
  readonly looks: Map<string, Look>;
  /** The components that objects may have as their kinds. */
  readonly components: ComponentSet;
  /** The fields of objects, by id, from which their parts are made. Their values in compositions are read with them. */
  readonly parameters: Map<string, ReadonlySet<string>>;
  /** The item or component that is being made, if any. */
  readonly item: DraftItem;
  /** The children that components were given. */
  readonly given: WeakMap<object, GivenChild>;
  /** How many objects have been read, and whether these are as many as templates may make, which is reported once. */
  readonly room: { objects: number; isUsedUp: boolean };
  /** The items that the data of each composition do not have, by its key. */
  readonly absent: ReadonlyMap<string, Set<string>>;
  /** The graphs of the scene by id, and the ids of their nodes, whose texts are inside whatever their kind. */
  readonly graphs: Map<string, DraftGraph>;
  readonly graphNodes: Set<string>;
  /** The texts in the rows of boxes and at the ends of edges by the ids of these, which have them as they have labels. */
  readonly innerTexts: Map<string, readonly string[]>;
  /** The tables of the scene by id. */
  readonly tables: Map<string, DraftTable>;
  /** The captions without a file, by id: they show what the film says. */
  readonly spokenCaptions: Map<string, SpokenCaptions>;
  /** The objects of kind captions, which have become texts. */
  readonly captions: Set<Fields>;
  /** What the states of compositions emphasise, by composition and by the name of what is emphasised. */
  readonly emphases: ReadonlyMap<string, Map<string, WrittenEmphasis>>;
  /** Collects what a document has that is not drawn. */
  readonly notes: DraftNote[];
  /** The states that items get from later data, by composition and by id. */
  readonly itemStates: ReadonlyMap<string, Record<string, Fields>>;
}

/** A child that a component was given: it is read as where it is written. */
export interface GivenChild {
  /** The name of the object that it is written in, of which it is a part. */
  readonly owner: string;
  readonly path: Path;
  readonly item: DraftItem;
}

/** The item or component that is being made. */
export interface DraftItem {
  readonly variables: ItemVariables;
  /** The components around it, the innermost one last. */
  readonly components: readonly string[];
  /** The id of the object that the innermost component makes. */
  readonly whole?: string;
}

/** An emphasis as written: the name of one, or a track with it as its type. */
export interface WrittenEmphasis {
  readonly value: unknown;
  readonly path: Path;
}

/** Captions that show what the film says, with their place in the document. */
export interface SpokenCaptions {
  readonly style: CaptionStyle;
  readonly path: Path;
}

/** An edge of a graph, by the ids of its ends. */
export interface DraftEdge {
  readonly from: string;
  readonly to: string;
}

/** A graph while the states of its parts are read. */
export interface DraftGraph {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlyMap<string, DraftEdge>;
  /** The nodes, edges and clusters that each composition's text has. */
  readonly present: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a wildcard speaks of its edges, too, which are then shown one by one. */
  readonly isStepwise?: boolean;
}

/** A table while the states of its parts are read. */
export interface DraftTable {
  /** The ids of the cells of each row, by that of the row. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** The colours of the texts of cells that the document does not colour, by the ids of the cells. */
  readonly inks: Map<string, unknown>;
  /** The last fills of rows and cells. */
  readonly fills: Map<string, unknown>;
}

/** Advice on a place in a document as written. */
export interface DraftNote {
  readonly path: Path;
  readonly message: string;
  /** The rule of the advice; `not-drawn` by default. */
  readonly rule?: 'encoding' | 'no-effect';
}

/** The letter spacing of a text in font sizes, and its last font size. */
export interface Spacing {
  fontSize: number;
  inFontSizes?: number | undefined;
}

/** The ends of a line in the coordinates of axes: numbers or formulas. */
export interface AxesEnds {
  from?: readonly unknown[];
  to?: readonly unknown[];
}

/** An object as written, and what it is called. */
export interface WrittenObject {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
  readonly path: Path;
}

/** Reads an object and its parts into a draft. */
export type ReadObject = (draft: SceneDraft, object: WrittenObject) => void;

/** A plain object that gets parts of its own. */
export interface PartOwner {
  readonly id: string;
  readonly name: string;
  readonly object: Fields;
  readonly state: Fields;
}

/** Fields of a state that no object of the film has: they are only checked. */
export interface UnusedFields {
  readonly fields: Fields;
  readonly path: Path;
}

export interface WrittenComposition {
  readonly key: string;
  readonly written: unknown;
  readonly path: Path;
}

/** What an object looks like at the beginning: its styles, and the names of the fields that it sets itself. */
export interface Look {
  readonly styles: readonly string[];
  readonly own: ReadonlySet<string>;
  /** What is behind it, if that is not the background of the scene. */
  readonly ground?: unknown;
  /** Whether its fill is the one that the theme gave it on another ground. */
  readonly isThemed?: boolean;
}

/** Returns an inner object; an empty one if there is none. */
export function mapIn(value: unknown, name: string): Fields {
  const inner = isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return fieldsOf(inner);
}
