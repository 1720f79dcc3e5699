/**
 * Divides a command into the program and its arguments at spaces, except in single or double quotes. A backslash takes the next
 * character as it is, except in single quotes. Undefined for an open quote, and for a command without a program.
 */
export function splitCommand(command: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < command.length; index++) {
    const letter = command.charAt(index);
    if (letter === '\\' && quote !== "'" && index + 1 < command.length) {
      word = (word ?? '') + command.charAt(++index);
    } else if (quote !== '') {
      if (letter === quote) quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return words.length === 0 || words[0] === '' ? undefined : words;
}
