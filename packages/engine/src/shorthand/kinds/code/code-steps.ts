import type { Path } from '../../../project/problem-text.ts';
import type { Problems } from '../../../project/problems.ts';
import type { PartStates, WrittenFigure } from '../../figures/figure.ts';
import type { ResolvedState } from '../../schema.ts';
import {
  maxCodeLines,
  maxHighlights,
  maxLinesOfTexts,
  maxShownLetters,
  maxShownLines,
} from './code-limits.ts';
import { type CodeLine, CodeTexts, columnsOf, plainLines, readLines } from './code-lines.ts';
import { findWords, type LineRange, linesNamed, readPart } from './code-names.ts';
import { dimmed, type Mark, type ShownLine } from './draw-lines.ts';
import { languageNamed, plainText, unknownLanguage } from './languages.ts';

/** Code in one composition. */
export interface CodeStep {
  /** All fields of the code so far. */
  readonly state: ResolvedState;
  /** All lines of its text, and those of them that are shown. */
  readonly lines: readonly CodeLine[];
  readonly shown: readonly ShownLine[];
}

/** Fields that lines and parts of lines can have of their own. */
const ofWords = ['fill', 'fontWeight', 'fontFamily', 'italic', 'underline', 'codeMark', 'opacity'] as const;
const ofLines = [...ofWords, 'scaleX', 'scaleY'] as const;

/** The text of one composition, and what the document says there of its lines. */
interface CodeText {
  /** All fields of the code so far, and those of the composition. */
  readonly state: ResolvedState;
  readonly own: ResolvedState;
  readonly states: PartStates;
  /** Place of the states. */
  readonly place: Path;
  readonly lines: readonly CodeLine[];
}

/** The look of a line as the document defines it, up to a composition. */
interface LineLook {
  isHidden: boolean;
  opacity: number;
  scale: number | undefined;
  /** For the letters of the whole line. */
  fields: Record<string, unknown>;
  /** For parts of the line. */
  readonly words: Map<string, Record<string, unknown>>;
}

/** What `highlight` names: whole lines, and parts of lines. */
interface Highlight {
  readonly keys: ReadonlySet<number>;
  readonly words: readonly string[];
}

/**
 * Follows the lines of a code through the compositions of a scene. Null for one that cannot be shown, with the reason among
 * the problems.
 */
export function stepsOfCode(figure: WrittenFigure): readonly CodeStep[] | null {
  return new CodeReader(figure).read();
}

class CodeReader {
  readonly #figure: WrittenFigure;
  readonly #problems: Problems;
  readonly #texts = new CodeTexts();
  readonly #looks = new Map<number, LineLook>();
  /** The lines of each source, so that an unchanged one is read once. */
  readonly #plain = new Map<string, readonly string[]>();
  #read: { source: string; language: string; shown: number; lines: readonly CodeLine[] } | undefined;
  #highlight: Highlight | null = null;
  /** Of all texts together. */
  #lineCount = 0;

  constructor(figure: WrittenFigure) {
    this.#figure = figure;
    this.#problems = figure.problems;
  }

  read(): readonly CodeStep[] | null {
    const { id, object, scene, keys, path } = this.#figure;
    const before = this.#problems.count;
    const ownPlace = [...path, 'objects', id, 'state'];
    let state: ResolvedState = object.state ?? {};
    if (state.codeText === undefined) {
      const rule = 'is required for code: a text, a list of lines, or "src" with the name of a file';
      this.#problems.add([...ownPlace, 'text'], 'missing-field', rule);
      return null;
    }
    this.#checkLanguage(state, ownPlace);
    this.#setHighlight(state, this.#linesOf(state, ownPlace), [...ownPlace, 'highlight']);
    const texts: CodeText[] = [];
    for (const key of keys) {
      const states = scene.compositions[key]?.states ?? {};
      const place = [...path, 'compositions', key, 'states'];
      const codeState = states[id];
      if (codeState) state = { ...state, ...codeState };
      this.#checkLanguage(codeState || {}, [...place, id]);
      if (this.#problems.count > before) return null;
      texts.push({ state, own: codeState || {}, states, place, lines: this.#linesOf(state, [...place, id]) });
    }
    this.#hideFirst(texts);
    const steps: CodeStep[] = [];
    for (const text of texts) {
      const step = this.#step(text);
      if (step === null) return null;
      steps.push(step);
    }
    return this.#problems.count > before ? null : steps;
  }

  /** Hides lines and words that a composition shows before any hides them: they are not there before. */
  #hideFirst(texts: readonly CodeText[]): void {
    const { id } = this.#figure;
    const hidden = new Set<string>();
    for (const { states, lines } of texts) {
      for (const [name, value] of Object.entries(states)) {
        const isShown = presenceIn(value);
        if (isShown === undefined || !name.startsWith(`${id}.`)) continue;
        const part = readPart(name.slice(id.length + 1));
        if ('lines' in part) {
          const named = linesNamed(part.lines, lines);
          // A wrong name is reported where it is read.
          for (const { key } of typeof named === 'string' ? [] : named) {
            if (isShown && !hidden.has(`${key}`)) this.#lookOf(key).isHidden = true;
            hidden.add(`${key}`);
          }
          continue;
        }
        const found = findWords(part.words, lines);
        if (typeof found === 'string' || hidden.has(name)) continue;
        hidden.add(name);
        const text = lines.find(({ key }) => key === found.key)?.text ?? '';
        if (isShown) this.#lookOf(found.key).words.set(nameIn(text, found), { opacity: 0 });
      }
    }
  }

  #step({ state, own, states, place, lines }: CodeText): CodeStep | null {
    const { id } = this.#figure;
    const codePlace = [...place, id];
    for (const [name, value] of Object.entries(states)) {
      if (name.startsWith(`${id}.`))
        this.#readPart(name.slice(id.length + 1), value, lines, [...place, name]);
    }
    if (own.highlight !== undefined) this.#setHighlight(own, lines, [...codePlace, 'highlight']);
    const visible = lines.filter(({ key }) => this.#looks.get(key)?.isHidden !== true);
    if (!this.#fits(visible, own.codeText === undefined ? codePlace : [...codePlace, 'text'])) return null;
    const colored = this.#withTokens(state, lines, visible.at(-1)?.number ?? 0);
    const shown = visible.map(({ number }) => colored[number - 1]).filter((line) => line !== undefined);
    return { state, lines: colored, shown: this.#shownLines(shown, own, codePlace) };
  }

  /** The lines of a state, without tokens yet. */
  #linesOf({ codeText: source = '' }: ResolvedState, place: Path): readonly CodeLine[] {
    let texts = this.#plain.get(source);
    if (texts === undefined) {
      texts = plainLines(source);
      // The end of the last line is not another line.
      if (texts.length > 1 && texts.at(-1) === '') texts = texts.slice(0, -1);
      this.#plain.set(source, texts);
      this.#lineCount += texts.length;
    }
    if (texts.length > maxCodeLines) {
      const rule = `must have at most ${maxCodeLines} lines, but has ${texts.length}; keep those that matter`;
      this.#problems.add([...place, 'text'], 'too-complex', rule);
      return [];
    }
    if (this.#lineCount > maxLinesOfTexts) {
      const rule = `makes ${this.#lineCount} lines with the texts before it, but all texts of code may have ${maxLinesOfTexts}; keep those lines that matter`;
      this.#problems.add(place, 'too-complex', rule);
      return [];
    }
    const keys = this.#texts.next(texts);
    return texts.map((text, index) => ({
      ...{ text, tokens: [], isOutput: false, number: index + 1, key: keys[index] ?? 0 },
    }));
  }

  #withTokens(state: ResolvedState, lines: readonly CodeLine[], shown: number): readonly CodeLine[] {
    const { codeText: source = '', language = plainText.name } = state;
    const readCode = this.#read;
    if (readCode?.source === source && readCode.language === language && readCode.shown >= shown)
      return readCode.lines;
    const texts = lines.map(({ text }) => text);
    const keys = lines.map(({ key }) => key);
    const read = readLines(texts, keys, languageNamed(language) ?? plainText, shown);
    this.#read = { source, language, shown, lines: read };
    return read;
  }

  #fits(visible: readonly CodeLine[], place: Path): boolean {
    if (visible.length > maxShownLines) {
      const rule = `shows ${visible.length} lines at one time, but code can show ${maxShownLines}; hide others: { "${this.#figure.id}.${maxShownLines + 1}-${visible.at(-1)?.number}": false }`;
      this.#problems.add(place, 'too-complex', rule);
      return false;
    }
    const long = visible.find(({ text }) => columnsOf(text) > maxShownLetters);
    if (long === undefined) return true;
    const rule = `has ${columnsOf(long.text)} letters in line ${long.number}, but code can show ${maxShownLetters} in a line; break it or hide it`;
    this.#problems.add(place, 'too-complex', rule);
    return false;
  }

  #checkLanguage({ language }: ResolvedState, place: Path): void {
    if (language === undefined || languageNamed(language) !== undefined) return;
    this.#problems.add([...place, 'language'], 'unknown-id', unknownLanguage(language));
  }

  #lookOf(key: number): LineLook {
    let look = this.#looks.get(key);
    if (look === undefined) {
      look = { isHidden: false, opacity: 1, scale: undefined, fields: {}, words: new Map() };
      this.#looks.set(key, look);
    }
    return look;
  }

  /** Reads the fields of a composition for lines, or for a part of a line. */
  #readPart(name: string, value: ResolvedState | false, lines: readonly CodeLine[], place: Path): void {
    const part = readPart(name);
    const isOfWords = 'words' in part;
    const partFields: readonly string[] = isOfWords ? ofWords : ofLines;
    for (const field of Object.keys(value || {})) {
      if (partFields.includes(field) || field === 'visible') continue;
      const what = isOfWords ? 'words of code' : 'lines of code';
      const names = [
        ...ofWords.map((one) => (one === 'codeMark' ? 'mark' : one)),
        ...(isOfWords ? [] : ['scale']),
      ];
      this.#problems.add(
        [...place, field],
        'wrong-kind',
        `is not for ${what}, which have ${names.join(', ')}`,
      );
    }
    if (isOfWords) {
      const visible = lines.filter(({ key }) => this.#looks.get(key)?.isHidden !== true);
      const found = findWords(part.words, visible);
      if (typeof found === 'string') {
        this.#problems.add(place, 'unknown-id', found);
        return;
      }
      const { words } = this.#lookOf(found.key);
      const text = lines.find(({ key }) => key === found.key)?.text ?? '';
      const id = nameIn(text, found);
      const changedFields =
        value === false ? { opacity: 0 } : Object.keys(value).length === 0 ? { opacity: 1 } : withMark(value);
      words.set(id, { ...words.get(id), ...changedFields });
      return;
    }
    const named = linesNamed(part.lines, lines);
    if (typeof named === 'string') {
      this.#problems.add(place, 'unknown-id', named);
      return;
    }
    for (const { key } of named) {
      const look = this.#lookOf(key);
      look.isHidden = !(presenceIn(value) ?? !look.isHidden);
      if (value === false) continue;
      const { opacity, scaleX, scaleY: _, visible: __, ...fields } = withMark(value);
      look.opacity = opacity ?? look.opacity;
      look.scale = scaleX ?? look.scale;
      look.fields = { ...look.fields, ...fields };
    }
  }

  #setHighlight({ highlight }: ResolvedState, lines: readonly CodeLine[], place: Path): void {
    if (highlight === undefined) return;
    const list = Array.isArray(highlight) ? highlight : [highlight];
    const parts = list.filter((one) => one !== false && one !== '').map((one) => readPart(String(one)));
    if (parts.length > maxHighlights) {
      const rule = `must have at most ${maxHighlights} parts, but has ${parts.length}`;
      this.#problems.add(place, 'count', rule);
      return;
    }
    const keys = new Set<number>();
    for (const part of parts) {
      if ('words' in part) continue;
      const named = linesNamed(part.lines, lines);
      if (typeof named === 'string') this.#problems.add(place, 'unknown-id', named);
      else for (const { key } of named) keys.add(key);
    }
    const words = parts.flatMap((part) => ('words' in part ? [part.words] : []));
    this.#highlight = parts.length === 0 || highlight === true ? null : { keys, words };
  }

  #shownLines(lines: readonly CodeLine[], own: ResolvedState, place: Path): ShownLine[] {
    const found: LineRange[] = [];
    for (const words of this.#highlight?.words ?? []) {
      const range = findWords(words, lines);
      if (typeof range !== 'string') found.push(range);
      else if (own.highlight !== undefined) this.#problems.add([...place, 'highlight'], 'unknown-id', range);
    }
    // What a later text does not have any more is not the only thing to look at.
    const highlight =
      this.#highlight !== null &&
      (found.length > 0 || lines.some(({ key }) => this.#highlight?.keys.has(key)))
        ? this.#highlight
        : null;
    return lines.map((line, row): ShownLine => {
      const look = this.#looks.get(line.key);
      const inLine = found.filter(({ key }) => key === line.key);
      const isWhole = highlight === null || highlight.keys.has(line.key);
      const isDim = !isWhole && inLine.length === 0;
      const rest = isWhole || isDim ? [] : outside(inLine, line.text.length);
      return {
        ...{ line, row, scale: look?.scale },
        opacity: (look?.opacity ?? 1) * (isDim ? dimmed : 1),
        marks: [
          ...rest.map(([start, end]) => ({ start, end, fields: { opacity: dimmed } })),
          ...marksOf(line.text, look),
        ],
      };
    });
  }
}

/** Whether the state of a part shows or hides it; undefined for its look. */
function presenceIn(value: ResolvedState | false): boolean | undefined {
  if (value === false) return false;
  return Object.keys(value).length === 0 ? true : value.visible;
}

/** Returns the fields of letters as spans have them. */
function withMark({ codeMark, ...fields }: ResolvedState): Record<string, unknown> & ResolvedState {
  return { ...fields, ...(codeMark !== undefined && { mark: codeMark }) };
}

/** The name of a part in its own line. */
function nameIn(text: string, { start, end }: LineRange): string {
  const words = text.slice(start, end);
  let count = 0;
  for (let at = text.indexOf(words); at >= 0 && at <= start; at = text.indexOf(words, at + 1)) count++;
  return `${words}#${count}`;
}

/** The marks of a line: those that a changed line does not have any more are left out. */
function marksOf(text: string, look: LineLook | undefined): Mark[] {
  if (look === undefined) return [];
  const indent = text.length - text.trimStart().length;
  const whole =
    Object.keys(look.fields).length === 0 ? [] : [{ start: indent, end: text.length, fields: look.fields }];
  const line: CodeLine = { key: 0, number: 1, text, tokens: [], isOutput: false };
  return [
    ...whole,
    ...[...look.words].flatMap(([words, fields]) => {
      const range = findWords(words, [line]);
      return typeof range === 'string' ? [] : [{ start: range.start, end: range.end, fields }];
    }),
  ];
}

/** The parts of a line that ranges leave out. */
function outside(ranges: readonly LineRange[], length: number): (readonly [number, number])[] {
  const left: [number, number][] = [];
  let next = 0;
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (start > next) left.push([next, start]);
    next = Math.max(next, end);
  }
  if (next < length) left.push([next, length]);
  return left;
}
