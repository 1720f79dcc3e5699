import { escapeControls } from '../project/problem-text.ts';

/** Prints a line in which names from files and data cannot give the terminal commands. */
export function printLine(stream: NodeJS.WritableStream, text: string): void {
  stream.write(`${escapeControls(text)}\n`);
}

/** Prints a line about what goes on to standard error. */
export function printNotice(message: string): void {
  printLine(process.stderr, `render-service: ${message}`);
}

/** As `printNotice`, with the time. */
export function printTimedNotice(message: string): void {
  printLine(process.stderr, `${new Date().toISOString()} render-service: ${message}`);
}
