import { checkDocument, type ProjectFailure, readDocument } from '../project/parse-project.ts';
import { showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import { checkRules } from '../project/rules/check-rules.ts';
import type { Project, Scene } from '../project/schema.ts';
import { compileCheck } from '../project/structure.ts';
import { ExpansionBudget } from './budget.ts';
import { defaults } from './defaults.ts';
import { expandScene, refuseWholeNumbers } from './expand-scene.ts';
import { PlacedProblems, Places, type ScenePlaces } from './places.ts';
import { type ResolvedScene, type ResolvedShorthand, resolvedSchema, type Variables } from './schema.ts';
import { fileSources, type Source } from './sources.ts';
import { replaceVariables } from './variables.ts';

export interface ExpandOptions {
  /** Values for the variables of a shorthand project, which win over its own. */
  readonly variables?: Variables | undefined;
}

/** A valid full project, and how it came to be. */
export interface ExpandedProject {
  readonly project: Project;
  /** Where the parts of the project were written. */
  readonly places: Places;
  /** Variables that the document declares and nothing uses. */
  readonly unusedVariables: readonly string[];
}

export type ExpansionResult = { readonly ok: true; readonly value: ExpandedProject } | ProjectFailure;

/**
 * The full project of a document: a shorthand project written out, or a full project as it is. Takes JSON text, its
 * UTF-8 bytes or plain objects, and never throws. Pure: a `src` that names a file is a problem. Every problem names the
 * place in the document as it was written.
 */
export function expandProject(
  input: string | Uint8Array | object,
  options: ExpandOptions = {},
): ExpansionResult {
  const opened = openProject(input, options);
  if (!opened.ok) return opened;
  const problems = new Problems();
  refuseFiles(opened.value.fileSources, problems);
  return problems.any ? invalid(problems) : opened.value.expand();
}

/** Reports sources that are files where there is no folder to read them from. */
export function refuseFiles(sources: readonly Source[], problems: Problems): void {
  const rule = 'but no folder is known to read it from; embed it as a data: URL';
  const wayOut = "or use the command line, the tool server or the library's baseFolder";
  for (const { asset, path } of sources) {
    problems.add(path, `is the file ${showValue(asset.src)}, ${rule}, ${wayOut}`);
  }
}

/** A document that has been read, and is expanded when its files are embedded. */
export interface OpenedProject {
  /** Whether the document is marked as shorthand. */
  readonly isShorthand: boolean;
  /** The data that was read, with its unknown fields and the values of its variables. */
  readonly document: unknown;
  /** The sources to be embedded before the expansion. */
  readonly fileSources: readonly Source[];
  expand(): ExpansionResult;
}

/** The first half of `expandProject`: reads the document, replaces its variables and checks its structure. */
export function openProject(
  input: string | Uint8Array | object,
  { variables }: ExpandOptions,
): { readonly ok: true; readonly value: OpenedProject } | ProjectFailure {
  const problems = new Problems();
  const document = readDocument(input, problems);
  if (!document.ok) return document;
  const { data } = document;
  if (!isMarked(data)) {
    if (looksShort(data)) {
      problems.add('shorthand', 'must be true if compositions stand at the top level instead of in scenes');
    }
    if (variables !== undefined && Object.keys(variables).length > 0) {
      problems.add('project', 'must be marked with "shorthand": true to take variables');
      return invalid(problems);
    }
    return { ok: true, value: openFull(data, problems) };
  }
  if (problems.any) return invalid(problems);
  const unusedVariables = replaceVariables(data, variables, problems);
  const resolved = problems.any ? undefined : (checkResolved(data, [], problems) as ResolvedShorthand);
  if (resolved === undefined || problems.any) return invalid(problems);
  const value: OpenedProject = {
    isShorthand: true,
    document: data,
    fileSources: fileSources(resolved),
    expand: () => expandResolved(resolved, data, unusedVariables),
  };
  return { ok: true, value };
}

const checkResolved = compileCheck(resolvedSchema);

function openFull(data: unknown, problems: Problems): OpenedProject {
  return {
    isShorthand: false,
    document: data,
    fileSources: [],
    expand: () => {
      const parsed = checkDocument(data, problems);
      if (!parsed.ok) return parsed;
      const value = {
        project: parsed.project,
        places: new Places(data, new Map()),
        unusedVariables: [],
      };
      return { ok: true, value };
    },
  };
}

/** Whether a document is marked as shorthand. */
export function isMarked(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && 'shorthand' in data && data.shorthand === true;
}

/** Whether a document is meant as shorthand, but not marked: in the full format, nothing but scenes has compositions. */
function looksShort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'compositions' in data && !('scenes' in data);
}

function expandResolved(
  shorthand: ResolvedShorthand,
  document: unknown,
  unusedVariables: readonly string[],
): ExpansionResult {
  const problems = new Problems();
  const budget = new ExpansionBudget(problems);
  const scenes: Record<string, Scene> = Object.create(null);
  const scenePlaces = new Map<string, ScenePlaces>();
  const written = scenesOf(shorthand, problems);
  for (const [id, scene] of Object.entries(written)) {
    if (problems.full) break;
    const path = shorthand.scenes === undefined ? [] : ['scenes', id];
    const expanded = expandScene(id, scene, path, { problems, budget });
    if (expanded === undefined) break;
    scenes[id] = expanded.scene;
    scenePlaces.set(id, expanded.places);
  }
  if (problems.any) return invalid(problems);
  const { name = defaults.projectName, version = defaults.version, sceneOrder } = shorthand;
  const project: Project = { name, version, sceneOrder: [...(sceneOrder ?? Object.keys(scenes))], scenes };
  const places = new Places(document, scenePlaces);
  const placed = new PlacedProblems(places);
  checkRules(project, placed);
  if (placed.any) return invalid(placed);
  budget.check(project);
  return problems.any ? invalid(problems) : { ok: true, value: { project, places, unusedVariables } };
}

/** The most scenes of a project. */
const mostScenes = 100;

/** Fields of a scene that may stand at the top level, where they belong to the only scene. */
const sceneFields = [
  'width',
  'height',
  'background',
  'objects',
  'compositions',
  'compositionOrder',
  'transitions',
  'audioTracks',
  'enter',
] as const satisfies readonly (keyof ResolvedScene)[];

function scenesOf(shorthand: ResolvedShorthand, problems: Problems): Record<string, ResolvedScene> {
  const { scenes, sceneOrder, compositions } = shorthand;
  if (scenes === undefined) {
    if (compositions === undefined) {
      problems.add('compositions', 'is required: an object with at least one composition; or write scenes');
      return {};
    }
    const fields = sceneFields.filter((field) => shorthand[field] !== undefined);
    const scene = Object.fromEntries(fields.map((field) => [field, shorthand[field]]));
    return { [defaults.sceneId]: { ...scene, compositions } };
  }
  for (const field of sceneFields) {
    if (shorthand[field] !== undefined) {
      problems.add(field, 'must stand in one of the scenes, because the project has scenes');
    }
  }
  if (sceneOrder === undefined) {
    const count = Object.keys(scenes).length;
    if (count === 0 || count > mostScenes) {
      problems.add('scenes', `must be 1 to ${mostScenes} scenes, but are ${count}`);
    }
    refuseWholeNumbers(scenes, ['scenes'], 'a sceneOrder', problems);
  }
  return scenes;
}

function invalid({ messages }: Problems): ProjectFailure {
  return { ok: false, reason: 'invalid', problems: messages };
}
