const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const numbers = (count: number) => String.raw`(?:[\s,]*${number}){${count}}`;
const command = (letters: string, count: number) => `[${letters}](?:${numbers(count)})+`;
const commands = [
  command('MmLlTt', 2),
  command('HhVv', 1),
  command('Cc', 6),
  command('SsQq', 4),
  '[Zz]',
].join('|');

/** Checks one command at a time, so that long data need no backtracking. */
const step = new RegExp(String.raw`\s*(?:${commands})[\s,]*`, 'y');

/** Whether a text is path data of SVG without arcs, which begin with a move. */
export function isPathData(text: string): boolean {
  if (!/^\s*[Mm]/.test(text)) return false;
  step.lastIndex = 0;
  while (step.lastIndex < text.length) if (!step.test(text)) return false;
  return true;
}
