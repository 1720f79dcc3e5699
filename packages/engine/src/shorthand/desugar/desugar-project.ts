import { hexColor } from '../../language/css-colors.ts';
import { millisecondsOf } from '../../language/written-times.ts';
import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { sceneTransitionTypes } from '../../project/properties/values.ts';
import { catalogueStyles } from '../components/catalogue.ts';
import { ComponentSet } from '../components/component-set.ts';
import { readComponents, readUsedFiles } from '../components/read-components.ts';
import { defaults } from '../defaults.ts';
import type { SceneNarration } from '../narration/narration.ts';
import { sizeOfRatio } from '../scene-size.ts';
import type { Source } from '../sources.ts';
import { readTheme } from '../themes/read-theme.ts';
import { isPlainColor, readColor } from '../themes/theme-colors.ts';
import type { VariableReplacer } from '../variables.ts';
import { beginWithNothing } from './begin-with-nothing.ts';
import { readEasing } from './easings.ts';
import { addDrawings } from './emphases.ts';
import { noteFirstTransition } from './first-transition.ts';
import type { Guess } from './guess.ts';
import { nameRule } from './name-rule.ts';
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
import {
  type DraftNote,
  type Fields,
  mapIn,
  type SceneDraft,
  type SpokenCaptions,
  type UnusedFields,
  type WrittenComposition,
  type WrittenEmphasis,
} from './scene-draft.ts';
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

const sizeFields = ['width', 'height', 'aspectRatio'];

/** Takes the fields of a film that its scenes have unless they set them themselves. */
function takeSharedFields(film: Fields): Fields {
  const shared: Fields = {};
  for (const field of [
    ...sizeFields,
    'background',
    'enter',
    'transition',
    'vignette',
    'grain',
    'motionBlur',
  ]) {
    if (film[field] === undefined) continue;
    shared[field] = film[field];
    delete film[field];
  }
  return shared;
}

/** The fields of a film that a scene does not set. */
function missingFields(scene: Fields, shared: Fields): Fields {
  const hasSize = sizeFields.some((field) => scene[field] !== undefined);
  const isMissing = (field: string) => scene[field] === undefined && !(hasSize && sizeFields.includes(field));
  return Object.fromEntries(Object.entries(shared).filter(([field]) => isMissing(field)));
}

interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly path: Path;
}

/** The entries of a map, or of a list whose items have an id or are numbered from 1; undefined for anything else. */
function keyedEntries(value: unknown, path: Path): Entry[] | undefined {
  if (isMap(value))
    return Object.entries(value).map(([key, one]) => ({ key, value: one, path: [...path, key] }));
  if (!Array.isArray(value)) return undefined;
  return value.map((one, index) => {
    const id = isMap(one) && typeof one.id === 'string' ? one.id : String(index + 1);
    return { key: id, value: one, path: [...path, index] };
  });
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
    tables: new Map(),
    captions: new Set(),
    spokenCaptions: new Map(),
    emphases: new Map(compositions.map(({ key }) => [key, new Map()])),
    itemStates: new Map(compositions.map(({ key }) => [key, {}])),
  };
  readObjects(draft, objects, [...path, 'objects']);
  if (isMap(written.objects)) scene.objects = draft.objects;
  const narration = new NarrationReader(draft, written.audioTracks);
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

/** Replaces the name of the transition into a scene by an object, in place; false is a cut. */
function readSceneTransition(context: Context, scene: Fields, path: Path): void {
  const { provenance, problems } = context;
  const { transition } = scene;
  if (transition === undefined) return;
  const place = provenance.placeOf(scene, 'transition', path);
  if (transition === false || transition === 'none') {
    delete scene.transition;
    return;
  }
  if (typeof transition === 'string') {
    if (!(sceneTransitionTypes as readonly string[]).includes(transition)) {
      problems.add(
        place,
        'value',
        nameRule(transition, { names: sceneTransitionTypes, after: ', false, or an object' }),
      );
      delete scene.transition;
      return;
    }
    const made = provenance.set({ type: transition }, place);
    provenance.field(made, 'type', place);
    scene.transition = made;
  } else if (isMap(transition)) {
    const made: Fields = provenance.set({ ...transition }, place);
    if (made.easing !== undefined) made.easing = readEasing(made.easing);
    if (made.duration !== undefined) made.duration = millisecondsOf(made.duration) ?? made.duration;
    readColorsIn(context, made, ['color']);
    if (typeof made.color === 'string') made.color = hexColor(made.color);
    scene.transition = made;
  }
}

/** The emphases of a composition; reports those in one that has no transition. */
function usableEmphases(
  { emphases, problems }: SceneDraft,
  key: string,
  enter: unknown,
  isFirst: boolean,
): ReadonlyMap<string, WrittenEmphasis> {
  const own = emphases.get(key) ?? new Map<string, WrittenEmphasis>();
  const reason =
    enter === 0
      ? 'has no time, because the "enter" of the composition is 0; give it a duration'
      : isFirst && enter === undefined
        ? 'is in the first composition, which no transition leads to; write it in a later one, or give this one an "enter"'
        : undefined;
  if (reason === undefined) return own;
  for (const { path } of own.values()) problems.add(path, 'conflict', reason);
  return new Map();
}

/** The states in compositions by the names of the mentioned objects. */
function mentionedIn(compositions: readonly WrittenComposition[]): Map<string, Fields[]> {
  const mentioned = new Map<string, Fields[]>();
  for (const { written } of compositions) {
    for (const [name, state] of Object.entries(mapIn(written, 'states'))) {
      if (!isMap(state)) continue;
      const known = mentioned.get(name);
      if (known) known.push(state);
      else mentioned.set(name, [state]);
    }
  }
  return mentioned;
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

/** Whether a scene looks like one of the full format, in which a shape with a text draws no label. */
function isCompleteScene(scene: Fields): boolean {
  const fields = ['id', 'name', 'width', 'height', 'background', 'transitions', 'compositionOrder'];
  const objects = isMap(scene.objects) ? Object.values(scene.objects) : [];
  return (
    fields.every((field) => scene[field] !== undefined) &&
    !objects.some((one) => isMap(one) && one.state !== undefined)
  );
}

/** Compositions in the written order, then those that it leaves out. */
function inOrder(entries: readonly Entry[], order: unknown): readonly Entry[] {
  if (!Array.isArray(order)) return entries;
  const known = order.flatMap((key) => entries.filter((one) => one.key === key));
  return [...new Set([...known, ...entries])];
}

/** The size of the frame; the default one if the document has a wrong size. */
function frameOf({ width, height, aspectRatio }: Fields): SceneDraft['frame'] {
  const usual = { width: defaults.sceneWidth, height: defaults.sceneHeight };
  if (typeof aspectRatio === 'string') return sizeOfRatio(aspectRatio) ?? usual;
  const isSize = (side: unknown): side is number => typeof side === 'number' && side > 0;
  return {
    width: isSize(width) ? width : usual.width,
    height: isSize(height) ? height : usual.height,
  };
}
