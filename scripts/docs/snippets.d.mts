export interface Snippet {
  /** Line of its opening fence in the Markdown text, from 1. */
  readonly line: number;
  /** Name of its picture, or null. */
  readonly picture: string | null;
  /** The moments in its picture, in milliseconds of the project. */
  readonly times: readonly number[];
  /** The file that the commands of its page expect it in, or null. */
  readonly file: string | null;
  readonly text: string;
  /** As it is written. */
  readonly project: object;
}

export function readSnippets(markdown: string): Snippet[];
