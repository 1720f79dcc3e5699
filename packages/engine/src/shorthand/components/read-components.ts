import { isKind } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import { idPattern } from '../../project/field-schemas.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { ContentProblems, readContent } from '../content-problems.ts';
import { textOfFile } from '../desugar/file-texts.ts';
import type { Fields } from '../desugar/scene-draft.ts';
import type { Source } from '../sources.ts';
import { isThemeFile, isThemeText } from '../themes/theme-names.ts';
import { type Component, componentOf, lookField } from './component.ts';

/** The most components that a document or a file has, and the most files that a document uses. */
const maxComponents = 200;
const maxFiles = 20;

/** Names of parameters that an object has in another meaning. */
const reserved: readonly string[] = ['kind', 'id', 'when', 'state', lookField];

/** What a document takes from files beside it. */
export interface UsedFiles {
  readonly components: ReadonlyMap<string, Component>;
  /** The styles of all files; those of later ones come first. */
  readonly styles: Fields;
  /** The theme of the last file that has one. */
  readonly theme: unknown;
  /** Whether a file is not read yet, so that names may be unknown which it has. */
  readonly isUnread: boolean;
}

/** What reading components needs. */
interface Reading {
  readonly problems: Problems;
  /** The texts of files by `textKey`; `unread` collects those that are not in it. */
  readonly texts: ReadonlyMap<string, string>;
  readonly unread: Source[];
}

/** Reads the files whose components, styles and theme a document uses. */
export function readUsedFiles(use: unknown, { problems, texts, unread }: Reading): UsedFiles {
  const components = new Map<string, Component>();
  const styles: Fields = {};
  let theme: unknown;
  let isUnread = false;
  const files = use === undefined ? [] : Array.isArray(use) ? use : [use];
  if (files.length > maxFiles)
    problems.add(['use'], 'count', `must have at most ${maxFiles} files, but has ${files.length}`);
  for (const [index, file] of files.slice(0, maxFiles).entries()) {
    const path = Array.isArray(use) ? ['use', index] : ['use'];
    const isText = typeof file === 'string' && isThemeText(file);
    if (!isText && (typeof file !== 'string' || !isThemeFile(file))) {
      const rule = `must be the name of a JSON file such as "brand.json", but is ${showValue(file)}`;
      problems.add(path, 'value', rule);
      continue;
    }
    // The file is embedded where a document is rendered away from its folder.
    const text = isText ? file : textOfFile({ texts, unread }, 'use', file, path);
    isUnread ||= text === undefined;
    if (text === undefined) continue;
    const shown = isText ? 'the text of a file' : `the file ${showValue(file)}`;
    const inFile = new ContentProblems(problems, path, `is ${shown}, whose`);
    const content = readContent(text, inFile);
    if (content === undefined) continue;
    for (const name of Object.keys(content)) {
      if (['components', 'styles', 'theme', '$schema'].includes(name)) continue;
      inFile.add([name], 'unknown-field', 'is none of components, styles and theme; remove it');
    }
    const home = isText ? ' in the file of use' : ` in ${showValue(file)}`;
    for (const [name, component] of readComponents(content.components, { problems: inFile, home }))
      components.set(name, component);
    if (content.styles !== undefined && !isMap(content.styles))
      inFile.add(['styles'], 'value', 'must be an object with the fields of each style by its name');
    Object.assign(styles, isMap(content.styles) ? content.styles : {});
    theme = content.theme ?? theme;
  }
  return { components, styles, theme, isUnread };
}

/** Reads the components of a document, or of a file, whose `home` is what messages say of it. */
export function readComponents(
  written: unknown,
  { problems, home }: { readonly problems: Problems; readonly home?: string },
): ReadonlyMap<string, Component> {
  const components = new Map<string, Component>();
  if (written === undefined) return components;
  if (!isMap(written)) {
    problems.add(['components'], 'value', 'must be an object with each component by its name');
    return components;
  }
  const entries = Object.entries(written);
  if (entries.length > maxComponents)
    problems.add(
      ['components'],
      'count',
      `must have at most ${maxComponents} components, but has ${entries.length}`,
    );
  for (const [name, component] of entries.slice(0, maxComponents)) {
    const path = ['components', name];
    const rule = nameProblem(name);
    if (rule !== undefined) problems.add(path, 'value', rule);
    else if (!isMap(component))
      problems.add(path, 'value', `must be an object with a kind, but is ${showValue(component)}`);
    else {
      checkComponent(component, path, problems);
      components.set(
        name,
        componentOf(name, component, { path: home === undefined ? path : undefined, home: home ?? '' }),
      );
    }
  }
  return components;
}

function nameProblem(name: string): string | undefined {
  if (!idPattern.test(name)) return 'must have a name of 1 to 80 letters, digits, _ or -';
  return isKind(name) ? 'has the name of a kind that there is already; give it another one' : undefined;
}

function checkComponent(component: Fields, path: Path, problems: Problems): void {
  const { kind, fields = {}, states = {} } = component;
  if (typeof kind !== 'string') {
    const rule = 'is required: the kind of the object that the component makes, such as "column"';
    problems.add([...path, 'kind'], kind === undefined ? 'missing-field' : 'value', rule);
  }
  if (!isMap(fields))
    problems.add([...path, 'fields'], 'value', 'must be an object with the default of each parameter');
  for (const name of Object.keys(isMap(fields) ? fields : {})) {
    const place = [...path, 'fields', name];
    if (reserved.includes(name))
      problems.add(place, 'conflict', 'means something else in every object; give it another name');
    else if (!/^[A-Za-z_]\w*$/.test(name))
      problems.add(place, 'value', 'must have a name of letters, digits and _, not beginning with a digit');
  }
  const rule = 'must be an object with the looks by name, each with fields by the name of a part';
  if (!isMap(states)) problems.add([...path, 'states'], 'value', rule);
  for (const [name, look] of Object.entries(isMap(states) ? states : {}))
    if (!isMap(look))
      problems.add([...path, 'states', name], 'value', `must be an object, but is ${showValue(look)}`);
}
