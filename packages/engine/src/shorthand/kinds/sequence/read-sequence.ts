import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../../../project/problem-text.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft } from '../../desugar/scene-draft.ts';
import { maxMembers } from '../../state-fields.ts';
import { maxNodesTogether } from '../graph/graph.ts';
import { graphLetters } from '../graph/graph-looks.ts';
import { nodesSoFar, readDiagram } from '../graph/read-diagram.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';
import { parseSequence } from './parse-sequence.ts';
import { planSequence, type Shown } from './plan-sequence.ts';
import { maxSequenceText, type SequenceDiagram } from './sequence.ts';
import { SequenceParts } from './sequence-parts.ts';

/** How many times larger than its usual letters those of a sequence without a font size may be. */
const usualGrowth = 1.5;

/** The participants, messages, notes and frames of a sequence are its members, in every composition with a text. */
export const sequence: ShorthandKind = {
  members: {
    read: (draft, owner, readObject) => readSequence(draft, owner, readObject),
    fields: [],
    source: 'the participants and messages of a sequence are in its text',
  },
};

/** A text that a composition has, and what it shows. */
interface Change {
  readonly key: string;
  readonly shown: Shown;
}

function readSequence(draft: SceneDraft, owner: ReadingObject, readObject: ReadObject): void {
  const { state, object, id, name } = owner;
  const letters = graphLetters(draft, state);
  const growth = state.fontSize === undefined ? usualGrowth : 1;
  const place = draft.provenance.placeOf(state, 'text', owner.path);
  for (const field of ['text', ...Object.keys(letters)]) delete state[field];
  object.children = [];
  const present = new Map<string, ReadonlySet<string>>();
  draft.graphs.set(id, { nodes: new Set(), edges: new Map(), present, isStepwise: true });
  const parts = new SequenceParts(draft, owner, letters);
  const shownBy = (diagram: SequenceDiagram) =>
    planSequence(diagram, parts, { fontSize: Number(letters.fontSize), growth });
  const first = diagramOf(draft, owner.text, place);
  if (first === null) return;
  const begin = shownBy(first);
  const changes = draft.compositions.flatMap(({ key, written, path }): Change[] => {
    const { text } = mapIn(mapIn(written, 'states'), name);
    const later = text === undefined ? null : diagramOf(draft, text, [...path, 'states', name, 'text']);
    return later === null ? [] : [{ key, shown: shownBy(later) }];
  });
  if (parts.count > maxMembers) {
    const rule = `makes ${parts.count} objects in all compositions, of at most ${maxMembers}; write shorter texts`;
    draft.problems.add(place, 'count', rule);
    return;
  }
  const { children, edges, nodes } = parts.make(readObject, place);
  object.children = draft.provenance.set(children, owner.path);
  state.sequence = begin.plan;
  let shown = begin;
  for (const { key } of draft.compositions) {
    const next = changes.find((change) => change.key === key)?.shown;
    if (next !== undefined) addChange(draft, id, key, shown, next);
    shown = next ?? shown;
    present.set(key, shown.ids);
    for (const partId of parts.ids) if (!shown.ids.has(partId)) draft.absent.get(key)?.add(partId);
  }
  draft.graphs.set(id, { nodes, edges, present, isStepwise: true });
}

/** Adds the states with which a composition's text changes the one before. */
function addChange(draft: SceneDraft, id: string, key: string, before: Shown, after: Shown): void {
  const states: Record<string, Fields> = draft.itemStates.get(key) ?? {};
  for (const partId of after.ids) if (!before.ids.has(partId)) states[partId] = { ...states[partId] };
  for (const [one, text] of after.texts)
    if (before.texts.get(one) !== text) states[one] = { ...states[one], text };
  if (!isDeepStrictEqual(before.plan, after.plan)) states[id] = { ...states[id], sequence: after.plan };
}

/** Reads a text; null with a problem. */
function diagramOf(draft: SceneDraft, written: unknown, place: Path): SequenceDiagram | null {
  const diagram = readDiagram(draft, written, place, {
    required:
      'a sequence: a sequence diagram in the syntax of Mermaid, such as ["Client->>Server: SYN", "Server-->>Client: SYN, ACK"]',
    maxLetters: maxSequenceText,
    parse: parseSequence,
  });
  if (diagram?.participants.length === 0) {
    const rule = 'has no participants; write a message, such as Client->>Server: SYN';
    draft.problems.add(place, 'graph-text', rule);
    return null;
  }
  const count = diagram === null ? 0 : diagram.participants.length + diagram.items.length;
  if (nodesSoFar(draft) + count > maxNodesTogether) {
    const rule = `makes more than ${maxNodesTogether} parts, together with the other diagrams of its scene`;
    draft.problems.add(place, 'count', `${rule}; write fewer or smaller ones`);
    return null;
  }
  return diagram;
}
