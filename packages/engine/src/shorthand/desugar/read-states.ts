import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { lookField } from '../components/component.ts';
import { moveLabel, readEnds } from '../kinds/axes/place-on-axes.ts';
import { placeCaptions } from '../kinds/captions/captions.ts';
import { partReader, shorthandKind } from '../kinds/shorthand-kinds.ts';
import { spreadLetters } from '../kinds/table/table-states.ts';
import { cameraId, readCamera } from './camera.ts';
import { takeEmphases } from './emphases.ts';
import { readEqualSides } from './equal-sides.ts';
import { readNames } from './guesses.ts';
import { inkOn } from './label-ink.ts';
import {
  dropTakenLoops,
  sharedWithLabel,
  takeBoxFields,
  takeLabelFields,
  takeLayerFields,
  takeTransformFields,
} from './made-parts.ts';
import { readPaints } from './paints.ts';
import { isOfAll, Presence, type Say, sayOf, writePresence } from './presence.ts';
import { readFields } from './read-fields.ts';
import { readFormulas } from './read-formulas.ts';
import { recolorMembers } from './recolor-members.ts';
import { idOf, partsOfAll, resolveNames } from './resolve-names.ts';
import { type Fields, type Look, mapIn, type SceneDraft, type WrittenComposition } from './scene-draft.ts';
import { readShares } from './shares.ts';
import { readSpacing } from './spacing.ts';
import { styleNames } from './styles.ts';
import { noteHiddenStyles, switchStyles } from './switch-styles.ts';
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

/** What a composition mentions: objects by id, all objects, and words of texts. */
interface Mentions {
  readonly named: Map<string, Mention>;
  readonly all: Mention | undefined;
  readonly words: WordMention[];
}

/**
 * Reads the states of all compositions: wildcards, styles, labels and boxes become states of single objects. Returns them
 * by the key of the composition, and where objects are there.
 */
export function readStates(draft: SceneDraft): {
  readonly states: Map<string, unknown>;
  readonly presence: Presence;
} {
  const looks = new Map(draft.looks);
  const words = new MarkedWords(draft);
  const read = new Map<string, unknown>();
  /** The fields of objects whose kinds read their states. */
  const fieldsSoFar = new Map<string, Fields>();
  const written = draft.compositions.map(({ key, written, path }) => {
    const states = isMap(written) ? written.states : undefined;
    const mentions = mentionsIn(draft, isMap(states) ? states : {}, [...path, 'states']);
    takeEmphases(draft, key, mentions.named, mentions.words);
    return mentions;
  });
  words.hideFirst(written.map((mentions) => mentions.words));
  const presence = new Presence(draft, {
    named: written.map((mentions) => saysOf(draft, mentions)),
    all: written.map(({ all }) => all && sayOf(all.value)),
  });
  for (const [index, mentioned] of written.entries()) {
    const { key, written: composition, path } = draft.compositions[index] as WrittenComposition;
    const absent = draft.absent.get(key)?.size ?? 0;
    const statesHere = isMap(composition) ? composition.states : undefined;
    const states = statesHere === undefined && absent > 0 ? {} : statesHere;
    const place = [...path, 'states'];
    if (!isMap(states)) {
      if (states !== undefined) read.set(key, states);
      continue;
    }
    const mentions = withAll(draft, mentioned, (id) => presence.isPresent(id, index));
    addOwners(draft, mentions, mentioned.words, place);
    for (const mention of mentioned.words) words.mark(mention);
    for (const [id, state] of Object.entries(draft.itemStates.get(key) ?? {})) {
      const mentionOfObject = mentions.get(id);
      const isPlain = mentionOfObject === undefined || isMap(mentionOfObject.value);
      if (isPlain)
        mentions.set(id, {
          value: { ...state, ...(mentionOfObject?.value as Fields) },
          path: mentionOfObject?.path ?? draft.provenance.pathOf(state) ?? place,
          places: draft.provenance.placesIn(state) as ReadonlyMap<string, Path>,
        });
    }
    recolorMembers(draft, mentions, looks, (id) => presence.isPresent(id, index));
    spreadLetters(draft, mentions);
    read.set(key, statesOf(draft, mentions, place, looks, words, fieldsSoFar));
  }
  if (!draft.isComplete) writePresence(draft, presence, read);
  beginWithWholeFrame(draft, read);
  beginWithLayers(draft, read);
  return { states: read, presence };
}

/** What a composition says about objects. The edges of a graph follow their ends rather than a wildcard. */
function saysOf({ graphs }: SceneDraft, { named, words }: Mentions): Map<string, Say> {
  const edges = new Set(
    [...graphs.values()].flatMap((graph) => (graph.isStepwise === true ? [] : [...graph.edges.keys()])),
  );
  const says = new Map(words.map(({ id, words, value }) => [`${id}.${words}`, sayOf(value)]));
  for (const [id, { value, path }] of named) {
    const isOfAllParts = String(path.at(-1)).endsWith(allParts);
    if (!(edges.has(id) && isOfAllParts)) says.set(id, sayOf(value));
  }
  return says;
}

/** Adds a state for texts whose words change, and for code whose lines do. */
function addOwners(
  { objects }: SceneDraft,
  mentions: Map<string, Mention>,
  words: readonly WordMention[],
  place: Path,
): void {
  const owners = words.map(({ id }) => ({ id, path: place }));
  for (const [name, { path }] of mentions) {
    if (partReader({ objects }, name)) owners.push({ id: name.slice(0, name.indexOf('.')), path });
  }
  for (const { id, path } of owners) {
    const whole = mentions.get(id);
    // A text that is only shown has no state yet in which its words could change.
    if (whole === undefined || whole.value === true) mentions.set(id, { path, ...whole, value: {} });
  }
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

/** Adds a mention to those of a composition. The more specific one wins; its fields are added to those of a wildcard. */
function addMention(mentions: Map<string, Mention>, id: string, mention: Mention): void {
  const general = mentions.get(id);
  const mentionedFields = mention.value === true ? {} : mention.value;
  if (general === undefined || !isMap(general.value) || !isMap(mentionedFields)) {
    mentions.set(id, mention);
    return;
  }
  const places = new Map(general.places);
  for (const field of Object.keys(general.value))
    if (!places.has(field)) places.set(field, [...general.path, field]);
  for (const field of Object.keys(mentionedFields)) places.delete(field);
  const shows = mention.value === true && general.value.visible !== undefined && { visible: true };
  mentions.set(id, { ...mention, value: { ...general.value, ...mentionedFields, ...shows }, places });
}

/** The mentions of a composition, by id. */
function mentionsIn(draft: SceneDraft, states: Fields, path: Path): Mentions {
  const named = new Map<string, Mention>();
  const marked: WordMention[] = [];
  const add = (id: string, mention: Mention) => addMention(named, id, mention);
  const entries = Object.entries(states).map(([name, written]) => {
    const value = isLook(draft, name, written) ? { [lookField]: written } : written;
    return [name, { value, path: [...path, name] }] as const;
  });
  const isUsable = ({ value, path: place }: Mention) => {
    const fits = typeof value === 'boolean' || isMap(value);
    if (!fits)
      draft.problems.add(place, 'value', `must be true, false or an object, but is ${showValue(value)}`);
    return fits;
  };
  const everything = entries.find(([name, mention]) => name === all && isUsable(mention));
  for (const [name, mention] of entries) {
    if (!name.endsWith(allParts) || !isUsable(mention)) continue;
    const owner = draft.names.nameOf(idOf(draft, name.slice(0, -allParts.length), mention.path));
    const ownerId = draft.names.resolve(owner, draft.objects) ?? owner;
    if (shorthandKind(draft.objects[ownerId]?.kind).readPart !== undefined) {
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
  return { named, all: everything?.[1], words: marked };
}

/** Whether a state is the name of a look of a component. */
function isLook({ names, objects, parameters }: SceneDraft, name: string, state: unknown): boolean {
  if (typeof state !== 'string') return false;
  return parameters.get(names.resolve(name, objects) ?? '')?.has(lookField) === true;
}

function withoutFields(fields: Fields, without: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !without.has(name)));
}

/** Gives all objects that are there what a composition says about all. */
function withAll(
  draft: SceneDraft,
  { named, all: general }: Mentions,
  isPresent: (id: string) => boolean,
): Map<string, Mention> {
  if (general === undefined) return new Map(named);
  const mentions = new Map<string, Mention>();
  for (const id of Object.keys(draft.objects))
    if (isOfAll(draft, id) && isPresent(id)) mentions.set(id, general);
  for (const [id, mention] of named) addMention(mentions, id, mention);
  return mentions;
}

function statesOf(
  draft: SceneDraft,
  mentions: ReadonlyMap<string, Mention>,
  path: Path,
  looks: Map<string, Look>,
  words: MarkedWords,
  fieldsSoFar: Map<string, Fields>,
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
    const parameters = draft.parameters.get(id);
    const fields = parameters ? withoutFields(value, parameters) : value;
    const guessed = readNames(draft, 'state', fields, draft.objects[id]?.kind, place);
    const { style, ...own } = guessed.fields;
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
      if (style !== undefined) {
        noteHiddenStyles(draft, id, look, styles, [...place, 'style']);
        switchStyles(grounded, id, state, look.styles, styles, fields);
      }
      looks.set(id, { ...look, styles, own: fields });
    }
    readFields(draft, state);
    partReader(draft, id)?.(draft, state);
    const object = draft.objects[id];
    const { readState } = shorthandKind(object?.kind);
    if (object !== undefined && readState !== undefined) {
      const before = fieldsSoFar.get(id) ?? mapIn(object, 'state');
      readState(draft, { object, state, before, path: place });
      fieldsSoFar.set(id, { ...before, ...state });
    }
    resolveNames(draft, state, place);
    words.write(id, state);
    if (draft.captions.has(draft.objects[id])) placeCaptions(draft, state, false);
    readShares(draft, state, mapIn(draft.objects[id], 'state'), place, id);
    readEqualSides(draft, id, state);
    readSpacing(draft, id, state);
    const label = draft.labels.get(id);
    if (label !== undefined) {
      const taken = takeLabelFields(draft, state, draft.objects[id]);
      if (taken.fill !== undefined) draft.inked.delete(label);
      if (state.fill !== undefined && taken.fill === undefined && draft.inked.has(label))
        taken.fill = inkOn(state, draft.graphNodes.has(id) ? 'rectangle' : draft.objects[id]?.kind, draft);
      for (const field of sharedWithLabel) if (state[field] !== undefined) taken[field] = state[field];
      if (taken.fill !== undefined)
        for (const text of draft.innerTexts.get(id) ?? [])
          if (!mentions.has(text)) put(text, draft.provenance.make({ fill: taken.fill }), place);
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
    let isTaken = false;
    for (const { part, take } of made) {
      if (part === undefined || mentions.has(part)) continue;
      const { kind, placed } = draft.objects[id] ?? {};
      const taken = take(draft, state, placed === true ? 'row' : kind);
      if (Object.keys(taken).length === 0) continue;
      readFields(draft, taken);
      put(part, draft.provenance.make(taken), place);
      isTaken = true;
    }
    dropTakenLoops(state, draft.objects[id]?.kind);
    // A state that only changes the box or turns the group is no mention of the members.
    if (isTaken && Object.keys(state).length === 0) continue;
    put(id, state, place);
  }
  for (const [id, state] of Object.entries(states)) {
    if (!isMap(state)) continue;
    readEnds(draft, id, state);
    moveLabel(draft, id, states, path);
  }
  for (const state of Object.values(states)) {
    if (!isMap(state)) continue;
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
