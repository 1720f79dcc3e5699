export interface Snippet {
  /** Line of its opening fence in the Markdown text, from 1. */
  readonly line: number;
  /** Name of its picture, or null. */
  readonly picture: string | null;
  /** The moments in its picture, in milliseconds of the project. */
  readonly times: readonly number[];
  /** The name of its file in the commands of its page, or null. */
  readonly file: string | null;
  readonly text: string;
  /** Its text, unchanged. */
  readonly project: object;
}

export function readSnippets(markdown: string): Snippet[];
