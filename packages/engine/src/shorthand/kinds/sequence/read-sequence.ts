import { isDeepStrictEqual } from 'node:util';
import { broken } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { type Fields, mapIn, type ReadObject, type SceneDraft } from '../../desugar/scene-draft.ts';
import { maxMembers } from '../../state-fields.ts';
import { maxNodesTogether } from '../graph/graph.ts';
import { graphLetters } from '../graph/graph-looks.ts';
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
    for (const one of parts.ids) if (!shown.ids.has(one)) draft.absent.get(key)?.add(one);
  }
  draft.graphs.set(id, { nodes, edges, present, isStepwise: true });
}

/** Adds the states with which a composition's text changes the one before. */
function addChange(draft: SceneDraft, id: string, key: string, before: Shown, after: Shown): void {
  const states: Record<string, Fields> = draft.itemStates.get(key) ?? {};
  for (const one of after.ids) if (!before.ids.has(one)) states[one] = { ...states[one] };
  for (const [one, text] of after.texts)
    if (before.texts.get(one) !== text) states[one] = { ...states[one], text };
  if (!isDeepStrictEqual(before.plan, after.plan)) states[id] = { ...states[id], sequence: after.plan };
}

/** Reads a text; null with a problem. */
function diagramOf(draft: SceneDraft, written: unknown, place: Path): SequenceDiagram | null {
  const { problems, variables, notes, graphs } = draft;
  const fail = (rule: 'missing-field' | 'value' | 'count' | 'graph-text', message: string) => {
    problems.add(place, rule, message);
    return null;
  };
  if (written === undefined)
    return fail(
      'missing-field',
      'is required for a sequence: a sequence diagram in the syntax of Mermaid, such as ["Client->>Server: SYN", "Server-->>Client: SYN, ACK"]',
    );
  const filled = variables.fill(written, {}, place);
  if (filled === broken) return null;
  const isList = Array.isArray(filled);
  const lines: unknown[] = isList ? filled : typeof filled === 'string' ? filled.split(/\r?\n/) : [filled];
  if (!lines.every((line) => typeof line === 'string'))
    return fail('value', `must be a text or a list of lines, but is ${showValue(written)}`);
  const count = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (count > maxSequenceText)
    return fail('count', `must have at most ${maxSequenceText} letters, but has ${count}`);
  const diagram = parseSequence(lines.map((line) => line.replaceAll('\n', ' ')));
  const at = (line: number, letter: number): { readonly path: Path; readonly where: string } =>
    isList
      ? { path: [...place, line], where: `in letter ${letter + 1} ` }
      : { path: place, where: `in line ${line + 1}, letter ${letter + 1} ` };
  for (const { line, letter, message } of diagram.undrawn) {
    const { path, where } = at(line, letter);
    notes.push({ path, message: `${where}${message}` });
  }
  for (const { line, letter, message } of diagram.errors) {
    const { path, where } = at(line, letter);
    problems.add(path, 'graph-text', `${where}${message}`);
  }
  if (diagram.errors.length > 0) return null;
  if (diagram.participants.length === 0)
    return fail('graph-text', 'has no participants; write a message, such as Client->>Server: SYN');
  const others = [...graphs.values()].reduce((sum, { nodes }) => sum + nodes.size, 0);
  if (others + diagram.participants.length + diagram.items.length > maxNodesTogether)
    return fail(
      'count',
      `makes more than ${maxNodesTogether} parts, together with the other diagrams of its scene; write fewer or smaller ones`,
    );
  return diagram;
}
