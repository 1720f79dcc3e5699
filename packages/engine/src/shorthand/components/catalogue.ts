import { readdirSync, readFileSync } from 'node:fs';
import { idPattern } from '../../project/field-schemas.ts';
import { type Component, componentOf } from './component.ts';

type Fields = Readonly<Record<string, unknown>>;

const folder = new URL('../../../assets/catalogue/', import.meta.url);

/** A component of the catalogue with what its page shows. */
export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  /** An object that shows it. */
  readonly example: Fields;
  /** As it is written. */
  readonly component: Fields;
}

/** What messages say of a component of the catalogue. */
export const ofCatalogue = ' of the catalogue';

let names: readonly string[] | undefined;
const entries = new Map<string, CatalogueEntry>();

/** Returns the names of the components that every film has, in the order of the alphabet. */
export function catalogueNames(): readonly string[] {
  names ??= readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  return names;
}

/** Returns a component of the catalogue as written; undefined for a name that it does not have. */
export function catalogueEntry(name: string): CatalogueEntry | undefined {
  if (!idPattern.test(name) || !catalogueNames().includes(name)) return undefined;
  const cached = entries.get(name);
  if (cached !== undefined) return cached;
  const content: { readonly components: Readonly<Record<string, Fields>> } = JSON.parse(
    readFileSync(new URL(`${name}.json`, folder), 'utf8'),
  );
  const component = content.components[name] ?? {};
  const { description, example } = component;
  const entry = { name, description: String(description), example: example as Fields, component };
  entries.set(name, entry);
  return entry;
}

let styles: Fields | undefined;

/** Returns the styles that every film with a theme has, by name. */
export function catalogueStyles(): Fields {
  if (styles !== undefined) return styles;
  const inFolder = new URL('styles/', folder);
  const contents = readdirSync(inFolder).map((file) =>
    JSON.parse(readFileSync(new URL(file, inFolder), 'utf8')),
  );
  styles = Object.assign(Object.create(null), ...contents.map((content) => content.styles));
  return styles as Fields;
}

/** Returns a component of the catalogue; undefined for a name that it does not have. */
export function catalogueComponent(name: string): Component | undefined {
  const entry = catalogueEntry(name);
  return entry && componentOf(name, entry.component, { path: undefined, home: ofCatalogue });
}
