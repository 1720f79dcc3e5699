import { fieldsOf, isMap } from '../project/check.ts';
import type { JsonTree } from '../project/json-tree.ts';
import type { JsonValue } from '../project/problem.ts';
import { type Path, parsePath, showPath } from '../project/problem-text.ts';
import type { Theme } from '../shorthand/themes/theme.ts';
import { isThemeFile, isThemeText, themeColors } from '../shorthand/themes/theme-names.ts';
import { onlyVariable } from '../shorthand/variable-syntax.ts';
import type { EditedField, EditedObject, FieldSource } from './edited-object.ts';
import { writtenTheme } from './edited-theme.ts';
import { fieldType } from './field-types.ts';

/** The fields of a film, and those of one of its scenes, in their order. */
const filmFields = ['name', 'theme', 'lang', 'loudness'];
const sceneFields = [
  ...['background', 'aspectRatio', 'width', 'height', 'duration', 'enter', 'transition'],
  ...['vignette', 'grain', 'motionBlur'],
];

/** The fields of each sound of the scene. */
const soundFields = ['start', 'volume', 'fadeIn', 'fadeOut', 'muted'];

/** The fields that are shown without a value. The others are offered. */
const usual = ['name', 'theme', 'background', 'aspectRatio', 'enter', 'start', 'volume'];

/**
 * Returns the fields of a film with those of the scene of a composition and its sounds, and the colours of its theme. Those of a theme
 * that is a file have the file as their source: they are not in the document.
 */
export function editedFilm(
  tree: JsonTree,
  composition: string | null,
  theme: Theme | undefined,
): EditedObject {
  const document = fieldsOf(tree.valueOf(tree.root));
  const scene = scenePath(composition === null ? [] : parsePath(composition));
  const isShorthand = document.shorthand === true;
  const own = isShorthand ? filmFields : ['name'];
  const ofScene = isShorthand ? sceneFields : ['background', 'width', 'height'];
  const fields = [
    ...own.map((name) => fieldAt(tree, name, name === 'theme' ? themePath(document.theme) : [name])),
    ...ofScene.map((name) => fieldAt(tree, name, [...scene, name])),
    ...soundsIn(tree, [...scene, 'audioTracks']),
  ];
  return {
    ...{ name: 'Film', kind: 'film', path: '', memberOf: null, group: null },
    fields: [...fields, ...colorFields(tree, document, theme)],
  };
}

/** The place of the fields of a scene: a film without scenes has them at the top. */
function scenePath(composition: Path): Path {
  return composition[0] === 'scenes' ? composition.slice(0, 2) : [];
}

/** Where the name of the theme is written: a theme of the document's own extends another. */
function themePath(theme: unknown): Path {
  return isMap(theme) ? ['theme', 'extends'] : ['theme'];
}

function soundsIn(tree: JsonTree, place: Path): readonly EditedField[] {
  const node = tree.find(place);
  const sounds = Object.keys(fieldsOf(node && tree.valueOf(node)));
  return sounds.flatMap((sound) =>
    soundFields.map((name) => ({
      ...fieldAt(tree, name, [...place, sound, name], 'sound'),
      name: `${sound}.${name}`,
    })),
  );
}

function fieldAt(tree: JsonTree, name: string, path: Path, owner: 'film' | 'sound' = 'film'): EditedField {
  const written = valueAt(tree, path);
  const variable = typeof written === 'string' ? onlyVariable(written) : undefined;
  const declared = ['variables', variable ?? ''];
  const isDeclared = tree.find(declared) !== undefined;
  const value = isDeclared ? valueAt(tree, declared) : written;
  const type = fieldType(name, owner);
  const isPlain = type.type !== 'json' || value === null || typeof value !== 'object';
  const place = showPath(isDeclared ? declared : path);
  const source = { kind: value === null ? 'default' : 'object', name: null } as const;
  return {
    ...{ name, ...type, type: isPlain ? type.type : 'json', value },
    source: isDeclared ? { kind: 'variable', name: variable ?? null } : source,
    isUsual: value !== null || usual.includes(name),
    paths: { written: place, object: place, member: null, here: null },
  };
}

function valueAt(tree: JsonTree, path: Path): JsonValue | null {
  const node = tree.find(path);
  return node ? (tree.valueOf(node) as JsonValue) : null;
}

/** The colours of the theme by their words, each with its value in the film. */
function colorFields(
  tree: JsonTree,
  document: Readonly<Record<string, unknown>>,
  theme: Theme | undefined,
): readonly EditedField[] {
  if (!theme?.isKnown) return [];
  const source = themeSource(document);
  return themeColors.map((name) => {
    const field = fieldAt(tree, name, ['theme', 'colors', name]);
    return {
      ...{ ...field, name: `colors.${name}`, ...fieldType('fill'), value: theme.colors[name] },
      description: `The colour of the theme that the word ${name} stands for.`,
      source: field.value === null ? source : field.source,
      isUsual: true,
    };
  });
}

/** Where the colours of a theme come from that are not written in the document. */
function themeSource(document: Readonly<Record<string, unknown>>): FieldSource {
  const { theme } = document;
  const base = isMap(theme) ? theme.extends : theme;
  const variable = typeof base === 'string' ? onlyVariable(base) : undefined;
  const read = writtenTheme(document);
  const named = isMap(read) ? read.extends : read;
  if (typeof named !== 'string' || isThemeText(named)) return { kind: 'theme', name: null };
  const name = variable === undefined ? named : `${named}, which the variable ${variable} names`;
  return { kind: isThemeFile(named) ? 'file' : 'theme', name };
}
