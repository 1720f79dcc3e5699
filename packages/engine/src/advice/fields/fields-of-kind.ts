import { labelFields } from '../../language/kind-fields.ts';
import { kinds } from '../../language/kind-table.ts';
import { isKind, isLabelled, type Kind } from '../../language/kinds.ts';
import type { PageName } from '../../language/pages.ts';
import { cameraId } from '../../shorthand/desugar/camera.ts';
import { internalFields } from '../../shorthand/desugar/read-fields.ts';
import { objectOfState, type UnknownField } from './unknown-field.ts';

/** The fields of some objects, in the words of a message, and the page about them. */
interface FieldsAndPage {
  readonly noun: string;
  readonly fields: readonly string[];
  readonly page: PageName;
}

const camera: FieldsAndPage = {
  noun: 'the camera',
  fields: ['around', 'padding', 'x', 'y', 'zoom', 'rotation'],
  page: 'camera',
};

/** Returns the kind of the object that an unknown field or its state belongs to; undefined in the full format. */
function ownerOf(field: UnknownField): Kind | typeof cameraId | undefined {
  if (!field.isShorthand || !['object', 'group', 'state'].includes(field.holder)) return undefined;
  const object = field.holder === 'state' ? objectOfState(field) : field.object.value;
  if (object.carries === cameraId) return cameraId;
  return isKind(object.kind) ? object.kind : undefined;
}

function fieldsOf(kind: Kind): FieldsAndPage | undefined {
  const { noun, page, fields, objectFields = [] }: Entry = kinds[kind];
  if (page === null) return undefined;
  const fieldNames = [...objectFields, ...fields, ...(isLabelled(kind) ? labelFields.slice(0, 3) : [])];
  return { noun, page, fields: [...new Set(fieldNames)].filter((name) => !internalFields.includes(name)) };
}

type Entry = (typeof kinds)[Kind] & { readonly objectFields?: readonly string[] };

/** Lists the fields of the kinds of objects in messages, each once. */
export class FieldLists {
  readonly #listed = new Set<string>();

  /** Returns what a message adds about the kind of object that has an unknown field; undefined if it has no page. */
  of(field: UnknownField): string | undefined {
    const owner = ownerOf(field);
    const found = owner === undefined ? undefined : owner === cameraId ? camera : fieldsOf(owner);
    if (owner === undefined || found === undefined) return undefined;
    if (this.#listed.has(owner)) return '';
    this.#listed.add(owner);
    const { noun, fields, page } = found;
    const others = owner === cameraId ? '' : ', and what all objects have, such as place and opacity';
    return `${noun} has ${fields.join(', ')}${others}; see the page "${page}"`;
  }
}
