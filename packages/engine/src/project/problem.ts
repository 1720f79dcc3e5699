import { type Path, showPath } from './problem-text.ts';

/** Any value of a JSON document. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Fields to change, with their values; null removes a field. A field below an inner object is named by its path, such
 * as `state.fill`.
 */
export type Fix = Readonly<Record<string, JsonValue>>;

/** The meaning of a rule and its remedy, as docs/reference/errors.md lists them. */
interface RuleDescription {
  /** `warning`: it is drawn, but not as written. */
  readonly severity: 'error' | 'warning';
  readonly meaning: string;
  readonly remedy: string;
}

const error = (meaning: string, remedy: string): RuleDescription => ({ severity: 'error', meaning, remedy });
const warning = (meaning: string, remedy: string): RuleDescription => ({
  severity: 'warning',
  meaning,
  remedy,
});

/** The rules about places in a document. */
const documentRules = {
  syntax: error(
    'The input is not a JSON document in UTF-8.',
    'Correct the text at the line and column in the message.',
  ),
  'json-data': error(
    'An object holds something that JSON cannot, or a reserved name.',
    'Use only objects, lists, strings, numbers, true, false and null; rename the field.',
  ),
  depth: error('The document is nested too deeply.', 'Nest at most 500 levels.'),
  'document-size': error(
    'The document is over 32 MiB, as written or after its shorthand or its variables are expanded.',
    'Use smaller images, shorter sounds or fewer objects.',
  ),
  'wrapped-project': error(
    'The project is inside another object.',
    'Send the project itself, not an object with a `project` field.',
  ),
  'missing-mark': error(
    'The document uses shorthand but is not marked as shorthand.',
    'Add `"shorthand": true` at the top of the document.',
  ),
  'missing-field': error('A required field is missing.', 'Add the field; the message describes its values.'),
  'unknown-field': error('The format has no such field here.', 'Remove it, or use the name in the message.'),
  'misplaced-field': error('The field belongs to another object.', 'Move it to the place in the message.'),
  'wrong-kind': error(
    'The field is not for objects of this kind.',
    'Remove the field, or change the kind of the object.',
  ),
  value: error(
    'The value has the wrong type or is out of its range.',
    'Use a value that the message allows.',
  ),
  key: error('A key is not allowed as an id or a label.', 'Rename it: 1 to 80 letters, digits, _ or -.'),
  count: error(
    'There are too many or too few of something.',
    'Add or remove some; the message has the limits.',
  ),
  'unknown-id': error(
    'The name does not belong to anything in the scene.',
    'Correct the name; the message lists the known ones where it can.',
  ),
  'repeated-id': error('Two things have the same name or the same target.', 'Keep one, or rename one.'),
  'mismatched-id': error('An `id` differs from its key.', 'Make both equal.'),
  'incomplete-order': error(
    'An order omits something.',
    'Name each item once, or remove the order in shorthand.',
  ),
  'transition-order': error(
    'A transition does not lead from one composition to the next.',
    'Correct `fromId` and `toId`, or the order of the compositions.',
  ),
  'time-span': error(
    'Something ends after what contains it.',
    'Shorten or move it, or make what contains it longer.',
  ),
  cycle: error('Something depends on itself.', 'Remove one link of the cycle in the message.'),
  conflict: error('Two fields set the same value.', 'Keep one of them.'),
  parents: error(
    'Objects with different parents are related.',
    'Relate only objects that have the same parent.',
  ),
  unplaced: error(
    'A relation refers to an object that has no place.',
    'Show the object, or refer to another one.',
  ),
  layout: error(
    'A relation or a group cannot be laid out.',
    'Follow the message: change the gap, the size or the texts.',
  ),
  'too-complex': error(
    'A scene has too much to lay out or to draw at once.',
    'Show fewer or smaller objects and shorter texts at the same time.',
  ),
  variable: error('A variable is written incorrectly.', 'Close it with }, or write $${ for a literal ${.'),
  'unknown-variable': error('A variable is not declared.', 'Declare it in `variables`, or correct its name.'),
  formula: error(
    'A formula, a format of a number or a variable of formulas is written incorrectly, or a formula has no finite value.',
    'Correct the letter in the message, or keep divisors away from 0.',
  ),
  assertion: error(
    'A sentence of `expect` cannot be read, or names something that does not exist.',
    'Correct the word in the message; it offers the nearest one.',
  ),
  file: error(
    'A file cannot be read, converted or used.',
    'Correct the path or the file; files are read from the folder of the project.',
  ),
  'media-source': error(
    'A `src` is not an image or a sound that can be embedded.',
    'Use a PNG or JPEG, or a PCM WAV, as a file or as a base64 data URL.',
  ),
  'unsupported-media': error(
    'The project has media that cannot be rendered.',
    'Use a PNG or JPEG instead of a video, and WAV for sound; or mute the track.',
  ),
  font: error(
    'A font is damaged, too large, or not of a known type.',
    'Save it again as TTF, OTF or WOFF2, with only the characters that the project needs.',
  ),
  'damaged-media': error('An image or a sound is damaged or has an unusual format.', 'Export it again.'),
  'graph-text': error('A diagram cannot read its text.', 'Correct the line as the message describes.'),
  'chart-data': error('A chart cannot show its data.', 'Correct the values as the message describes.'),
  equation: error('An equation takes too long to set.', 'Shorten the formula.'),
  'equation-span': error(
    'A span of an equation is not a complete part of it.',
    'Let the span cover whole symbols, terms or groups in braces.',
  ),
  'film-length': error(
    'The project has no duration, or is too long for a film.',
    'Shorten it, or lower the frame rate; `render` joins several projects into a longer film.',
  ),
  'long-footage': error(
    'A film over clips is longer than one render makes.',
    'Make it with the command line, the tool server, a queue or `renderParts`, or shorten it.',
  ),
  'output-size': error(
    'The output is over 64 MiB.',
    'Render it smaller, shorten the project, or choose another format.',
  ),
  memory: error(
    'The project needs more memory than a render process may use.',
    'Simplify it, or render it smaller.',
  ),
  environment: error(
    'The machine or the installation lacks something that rendering needs.',
    'Follow the message; the project is not the cause.',
  ),
  crash: error(
    'The render process ended unexpectedly.',
    'Try again; if it happens again, report it with the project.',
  ),
  'missing-character': warning('No bundled font has a character.', 'Use other characters.'),
  'tex-syntax': warning('The TeX does not parse, so it is drawn as text.', 'Correct the formula.'),
  'formula-gap': warning(
    'A formula has no finite value at a time of a transition, so its object is not drawn then.',
    'Keep divisors away from 0, and roots and logarithms in their range.',
  ),
  perspective: warning(
    'An SVG shows an object that is turned in space without perspective.',
    'Render a PNG or a film, or leave out `rotationX` and `rotationY`.',
  ),
  'motion-blur': warning(
    'An SVG shows an object that moves without its motion blur.',
    'Render a PNG or a film, or leave out `motionBlur`.',
  ),
  'dense-dashes': warning(
    'A stroke has too many dashes and is drawn solid.',
    'Write longer dashes, or remove `dash`.',
  ),
} as const satisfies Record<string, RuleDescription>;

/** The rules about a call as a whole. They have the names of the codes with which calls fail. */
export const callRules = {
  'invalid-project': error('The project cannot be used.', 'Follow the message.'),
  'invalid-option': error(
    'An option is unknown, out of its range, or does not fit the others.',
    'Use one of the values that the message lists.',
  ),
  unsupported: error('The project cannot be rendered in this format.', 'Follow the message.'),
  'too-large': error('A file or a document is over its limit.', 'Use smaller images and shorter sounds.'),
  timeout: error(
    'The call took longer than its time limit.',
    'Make the project simpler, or raise the limit.',
  ),
  aborted: error('The call was cancelled, or the renderer was closed.', 'None; nothing has been written.'),
  failed: error('The call failed for another reason.', 'Follow the message.'),
} as const satisfies Record<string, RuleDescription>;

export type DocumentRule = keyof typeof documentRules;
export type CallRule = keyof typeof callRules;

/** The stable name of the rule that a problem breaks. */
export type ProblemRule = DocumentRule | CallRule;

/** Every rule, with its meaning and its remedy. Programs may rely on the names. */
export const problemRules: Readonly<Record<ProblemRule, RuleDescription>> = {
  ...documentRules,
  ...callRules,
};

/** A problem of a project or a call. */
export interface Problem {
  /** The place in the document as its author wrote it; empty for the whole document, and for a call. */
  readonly path: Path;
  /** The rule that is broken; docs/reference/errors.md lists all of them. */
  readonly rule: ProblemRule;
  /** Whether it stops the render, or is drawn differently from what was written. */
  readonly severity: 'error' | 'warning';
  /** The rule and the value seen, and usually the remedy; without the place. */
  readonly message: string;
  /** The value at the place, if it is not an object or a list and is short. */
  readonly value?: string | number | boolean | null;
  /** Fields of the object at the place that solve the problem. */
  readonly fix?: Fix;
  /** The name of the project, if the call has several. */
  readonly project?: string;
}

/** Creates a problem of the given rule. */
export function problemAt(path: Path, rule: ProblemRule, message: string): Problem {
  return { path: [...path], rule, severity: problemRules[rule].severity, message };
}

/**
 * Formats a problem as one sentence: its place, unless it is about a call, and its message. This is the only place
 * where problems become text.
 */
export function describeProblem(problem: Problem): string {
  return [problem.project ?? '', problemPlace(problem), problem.message]
    .filter((part) => part !== '')
    .join(': ');
}

/** The place of a problem in the form that messages use; empty for a problem of a call. */
export function problemPlace({ path, rule }: Problem): string {
  return rule in documentRules ? showPath(path) : '';
}

/** Formats a problem as an issue of an inspection: a warning starts with `warning: `. */
export function describeIssue(problem: Problem): string {
  return `${problem.severity === 'warning' ? 'warning: ' : ''}${describeProblem(problem)}`;
}

const maxValueCharacters = 60;

/** Adds the values that a document has at the places of problems. */
export function withValues(problems: readonly Problem[], document: unknown): readonly Problem[] {
  return problems.map((problem) => {
    const value = problem.path.length === 0 ? undefined : valueAt(document, problem.path);
    const isShort = typeof value !== 'string' || value.length <= maxValueCharacters;
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    return isPlain && isShort ? { ...problem, value: value as Problem['value'] & {} } : problem;
  });
}

/** The value at a path in a document; undefined if there is none. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Reflect.get(value, segment);
  }
  return value;
}
