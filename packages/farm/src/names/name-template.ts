import { extname } from 'node:path';
import { type OutputFormat, RenderError } from '@render-service/engine';
import { isOtherKind, outputFormat } from '@render-service/engine/files';
import { extensionOf, extensionsOf, formatOfExtension, outputFormats } from '@render-service/engine/formats';
import { partsOf, unclosedVariable } from '@render-service/engine/text';
import { safeName } from './safe-name.ts';

/** Template of names, with fields such as `${id}-${title}`; `$${` is a literal `${`. */
export class NameTemplate {
  readonly format: OutputFormat;
  /** Fields that it uses. */
  readonly fields: ReadonlySet<string>;
  readonly #text: string;

  /**
   * The format is the requested one, otherwise that of the text's extension, otherwise PNG. Throws a RenderError
   * `invalid-option` if request and extension contradict each other, or if the text could not name files in one
   * folder.
   */
  constructor(text: string, asked: OutputFormat | undefined) {
    if (text.trim() === '') throw new RenderError('invalid-option', ['--name must not be empty']);
    const parts = [...partsOf(text)];
    if (parts.some((part) => part.kind === 'literal' && /[/\\]/.test(part.text))) {
      const rule = 'must be a file name, not a path, because all outputs go into one folder';
      throw new RenderError('invalid-option', [`--name ${rule}, but is ${JSON.stringify(text)}`]);
    }
    if (parts.some(({ kind }) => kind === 'unclosed')) {
      throw new RenderError('invalid-option', [`--name ${JSON.stringify(text)} ${unclosedVariable}`]);
    }
    const extension = /\}/.test(extname(text)) ? '' : extname(text).slice(1).toLowerCase();
    if (isOtherKind(extension)) {
      throw new RenderError('invalid-option', [
        `the extension in --name must be ${extensionsOf(outputFormats)}, but is .${extension}`,
      ]);
    }
    const isFormat = formatOfExtension(extension) !== undefined;
    this.format = isFormat ? outputFormat(`x.${extension}`, asked) : (asked ?? 'png');
    this.#text = isFormat ? text.slice(0, -extension.length - 1) : text;
    this.fields = new Set(
      [...partsOf(this.#text)].flatMap((part) => (part.kind === 'variable' ? [part.name] : [])),
    );
  }

  /** Returns the file name for these fields; undefined if it would be empty. */
  name(fieldOf: (field: string) => string): string | undefined {
    const texts = [...partsOf(this.#text)].map((part) => {
      if (part.kind === 'variable') return fieldOf(part.name);
      return part.kind === 'literal' ? part.text : '';
    });
    return safeName(texts.join(''), extensionOf(this.format));
  }
}
