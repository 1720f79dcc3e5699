import { labelFields, transformFields } from '../language/kind-fields.ts';
import { kinds } from '../language/kind-table.ts';
import { isKind } from '../language/kinds.ts';
import { fieldsOf, isMap } from '../project/check.ts';
import type { JsonTree } from '../project/json-tree.ts';
import type { JsonValue } from '../project/problem.ts';
import { type Path, parsePath, showPath } from '../project/problem-text.ts';
import { relationTable } from '../shorthand/state-fields.ts';
import type { Theme } from '../shorthand/themes/theme.ts';
import { onlyVariable } from '../shorthand/variable-syntax.ts';
import { fieldsInRow, type Member, placeInRow, rowPath, statePath } from './edited-member.ts';
import { type FieldType, fieldType, typeOfValue } from './field-types.ts';
import { placeOfValue } from './variables-in.ts';

/** Where the value of a field comes from, and the name of that. */
export interface FieldSource {
  readonly kind:
    | 'object'
    | 'state'
    | 'style'
    | 'theme'
    | 'file'
    | 'variable'
    | 'data'
    | 'relation'
    | 'default';
  readonly name: string | null;
}

/** Where the value of a field is written, or can be. Null is said of a place that cannot have it. */
export interface FieldPaths {
  readonly written: string;
  /** In the object itself; for a member of a group that is made from data, in the template of all of them. */
  readonly object: string;
  /** For that member alone: in the data, or in a state. Null for all other objects. */
  readonly member: string | null;
  /** From one composition on. */
  readonly here: string | null;
}

/** A field of an object that an editor shows. */
export interface EditedField extends FieldType {
  readonly name: string;
  /** The value as it is written; null if it is not written. */
  readonly value: JsonValue | null;
  readonly source: FieldSource;
  /** Whether it is one of those that are always shown. The others are offered. */
  readonly isUsual: boolean;
  readonly paths: FieldPaths;
}

/** An object of a document with the fields that it has and may have, in one of its compositions. */
export interface EditedObject {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly fields: readonly EditedField[];
  /** The group of whose data it is made, as one of several; null for all other objects. */
  readonly memberOf: string | null;
  /** The group that it is a child of. */
  readonly group: { readonly name: string; readonly kind: string; readonly path: string } | null;
}

/** Fields that say where an object is, in words. */
const relationFields: readonly string[] = Object.keys(relationTable);
const besides = ['place', 'inside', 'above', 'below', 'leftOf', 'rightOf', 'around', 'on', 'from', 'to'];

/** The fields that are always shown if the kind has them, in their order. */
const usual = [
  ...['text', 'x', 'y', 'width', 'height', 'fill', 'stroke', 'textColor'],
  ...['fontSize', 'fontFamily', 'fontWeight', 'cornerRadius', 'opacity', 'rotation', 'enter', 'exit'],
];

/** Fields of objects of any kind. */
const common = [...transformFields, 'opacity', 'visible', 'order', 'loop', 'style', 'enter', 'exit'];

/** Fields that are not values of one line: other tools edit them. */
const leftOut = ['kind', 'id', 'name', 'children', 'state', 'each', 'data', 'when', 'cues', 'locked'];

/** Fields that only objects have, and not their states. */
const ofObjects: readonly string[] = ['enter', 'exit', 'order', 'src', 'icon', 'columns'];

/** The object that an editor looks at: its place, its name in states, and the place of a composition. */
export interface ObjectPlace {
  readonly path: string;
  readonly name: string;
  readonly composition: string | null;
}

/** Returns the fields of an object; undefined if it is not in the document. */
export function editedObject(
  tree: JsonTree,
  place: ObjectPlace,
  theme: Theme | undefined,
): EditedObject | undefined {
  const path = objectPath(parsePath(place.path));
  const written = valueAt(tree, path);
  if (!isMap(written)) return undefined;
  const name = nameAt(tree, path) ?? place.name.replace(/\.(?:label|box)$/, '');
  const kind = typeof written.kind === 'string' ? written.kind : 'object';
  const composition = place.composition === null ? null : parsePath(place.composition);
  const states = composition && [...composition, 'states', name];
  const context = {
    ...{ tree, path, name, states, theme, kind },
    ...{ row: rowOf({ tree, path, name, states }), document: fieldsOf(tree.valueOf(tree.root)) },
  };
  const own = namesIn(written, states ? valueAt(tree, states) : undefined);
  const names = [...new Set([...usual, ...own, ...fieldsOfKind(kind, context.document)])];
  const possible = new Set([...own, ...fieldsOfKind(kind, context.document)]);
  const fields = names
    .filter((one) => possible.has(one) && !leftOut.includes(one))
    .map((one) => fieldIn(context, one, own.includes(one)));
  const group = groupAround(context);
  return {
    name,
    kind,
    path: showPath(path),
    fields: [...fields, ...dataFields(context, fields)],
    group,
    memberOf: templateOwner(context)?.name ?? null,
  };
}

interface Context extends Member {
  /** Where the data have the item of a member. */
  readonly row: Path | undefined;
  readonly theme: Theme | undefined;
  readonly kind: string;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The path of the object that a path leads into, such as that of a state in it. */
function objectPath(path: Path): Path {
  const start = path.lastIndexOf('objects');
  if (start < 0) return path;
  let end = start + 2;
  for (;;) {
    if (path[end] === 'children' && end + 1 < path.length) end += 2;
    else if (path[end] === 'each') end += 1;
    else return path.slice(0, end);
  }
}

/** The name of an object in states, such as `card.role`; undefined for one that stands for several. */
function nameAt(tree: JsonTree, path: Path): string | undefined {
  const start = path.lastIndexOf('objects');
  if (start < 0 || path.includes('each')) return undefined;
  const names = [String(path[start + 1])];
  for (let at = start + 2; at + 1 < path.length; at += 2) {
    const id = fieldsOf(valueAt(tree, path.slice(0, at + 2))).id;
    names.push(typeof id === 'string' ? id : String(path[at + 1]));
  }
  return names.join('.');
}

function groupAround({ tree, path, name: member }: Context): EditedObject['group'] {
  const end = path.lastIndexOf('children');
  const owner = end < 0 ? path.slice(0, -1) : path.slice(0, end);
  if (end < 0 && path.at(-1) !== 'each') return null;
  const { kind } = fieldsOf(valueAt(tree, owner));
  const name = nameAt(tree, owner) ?? member.slice(0, Math.max(0, member.lastIndexOf('.')));
  return typeof kind === 'string' && name !== '' ? { name, kind, path: showPath(owner) } : null;
}

/** The fields that are written in an object or in one of its states. */
function namesIn(written: Readonly<Record<string, unknown>>, state: unknown): readonly string[] {
  const names = [...Object.keys(written), ...Object.keys(fieldsOf(written.state))];
  return [...new Set([...names, ...Object.keys(fieldsOf(state))])];
}

/** The fields that objects of a kind may have; of a component, its parameters. */
function fieldsOfKind(kind: string, document: Readonly<Record<string, unknown>>): readonly string[] {
  const component = fieldsOf(fieldsOf(document.components)[kind]);
  if (!isKind(kind))
    return [...Object.keys(fieldsOf(component.fields)), 'x', 'y', ...relationFields, ...common];
  const entry = kinds[kind];
  const drawn = entry.fields.map((name) => (name === 'wrapWidth' ? 'width' : name));
  const labels = entry.draws === 'shape' || entry.draws === 'line' ? labelFields : [];
  const arranged = entry.draws === 'children' ? ['gap', 'align', 'justify', 'padding', 'columns'] : [];
  return ['x', 'y', ...drawn, ...labels, ...arranged, ...relationFields, ...common].filter(
    (name) => name !== 'wrapWidth',
  );
}

function fieldIn(context: Context, name: string, isWritten: boolean): EditedField {
  const { tree, path, states } = context;
  const found = findValue(context, name);
  const inState = isMap(valueAt(tree, [...path, 'state'])) && !tree.find([...path, name]);
  const isOfObject = ofObjects.includes(name);
  const own = [...path, ...(inState && !isOfObject ? ['state'] : []), name];
  const member = memberPath(context, name);
  const paths = {
    object: showPath(own),
    member: member && showPath(member),
    here: states && !isOfObject ? showPath([...states, name]) : null,
  };
  const type = fieldType(name);
  const isPlain = type.type !== 'json' || found.value === null || typeof found.value !== 'object';
  return {
    ...{ name, ...type, type: isPlain ? type.type : 'json', value: found.value, source: found.source },
    isUsual: isWritten || found.value !== null || isUsual(context, name),
    paths: { written: showPath(found.path ?? own), ...paths },
  };
}

/** Whether a field is shown without a value. Those of a label are shown only for a label that has a text. */
function isUsual(context: Context, name: string): boolean {
  const { kind } = context;
  if (!usual.includes(name) || ofObjects.includes(name)) return false;
  const isOfLabel = labelFields.some((field) => field === name && field !== 'text');
  const isOwn = !isKind(kind) || kinds[kind].fields.some((field) => field === name);
  return !isOfLabel || isOwn || writtenAt(context, 'text') !== undefined;
}

interface FoundValue {
  readonly value: JsonValue | null;
  readonly source: FieldSource;
  /** Where it is written, if an edit there changes it. */
  readonly path: Path | null;
}

function findValue(context: Context, name: string): FoundValue {
  const { tree, document } = context;
  const path = writtenAt(context, name);
  if (!path) return styledValue(context, name) ?? relatedValue(context, name);
  const given = valueAt(tree, path) as JsonValue;
  const inRow = placeInData(context, variableOf(given));
  const inData = inRow && tree.find(inRow) ? inRow : undefined;
  const value = inData ? (valueAt(tree, inData) as JsonValue) : given;
  const variable = variableOf(value);
  if (variable !== undefined && Object.hasOwn(fieldsOf(document.variables), variable)) {
    const declared = ['variables', variable];
    const source = { kind: 'variable', name: variable } as const;
    return { value: valueAt(tree, declared) as JsonValue, source, path: declared };
  }
  if (inData) return { value, source: dataSource(context), path: inData };
  const states = path.indexOf('states');
  if (states < 0) return { value, source: { kind: 'object', name: null }, path };
  const composition = nameOfItem(tree, path.slice(0, states));
  return { value, source: { kind: 'state', name: composition }, path };
}

function variableOf(value: unknown): string | undefined {
  return typeof value === 'string' ? onlyVariable(value) : undefined;
}

/** The group whose data make a member, and whether it is itself one of several. */
function templateOwner({ tree, path, name }: Member): { name: string; isMade: boolean } | undefined {
  if (!path.includes('each')) return undefined;
  const own = nameAt(tree, path.slice(0, path.lastIndexOf('each')));
  return { name: own ?? name.split('.')[0] ?? name, isMade: own === undefined };
}

/** Where the data have the item of a member; undefined for all other objects. */
function rowOf(member: Member): Path | undefined {
  const owner = templateOwner(member);
  return owner && !owner.isMade ? rowPath(member, owner.name) : undefined;
}

/** Where the item of a member has the value of a variable, or may have it. */
function placeInData({ tree, row }: Context, variable: string | undefined): Path | undefined {
  return row && variable !== undefined ? placeInRow(tree, row, variable) : undefined;
}

function dataSource(context: Context): FieldSource {
  return { kind: 'data', name: templateOwner(context)?.name ?? null };
}

/** Where the value of one member is written apart from the others: in its item, or in its states. */
function memberPath(context: Context, name: string): Path | null {
  const { tree } = context;
  if (!templateOwner(context)) return null;
  const written = writtenAt(context, name);
  if (written?.includes('states')) return written;
  const inData = placeInData(context, variableOf(written && valueAt(tree, written)));
  // Another variable there gives the value to others, too.
  if (inData && variableOf(valueAt(tree, inData)) === undefined) return inData;
  return ofObjects.includes(name) ? null : statePath(context, name);
}

/** The values of the item of a member that no field shows. */
function dataFields(context: Context, fields: readonly EditedField[]): readonly EditedField[] {
  const { tree, row } = context;
  const shown = fields.map(({ paths }) => paths.member);
  return (row ? fieldsInRow(tree, row) : []).flatMap(([name, path]) => {
    const place = showPath(path);
    if (shown.includes(place)) return [];
    const value = valueAt(tree, path) as JsonValue;
    return {
      ...{ name: `data.${name}`, ...typeOfValue(value), value, isUsual: true },
      source: dataSource(context),
      paths: { written: place, object: place, member: place, here: null },
    };
  });
}

/** Where a field is written: in the state of the composition or an earlier one, or in the object. */
function writtenAt({ tree, path, states }: Context, name: string): Path | undefined {
  const inStates = states ? [placeOfValue(tree, [...states, name])] : [];
  return [...inStates, [...path, 'state', name], [...path, name]].find((place) => tree.find(place));
}

/** The value that a style gives a field: of the document, then of the theme. */
function styledValue(context: Context, name: string): FoundValue | undefined {
  const { document, theme } = context;
  if (name === 'style') return undefined;
  const { value } = findValue(context, 'style');
  for (const style of [value].flat().reverse().map(String)) {
    const own = fieldsOf(fieldsOf(document.styles)[style])[name];
    const path = ['styles', style, name];
    if (own !== undefined) return { value: own as JsonValue, source: { kind: 'style', name: style }, path };
    const themed = theme?.styles[style]?.[name === 'width' ? 'wrapWidth' : name];
    if (themed !== undefined)
      return { value: themed as JsonValue, source: { kind: 'theme', name: style }, path: null };
  }
  return undefined;
}

function relatedValue(context: Context, name: string): FoundValue {
  const nothing = { value: null, path: null } as const;
  const sourceOf = (relation: string | null) => ({
    ...nothing,
    source: relation === null ? byDefault : ({ kind: 'relation', name: relation } as const),
  });
  const isPlace = name === 'x' || name === 'y';
  if (!isPlace && name !== 'width' && name !== 'height') return sourceOf(null);
  for (const field of isPlace ? besides : ['around', 'from', 'to']) {
    const path = writtenAt(context, field);
    if (path) return sourceOf(`${field} ${[valueAt(context.tree, path)].flat().join(', ')}`);
  }
  const group = groupAround(context);
  return sourceOf(isPlace && group ? `in ${group.name}` : null);
}

const byDefault = { kind: 'default', name: null } as const;

/** The name of a composition: its id, its key, or its number in the list. */
function nameOfItem(tree: JsonTree, path: Path): string {
  const { id } = fieldsOf(valueAt(tree, path));
  const key = path.at(-1);
  return typeof id === 'string' ? id : typeof key === 'number' ? String(key + 1) : String(key);
}

function valueAt(tree: JsonTree, path: Path): unknown {
  const node = tree.find(path);
  return node && tree.valueOf(node);
}
