import { isVideo, sourceTypeOf } from '../language/kinds.ts';
import { fieldsOf } from '../project/check.ts';
import { isDataUrl, parseDataUrl } from '../project/data-url.ts';
import type { Path } from '../project/problem-text.ts';
import { isCsvText } from './csv/csv-items.ts';
import { isOutlinesUrl, svgMime } from './kinds/icon/vector-svg.ts';
import type { ResolvedShorthand } from './schema.ts';
import { isThemeFile } from './themes/theme-names.ts';
import { hasVariables } from './variable-syntax.ts';

/** The size or part of a file that a film uses, as far as its numbers show; relations and variables may change it. */
export interface SourceUse {
  /** For a picture: the largest width and height at which it is drawn, in scene pixels. */
  readonly drawn?: { readonly width: number; readonly height: number };
  /** For a sound: the end of the part that is heard, in milliseconds of the file. */
  readonly heardUntilMs?: number;
  /** For the list of recordings: the keys of the sentences that are said. */
  readonly sentences?: readonly string[];
}

/** A file, or an SVG in a URL, whose content replaces a field of the project: a picture, a sound, a font, the data of a chart, items, code, speech or a theme. */
export interface Source {
  readonly type:
    | 'image'
    | 'media'
    | 'font'
    | 'data'
    | 'items'
    | 'theme'
    | 'use'
    | 'code'
    | 'speech'
    | 'voice'
    | 'clip';
  /** The file as the project names it, or the URL. */
  readonly file: string;
  /** For data: the column with the values; undefined for the second one. */
  readonly column: string | undefined;
  /** Place of its field in the shorthand. */
  readonly path: Path;
  /** The object that the field belongs to, and the name of the field. */
  readonly owner: object;
  readonly field: string;
  readonly use: SourceUse;
}

/** The key of the text of a file: the same file may be read in several ways, such as captions that are shown as code, too. */
export function textKey({ type, file }: Pick<Source, 'type' | 'file'>): string {
  return `${type} ${file}`;
}

/** Whether the text of a file decides what objects a document has, or when they are there. */
export function isReadFirst({ type }: Source): boolean {
  return ['items', 'theme', 'use', 'code', 'speech', 'voice'].includes(type);
}

/** A field that may be a source, in a document that need not be valid. */
interface Candidate {
  readonly type: Source['type'];
  readonly owner: unknown;
  readonly path: Path;
  /** The name of the field, if its type has several. */
  readonly field?: string;
  readonly use?: SourceUse;
}

/** Returns the sources of a project that have to be read or converted: files, and SVG in URLs. */
export function fileSources(project: ResolvedShorthand): Source[] {
  return writtenSources(project).filter(
    ({ type, file }) =>
      isFilePath(file) || (type === 'image' && isSvgUrl(file)) || (type === 'clip' && isDataUrl(file)),
  );
}

/** Returns the sources in a document that need not be valid, whether files or not. */
export function writtenSources(document: object): Source[] {
  const scenes = entriesOf(Reflect.get(document, 'scenes')).map(([id, scene]) => ({
    scene,
    path: ['scenes', id],
  }));
  return [{ scene: document as unknown, path: [] as Path }, ...scenes]
    .flatMap(({ scene, path }) => candidatesIn(scene, path))
    .concat({ type: 'theme', owner: document, path: [] }, candidatesOfUse(document), candidateFonts(document))
    .flatMap(sourceOf);
}

function candidatesIn(scene: unknown, path: Path): Candidate[] {
  const { objects, audioTracks, compositions } = fieldsOf(scene);
  return [
    ...Object.entries(fieldsOf(objects)).flatMap(([id, object]) =>
      candidatesOfObject(object, [...path, 'objects', id], drawnSize(scene, id)),
    ),
    ...entriesOf(compositions).flatMap(([key, composition]) =>
      Object.entries(fieldsOf(fieldsOf(composition).states)).map(
        ([id, state]): Candidate => ({
          type: 'data',
          owner: state,
          path: [...path, 'compositions', key, 'states', id],
        }),
      ),
    ),
    ...Object.entries(fieldsOf(audioTracks)).flatMap(([id, track]): Candidate[] => {
      const place = [...path, 'audioTracks', id];
      const use = heardPart(track);
      return [
        { type: 'media', owner: track, path: place, use },
        { type: 'media', owner: fieldsOf(track).asset, path: [...place, 'asset'], use },
      ];
    }),
  ];
}

/** The files whose components a document uses: one, or a list of them. */
function candidatesOfUse(document: object): Candidate[] {
  const use: unknown = Reflect.get(document, 'use');
  if (!Array.isArray(use)) return [{ type: 'use', owner: document, path: [] }];
  return use.map((_, index): Candidate => ({ type: 'use', owner: use, path: ['use'], field: String(index) }));
}

/** The fonts of a document: those of each family, or one as a family of its own. */
function candidateFonts(document: object): Candidate[] {
  const fonts: unknown = Reflect.get(document, 'fonts');
  return Object.entries(fieldsOf(fonts)).flatMap(([name, family]): Candidate[] => [
    { type: 'font', owner: fonts, path: ['fonts'], field: name },
    ...['src', 'bold', 'italic', 'boldItalic'].map(
      (field): Candidate => ({ type: 'font', owner: family, path: ['fonts', name], field }),
    ),
  ]);
}

/** The fields of an object that may be sources, and those of the objects inside it. */
function candidatesOfObject(object: unknown, path: Path, use: SourceUse): Candidate[] {
  const { kind, image, media, state, children, each, when } = fieldsOf(object);
  const type = sourceTypeOf(kind);
  return [
    type === 'image' ? { type, owner: object, path, use } : { type, owner: object, path },
    { type: 'image', owner: image, path: [...path, 'image'], use },
    { type: isVideo(kind) ? 'clip' : 'media', owner: media, path: [...path, 'media'] },
    { type: each === undefined ? 'data' : 'items', owner: object, path },
    { type: 'data', owner: state, path: [...path, 'state'] },
    ...entriesOf(children).flatMap(([key, child]) =>
      candidatesOfObject(child, [...path, 'children', key], {}),
    ),
    ...(each === undefined ? [] : candidatesOfObject(each, [...path, 'each'], {})),
    ...entriesOf(when).flatMap(([shape, fields]) => candidatesOfObject(fields, [...path, 'when', shape], {})),
  ];
}

/** The entries of a map or of a list. */
function entriesOf(value: unknown): [string | number, unknown][] {
  return Array.isArray(value) ? [...value.entries()] : Object.entries(fieldsOf(value));
}

/** The largest size of an object in the states of its scene, with their scale. */
function drawnSize(scene: unknown, id: string): SourceUse {
  const { objects, compositions } = fieldsOf(scene);
  const states = [
    fieldsOf(fieldsOf(objects)[id]).state,
    ...Object.values(fieldsOf(compositions)).map((composition) => fieldsOf(fieldsOf(composition).states)[id]),
  ].map(fieldsOf);
  const largest = (side: 'width' | 'height', scale: 'scaleX' | 'scaleY') =>
    greatest(states.map((state) => state[side])) * Math.max(1, greatest(states.map((state) => state[scale])));
  const drawn = { width: largest('width', 'scaleX'), height: largest('height', 'scaleY') };
  return drawn.width > 0 || drawn.height > 0 ? { drawn } : {};
}

function greatest(values: readonly unknown[]): number {
  return Math.max(
    0,
    ...values.filter((value) => typeof value === 'number' && Number.isFinite(value)).map(Number),
  );
}

function heardPart(track: unknown): SourceUse {
  const { offset = 0, duration } = fieldsOf(track);
  return typeof duration === 'number' && typeof offset === 'number'
    ? { heardUntilMs: offset + duration }
    : {};
}

/** The field that names each type of file. */
const fieldOf: Readonly<Record<Source['type'], string>> = {
  image: 'src',
  media: 'src',
  font: 'src',
  data: 'data',
  items: 'data',
  code: 'src',
  speech: 'src',
  voice: 'src',
  clip: 'src',
  theme: 'theme',
  use: 'use',
};

function sourceOf({ type, owner, path, field = fieldOf[type], use = {} }: Candidate): Source[] {
  if (typeof owner !== 'object' || owner === null) return [];
  const written: unknown = Reflect.get(owner, field);
  if (typeof written !== 'string' || (type === 'items' && isCsvText(written))) return [];
  const isJsonFile = type === 'theme' || type === 'use';
  if (isJsonFile && !isThemeFile(written) && !hasVariables(written)) return [];
  const { file, column } = type === 'data' ? dataFile(written) : { file: written, column: undefined };
  return [{ type, file, column, path: [...path, field], owner, field, use }];
}

/** The file of a chart's data, and its column after a `#`. */
export function dataFile(written: string): { readonly file: string; readonly column: string | undefined } {
  const sign = written.indexOf('#');
  if (sign < 0) return { file: written, column: undefined };
  return { file: written.slice(0, sign), column: written.slice(sign + 1) };
}

/** Whether a source is a file: neither empty nor a URL of any scheme. */
export function isFilePath(src: string): boolean {
  return src !== '' && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(src);
}

/** Whether a source is an SVG in a data URL that is not read yet. */
export function isSvgUrl(src: string): boolean {
  return parseDataUrl(src)?.mime === svgMime && !isOutlinesUrl(src);
}
