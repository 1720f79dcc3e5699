/** Characters that mean nothing in Markdown, nor to the platform that shows it. */
const plain = /^[\p{L}\p{M}\p{N} /.-]$/u;

/** Controls and direction marks, which are shown by their code. */
const hidden = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u;

/** Before a name, a number or an address, they would make the platform notify somebody, or link to something. */
const links = /^[@#:]$/;

const zeroWidthSpace = '&#8203;';

/**
 * A name as it is shown in a cell of a Markdown table, whatever its characters: it is not read as Markdown or HTML, ends no
 * cell, and mentions nobody.
 */
export function cellOf(name) {
  return Array.from(name, (character) => {
    if (plain.test(character)) return character;
    const code = character.codePointAt(0);
    if (hidden.test(character)) return `&#92;u${code.toString(16).padStart(4, '0')}`;
    return `&#${code};${links.test(character) ? zeroWidthSpace : ''}`;
  }).join('');
}
