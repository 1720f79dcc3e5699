import { isLayer, isProse, isTypeset } from '../language/kinds.ts';
import { findWords, type TextRange, wordTarget } from '../project/find-words.ts';
import { rounded } from '../project/numbers.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState } from '../project/schema.ts';
import type { States } from './expand-track.ts';
import type { MovingParts } from './figures/figure.ts';
import { type ObjectsAndGroups, showIds } from './groups.ts';
import type { ResolvedComposition, ResolvedScene } from './schema.ts';

/** The opacity of what is not highlighted, as a share of its own. */
const usualDim = 0.25;

/** A scene whose compositions may highlight something. */
export interface HighlightedScene extends ObjectsAndGroups {
  readonly scene: ResolvedScene;
  readonly path: Path;
  /** Keys of the compositions, in order. */
  readonly sequence: readonly string[];
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly parts: MovingParts;
  readonly names: ReadonlyMap<string, string>;
}

/** What stays as it is in a composition: objects, and words of texts of which the rest is dimmed. */
interface Lit {
  readonly objects: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, readonly TextRange[]>;
}

/**
 * Dims everything but what a composition highlights, while it lasts. Captions and what only clips others stay. Reports
 * names that the scene does not have.
 */
export function dimOthers(
  spec: HighlightedScene,
  states: readonly States[],
  problems: Problems,
): readonly States[] {
  return states.map((inComposition, index) => {
    const key = spec.sequence[index] ?? '';
    const composition = spec.scene.compositions[key];
    const { highlight, dim = usualDim } = composition ?? {};
    if (highlight === undefined) {
      if (composition?.dim !== undefined)
        problems.add(
          [...spec.path, 'compositions', key, 'dim'],
          'missing-field',
          'needs "highlight" beside it: what is not dimmed',
        );
      return inComposition;
    }
    const place = [...spec.path, 'compositions', key, 'highlight'];
    const lit = litIn(spec, highlight, inComposition, place, problems);
    const clips = new Set(Object.values(inComposition).map(({ clip }) => clip));
    const dimmed = Object.entries(inComposition).map(([id, state]): [string, CompositionState] => {
      const words = lit.words.get(id);
      if (words !== undefined) return [id, { ...state, spans: dimmedSpans(state, words, dim) }];
      const { kind, cues, emphasizes } = spec.objects[id] ?? {};
      const isKept = isLayer(kind) || cues !== undefined || emphasizes !== undefined || clips.has(id);
      return [id, lit.objects.has(id) || isKept ? state : dimmedState(state, dim)];
    });
    return Object.assign(Object.create(null), Object.fromEntries(dimmed));
  });
}

function dimmedState(state: CompositionState, dim: number): CompositionState {
  const formula = state.formulas?.opacity;
  return {
    ...state,
    opacity: rounded(state.opacity * dim),
    ...(formula !== undefined && { formulas: { ...state.formulas, opacity: `${dim}*(${formula})` } }),
  };
}

function litIn(
  { objects, groups, members, parts, names }: HighlightedScene,
  highlight: NonNullable<ResolvedComposition['highlight']>,
  states: States,
  place: Path,
  problems: Problems,
): Lit {
  const made = [...parts].map(([id, { name }]) => [id, name] as const);
  const lit = new Set<string>();
  const words = new Map<string, TextRange[]>();
  for (const [index, name] of highlight.entries()) {
    const ids = members.get(name) ?? (name in objects ? [name] : []);
    for (const id of ids) lit.add(id);
    if (ids.length > 0) continue;
    const inText = wordTarget(name);
    const kind = objects[inText?.owner ?? '']?.kind;
    const state = inText && states[inText.owner];
    const ranges = inText && state ? findWords(state.text, inText.words, false) : [];
    if (inText !== undefined && isProse(kind) && ranges.length > 0) {
      words.set(inText.owner, [...(words.get(inText.owner) ?? []), ...ranges]);
      continue;
    }
    const rule = isTypeset(kind)
      ? `is ${showValue(name)}, but symbols of an equation cannot be highlighted alone; name the equation, or give its symbols a "fill"`
      : isProse(kind)
        ? `is ${showValue(name)}, but the text is ${showValue(state?.text)}; write words of it`
        : `is ${showValue(name)}, but the scene has ${showIds({ ...objects, ...groups }, new Map([...names, ...made]))}`;
    problems.add([...place, index], 'unknown-id', rule);
  }
  const isGround = (id: string) => objects[id]?.kind === 'rectangle' && parts.get(id)?.grows === 'nothing';
  for (const [group, ids] of members) {
    if (!ids.some((id) => lit.has(id) || words.has(id))) continue;
    // What is behind something stays with it, such as a card with its text.
    for (const id of [...(groups[group]?.attached ?? []), ...ids.filter(isGround)]) lit.add(id);
  }
  for (const [id, { attached = [] }] of Object.entries(objects))
    if (lit.has(id)) for (const part of attached) lit.add(part);
  for (const [id, { follows }] of Object.entries(objects))
    if (follows !== undefined && lit.has(follows)) lit.add(id);
  return { objects: lit, words };
}

/** The parts of a text with those outside some words dimmed. */
function dimmedSpans(
  { text, spans = [] }: CompositionState,
  words: readonly TextRange[],
  dim: number,
): NonNullable<CompositionState['spans']> {
  const ends = [...spans, ...words].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([0, ...ends, text.length])].sort((one, other) => one - other);
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index] ?? 0;
    const covers = (range: TextRange) => range.start <= start && range.end >= end;
    const look = Object.assign({}, ...spans.filter(covers));
    const isLit = words.some(covers);
    const opacity = isLit ? look.opacity : rounded((look.opacity ?? 1) * dim);
    const span = { ...look, start, end, ...(opacity !== undefined && { opacity }) };
    return Object.keys(span).length > 2 ? [span] : [];
  });
}
