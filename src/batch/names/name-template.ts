import { extname } from 'node:path';
import { extensionList, extensionOf, formatOfExtension, type OutputFormat } from '../../output/formats.ts';
import { isOtherKind, outputFormat } from '../../render/output-file.ts';
import { RenderError } from '../../render/render-error.ts';
import { safeName } from './safe-name.ts';

const placeholder = /\$(\$?)\{([^}]*)\}/g;

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
    const literal = text.replaceAll(placeholder, '');
    if (/[/\\]/.test(literal)) {
      const rule = 'must be the name of a file, not a path, because all outputs go into one folder';
      throw new RenderError('invalid-option', [`--name ${rule}, but is ${JSON.stringify(text)}`]);
    }
    if (literal.includes('${')) {
      throw new RenderError('invalid-option', [
        `--name has a "\${" without its "}" in ${JSON.stringify(text)}; write "$\${" for a literal "\${"`,
      ]);
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
      [...this.#text.matchAll(placeholder)]
        .filter(([, dollar]) => dollar === '')
        .map(([, , name = '']) => name),
    );
  }

  /** The file name for these fields, all of which must be there; undefined if nothing is left of it. */
  name(fieldOf: (field: string) => string): string | undefined {
    const text = this.#text.replaceAll(placeholder, (whole, dollar: string, field: string) =>
      dollar === '' ? fieldOf(field) : whole.slice(1),
    );
    return safeName(text, extensionOf(this.format));
  }
}
