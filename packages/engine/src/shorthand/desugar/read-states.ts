import { defaultsOf, isGroupKind, isObjectKind, type ObjectKind } from '../../language/kinds.ts';
import { fieldsOf, isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { initialValues } from '../../project/properties/all-properties.ts';
import { cameraId, readCamera } from './camera.ts';
import { GraphEdges } from './graph-states.ts';
import { readNames } from './guesses.ts';
import { inkOn } from './label-ink.ts';
import {
  sharedWithLabel,
  takeBoxFields,
  takeLabelFields,
  takeLayerFields,
  takeTransformFields,
} from './made-parts.ts';
import { readPaints } from './paints.ts';
import { moveLabel, readData, readEnds, showWithAxes } from './read-axes.ts';
import { placeCaptions } from './read-captions.ts';
import { isPartOfCode, readCode, readMark } from './read-code.ts';
import { readFields } from './read-fields.ts';
import { readFormulas } from './read-formulas.ts';
import { idOf, resolveNames } from './resolve-names.ts';
import { type Fields, type Look, mapIn, type SceneDraft } from './scene-draft.ts';
import { readShares } from './shares.ts';
import { readSpacing } from './spacing.ts';
import { addStyles, fieldsOfStyles, styleNames } from './styles.ts';
import { spreadLetters } from './table-states.ts';
import { MarkedWords, type WordMention, wordsIn } from './words.ts';

/** Mentions all objects of the scene, or all parts of an object. */
const all = '*';
const allParts = '.*';

/** A mention of an object in a composition, with its place as written. */
interface Mention {
  readonly value: unknown;
  readonly path: Path;
  /** The places of fields that are written elsewhere, in a wildcard. */
  readonly places?: ReadonlyMap<string, Path>;
}

/** Reads the states of all compositions: wildcards, styles, labels and boxes become states of single objects. */
export function readStates(draft: SceneDraft): Map<string, unknown> {
  const looks = new Map(draft.looks);
  const words = new MarkedWords(draft);
  const edges = new GraphEdges(draft);
  const read = new Map<string, unknown>();
  /** The fields of code so far. */
  const code = new Map<string, Fields>();
  /** The first compositions that mention only words of a text. */
  const marking = new Map<string, number>();
  for (const [index, { key, written, path }] of draft.compositions.entries()) {
    const absent = draft.absent.get(key)?.size ?? 0;
    const own = isMap(written) ? written.states : undefined;
    const states = own === undefined && absent > 0 ? {} : own;
    const place = [...path, 'states'];
    const fromItems = draft.itemStates.get(key);
    if (!isMap(states)) {
      if (states !== undefined) read.set(key, states);
      continue;
    }
    const marked: WordMention[] = [];
    const mentions = mentionsIn(draft, states, place, marked);
    for (const mention of marked) {
      words.mark(mention);
      const whole = mentions.get(mention.id);
      // A text that is only shown has no state yet in which its words could change.
      if (whole?.value === true) mentions.set(mention.id, { ...whole, value: {} });
      if (whole !== undefined) continue;
      mentions.set(mention.id, { value: {}, path: place });
      marking.set(mention.id, Math.min(index, marking.get(mention.id) ?? index));
    }
    for (const name of [...mentions.keys()]) {
      // The lines of code are a part of it.
      if (!isPartOfCode(draft, name)) continue;
      const owner = name.slice(0, name.indexOf('.'));
      if (mentions.has(owner)) continue;
      mentions.set(owner, { value: {}, path: mentions.get(name)?.path ?? place });
      marking.set(owner, Math.min(index, marking.get(owner) ?? index));
    }
    for (const [id, state] of Object.entries(fromItems ?? {})) {
      const own = mentions.get(id);
      const isPlain = own === undefined || isMap(own.value);
      if (isPlain)
        mentions.set(id, { value: { ...state, ...(own?.value as Fields) }, path: own?.path ?? place });
    }
    for (const id of draft.absent.get(key) ?? []) mentions.set(id, { value: false, path: place });
    edges.show(key, mentions);
    spreadLetters(draft, mentions);
    read.set(key, statesOf(draft, mentions, place, looks, words, code));
  }
  showWithWhole(draft, read, marking);
  showWithAxes(draft, read);
  hideClips(draft, read);
  beginWithWholeFrame(draft, read);
  beginWithCaptions(draft, read);
  beginWithLayers(draft, read);
  return read;
}

/**
 * Lets parts appear with their whole: one that a later composition changes is visible before, if the whole and the
 * groups around it are in no states or are visible until they hide it. One that a composition shows with `true` enters
 * there.
 */
function showWithWhole(
  draft: SceneDraft,
  read: Map<string, unknown>,
  marking: ReadonlyMap<string, number>,
): void {
  const [first] = draft.compositions;
  if (first === undefined) return;
  const all = draft.compositions.map(({ key }) => read.get(key)).map((one): Fields => fieldsOf(one));
  const firstMention = (id: string) => all.findIndex((states) => isShowing(draft, id, states[id]));
  /** Its fields there may be those of its parts. */
  const isShownWith = (id: string, index: number) =>
    mapIn(draft.compositions[index]?.written, 'states')[draft.names.nameOf(id)] === true;
  const showFirst = (id: string) => {
    const place = [...first.path, 'states'];
    const states: Fields = isMap(read.get(first.key)) ? all[0] : draft.provenance.set({}, place);
    states[id] = {};
    draft.provenance.field(states, id, place);
    read.set(first.key, states);
    all[0] = states;
  };
  const owners = groupsOfChildren(draft);
  for (const [id, name] of draft.names.byId) {
    const at = firstMention(id);
    const mention = all[at]?.[id];
    if (at <= 0 || !isMap(mention) || Object.keys(mention).length === 0 || isShownWith(id, at)) continue;
    const wholes = new Set(wholesOf(name).map((one) => draft.names.resolve(one, draft.objects) ?? one));
    for (const whole of wholes) for (const owner of owners.get(whole) ?? []) wholes.add(owner);
    const mentions = [...wholes]
      .map((whole) => ({ whole, index: firstMention(whole) }))
      .filter(({ index }) => index >= 0);
    const isVisible = mentions.every(({ whole, index }) => index > 0 && all[index]?.[whole] === false);
    if (!isVisible) continue;
    showFirst(id);
  }
  // Words are a part of their text.
  for (const [id, index] of marking)
    if (index > 0 && firstMention(id) === index && !isShownWith(id, index)) showFirst(id);
}

/** The groups that have an object among their children, by its id. */
function groupsOfChildren({ objects }: SceneDraft): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const [id, object] of Object.entries(objects)) {
    const children = isMap(object) && Array.isArray(object.children) ? object.children : [];
    for (const child of children) owners.set(child, [...(owners.get(child) ?? []), id]);
  }
  return owners;
}

/** The ids of the objects inside which others are painted. */
function clipsOf({ names, objects, mentioned }: SceneDraft): ReadonlySet<string> {
  const states = [
    ...Object.values(objects).map((one) => mapIn(one, 'state')),
    ...[...mentioned.values()].flat(),
  ];
  const written = states.flatMap(({ clip }) => (typeof clip === 'string' ? [clip] : []));
  return new Set(written.map((name) => names.resolve(name, objects) ?? name));
}

/** Objects that clip others are hidden from the start, unless the first composition mentions them. */
function hideClips(draft: SceneDraft, read: Map<string, unknown>): void {
  const [first] = draft.compositions;
  const clips = clipsOf(draft);
  if (first === undefined || clips.size === 0) return;
  const place = [...first.path, 'states'];
  const written = read.get(first.key);
  const states: Fields = isMap(written) ? written : draft.provenance.set({}, place);
  for (const id of clips) {
    if (draft.objects[id] === undefined) continue;
    states[id] ??= draft.provenance.make(draft.provenance.set({ visible: false }, place));
  }
  read.set(first.key, states);
}

/** Shows the whole frame until a composition moves the camera. */
function beginWithWholeFrame(draft: SceneDraft, read: Map<string, unknown>): void {
  const [first] = draft.compositions;
  if (first === undefined || draft.objects[cameraId]?.carries !== cameraId) return;
  const written = read.get(first.key);
  const states: Fields = isMap(written) ? written : draft.provenance.set({}, [...first.path, 'states']);
  states[cameraId] ??= readCamera(draft, false, [...first.path, 'states']);
  read.set(first.key, states);
}

/** Captions are there from the start, unless the first composition that names them shows them with `true`. */
function beginWithCaptions(draft: SceneDraft, read: Map<string, unknown>): void {
  const [first] = draft.compositions;
  if (first === undefined || draft.captions.size === 0) return;
  const place = [...first.path, 'states'];
  const written = read.get(first.key);
  const states: Fields = isMap(written) ? written : draft.provenance.set({}, place);
  for (const [id, object] of Object.entries(draft.objects)) {
    if (!draft.captions.has(object)) continue;
    const mention = draft.compositions
      .map(({ written }) => mapIn(written, 'states')[draft.names.nameOf(id)])
      .find((state) => state !== undefined);
    if (mention !== true) states[id] ??= draft.provenance.set({}, place);
  }
  read.set(first.key, states);
}

/** A layer has its own fields until a composition changes it. */
function beginWithLayers(draft: SceneDraft, read: Map<string, unknown>): void {
  const [first] = draft.compositions;
  if (first === undefined || draft.layers.size === 0) return;
  const place = [...first.path, 'states'];
  const written = read.get(first.key);
  const states: Fields = isMap(written) ? written : draft.provenance.set({}, place);
  for (const layer of draft.layers.values()) states[layer] ??= draft.provenance.set({}, place);
  read.set(first.key, states);
}

/** Whether a state shows or hides an object; one of a group may only move it. */
function isShowing(draft: SceneDraft, id: string, state: unknown): boolean {
  if (!isMap(state) || !isGroupKind(draft.objects[id]?.kind)) return state !== undefined;
  return Object.keys(state).length === 0 || state.opacity !== undefined || state.visible !== undefined;
}

/** The names of what a part is in: `a.b` and `a` for `a.b.c`. */
function wholesOf(name: string): string[] {
  const segments = name.split('.');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('.'));
}

/** The names of a part of all parts, such as `sales.*.price`; undefined for other names. */
function partsOfAll({ names, objects }: SceneDraft, name: string): readonly string[] | undefined {
  const at = name.indexOf(`${allParts}.`);
  if (at <= 0) return undefined;
  const rest = name.slice(at + allParts.length);
  return names
    .partsOf(names.nameOf(names.resolve(name.slice(0, at), objects) ?? ''))
    .map((part) => `${part}${rest}`)
    .filter((part) => {
      const id = names.resolve(part, objects);
      return id !== undefined && Object.hasOwn(objects, id);
    });
}

/** The mentions of a composition by id. The more specific name wins; its fields are added to those of a wildcard. */
function mentionsIn(
  draft: SceneDraft,
  states: Fields,
  path: Path,
  marked: WordMention[],
): Map<string, Mention> {
  const mentions = new Map<string, Mention>();
  const add = (id: string, mention: Mention) => {
    const general = mentions.get(id);
    const own = mention.value === true ? {} : mention.value;
    if (general === undefined || !isMap(general.value) || !isMap(own)) {
      mentions.set(id, mention);
      return;
    }
    const places = new Map(general.places);
    for (const field of Object.keys(general.value))
      if (!places.has(field)) places.set(field, [...general.path, field]);
    for (const field of Object.keys(own)) places.delete(field);
    mentions.set(id, { ...mention, value: { ...general.value, ...own }, places });
  };
  const entries = Object.entries(states).map(
    ([name, value]) => [name, { value, path: [...path, name] }] as const,
  );
  const isUsable = ({ value, path: place }: Mention) => {
    const fits = typeof value === 'boolean' || isMap(value);
    if (!fits)
      draft.problems.add(place, 'value', `must be true, false or an object, but is ${showValue(value)}`);
    return fits;
  };
  for (const [name, mention] of entries) {
    if (name !== all || !isUsable(mention)) continue;
    const clips = clipsOf(draft);
    for (const id of Object.keys(draft.objects)) {
      const isNamed = draft.names.nameOf(id) === id && draft.objects[id]?.carries === undefined;
      // Words that are being read stay unless they are named.
      const isCaptions = draft.captions.has(draft.objects[id]);
      if (isNamed && !isCaptions && !clips.has(id)) add(id, mention);
    }
  }
  for (const [name, mention] of entries) {
    if (!name.endsWith(allParts) || !isUsable(mention)) continue;
    const owner = draft.names.nameOf(idOf(draft, name.slice(0, -allParts.length), mention.path));
    const ownerId = draft.names.resolve(owner, draft.objects) ?? owner;
    if (draft.objects[ownerId]?.kind === 'code') {
      add(`${ownerId}${allParts}`, mention);
      continue;
    }
    const parts = draft.names
      .partsOf(owner)
      .filter((part) => Object.hasOwn(draft.objects, draft.names.idFor(part)));
    if (parts.length === 0)
      draft.problems.add(
        mention.path,
        'unknown-id',
        `mentions the parts of ${showValue(owner)}, which has none`,
      );
    for (const part of parts) add(draft.names.idFor(part), mention);
  }
  for (const [name, mention] of entries) {
    const parts = partsOfAll(draft, name);
    if (parts === undefined || !isUsable(mention)) continue;
    if (parts.length === 0) {
      const rule = `mentions ${showValue(name.slice(name.lastIndexOf('.') + 1))} of the parts of ${showValue(name.slice(0, name.indexOf(allParts)))}, which have none`;
      draft.problems.add(mention.path, 'unknown-id', rule);
    }
    for (const part of parts) add(draft.names.idFor(part), mention);
  }
  for (const [name, mention] of entries) {
    if (name === all || name.endsWith(allParts) || partsOfAll(draft, name) !== undefined) continue;
    const id = draft.names.resolve(name, draft.objects);
    const inText = id === undefined ? wordsIn(draft, name) : undefined;
    if (inText !== undefined) marked.push({ ...inText, ...mention });
    else if (id === undefined) idOf(draft, name, mention.path);
    else add(id, mention);
  }
  return mentions;
}

function statesOf(
  draft: SceneDraft,
  mentions: ReadonlyMap<string, Mention>,
  path: Path,
  looks: Map<string, Look>,
  words: MarkedWords,
  code: Map<string, Fields>,
): Fields {
  const states: Fields = draft.provenance.set(Object.create(null), path);
  const put = (id: string, value: unknown, place: Path) => {
    states[id] = value;
    draft.provenance.field(states, id, place);
  };
  for (const [id, { value: written, path: place, places }] of mentions) {
    const isCamera = id === cameraId && draft.objects[id]?.carries === cameraId;
    const value = isCamera ? readCamera(draft, written, place) : written;
    const moved = id === cameraId && !isCamera && isMap(value) ? ['zoom', 'around'] : [];
    const movedBy = moved.find((field) => isMap(value) && value[field] !== undefined);
    if (movedBy !== undefined) {
      const rule = 'moves the camera, but an object has the id "camera", too; give the object another id';
      draft.problems.add([...place, movedBy], 'conflict', rule);
    }
    if (!isMap(value)) {
      const plain = value === true ? {} : value;
      put(id, plain, place);
      for (const part of [draft.labels.get(id), draft.boxes.get(id), draft.carriers.get(id)]) {
        if (part !== undefined && !mentions.has(part)) put(part, plain, place);
      }
      continue;
    }
    const guessed = readNames(draft, 'state', value, draft.objects[id]?.kind, place);
    const { style, ...own } = guessed.fields;
    if (draft.itemGroups.has(id)) delete own.data;
    if (draft.graphs.has(id)) {
      delete own.text;
      delete own.direction;
    }
    const state: Fields = draft.provenance.set({ ...own }, place);
    for (const [field, from] of [...(places ?? []), ...guessed.places])
      draft.provenance.field(state, field, from);
    const look = looks.get(id);
    if (look !== undefined) {
      const fields = new Set([...look.own, ...Object.keys(own)]);
      const styles = style === undefined ? look.styles : styleNames(draft, style, [...place, 'style']);
      const grounded = { ...draft, background: look.ground ?? draft.background };
      if (style !== undefined) switchStyles(grounded, id, state, look.styles, styles, fields);
      looks.set(id, { ...look, styles, own: fields });
    }
    readFields(draft, state);
    if (isPartOfCode(draft, id)) readMark(draft, state);
    if (draft.objects[id]?.kind === 'code') {
      readCode(draft, state, code.get(id) ?? mapIn(draft.objects[id], 'state'), place);
      code.set(id, { ...(code.get(id) ?? mapIn(draft.objects[id], 'state')), ...state });
    }
    resolveNames(draft, state, place);
    words.write(id, state);
    if (draft.captions.has(draft.objects[id])) placeCaptions(draft, state, false);
    readShares(draft, state, mapIn(draft.objects[id], 'state'), place);
    readSpacing(draft, id, state);
    const label = draft.labels.get(id);
    if (label !== undefined) {
      const taken = takeLabelFields(draft, state, draft.objects[id]);
      if (taken.fill !== undefined) draft.inked.delete(label);
      if (state.fill !== undefined && taken.fill === undefined && draft.inked.has(label))
        taken.fill = inkOn(state, draft.graphNodes.has(id) ? 'rectangle' : draft.objects[id]?.kind, draft);
      for (const field of sharedWithLabel) if (state[field] !== undefined) taken[field] = state[field];
      const explicit = mentions.get(label);
      if (explicit === undefined) put(label, draft.provenance.make(taken), place);
      else if (isMap(explicit.value)) addTo(draft, explicit.value, taken);
    }
    const made = [
      { part: draft.boxes.get(id), take: takeBoxFields },
      { part: draft.carriers.get(id), take: takeTransformFields },
    ];
    const layer = draft.layers.get(id);
    const ofLayer = layer === undefined ? {} : takeLayerFields(draft, state, id, draft.objects[id]?.kind);
    if (layer !== undefined && Object.keys(ofLayer).length > 0)
      put(layer, draft.provenance.make(ofLayer), place);
    let isOnlyMade = false;
    for (const { part, take } of made) {
      if (part === undefined || mentions.has(part)) continue;
      const { kind, placed } = draft.objects[id] ?? {};
      const taken = take(draft, state, placed === true ? 'row' : kind);
      if (Object.keys(taken).length === 0) continue;
      readFields(draft, taken);
      put(part, draft.provenance.make(taken), place);
      isOnlyMade = Object.keys(state).length === 0;
    }
    // A state that only changes the box or turns the group is no mention of the members.
    if (isOnlyMade) continue;
    put(id, state, place);
  }
  for (const [id, state] of Object.entries(states)) {
    if (!isMap(state)) continue;
    const object = draft.objects[id];
    if (object?.kind === 'plot') readData(draft, object, state, path);
    readEnds(draft, id, state);
    moveLabel(draft, id, states, path);
    readPaints(draft, state);
    readFormulas(draft, state);
  }
  return states;
}

/** Adds fields to a state that a document writes for the same object, unless it has them. */
function addTo({ provenance }: SceneDraft, state: Fields, fields: Fields): void {
  for (const [field, value] of Object.entries(fields)) {
    if (state[field] !== undefined) continue;
    state[field] = value;
    provenance.field(state, field, provenance.placeOf(fields, field, []));
  }
}

/** Values of fields that a style leaves when it is taken away, where the kind of the object has none. */
const plainValues: Readonly<Record<string, unknown>> = { ...initialValues, scale: 1 };

/** Adds the fields of new styles to a state, and takes those away that only the earlier styles set. */
function switchStyles(
  draft: SceneDraft,
  id: string,
  state: Fields,
  before: readonly string[],
  after: readonly string[],
  own: ReadonlySet<string>,
): void {
  const { kind } = draft.objects[id] ?? {};
  const now = fieldsOfStyles(draft, after, kind);
  for (const field of fieldsOfStyles(draft, before, kind).keys()) {
    if (now.has(field) || own.has(field)) continue;
    const isDrawn = typeof kind === 'string' && isObjectKind(kind);
    const byKind: Fields = isDrawn ? { ...defaultsOf(kind as ObjectKind) } : {};
    const value = byKind[field] ?? plainValues[field];
    if (value !== undefined) state[field] = value;
  }
  addStyles(draft, state, now, (field) => own.has(field));
}
