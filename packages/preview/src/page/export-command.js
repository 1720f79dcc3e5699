/** @import { ExportOrder } from '../export-state.ts' */
/** @import { FilmState, OfferedFormat } from '../film-state.ts' */
/** @import { Loop } from './loop.js' */
/** @import { FrameRate } from '@render-service/engine' */

/** The value of the choice of a contact sheet, which is not a format. */
export const sheetChoice = 'sheet';

/**
 * The values of the form. `what` is the id of a format, or `sheetChoice`.
 * @typedef {object} Choices
 * @property {string} what
 * @property {number | undefined} width
 * @property {FrameRate} fps
 * @property {number} timeMs
 * @property {Loop | null} part The part of the film to export; null for the whole film.
 */

/**
 * The export that the form describes; undefined if the server offers no such format.
 * @param {Choices} choices
 * @param {readonly OfferedFormat[]} formats
 * @returns {ExportOrder | undefined}
 */
export function exportOrder({ what, width, fps, timeMs, part }, formats) {
  const size = width === undefined ? {} : { width };
  if (what === sheetChoice) return { kind: 'sheet', options: size };
  const chosen = formats.find(({ id }) => id === what);
  if (!chosen) return undefined;
  const range = part ? { fromMs: part.from, toMs: part.to } : {};
  const moment = chosen.kind === 'film' ? { fps, ...range } : { timeMs };
  return { kind: 'render', options: { format: chosen.id, ...size, ...moment } };
}

/**
 * The command that makes the same file, quoted for a POSIX shell.
 * @param {ExportOrder} order
 * @param {Pick<FilmState, 'file' | 'path' | 'settings' | 'formats'>} film
 */
export function exportCommand(order, { file, path, settings, formats }) {
  // The server cuts off the extension in the same way: a name that only begins with a dot has none.
  const name = file.replace(/(?<=.)\.[^.]*$/s, '');
  const words = [order.kind, quotePath(path), '-o'];
  const width = option('width', order.options.width);
  if (order.kind === 'sheet') words.push(quotePath(`${name}-sheet.png`), ...width);
  else {
    const { format, fps, timeMs, fromMs, toMs } = order.options;
    const chosen = formats.find(({ id }) => id === format);
    const extension = chosen?.extension ?? format;
    words.push(quotePath(`${name}.${extension}`), ...width);
    words.push(
      ...option('fps', fps === chosen?.usualFrameRate ? undefined : fps),
      ...option('time-ms', timeMs),
    );
    words.push(...option('from-ms', fromMs), ...option('to-ms', toMs));
  }
  // With "=", because the name of a variable may begin with a hyphen.
  const variables = settings.map((setting) => quote(`--set=${setting}`));
  return ['render-service', ...words, ...variables].join(' ');
}

/**
 * @param {string} flag
 * @param {number | undefined} value
 */
function option(flag, value) {
  return value === undefined ? [] : [`--${flag} ${value}`];
}

/**
 * A path as one word that cannot be read as an option.
 * @param {string} path
 */
function quotePath(path) {
  return quote(path.startsWith('-') ? `./${path}` : path);
}

/**
 * A text as one word of a POSIX shell.
 * @param {string} text
 */
function quote(text) {
  if (/^[\w/.,:@%+-][\w/.,:@%+=-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
