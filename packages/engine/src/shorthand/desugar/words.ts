import { hasLetters, isTypeset } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import { findWords } from '../../project/find-words.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { RunningText } from '../formula-texts.ts';
import { sayOf, visibilityOf } from './presence.ts';
import { readColorsIn } from './read-fields.ts';
import { type Fields, mapIn, type SceneDraft } from './scene-draft.ts';

/** Fields that words of a text or symbols of an equation can have of their own. */
const wordFields = ['fill', 'fontWeight', 'fontFamily', 'italic', 'underline', 'mark', 'opacity'] as const;

/** Words of a text that a document mentions, such as `title.ten times`. */
export interface WordMention {
  readonly id: string;
  readonly words: string;
  readonly value: unknown;
  readonly path: Path;
}

/** Returns the words that a name means; undefined if its owner draws no letters. */
export function wordsIn(draft: SceneDraft, name: string): Pick<WordMention, 'id' | 'words'> | undefined {
  const [owner, words] = draft.names.split(name);
  const kind = owner === undefined ? undefined : draft.objects[owner]?.kind;
  return hasLetters(kind) && owner !== undefined && words !== '' ? { id: owner, words } : undefined;
}

/** How words look. They may be missing in later texts, but not in the one in which they are marked. */
interface Mark {
  readonly fields: Fields;
  readonly path: Path;
  wasFound: boolean;
}

/** The words of one text that look different, and its text, composition after composition. */
export class MarkedWords {
  readonly #draft: SceneDraft;
  readonly #marks = new Map<string, Map<string, Mark>>();
  readonly #texts = new Map<string, unknown>();

  constructor(draft: SceneDraft) {
    this.#draft = draft;
    for (const [id, object] of Object.entries(draft.objects)) {
      if (!isMap(object)) continue;
      this.#texts.set(id, mapIn(object, 'state').text);
      if (object.parts === undefined || wordsIn(draft, `${draft.names.nameOf(id)}.x`) === undefined) continue;
      const place = draft.provenance.placeOf(object, 'parts', draft.path);
      for (const [words, value] of Object.entries(isMap(object.parts) ? object.parts : {}))
        this.mark({ id, words, value, path: [...place, words] });
      delete object.parts;
      const state: Fields = isMap(object.state) ? object.state : draft.provenance.set({}, place.slice(0, -1));
      object.state = state;
      this.write(id, state);
    }
  }

  /** Changes how words look from now on. */
  mark({ id, words, value, path }: WordMention): void {
    const marks: Map<string, Mark> = this.#marks.get(id) ?? new Map();
    this.#marks.set(id, marks);
    const before = marks.get(words)?.fields ?? {};
    const set = (own: Fields) => marks.set(words, { fields: { ...before, ...own }, path, wasFound: false });
    if (value === false) set({ opacity: 0 });
    else if (value === true) set({ opacity: 1 });
    else if (isMap(value)) {
      const wrong = Object.keys(value).find((field) => !(wordFields as readonly string[]).includes(field));
      if (wrong !== undefined) {
        const rule = `is not for words of a text, which have ${wordFields.join(', ')}`;
        this.#draft.problems.add([...path, wrong], 'wrong-kind', rule);
      }
      const markFields = this.#draft.provenance.set(
        Object.fromEntries(Object.entries(value).filter(([field]) => field !== wrong)),
        path,
      );
      readColorsIn(this.#draft, markFields, ['fill']);
      set(markFields);
    } else
      this.#draft.problems.add(path, 'value', `must be an object, true or false, but is ${showValue(value)}`);
  }

  /** Hides words that a composition after the first shows before any hides them: they are not there before. */
  hideFirst(compositions: readonly (readonly WordMention[])[]): void {
    const { objects, provenance } = this.#draft;
    const hidden = new Set<string>();
    for (const [index, mentions] of compositions.entries()) {
      for (const mention of mentions) {
        const name = `${mention.id}.${mention.words}`;
        const isShown = visibilityOf(sayOf(mention.value));
        if (isShown === undefined || hidden.has(name)) continue;
        hidden.add(name);
        if (!isShown || index === 0) continue;
        const { id, words, path } = mention;
        const marks = this.#marks.get(id) ?? new Map<string, Mark>();
        // The first text may not have them yet.
        const fields = { ...marks.get(words)?.fields, opacity: 0 };
        this.#marks.set(id, marks.set(words, { fields, path, wasFound: true }));
        const object = objects[id];
        if (object === undefined) continue;
        const state: Fields = isMap(object.state) ? object.state : provenance.set({}, path);
        object.state = state;
        this.write(id, state);
      }
    }
  }

  /** Writes the marked words of a text into a state in which they or the text change. */
  write(id: string, state: Fields): void {
    if (state.text !== undefined) this.#texts.set(id, state.text);
    const marks = this.#marks.get(id);
    if (marks === undefined) return;
    const text = this.#texts.get(id);
    if (text instanceof RunningText || typeof text !== 'string') return;
    const spans = [...marks].flatMap(([words, mark]) => {
      const { fields, path, wasFound } = mark;
      const ranges = findWords(text, words, isTypeset(this.#draft.objects[id]?.kind));
      mark.wasFound ||= ranges.length > 0;
      if (ranges.length === 0 && !wasFound) {
        const rule = `is not in the text ${showValue(text)}; write words of it, with #2 for the second time`;
        this.#draft.problems.add(path, 'unknown-id', rule);
        return [];
      }
      return ranges.map((range) => ({ ...range, ...fields }));
    });
    state.spans = spans.sort((one, other) => one.start - other.start);
    this.#draft.provenance.field(state, 'spans', [...marks.values()][0]?.path ?? []);
  }
}
