import { escapeControls } from '../project/problem-text.ts';

/** Prints a line in which names from files and data cannot give the terminal commands. */
export function printLine(stream: NodeJS.WritableStream, text: string): void {
  stream.write(`${escapeControls(text)}\n`);
}
