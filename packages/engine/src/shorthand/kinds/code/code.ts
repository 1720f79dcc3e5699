import { boxFields } from '../../../language/kind-fields.ts';
import { broken, fieldsOf, isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { textOfFile } from '../../desugar/file-texts.ts';
import { readColorsIn } from '../../desugar/read-fields.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { isFilePath } from '../../sources.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { codeColors } from './code-colors.ts';
import { drawCode } from './draw-code.ts';
import { languageOfFile } from './languages.ts';
import { tokenGroups } from './token-groups.ts';

/** In place of the text of a file that is not read yet, or that is reported. */
const unreadText = ' ';

export const code: ShorthandKind = {
  // Code has the box of a card as its ground.
  themed: ({ theme: { styles, fonts } }) => {
    const box = Object.entries(styles.card ?? {}).filter(([field]) => cardFields.includes(field));
    return { ...Object.fromEntries(box), ...(fonts.mono !== 'mono' && { fontFamily: fonts.mono }) };
  },
  read: (draft, { state, src, placeOf }) => {
    if (src !== undefined) {
      state.src = src;
      draft.provenance.field(state, 'src', placeOf('src'));
    }
    readCode(draft, state, undefined, draft.provenance.written(state, []));
  },
  readState: (draft, { state, before, path }) => readCode(draft, state, before, path),
  readPart: readMark,
  draw: drawCode,
};

/** Fields of cards that the ground of code has. */
const cardFields: readonly string[] = [...boxFields, 'padding'];

/**
 * Completes a state of code, in place: its text becomes `codeText`, read from a file if it names one, and each group of tokens
 * gets a colour that is easy to read. `before` has the colours so far; none in the object itself.
 */
function readCode(draft: SceneDraft, state: Fields, before: Fields | undefined, path: Path): void {
  readText(draft, state, before === undefined, path);
  const { colors, fill } = state;
  const tokenColors = colors === undefined ? {} : readColors(draft, state, path);
  if (before !== undefined && colors === undefined && fill === undefined) return;
  const ground = isPainted(fill) ? fill : isPainted(before?.fill) ? before?.fill : draft.background;
  const usual = before !== undefined && fill === undefined ? before.colors : codeColors(ground, draft.theme);
  const place = draft.provenance.placeOf(state, 'colors', path);
  state.colors = draft.provenance.set({ ...fieldsOf(usual), ...tokenColors }, place);
}

/** Reads the marker behind a part of code, in place. */
function readMark(draft: SceneDraft, state: Fields): void {
  if (state.mark === undefined) return;
  readColorsIn(draft, state, ['mark']);
  state.codeMark = state.mark;
  draft.provenance.field(state, 'codeMark', draft.provenance.placeOf(state, 'mark', []));
  delete state.mark;
}

function readText(draft: SceneDraft, state: Fields, isObject: boolean, path: Path): void {
  const { provenance, problems } = draft;
  const { text, src } = state;
  delete state.text;
  delete state.src;
  if (src !== undefined) {
    const place = provenance.placeOf(state, 'src', path);
    if (text !== undefined) problems.add(place, 'conflict', 'is beside text; keep one of the two');
    state.codeText = fileText(draft, src, place);
    provenance.field(state, 'codeText', place);
    const language = typeof src === 'string' ? languageOfFile(src) : undefined;
    if (isObject && state.language === undefined && language !== undefined) state.language = language.name;
    return;
  }
  if (text === undefined) return;
  const place = provenance.placeOf(state, 'text', path);
  provenance.field(state, 'codeText', place);
  state.codeText = typeof text === 'string' ? text : unreadText;
  if (typeof text === 'string') return;
  // What is broken in it is already reported.
  if (text === broken || (Array.isArray(text) && text.includes(broken))) return;
  problems.add(place, 'value', `must be a text or a list of its lines, but is ${showValue(text)}`);
}

/** The text of a file; a placeholder for one that is read before the document is opened again. */
function fileText(draft: SceneDraft, src: unknown, path: Path): string {
  if (typeof src !== 'string' || !isFilePath(src)) {
    const rule = `must be the name of a file in the project's folder, but is ${showValue(src)}`;
    draft.problems.add(path, 'value', rule);
    return unreadText;
  }
  return textOfFile(draft, 'code', src, path) ?? unreadText;
}

/** The colours that a document gives groups of tokens. */
function readColors({ problems, provenance }: SceneDraft, state: Fields, path: Path): Fields {
  const place = provenance.placeOf(state, 'colors', path);
  const { colors } = state;
  if (!isMap(colors)) {
    problems.add(
      place,
      'value',
      `must have a color for each group of tokens, such as { "keyword": "gold" }, but is ${showValue(colors)}`,
    );
    return {};
  }
  const groups: readonly string[] = tokenGroups;
  const wrong = Object.keys(colors).find((group) => !groups.includes(group));
  if (wrong === undefined) return colors;
  const rule = `is not a group of tokens, which are ${groups.join(', ')}`;
  problems.add([...place, wrong], 'unknown-id', rule);
  return {};
}

function isPainted(fill: unknown): boolean {
  return typeof fill === 'string' && fill !== 'none' && fill !== 'transparent';
}
