/** Characters that separate thousands in every language, beside the one that is not its decimal mark. */
const spaces = " '’\u00a0\u202f";
const integer = (thousands: string) => `(?:[1-9]\\d{0,2}(?:[${thousands}]\\d{3})+|\\d+)`;
const exponent = '(?:e[+-]?\\d+)?';

/** How a column writes its numbers. */
interface NumberStyle {
  readonly mark: '.' | ',';
  readonly pattern: RegExp;
}

const styles: readonly NumberStyle[] = [
  {
    mark: '.',
    pattern: new RegExp(`^[+-]?(?:${integer(`,${spaces}`)}(?:\\.\\d*)?|\\.\\d+)${exponent}$`, 'i'),
  },
  { mark: ',', pattern: new RegExp(`^[+-]?(?:${integer(`.${spaces}`)}(?:,\\d*)?|,\\d+)${exponent}$`, 'i') },
];

/** Returns the text of a number with a hyphen for the minus sign of print, and without a final per cent sign. */
function plain(cell: string): string {
  return cell.trim().replace(/^[−–]/, '-').replace(/\s*%$/, '');
}

/**
 * Reads the cells of a column as numbers: with a decimal point or a decimal comma, whichever fits all of them, with or
 * without separated thousands and per cent signs. If both fit, as for "1,234", commas are decimal where semicolons separate the
 * values, and separate thousands elsewhere. NaN for a cell that is no number.
 */
export function readNumbers(cells: readonly string[], delimiter: string): readonly number[] {
  const texts = cells.map(plain);
  const hasDecimalCommas = delimiter === ';' && texts.some((text) => text.includes(','));
  const preferred = hasDecimalCommas ? styles.toReversed() : styles;
  const misfits = preferred.map(({ pattern }) => texts.filter((text) => !pattern.test(text)).length);
  const { mark, pattern } = preferred[misfits.indexOf(Math.min(...misfits))] ?? styles[0];
  const separators = new RegExp(`[${mark === '.' ? ',' : '.'}${spaces}]`, 'g');
  return texts.map((text) =>
    pattern.test(text) ? Number(text.replace(separators, '').replace(mark, '.')) : Number.NaN,
  );
}
