import { hexColor } from '../../language/css-colors.ts';
import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { catalogueStyles } from '../components/catalogue.ts';
import { ComponentSet } from '../components/component-set.ts';
import { readComponents, readUsedFiles } from '../components/read-components.ts';
import { defaults } from '../defaults.ts';
import type { SceneNarration } from '../narration/narration.ts';
import type { Source } from '../sources.ts';
import { readTheme } from '../themes/read-theme.ts';
import { isPlainColor, readColor } from '../themes/theme-colors.ts';
import type { VariableReplacer } from '../variables.ts';
import { beginWithNothing } from './begin-with-nothing.ts';
import { readClipDuration, readClipStarts } from './clip-speech.ts';
import { addDrawings } from './emphases.ts';
import { noteFirstTransition } from './first-transition.ts';
import type { Guess } from './guess.ts';
import { readBackground } from './paints.ts';
import { PartNames } from './part-names.ts';
import { Provenance } from './provenance.ts';
import { readAnimation, readEnter, type StartOfTrack } from './read-animations.ts';
import { readColorsIn } from './read-fields.ts';
import { readGrain } from './read-grain.ts';
import { NarrationReader } from './read-narration.ts';
import { readObjects } from './read-objects.ts';
import { readSounds } from './read-sounds.ts';
import { readStates } from './read-states.ts';
import { resolveHighlight } from './resolve-names.ts';
import type {
  DraftNote,
  Fields,
  SceneDraft,
  SpokenCaptions,
  UnusedFields,
  WrittenComposition,
  WrittenEmphasis,
} from './scene-draft.ts';
import {
  frameOf,
  inOrder,
  isCompleteScene,
  keyedEntries,
  mentionedIn,
  missingFields,
  readSceneTransition,
  takeSharedFields,
} from './scene-fields.ts';
import { unusedStates } from './unused-fields.ts';

// See docs/decisions.md, "Shorthand is made plain, checked, then expanded".

/** A document without parts, items, styles, labels, boxes and lists of compositions. It need not be valid. */
export interface PlainDocument {
  readonly document: Fields;
  readonly provenance: Provenance;
  /** The names of parts by their ids, for each scene; the scene of a project without scenes has the default id. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** What is said in scenes, and when their compositions begin, by scene; missing for scenes without speech and times. */
  readonly narrations: ReadonlyMap<string, SceneNarration>;
  /** The captions of scenes that show what the film says, by scene and id. */
  readonly spokenCaptions: ReadonlyMap<string, ReadonlyMap<string, SpokenCaptions>>;
  /** The fields that are read as others. */
  readonly guesses: readonly Guess[];
  /** What the document has that is not drawn. */
  readonly notes: readonly DraftNote[];
  /** The hexadecimal form of a colour of CSS or of the theme, or `none`; undefined for anything else. */
  readonly colorOf: (text: string) => string | undefined;
  /** Files that decide what objects there are, and that `texts` does not have. */
  readonly unread: readonly Source[];
}

/** What a document is read with. */
export interface DesugarOptions {
  /** The texts of files that decide what objects there are, by `textKey`. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  /** A theme that replaces that of the document. */
  readonly theme?: unknown;
}

/**
 * Replaces everything in a document that is a shorter way to write something else. Values of a wrong type stay as they
 * are: the check of the plain document reports them. `problems` takes places as written.
 */
export function desugarProject(
  document: Fields,
  variables: VariableReplacer,
  problems: Problems,
  { texts = new Map(), theme: given }: DesugarOptions = {},
): PlainDocument {
  const provenance = new Provenance(document);
  const names = new Map<string, ReadonlyMap<string, string>>();
  const narrations = new Map<string, SceneNarration>();
  const spokenCaptions = new Map<string, ReadonlyMap<string, SpokenCaptions>>();
  if (document.styles !== undefined && !isMap(document.styles))
    problems.add(['styles'], 'value', 'must be an object with the fields of each style by its name');
  const guesses: Guess[] = [];
  const notes: DraftNote[] = [];
  const unused: UnusedFields[] = [];
  const unread: Source[] = [];
  const used = readUsedFiles(document.use, { problems, texts, unread });
  const components = new ComponentSet(readComponents(document.components, { problems }), used);
  const theme = readTheme(given ?? (document.theme === undefined ? used.theme : document.theme), {
    problems,
    texts,
    unread,
  });
  const lang = readLang(document, variables);
  const context = {
    ...{ provenance, variables, problems, theme, lang, guesses, notes, unused, texts, unread, components },
    styles: {
      ...(theme !== undefined && catalogueStyles()),
      ...used.styles,
      ...(isMap(document.styles) ? document.styles : {}),
    },
  };
  const { styles: _, theme: __, components: ___, use: ____, ...others } = document;
  const fonts = readFonts(document, provenance);
  const written: Fields = { ...others, ...(fonts !== undefined && { fonts }) };
  const { scenes } = written;
  const withUnused = (plain: Fields) => {
    notes.push(...components.unusedNotes());
    const states = unusedStates(context);
    if (states === undefined) return plain;
    plain.unused = states;
    return plain;
  };
  const colorOf = (text: string) => {
    const read = readColor(text, theme);
    const color = 'value' in read ? read.value : undefined;
    return typeof color === 'string' && isPlainColor(color) ? hexColor(color) : undefined;
  };
  const found = { provenance, names, narrations, spokenCaptions, guesses, notes, unread, colorOf };
  const keep = (key: string, made: DesugaredScene) => {
    names.set(key, made.names);
    spokenCaptions.set(key, made.spokenCaptions);
    if (made.narration) narrations.set(key, made.narration);
  };
  if (scenes === undefined) {
    noteFirstTransition(written, [], notes);
    const made = desugarScene(written, [], context);
    keep(defaults.sceneId, made);
    return { document: withUnused(made.scene), ...found };
  }
  const plain: Fields = provenance.set({ ...written }, []);
  const entries = keyedEntries(scenes, ['scenes']);
  if (entries === undefined) return { document: withUnused(plain), ...found };
  const map: Fields = provenance.set({}, ['scenes']);
  plain.scenes = map;
  noteFirstTransition(written, entries, notes);
  const shared = takeSharedFields(plain);
  if (Array.isArray(scenes) && written.sceneOrder === undefined) {
    plain.sceneOrder = provenance.set(
      entries.map(({ key }) => key),
      ['scenes'],
    );
  }
  for (const { key, value, path } of entries) {
    const made = isMap(value) ? desugarScene(value, path, context, shared) : undefined;
    map[key] = made?.scene ?? value;
    provenance.field(map, key, path);
    if (made) keep(key, made);
  }
  return { document: withUnused(plain), ...found };
}

/** A `lang` that is not a string is reported when the plain document is checked. */
function readLang({ lang }: Fields, variables: VariableReplacer): string | undefined {
  const filled = typeof lang === 'string' ? variables.fill(lang, {}, ['lang']) : lang;
  return typeof filled === 'string' ? filled : undefined;
}

/** The font families of a film, with an object for each that is a font alone. */
function readFonts({ fonts }: Fields, provenance: Provenance): unknown {
  if (!isMap(fonts)) return fonts;
  const families: Fields = provenance.set(Object.create(null), ['fonts']);
  for (const [name, family] of Object.entries(fonts)) {
    const path = ['fonts', name];
    families[name] = typeof family === 'string' ? provenance.set({ src: family }, path) : family;
    if (typeof family === 'string') provenance.field(families[name] as Fields, 'src', path);
  }
  return families;
}

interface Context
  extends Pick<
    SceneDraft,
    | 'provenance'
    | 'variables'
    | 'problems'
    | 'styles'
    | 'theme'
    | 'lang'
    | 'guesses'
    | 'notes'
    | 'unused'
    | 'texts'
    | 'unread'
    | 'components'
  > {}

interface DesugaredScene {
  readonly scene: Fields;
  readonly names: ReadonlyMap<string, string>;
  readonly narration: SceneNarration | null;
  readonly spokenCaptions: ReadonlyMap<string, SpokenCaptions>;
}

function desugarScene(own: Fields, path: Path, context: Context, shared: Fields = {}): DesugaredScene {
  const { provenance } = context;
  const missing = missingFields(own, shared);
  const scene: Fields = provenance.set({ ...own, ...missing }, path);
  for (const field of Object.keys(missing)) provenance.field(scene, field, [field]);
  const written: Fields = { ...scene };
  const entries = keyedEntries(written.compositions, [...path, 'compositions']);
  const compositions = inOrder(entries ?? [], written.compositionOrder).map(
    ({ key, value, path: place }): WrittenComposition => ({ key, written: value, path: place }),
  );
  const objects = isMap(written.objects) ? written.objects : {};
  const frame = frameOf(written);
  const isComplete = isCompleteScene(written);
  const theme = isComplete ? undefined : context.theme;
  if (scene.background === undefined && theme !== undefined)
    scene.background = theme.background ?? theme.colors.background;
  readBackground(context, scene, path);
  readColorsIn(context, scene, ['background']);
  readSceneTransition(context, scene, path);
  readGrain(context, scene, path);
  const draft: SceneDraft = {
    ...context,
    path,
    background: scene.background ?? defaults.background,
    theme,
    frame,
    isComplete,
    enter: written.enter,
    names: new PartNames(objects),
    compositions,
    mentioned: mentionedIn(compositions),
    objects: provenance.set(Object.create(null), [...path, 'objects']),
    labels: new Map(),
    inked: new Set(),
    spacings: new Map(),
    equalSides: new Map(),
    boxes: new Map(),
    carriers: new Map(),
    layers: new Map(),
    onAxes: new Map(),
    looks: new Map(),
    parameters: new Map(),
    given: new WeakMap(),
    item: { variables: { values: {}, lists: {} }, components: [] },
    room: { objects: 0, isUsedUp: false },
    unreadGroups: new Set(),
    absent: new Map(compositions.map(({ key }) => [key, new Set()])),
    graphs: new Map(),
    graphNodes: new Set(),
    innerTexts: new Map(),
    tables: new Map(),
    captions: new Set(),
    spokenCaptions: new Map(),
    emphases: new Map(compositions.map(({ key }) => [key, new Map()])),
    itemStates: new Map(compositions.map(({ key }) => [key, {}])),
  };
  readObjects(draft, objects, [...path, 'objects']);
  if (isMap(written.objects)) scene.objects = draft.objects;
  const narration = new NarrationReader(draft, written.audioTracks);
  readClipStarts(draft, (start, at) => narration.startOfClip(start, at));
  if (entries === undefined)
    return { scene, names: draft.names.byId, narration: null, spokenCaptions: draft.spokenCaptions };
  const size = Math.min(frame.width, frame.height);
  const { states, presence } = readStates(draft);
  addDrawings(draft, states, presence);
  const plain: Fields = provenance.set({}, [...path, 'compositions']);
  const first = compositions[0];
  const start =
    first === undefined || draft.isComplete ? null : beginWithNothing(draft, states, presence, first);
  const order = start === null ? null : [start.key, ...compositions.map(({ key }) => key)];
  if (start !== null) {
    // It is held until the first composition begins.
    if (first !== undefined && narration.startOf(first.key) !== undefined) delete start.composition.duration;
    plain[start.key] = start.composition;
  }
  for (const { key, value, path: place } of entries) {
    provenance.field(plain, key, place);
    if (!isMap(value)) {
      plain[key] = value;
      continue;
    }
    const { start: _, say: __, ...rest } = value;
    const composition: Fields = provenance.set(rest, place);
    readColorsIn(draft, composition, ['accent']);
    readClipDuration(draft, composition, place);
    if (value.highlight !== undefined)
      composition.highlight = resolveHighlight(draft, value.highlight, [...place, 'highlight']);
    if (states.has(key) && (value.states === undefined || isMap(value.states)))
      composition.states = states.get(key);
    const startOf: StartOfTrack = (text, at) => narration.startOfTrack(key, text, at);
    const emphases = usableEmphases(draft, key, value.enter, key === first?.key);
    if (value.enter !== undefined || emphases.size > 0)
      composition.enter = readEnter(draft, value.enter ?? {}, [...place, 'enter'], size, startOf, emphases);
    plain[key] = composition;
  }
  scene.compositions = plain;
  if (order !== null || (Array.isArray(written.compositions) && written.compositionOrder === undefined))
    scene.compositionOrder = provenance.set(order ?? entries.map(({ key }) => key), [
      ...path,
      'compositions',
    ]);
  if (written.enter !== undefined)
    scene.enter = readEnter(draft, written.enter, provenance.placeOf(scene, 'enter', path), size);
  for (const [id, object] of Object.entries(draft.objects)) readOwnAnimations(draft, id, object, size);
  readSounds(draft, scene);
  const { spokenCaptions } = draft;
  return { scene, names: draft.names.byId, narration: narration.narration(), spokenCaptions };
}

/** The emphases of a composition; reports those in one that has no transition. */
function usableEmphases(
  { emphases, problems }: SceneDraft,
  key: string,
  enter: unknown,
  isFirst: boolean,
): ReadonlyMap<string, WrittenEmphasis> {
  const emphasesOfComposition = emphases.get(key) ?? new Map<string, WrittenEmphasis>();
  const reason =
    enter === 0
      ? 'has no time, because the "enter" of the composition is 0; give it a duration'
      : isFirst && enter === undefined
        ? 'is in the first composition, which no transition leads to; write it in a later one, or give this one an "enter"'
        : undefined;
  if (reason === undefined) return emphasesOfComposition;
  for (const { path } of emphasesOfComposition.values()) problems.add(path, 'conflict', reason);
  return new Map();
}

/** Reads the animations with which an object itself enters and leaves. */
function readOwnAnimations(draft: SceneDraft, id: string, object: Fields, size: number): void {
  if (!isMap(object)) return;
  for (const name of ['enter', 'exit'] as const) {
    if (object[name] === undefined) continue;
    const path = draft.provenance.written(object, []);
    object[name] = readAnimation(draft, object[name], [...path, name], size);
    const label = draft.objects[draft.labels.get(id) ?? ''];
    if (label !== undefined && isMap(object[name]))
      label[name] = draft.provenance.set({ ...object[name] }, path);
  }
}
