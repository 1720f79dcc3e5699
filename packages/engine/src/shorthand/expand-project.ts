import { isMap } from '../project/check.ts';
import {
  checkDocument,
  invalid,
  type ParsedProject,
  type ProjectFailure,
  readDocument,
} from '../project/parse-project.ts';
import { problemAt } from '../project/problem.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import { checkRules } from '../project/rules/check-rules.ts';
import type { Project, Scene } from '../project/schema.ts';
import { compileCheck } from '../project/structure.ts';
import { type Expansion, ExpansionBudget } from './budget.ts';
import { carryMembers } from './carry.ts';
import type { Courses } from './course.ts';
import { defaults } from './defaults.ts';
import { desugarProject, type PlainDocument } from './desugar/desugar-project.ts';
import type { Guess } from './desugar/guess.ts';
import { partNamer } from './desugar/part-names.ts';
import type { DraftNote } from './desugar/scene-draft.ts';
import { expandAssertions } from './expand-assertions.ts';
import { completeScene, type MovingScene, moveScene, type StagedScene, stageScene } from './expand-scene.ts';
import type { States } from './expand-track.ts';
import type { FigureSize } from './figures/figure.ts';
import { hasFlexibleFigures, withFigureSizes } from './figures/flexible-figures.ts';
import { fillBroken, leaveOutFiles } from './fill-broken.ts';
import { shareDurations } from './film-duration.ts';
import { fillCaptions, speechOfFilm } from './film-speech.ts';
import { holdMembers } from './hold-members.ts';
import type { SpokenSentence } from './narration/narration.ts';
import { lastWithClips } from './place-clips.ts';
import { PlacedProblems, Places, type ScenePlaces } from './places.ts';
import { refuseFiles } from './refuse-files.ts';
import { replaceVariables } from './replace-variables.ts';
import type { RelatedScene } from './scene-relations.ts';
import { type ResolvedScene, type ResolvedShorthand, resolvedSchema, type Variables } from './schema.ts';
import { signOfShorthand } from './sign-of-shorthand.ts';
import { fileSources, type Source } from './sources.ts';
import { staggerLoops } from './stagger-loops.ts';
import { MovedProblems, VariableProblems, type Writing } from './variable-problems.ts';
import type { ReplacedVariables } from './variables.ts';
import { contentsOf, scenesOf } from './written-scenes.ts';

// See docs/decisions.md, "Shorthand is made plain, checked, then expanded".

export interface ExpandOptions {
  /** Values for the variables of a shorthand project. They override the project's values. */
  readonly variables?: Variables | undefined;
  /** The name of a bundled theme or a file with one, instead of the theme of a shorthand project. */
  readonly theme?: string | undefined;
}

/** A valid full project, and information about its expansion. */
export interface ExpandedProject {
  readonly project: Project;
  /** Places of the project's parts in the document. */
  readonly places: Places;
  /** Variables that the document declares but never uses. */
  readonly unusedVariables: readonly string[];
  /** The strings with variables as they are written, by place. */
  readonly variableTexts: ReadonlyMap<string, string>;
  /** The fields that are read as others, because their names are not those of shorthand. */
  readonly guesses: readonly Guess[];
  /** What the document has that is not drawn. */
  readonly notes: readonly DraftNote[];
  /** What is said in it, in order. */
  readonly speech: readonly SpokenSentence[];
}

export type ExpansionResult = { readonly ok: true; readonly value: ExpandedProject } | ProjectFailure;

/**
 * Replaces the relations of a scene by numbers: returns the states of each composition, in order. Problems have places
 * in the full project.
 */
export type LayOut = (scene: RelatedScene, problems: Problems) => LaidOutScene;

/** A scene with numbers in place of relations. */
export interface LaidOutScene {
  /** The states of its objects, for each composition in order. */
  readonly states: readonly States[];
  /** The ways of objects along curves into each composition. */
  readonly courses: readonly Courses[];
  /** The sizes of figures with `flex`, which have to be drawn again in them. */
  readonly figureSizes: ReadonlyMap<string, FigureSize>;
}

/**
 * Returns the full project of a document, which may be shorthand or already full. Accepts JSON text, its UTF-8 bytes or
 * plain objects, and never throws, except for relations without `layOut`. Reads no files: a `src` that names a file is
 * a problem. Every problem names the place in the document as written.
 */
export function expandProject(
  input: string | Uint8Array | object,
  options: ExpandOptions = {},
  layOut?: LayOut,
): ExpansionResult {
  const opened = openProject(input, options);
  if (!opened.ok) return opened;
  const { fileSources, problems, expand } = opened.value;
  refuseFiles(fileSources, problems);
  return expand(layOut);
}

/** A document that is read but not yet expanded, because its files must be embedded first. It may have problems. */
export interface OpenedProject {
  /** Whether the document is marked as shorthand. */
  readonly isShorthand: boolean;
  /** The data of the document as its author wrote it. */
  readonly source: unknown;
  /** The data of the document in plain shorthand, with its unknown fields and the values of its variables. */
  readonly document: unknown;
  /** Returns the place as its author wrote it of a place in `document`. */
  readonly written: (path: Path) => Path;
  /** Sources to embed before the expansion. */
  readonly fileSources: readonly Source[];
  /** Problems found so far. Embedding the sources adds to them, so all are reported at once. */
  readonly problems: Problems;
  /** Fonts of the project, with their files once they are embedded. */
  readonly fonts?: Project['fonts'];
  /** Whether the expansion needs `layOut`, and whether that has equations to measure. */
  readonly hasRelations: boolean;
  readonly hasEquations: boolean;
  expand(layOut?: LayOut): ExpansionResult;
}

export const themeNeedsShorthand = 'must have "shorthand": true to use a theme';

/**
 * The first half of `expandProject`: reads the document, replaces its variables and checks its structure. `texts` are those
 * of files with items; without them, such files are among the sources, and their groups have no items.
 */
export function openProject(
  input: string | Uint8Array | object,
  { variables, theme, texts }: ExpandOptions & { readonly texts?: ReadonlyMap<string, string> },
): { readonly ok: true; readonly value: OpenedProject } | ProjectFailure {
  const problems = new Problems();
  const document = readDocument(input, problems);
  if (!document.ok) return document;
  const { data } = document;
  if (!isMarked(data)) {
    if (variables !== undefined && Object.keys(variables).length > 0) {
      problems.add([], 'missing-mark', 'must have "shorthand": true to use variables');
      return invalid(problems, data);
    }
    if (theme !== undefined) {
      problems.add([], 'missing-mark', themeNeedsShorthand);
      return invalid(problems, data);
    }
    return { ok: true, value: openFull(data, problems) };
  }
  const replaced = replaceVariables(data, variables, problems);
  if (replaced.isTooLong || problems.full) return invalid(problems, data);
  const plain = desugarProject(data, replaced, new VariableProblems(problems, replaced), {
    texts,
    theme,
  });
  const startValues = replaced.startValues();
  replaced.finish();
  if (replaced.isTooLong || problems.full) return invalid(problems, data);
  const written = (path: Path) => plain.provenance.written(plain.document, path);
  const named = partNamer(plain.names.values());
  const copy = checkResolved(
    plain.document,
    [],
    new VariableProblems(problems, replaced, { written, named }),
  );
  const resolved = problems.any ? fillBroken(copy) : (copy as ResolvedShorthand);
  const value: OpenedProject = {
    isShorthand: true,
    source: data,
    document: plain.document,
    written,
    fileSources: [
      ...fileSources(resolved).map((source) => ({ ...source, path: written(source.path) })),
      ...plain.unread,
    ],
    problems,
    ...contentsOf(resolved),
    expand: (layOut) =>
      expandResolved(
        resolved,
        data,
        { plain, written, named, variables: replaced, startValues },
        problems,
        layOut,
      ),
  };
  return { ok: true, value };
}

const checkResolved = compileCheck(resolvedSchema);

function openFull(data: unknown, problems: Problems): OpenedProject {
  return {
    isShorthand: false,
    source: data,
    document: data,
    written: (path) => path,
    fileSources: [],
    problems,
    hasRelations: false,
    hasEquations: false,
    expand: () => {
      const parsed = checkUnmarked(data, problems);
      if (!parsed.ok) return parsed;
      const value = {
        project: parsed.project,
        places: Places.ofFullProject(data),
        unusedVariables: [],
        variableTexts: new Map<string, string>(),
        guesses: [],
        notes: [],
        speech: [],
      };
      return { ok: true, value };
    },
  };
}

/**
 * Validates a document that is not marked as shorthand. If it is invalid and uses something that only shorthand has,
 * the missing mark is reported as its only problem.
 */
export function checkUnmarked(data: unknown, problems: Problems): ParsedProject {
  const parsed = checkDocument(data, problems);
  const sign = parsed.ok ? undefined : signOfShorthand(data);
  if (sign === undefined) return parsed;
  const mark = isMap(data) && data.shorthand !== undefined ? `, but is ${showValue(data.shorthand)}` : '';
  const rule = `must be true${mark}: only shorthand has ${sign}; add "shorthand": true at the top of the document`;
  return { ok: false, reason: 'invalid', problems: [problemAt(['shorthand'], 'missing-mark', rule)] };
}

/** Whether a document is marked as shorthand. */
export function isMarked(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && 'shorthand' in data && data.shorthand === true;
}

/** A document in plain shorthand, and where it comes from. */
interface PlainOrigin extends Writing {
  readonly plain: PlainDocument;
  readonly variables: ReplacedVariables;
  /** The values at the beginning of the variables that compositions change. */
  readonly startValues: Readonly<Record<string, number>>;
}

function expandResolved(
  shorthand: ResolvedShorthand,
  document: unknown,
  origin: PlainOrigin,
  all: Problems,
  layOut: LayOut | undefined,
): ExpansionResult {
  if (all.full) return invalid(all, document);
  if (all.any) leaveOutFiles(shorthand);
  const { plain, variables } = origin;
  const problems = new MovedProblems(all, origin);
  const budget = new ExpansionBudget(problems);
  const expansion = { problems, budget };
  const written = scenesOf(shorthand, problems);
  const pathOf = (id: string) => (shorthand.scenes === undefined ? [] : ['scenes', id]);
  const stage = (id: string, scene: ResolvedScene, spending: Expansion) =>
    stageScene(
      ...([id, scene, pathOf(id), spending, plain.names.get(id), origin.startValues] as const),
      plain.narrations.get(id),
    ) ?? [];
  const flexible = problems.any
    ? []
    : Object.entries(written).filter(([, scene]) => hasFlexibleFigures(scene));
  // Scenes without the sizes of their figures are thrown away, and so is what they cost.
  const trial = { problems, budget: new ExpansionBudget(problems) };
  const tried = flexible.flatMap(([id, scene]) => stage(id, scene, trial));
  for (const { id, figureSizes } of layOutScenes(tried, layOut, origin, all))
    written[id] = withFigureSizes(written[id] as ResolvedScene, figureSizes);
  const staged = problems.any ? tried : [];
  const isTried = (id: string) => problems.any && flexible.some(([other]) => other === id);
  const left = Object.entries(written).filter(([id]) => !isTried(id));
  for (const [id, scene] of left) {
    if (problems.full) break;
    staged.push(...[stage(id, scene, expansion)].flat());
  }
  const scenes: Record<string, Scene> = Object.create(null);
  const scenePlaces = new Map<string, ScenePlaces>();
  const speeches = new Map<string, readonly SpokenSentence[]>();
  const stages: StagedScene[] = [];
  const moving: MovingScene[] = [];
  for (const stage of layOutScenes(staged, layOut, origin, all)) {
    if (problems.full) break;
    const scene = moveScene(holdMembers(carryMembers(staggerLoops(stage)), problems), expansion);
    if (scene === undefined) continue;
    moving.push(scene);
    stages.push(stage);
  }
  const lasting = moving.map((movingScene) => {
    const isTimed = (movingScene.scene.duration ?? shorthand.duration) !== undefined;
    return problems.any ? movingScene : lastWithClips(movingScene, isTimed, problems);
  });
  const times = problems.any ? new Map() : shareDurations(lasting, shorthand.duration, problems);
  for (const movingScene of lasting) {
    const completed = completeScene(movingScene, times.get(movingScene.id), expansion);
    scenes[movingScene.id] = completed.scene;
    scenePlaces.set(movingScene.id, completed.places);
    speeches.set(movingScene.id, completed.speech);
  }
  const {
    name = defaults.projectName,
    version = defaults.version,
    fonts,
    loudness,
    lang,
    expect,
  } = shorthand;
  const isComplete = scenePlaces.size === Object.keys(written).length;
  // The order of scenes cannot be checked without all of them.
  const sceneOrder = isComplete ? [...(shorthand.sceneOrder ?? Object.keys(scenes))] : [];
  const project: Project = {
    ...{ name, version, extended: true },
    ...(fonts && { fonts }),
    ...(loudness !== undefined && { loudness }),
    ...(lang !== undefined && { lang }),
    ...{ sceneOrder, scenes },
  };
  const places = new Places(origin, scenePlaces);
  const speech = problems.any ? [] : speechOfFilm(project, speeches);
  if (!problems.any && expect !== undefined) {
    const placed = new VariableProblems(all, variables, origin);
    const names = { scenes: inPlayingOrder(stages, sceneOrder), speech, colorOf: plain.colorOf };
    project.expect = [...expandAssertions(expect, names, placed)];
  }
  if (!problems.any) fillCaptions(project, plain.spokenCaptions, speech, all);
  checkRules(project, new PlacedProblems(all, variables, places));
  if (!problems.any) budget.check(project);
  return problems.any
    ? invalid(problems, document)
    : {
        ok: true,
        value: {
          ...{ project, places, guesses: plain.guesses, notes: plain.notes },
          speech,
          ...{ unusedVariables: variables.unused, variableTexts: variables.written },
        },
      };
}

function inPlayingOrder(stages: readonly StagedScene[], order: readonly string[]): StagedScene[] {
  return order.flatMap((id) => stages.find((stage) => stage.id === id) ?? []);
}

/** Returns the scenes with numbers in place of relations. With problems, relations are not measured. */
function layOutScenes(
  staged: readonly StagedScene[],
  layOut: LayOut | undefined,
  origin: PlainOrigin,
  problems: Problems,
): readonly (StagedScene & Partial<Pick<LaidOutScene, 'figureSizes'>>)[] {
  if (problems.any) return staged;
  const places = new Places(
    origin,
    new Map(
      staged.map(({ id, path, sequence, relations, names }) => [
        id,
        { path, sequence, relations, names, transitions: new Map(), tracks: new Map(), parts: new Map() },
      ]),
    ),
  );
  return staged.map((scene) => {
    const { relations } = scene;
    if (relations === null) return scene;
    if (layOut === undefined)
      throw new Error('a project with relations is expanded without a way to lay it out');
    const placed = new PlacedProblems(problems, origin.variables, places);
    return { ...scene, ...layOut({ ...scene, relations }, placed) };
  });
}
