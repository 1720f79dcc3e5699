import { extname } from 'node:path';
import { extensionList, extensionOf, formatOfExtension, type OutputFormat } from '../../output/formats.ts';
import { isOtherKind, outputFormat } from '../../render/files/output-file.ts';
import { RenderError } from '../../render/render-error.ts';
import { partsOf, unclosedVariable } from '../../shorthand/variable-syntax.ts';
import { safeName } from './safe-name.ts';

/** How outputs are named: a text with fields in it, such as `${id}-${title}`; `$${` is a literal `${`. */
export class NameTemplate {
  readonly format: OutputFormat;
  /** The fields that it needs. */
  readonly fields: ReadonlySet<string>;
  readonly #text: string;

  /**
   * The format is the one asked for, or that of the text's extension, or PNG. Throws a RenderError `invalid-option` if
   * the two contradict each other, or for a text that could not name files in one folder.
   */
  constructor(text: string, asked: OutputFormat | undefined) {
    if (text.trim() === '') throw new RenderError('invalid-option', ['--name must not be empty']);
    const parts = [...partsOf(text)];
    if (parts.some((part) => part.kind === 'literal' && /[/\\]/.test(part.text))) {
      const rule = 'must be the name of a file, not a path, because all outputs go into one folder';
      throw new RenderError('invalid-option', [`--name ${rule}, but is ${JSON.stringify(text)}`]);
    }
    if (parts.some(({ kind }) => kind === 'unclosed')) {
      throw new RenderError('invalid-option', [`--name ${JSON.stringify(text)} ${unclosedVariable}`]);
    }
    const extension = /\}/.test(extname(text)) ? '' : extname(text).slice(1).toLowerCase();
    if (isOtherKind(extension)) {
      throw new RenderError('invalid-option', [
        `the extension in --name must be ${extensionList}, but is .${extension}`,
      ]);
    }
    const isFormat = formatOfExtension(extension) !== undefined;
    this.format = isFormat ? outputFormat(`x.${extension}`, asked) : (asked ?? 'png');
    this.#text = isFormat ? text.slice(0, -extension.length - 1) : text;
    this.fields = new Set(
      [...partsOf(this.#text)].flatMap((part) => (part.kind === 'variable' ? [part.name] : [])),
    );
  }

  /** The file name for these fields, all of which must be there; undefined if nothing is left of it. */
  name(fieldOf: (field: string) => string): string | undefined {
    const texts = [...partsOf(this.#text)].map((part) => {
      if (part.kind === 'variable') return fieldOf(part.name);
      return part.kind === 'literal' ? part.text : '';
    });
    return safeName(texts.join(''), extensionOf(this.format));
  }
}
