export interface Snippet {
  /** Line of its opening fence in the Markdown text, from 1. */
  readonly line: number;
  readonly shape: 'project' | 'scene' | 'track' | 'easing';
  /** Name of its picture, or null. */
  readonly picture: string | null;
  /** The moments in its picture, in milliseconds of the project. */
  readonly times: readonly number[];
  readonly content: unknown;
}

export const stage: { readonly width: number; readonly height: number; readonly background: string };
export function readSnippets(markdown: string): Snippet[];
export function projectsOf(snippet: Snippet): { readonly name?: string; readonly project: object }[];
