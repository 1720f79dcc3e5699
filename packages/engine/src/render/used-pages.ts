import { kinds } from '../language/kind-table.ts';
import { isKind } from '../language/kinds.ts';
import { type PageName, pageNames } from '../language/pages.ts';
import { fieldsOf, isMap } from '../project/check.ts';
import { catalogueEntry } from '../shorthand/components/catalogue.ts';
import { cameraId } from '../shorthand/desugar/camera.ts';
import { emphasisIn } from '../shorthand/desugar/emphases.ts';
import { relationFields } from '../shorthand/relations.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of objects and states that have a page beside that of the kind. */
const pageOfField: ReadonlyMap<string, PageName> = new Map<string, PageName>([
  ...relationFields.map((field): [string, PageName] => [field, 'places']),
  ['parentId', 'places'],
  ['style', 'paint'],
  ['dash', 'paint'],
  ['enter', 'animation'],
  ['exit', 'animation'],
  ['formulas', 'variables'],
  ['loop', 'loops'],
  ['motionBlur', 'scenes'],
]);

/** Returns the pages about the kinds and features that a valid document uses as its author wrote it, sorted. */
export function usedPages(document: unknown): readonly PageName[] {
  const used = new Set<PageName>();
  if (isMap(document)) {
    if (isMap(document.variables)) used.add('variables');
    if (isMap(document.styles)) used.add('paint');
    if (document.expect !== undefined) used.add('assertions');
    if (document.theme !== undefined) used.add('theme');
    if (document.components !== undefined || document.use !== undefined) used.add('components');
    for (const component of itemsOf(document.components)) addObject(component, used);
    const looks = [document, ...itemsOf(document.scenes)].some(
      ({ vignette, grain, motionBlur }) => vignette ?? grain ?? motionBlur,
    );
    if (looks || itemsOf(document.scenes).some(({ transition }) => transition !== undefined))
      used.add('scenes');
    // The fields of a film, such as `enter`, hold for its scenes.
    for (const scene of [document, ...itemsOf(document.scenes)]) addScene(scene, used);
  }
  return pageNames.filter((name) => used.has(name));
}

/** The objects in a list or a map. */
function itemsOf(value: unknown): Fields[] {
  return (Array.isArray(value) ? value : isMap(value) ? Object.values(value) : []).filter(isMap);
}

function addScene(scene: Fields, used: Set<PageName>): void {
  const sounds = itemsOf(scene.audioTracks);
  if (sounds.length > 0) used.add('sound');
  if (sounds.some(({ words }) => words !== undefined)) used.add('narration');
  for (const object of itemsOf(scene.objects)) addObject(object, used);
  addTransition(scene.enter, used);
  for (const transition of itemsOf(scene.transitions)) addTransition(transition, used);
  for (const composition of itemsOf(scene.compositions)) {
    addTransition(composition.enter, used);
    if (composition.variables !== undefined) used.add('variables');
    if (composition.say !== undefined || composition.start !== undefined) used.add('narration');
    if (hasEmphasis(composition)) used.add('emphasis');
    const { states } = composition;
    if (isMap(states) && states[cameraId] !== undefined) used.add('camera');
    for (const state of itemsOf(states)) addFields(state, used);
  }
}

/** Whether a composition highlights something, or emphasises it in its tracks or states. */
function hasEmphasis({ enter, states, highlight }: Fields): boolean {
  if (highlight !== undefined) return true;
  const tracks = isMap(enter) ? fieldsOf(enter.tracks) : {};
  // The preset pop is an entrance, too.
  const isEmphasised = (track: unknown) => emphasisIn(track) !== undefined && emphasisIn(track) !== 'pop';
  return (
    Object.values(tracks).some(isEmphasised) || itemsOf(states).some(({ emphasis }) => emphasis !== undefined)
  );
}

/** Adds the pages on an object and on its children. */
function addObject(object: Fields, used: Set<PageName>): void {
  const kind = object.kind ?? object.type;
  const page = isKind(kind) ? kinds[kind].page : null;
  if (page !== null) used.add(page);
  else if (catalogueEntry(String(kind)) !== undefined) used.add('catalogue');
  addFields(object, used);
  if (isMap(object.state)) addFields(object.state, used);
  addKeyframes(object.enter, used);
  addKeyframes(object.exit, used);
  for (const child of itemsOf(object.children)) addObject(child, used);
  if (isMap(object.each)) addObject(object.each, used);
}

function addFields(fields: Fields, used: Set<PageName>): void {
  for (const [field, value] of Object.entries(fields)) {
    const page = pageOfField.get(field);
    if (page !== undefined) used.add(page);
    if (field !== 'text' && typeof value === 'string' && value.startsWith('=')) used.add('variables');
  }
}

function addTransition(enter: unknown, used: Set<PageName>): void {
  if (enter === undefined || enter === 0) return;
  used.add('animation');
  addKeyframes(enter, used);
  if (isMap(enter)) for (const track of itemsOf(enter.tracks)) addKeyframes(track, used);
}

function addKeyframes(animation: unknown, used: Set<PageName>): void {
  if (isMap(animation) && animation.keyframes !== undefined) used.add('keyframes');
}
