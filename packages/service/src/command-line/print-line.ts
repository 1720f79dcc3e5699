import { escapeControls } from '@render-service/engine/text';

/** Prints a line. Control characters are escaped, so names from files and data cannot control the terminal. */
export function printLine(stream: NodeJS.WritableStream, text: string): void {
  stream.write(`${escapeControls(text)}\n`);
}

/** Prints a notice to standard error. */
export function printNotice(message: string): void {
  printLine(process.stderr, `render-service: ${message}`);
}

/** Prints a notice with the time to standard error. */
export function printTimedNotice(message: string): void {
  printLine(process.stderr, `${new Date().toISOString()} render-service: ${message}`);
}
