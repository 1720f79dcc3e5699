import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenPlaces } from '../advice/advice.ts';
import { ContentError } from '../project/content-error.ts';
import { decodeBase64, parseEmbedded } from '../project/data-url.ts';
import { reservedNames } from '../project/field-schemas.ts';
import { computedFields } from '../project/formula-fields.ts';
import { type ProjectFailure, readDocument } from '../project/parse-project.ts';
import { type Fix, type Problem, valueAt, withValues } from '../project/problem.ts';
import { mustBe, parsePath } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import { type CompositionState, isExtended, isExtensionField, type Project } from '../project/schema.ts';
import type { Guess } from '../shorthand/desugar/guess.ts';
import type { DraftNote } from '../shorthand/desugar/scene-draft.ts';
import {
  checkUnmarked,
  isMarked,
  type LayOut,
  type OpenedProject,
  openProject,
} from '../shorthand/expand-project.ts';
import { measureSpeech } from '../shorthand/narration/measure-speech.ts';
import type { SpokenSentence } from '../shorthand/narration/narration.ts';
import { listedRecordings, listOfRecordings, type Recordings } from '../shorthand/narration/speech.ts';
import { refuseFiles } from '../shorthand/refuse-files.ts';
import { isFilePath, isReadFirst, type Source, textKey } from '../shorthand/sources.ts';
import type { WrittenRelations } from '../shorthand/written-relations.ts';
import type { Converter } from './convert/conversion.ts';
import { ClipFiles } from './files/clip-files.ts';
import { embedFiles, type PictureNote } from './files/embed-files.ts';
import type { OpenedFiles } from './open-footage.ts';
import type { ProjectInput, ShorthandOptions } from './project-input.ts';
import { RenderError } from './render-error.ts';

export interface LoadedProject {
  readonly project: Project;
  /** Moves a problem of the project to its place in the document as its author wrote it. */
  readonly placeOf: (problem: Problem) => Problem;
  /** Converts a place in the project to the place in that document. */
  readonly describePlace: (place: string) => string;
  /** Returns where that document has the fields of a place in the project. */
  readonly placeFix: WrittenPlaces['placeFix'];
  /** Replaces the ids of parts in a message by the names that the document uses. */
  readonly named: WrittenPlaces['named'];
  /** Returns the name by which the document mentions an object of a scene. */
  readonly nameOf: (scene: string, object: string) => string;
  /** Returns the same for a place in `document`. */
  readonly placeInDocument: WrittenPlaces['placeInDocument'];
  /** Returns the place of a value of `document` as the author wrote it; null if the author did not write it. */
  readonly writtenValue: WrittenPlaces['writtenValue'];
  /** Whether relations of other objects name an object; false in the full format. */
  readonly isTarget: WrittenPlaces['isTarget'];
  /** Whether a relation sets a field of a state; false in the full format. */
  readonly isRelated: WrittenPlaces['isRelated'];
  /** Returns the relations of an object in a composition of a scene; null without any, and in the full format. */
  readonly relationsOf: (scene: string, composition: string, object: string) => WrittenRelations | null;
  /** For a scene: the names by which that document mentions objects; their ids in the full format. */
  readonly mentionsIn: (scene: string) => (object: string) => string;
  /** For a scene: the groups that an object is a member of, the outermost first; none in the full format. */
  readonly groupsIn: (scene: string) => (object: string) => readonly string[];
  /** The document as its author wrote it. */
  readonly source: unknown;
  /** The document with its unknown fields, in plain shorthand if it is in shorthand. */
  readonly document: unknown;
  readonly isShorthand: boolean;
  /** Files that its sources name, as the document names them. */
  readonly files: readonly string[];
  /** Its pictures that are not drawn as their files could be, with places in `document`. */
  readonly pictureNotes: readonly PictureNote[];
  /** Variables of a project in shorthand that nothing uses. */
  readonly unusedVariables: readonly string[];
  /** The fields of that project that are read as others. */
  readonly guesses: readonly Guess[];
  /** What it has that is not drawn. */
  readonly notes: readonly DraftNote[];
  /** What is said in it, in order, with times of the film. */
  readonly speech: readonly SpokenSentence[];
  /** The strings of that project that have variables, by place. */
  readonly variableTexts: ReadonlyMap<string, string>;
  /** The files of its clips, which are read until it is closed. */
  readonly openedFiles: OpenedFiles;
  readonly close: () => void;
}

export interface LoadOptions extends ShorthandOptions {
  /** Whether the times of speech are estimated even if there are recordings. */
  readonly ignoresVoice?: boolean;
  /** Whether the files of clips stay open until the project is closed. Otherwise, only their facts are read. */
  readonly keepsFiles?: boolean;
}

/**
 * Loads a project, converts it to the full format and embeds its files, after `convert` where necessary. Rejects with a
 * RenderError `invalid-project` or `too-large` with every problem found, or with the signal's reason.
 */
export async function loadProject(
  input: ProjectInput,
  options: LoadOptions,
  signal: AbortSignal,
  convert?: Converter,
): Promise<LoadedProject> {
  checkShorthandOptions(options);
  const clips = new ClipFiles();
  try {
    const loaded = await loadWith(clips, input, options, signal, convert);
    if (options.keepsFiles !== true) clips.close();
    return { ...loaded, openedFiles: clips.files, close: () => clips.close() };
  } catch (error) {
    clips.close();
    throw error;
  }
}

async function loadWith(
  clips: ClipFiles,
  input: ProjectInput,
  options: LoadOptions,
  signal: AbortSignal,
  convert: Converter | undefined,
): Promise<Omit<LoadedProject, 'openedFiles' | 'close'>> {
  const { baseFolder } = options;
  const { opened, read } = await openWithTexts(input, options, signal, convert);
  const { isShorthand, source, document, fileSources, problems, expand } = opened;
  const named = [...read, ...fileSources].map(({ file }) => file).filter(isFilePath);
  const isReadable = ({ file }: Source) => baseFolder !== undefined || !isFilePath(file);
  if (baseFolder === undefined) refuseFiles(fileSources, problems);
  const pictureNotes = await embedFiles(
    fileSources.filter(isReadable),
    baseFolder,
    signal,
    problems,
    convert,
    clips,
  );
  const expanded = expand(await layoutFor(opened));
  if (!expanded.ok) throw refusal(expanded);
  const { project, places, unusedVariables, variableTexts, guesses, notes, speech } = expanded.value;
  const placeOf = (problem: Problem) => (isShorthand ? places.place(problem) : problem);
  const describePlace = (place: string) => (isShorthand ? places.describePlace(place) : place);
  const placeFix: WrittenPlaces['placeFix'] = (path, fix, scope) => {
    if (isComputed(project, path, fix)) return { path };
    if (isShorthand) return places.placeFix(path, fix, scope === 'everywhere');
    // Without the mark, the program would not read the field.
    const isIgnored =
      !isExtended(document) && Object.keys(fix).some((field) => isExtensionField('state', field));
    return isIgnored ? { path } : { path, fix };
  };
  const placeInDocument: WrittenPlaces['placeInDocument'] = ({ path, fix }) =>
    places.placeInDocument(parsePath(path), fix);
  const writtenValue: WrittenPlaces['writtenValue'] = (path) => places.writtenValue(parsePath(path));
  const relationsOf: LoadedProject['relationsOf'] = (...place) =>
    isShorthand ? places.relationsOf(...place) : null;
  const groupsIn: LoadedProject['groupsIn'] = (scene) => (isShorthand ? places.groupsIn(scene) : () => []);
  const mentionsIn: LoadedProject['mentionsIn'] = (scene) =>
    isShorthand ? places.mentionsIn(scene) : (id) => id;
  const isTarget: WrittenPlaces['isTarget'] = (...place) => isShorthand && places.isTarget(...place);
  const isRelated: WrittenPlaces['isRelated'] = (...place) => isShorthand && places.isRelated(...place);
  return {
    ...{
      project,
      files: [...new Set(named)],
      pictureNotes,
      unusedVariables,
      variableTexts,
      guesses,
      notes,
      speech,
      source,
      document,
      isShorthand,
    },
    ...{
      placeOf,
      describePlace,
      placeFix,
      placeInDocument,
      writtenValue,
      relationsOf,
      groupsIn,
      mentionsIn,
      isTarget,
      isRelated,
      named: places.named,
      nameOf: (...object) => places.nameOf(...object),
    },
  };
}

/**
 * Opens a project, and once more with the files of its theme, of components, of items, of code and of speech, which decide what objects there are and when. Also returns these files.
 */
async function openWithTexts(
  input: ProjectInput,
  { variables, theme, baseFolder, ignoresVoice = false }: LoadOptions,
  signal: AbortSignal,
  convert: Converter | undefined,
): Promise<{ readonly opened: OpenedProject; readonly read: readonly Source[] }> {
  const opened = openProject(input, { variables, theme });
  if (!opened.ok) throw refusal(opened);
  const texts = new Map<string, string>();
  const read: Source[] = [];
  let current = opened.value;
  // The components of a file may name files, too.
  for (let round = 0; round < maxRounds; round++) {
    const unread = current.fileSources.filter(
      (source) => isReadFirst(source) && !read.some((one) => textKey(one) === textKey(source)),
    );
    read.push(...unread);
    if (unread.length === 0 || baseFolder === undefined) break;
    // Files that cannot be read stay among the sources, whose problems are reported later.
    await embedFiles(unread, baseFolder, signal, new Problems());
    await setRecordings(unread, baseFolder, ignoresVoice, signal, convert);
    for (const source of unread) {
      const text: unknown = Reflect.get(source.owner, source.field);
      if (typeof text === 'string') texts.set(textKey(source), text);
    }
    const again = openProject(input, { variables, theme, texts });
    if (!again.ok) throw refusal(again);
    current = again.value;
  }
  return { opened: current, read };
}

/** How often a project is opened again with the files that it turned out to name. */
const maxRounds = 3;

/** Replaces the lists of recordings, which all are the same, by one with the times of their files. */
async function setRecordings(
  read: readonly Source[],
  baseFolder: string,
  ignoresVoice: boolean,
  signal: AbortSignal,
  convert: Converter | undefined,
): Promise<void> {
  const voices = read.filter(({ type }) => type === 'voice');
  const [first] = voices;
  if (first === undefined) return;
  // The narration may not have been spoken yet.
  const isSilent = ignoresVoice || !existsSync(join(baseFolder, first.file));
  const list: unknown = isSilent ? '{}' : Reflect.get(first.owner, first.field);
  if (typeof list !== 'string') return;
  const keys = new Set(voices.flatMap(({ use }) => use.sentences ?? []));
  const measured = await measureRecordings(list, keys, baseFolder, signal, convert);
  if (measured === undefined) {
    const rule = `${first.file} is no list of recordings; repair it, or remove it to estimate how long sentences take`;
    throw new RenderError('invalid-project', [rule]);
  }
  for (const { owner, field } of voices) Reflect.set(owner, field, measured);
}

/** Whether a fix sets a field of a state that a formula computes, so that it would have no effect. */
function isComputed(project: Project, place: string, fix: Fix): boolean {
  const path = parsePath(place);
  if (path.at(-2) !== 'states') return false;
  const state = valueAt(project, path) as CompositionState | undefined;
  if (state?.formulas === undefined) return false;
  const computed: ReadonlySet<string> = computedFields(state);
  return Object.keys(fix).some((name) => computed.has(name));
}

/**
 * Loads the fonts for the relations of a document. Documents without relations never load them. Rejects with a
 * ContentError for fonts of the project that cannot be used.
 */
async function layoutFor({
  hasRelations,
  problems,
  written,
  ...contents
}: OpenedProject): Promise<LayOut | undefined> {
  // With problems, relations are not measured.
  if (!hasRelations || problems.any) return undefined;
  const { loadLayout } = await import('../layout/load-layout.ts');
  try {
    return await loadLayout(contents);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ContentError(error.problems.map((problem) => ({ ...problem, path: written(problem.path) })));
  }
}

/**
 * Copies a project given as an object into a form that the caller cannot change and that can be sent to another
 * process. Throws a RenderError for an invalid project in the full format, and for anything that is not JSON data.
 */
export function ownProject(input: object): object {
  const problems = new Problems();
  const document = readDocument(input, problems);
  if (!document.ok) throw refusal(document);
  if (isMarked(document.data)) {
    if (problems.any) throw new RenderError('invalid-project', withValues(problems.items, document.data));
    return document.data;
  }
  const parsed = checkUnmarked(document.data, problems);
  if (!parsed.ok) throw refusal(parsed);
  return parsed.project;
}

/** Does work on a loaded project; failures name places in the document as its author wrote it. */
export async function withWrittenPlaces<Value>(
  { placeOf }: LoadedProject,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RenderError)
      throw new RenderError(error.code, error.problems.map(placeOf), error.cause);
    if (error instanceof ContentError) throw new ContentError(error.problems.map(placeOf));
    throw error;
  }
}

/** Throws a RenderError `invalid-option` for shorthand options of the wrong type. */
export function checkShorthandOptions({ variables, theme, baseFolder }: ShorthandOptions): void {
  const given: unknown = variables;
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (given !== undefined && !isObject) {
    throw new RenderError('invalid-option', [`variables ${mustBe('an object', given)}`]);
  }
  if (baseFolder !== undefined && typeof baseFolder !== 'string') {
    throw new RenderError('invalid-option', [`baseFolder ${mustBe('a path', baseFolder)}`]);
  }
  if (theme !== undefined && typeof theme !== 'string') {
    throw new RenderError('invalid-option', [`theme ${mustBe('a string', theme)}`]);
  }
  for (const [name, value] of Object.entries(variables ?? {})) {
    if (reservedNames.includes(name)) {
      throw new RenderError('invalid-option', [`variables.${name} is a reserved name; choose another name`]);
    }
    if (['string', 'number', 'boolean'].includes(typeof value)) continue;
    const rule = mustBe('a string, a finite number, true or false', value);
    throw new RenderError('invalid-option', [`variables.${name} ${rule}`]);
  }
}

function refusal({ reason, problems }: ProjectFailure): RenderError {
  return new RenderError(reason === 'too-large' ? 'too-large' : 'invalid-project', problems);
}

/** The times of a recording that cannot be read, which is reported when it is embedded. */
const unknownTimes = { durationMs: 1, heardFromMs: 0, heardToMs: 1 };

/**
 * Returns the list of recordings with the times that the files of these sentences have: somebody may have edited or replaced them.
 * Undefined for a text that is no such list. Rejects with the signal's reason.
 */
async function measureRecordings(
  list: string,
  keys: ReadonlySet<string>,
  baseFolder: string,
  signal: AbortSignal,
  convert?: Converter,
): Promise<string | undefined> {
  const recordings = listedRecordings(list);
  if (recordings === undefined) return undefined;
  const used = [...recordings].filter(([key]) => keys.has(key));
  const owners = used.map(([, file]) => ({ src: file }));
  const sources = owners.map(
    (owner): Source => ({
      ...{ type: 'media', file: owner.src, column: undefined, path: [], owner, field: 'src', use: {} },
    }),
  );
  await embedFiles(sources, baseFolder, signal, new Problems(), convert);
  const measured: Recordings = new Map(
    used.map(([key, file], index) => [key, { file, ...(timesIn(owners[index]?.src ?? '') ?? unknownTimes) }]),
  );
  return listOfRecordings(measured);
}

function timesIn(src: string) {
  const bytes = decodeBase64(parseEmbedded(src, ['audio/wav'])?.data ?? '');
  const times = bytes && measureSpeech(bytes);
  return times?.ok ? times.value : undefined;
}
