/** A text without controls, with single spaces and no empty lines. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/(?:(?!\n)[\p{Cc}\s])+/gu, ' ')
    .replace(/ *\n[ \n]*/g, '\n')
    .replace(/[ \u200b]*\u200b[ \u200b]*/g, (gap) => (gap.includes(' ') ? ' ' : '\u200b'))
    .trim();
}
