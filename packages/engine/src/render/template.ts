import { createHash } from 'node:crypto';
import { fieldsOf } from '../project/check.ts';
import { readDocument } from '../project/parse-project.ts';
import { problemAt, withValues } from '../project/problem.ts';
import { Problems } from '../project/problems.ts';
import { success } from '../project/result.ts';
import { isMarked, openProject, themeNeedsShorthand } from '../shorthand/expand-project.ts';
import type { Variables } from '../shorthand/schema.ts';
import { isFilePath, type Source, writtenSources } from '../shorthand/sources.ts';
import { hasVariables, variableNames } from '../shorthand/variable-syntax.ts';
import type { Converter } from './convert/conversion.ts';
import { ClipFiles } from './files/clip-files.ts';
import { embedFiles } from './files/embed-files.ts';
import { convertApart } from './process/convert-apart.ts';
import { RenderError } from './render-error.ts';

/** A project that is read once and rendered with different variables. The files that all renders use are embedded, except clips. */
export interface Template {
  /** JSON in UTF-8. */
  readonly document: Uint8Array;
  /** SHA-256 of the document, in hexadecimal. */
  readonly digest: string;
  /** Folder of clips and of the files that variables or a theme name; undefined without any. */
  readonly baseFolder?: string | undefined;
  /** Whether it is in shorthand and can therefore have variables. */
  readonly isShorthand: boolean;
  /** Declared variables by name. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** Names of variables that are used but not declared. */
  readonly undeclared: ReadonlySet<string>;
}

/**
 * Reads a project, and embeds the files whose names do not depend on variables: they are read once, and cannot change
 * between two outputs. A `theme` replaces that of the project. Rejects with a RenderError for a document or a file that cannot be read.
 */
export async function loadTemplate(
  bytes: Uint8Array,
  baseFolder: string | undefined,
  signal: AbortSignal,
  theme?: string,
): Promise<Template> {
  const problems = new Problems();
  const read = readDocument(bytes, problems);
  if (!read.ok) {
    throw new RenderError(read.reason === 'too-large' ? 'too-large' : 'invalid-project', read.problems);
  }
  const { data } = read;
  if (!isMarked(data)) {
    if (theme !== undefined)
      throw new RenderError('invalid-project', [problemAt([], 'missing-mark', themeNeedsShorthand)]);
    const document = { document: bytes, digest: sha256(bytes) };
    return { ...document, isShorthand: false, declared: {}, undeclared: new Set() };
  }
  if (theme !== undefined) data.theme = theme;
  const sources = writtenSources(data);
  const isVariable = ({ file, column = '' }: Source) => hasVariables(file) || hasVariables(column);
  // Clips are not embedded: each render opens them.
  const isLate = (source: Source) =>
    isVariable(source) || (source.type === 'clip' && isFilePath(source.file));
  const fixed = sources.filter((source) => isFilePath(source.file) && !isLate(source));
  // Standard input has no folder. The render reports this for each output.
  if (baseFolder !== undefined) await embedFiles(fixed, baseFolder, signal, problems, convertApart);
  if (problems.any) throw new RenderError('invalid-project', withValues(problems.items, data));
  const isChanged = theme !== undefined || (baseFolder !== undefined && fixed.length > 0);
  const document = isChanged ? Buffer.from(JSON.stringify(data)) : bytes;
  const declared = fieldsOf(data.variables);
  const names = variableNames(data);
  return {
    document,
    digest: sha256(document),
    baseFolder:
      sources.some(isLate) || namesLogo(data.theme) || data.use !== undefined ? baseFolder : undefined,
    isShorthand: true,
    declared,
    undeclared: new Set([...names].filter((name) => !Object.hasOwn(declared, name))),
  };
}

/**
 * SHA-256 of clips and of the files that these variables name; undefined without any. The render reports files that cannot be
 * read.
 */
export async function digestOfFiles(
  { document, baseFolder }: Pick<Template, 'document' | 'baseFolder'>,
  variables: Variables,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (baseFolder === undefined) return undefined;
  const opened = openProject(document, { variables });
  if (!opened.ok || opened.value.fileSources.length === 0) return undefined;
  const { fileSources } = opened.value;
  const clips = new ClipFiles();
  await embedFiles(fileSources, baseFolder, signal, new Problems(), keepUnconverted, clips);
  clips.close();
  const contents = fileSources.map(({ owner, field }): unknown => {
    const value: unknown = Reflect.get(owner, field);
    return clips.files.get(String(value))?.fingerprint ?? value;
  });
  return sha256(JSON.stringify(contents.map((content) => sha256(JSON.stringify(content)))));
}

/** Whether a theme, an object or its text, may have a file with a logo. */
function namesLogo(theme: unknown): boolean {
  return /logo\\?"\s*:/.test(JSON.stringify(theme) ?? '');
}

/** Embeds a file as it is: a change of the file changes its digest. */
const keepUnconverted: Converter = async ({ bytes }) => success({ mime: 'image/png', bytes });

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
