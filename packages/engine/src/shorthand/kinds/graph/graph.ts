import type { headShapes } from '../../../project/properties/values.ts';

/** Where a graph leads to. */
export const graphDirections = ['right', 'left', 'down', 'up'] as const;
export type GraphDirection = (typeof graphDirections)[number];

const directionWords: Readonly<Record<string, GraphDirection>> = {
  ...{ LR: 'right', RL: 'left', TB: 'down', TD: 'down', BT: 'up' },
};

/** Returns the direction that a diagram of Mermaid names with a word such as LR. */
export function graphDirectionOf(word: string): GraphDirection | undefined {
  return Object.hasOwn(directionWords, word) ? directionWords[word] : undefined;
}

export const graphDirectionWords = Object.keys(directionWords);

export const nodeShapes = [
  'rect',
  'round',
  'stadium',
  'diamond',
  'circle',
  'subroutine',
  'database',
  'hexagon',
  'flag',
  'parallelogram',
  'parallelogramBack',
  'trapezoid',
  'trapezoidBack',
  // Those of state diagrams: where one begins and ends, where ways fork and join, and notes.
  'start',
  'stop',
  'bar',
  'note',
] as const;

export type NodeShape = (typeof nodeShapes)[number];

/** A node as a flowchart writes it. Without a shape, it is only named. */
export interface FlowNode {
  readonly id: string;
  readonly shape?: NodeShape;
  readonly label?: string;
  /** What is in its box below its name; also an empty list for boxes that may have rows. */
  readonly rows?: readonly FlowRow[];
}

/** A row of a box, such as an attribute of a class. */
export interface FlowRow {
  readonly cells: readonly FlowCell[];
  /** Whether a line separates it from what is above. */
  readonly isApart: boolean;
}

/** A text in a row; an empty one is not drawn. */
export interface FlowCell {
  /** The part that it is, among those of its box. */
  readonly name: string;
  readonly text: string;
  readonly look?: 'muted' | 'italic' | 'underline';
}

export type HeadShape = (typeof headShapes)[number];

export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly line: 'solid' | 'dotted' | 'thick' | 'hidden';
  readonly heads: 'none' | 'start' | 'end' | 'both';
  readonly headShape: HeadShape;
  /** The shape of the head at its start, if it is another one. */
  readonly startShape?: HeadShape;
  /** Texts beside its start and its end, such as 0..1. */
  readonly endTexts?: readonly [start: string, end: string];
  /** The least number of ranks that it spans. */
  readonly ranks: number;
}

/** A box around nodes and other boxes. */
export interface FlowCluster {
  readonly id: string;
  readonly title: string;
  readonly nodes: readonly string[];
  readonly parent: string | null;
}

/** A place in a flowchart, and the fault or the undrawn syntax there. Lines and letters count from 0. */
export interface FlowNote {
  readonly line: number;
  readonly letter: number;
  readonly message: string;
}

export interface Flowchart {
  readonly direction: GraphDirection | null;
  /** By their ids, in the order in which they are named. */
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly edges: readonly FlowEdge[];
  readonly clusters: readonly FlowCluster[];
  readonly errors: readonly FlowNote[];
  /** What the language has, but a graph does not draw. */
  readonly undrawn: readonly FlowNote[];
}

/** Maximum numbers of nodes and edges of one graph, and of letters of its text. */
export const maxNodes = 200;
export const maxEdges = 300;
export const maxGraphText = 20_000;
export const maxNodeText = 300;

/** Maximum number of nodes of all graphs of a scene, which take a second to arrange. */
export const maxNodesTogether = 500;

/** What the layout arranges: the members of a graph in one composition, by their ids. */
export interface GraphPlan {
  /** How its nodes are laid out; in layers by default. */
  readonly layout?: 'tree';
  readonly direction: GraphDirection;
  /** The font size that its spaces are multiples of, where it needs not be smaller. */
  readonly fontSize: number;
  /** How many times larger it may be in a room with space. */
  readonly growth: number;
  readonly nodes: readonly PlannedNode[];
  readonly edges: readonly PlannedEdge[];
  readonly clusters: readonly PlannedCluster[];
}

export interface PlannedNode {
  readonly id: string;
  readonly shape: NodeShape;
  /** The id of its text; null without one. */
  readonly label: string | null;
  /** The id of the cluster around it. */
  readonly cluster: string | null;
  readonly rows?: readonly PlannedRow[];
}

/** The ids of the texts in a row, and of the line above it; null for those that are not drawn. */
export interface PlannedRow {
  readonly cells: readonly (string | null)[];
  readonly line: string | null;
}

export interface PlannedEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string | null;
  readonly ranks: number;
  /** What is drawn at its start and at its end. Those alike share a place at the side of a node; the others have their own. */
  readonly ends?: readonly [start: PlannedEnd, end: PlannedEnd];
}

export interface PlannedEnd {
  readonly head: HeadShape | 'none';
  /** The id of the text beside it; null without one. */
  readonly text: string | null;
}

export interface PlannedCluster {
  readonly id: string;
  readonly title: string | null;
  readonly parent: string | null;
}
