/** The three documents that say what this service does. */
export type SourceDocument = 'specification' | 'semantics' | 'interfaces';

/** One statement of the contract that a test can prove or refute. */
export interface Requirement {
  /** Short, speaking and stable: tests name it in their titles. */
  readonly id: string;
  readonly document: SourceDocument;
  /** The heading it stands under, as it stands there. */
  readonly heading: string;
  /** One sentence. */
  readonly sentence: string;
}

/** Requirements that are read together, as one table of the conformance page. */
export interface Area {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** What an id looks like: words of letters, digits and hyphens, at least two, joined by points. */
const id = '[a-z][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)+';

/** An id that is all of a text. */
export const idPattern = new RegExp(`^${id}$`);

/**
 * Reads the requirements that stand under one heading: each begins a line with its id and a colon, and goes on until
 * the next one begins. Throws an Error for text before the first id.
 */
export function statements(document: SourceDocument, heading: string, text: string): Requirement[] {
  const [before = '', ...parts] = text.split(new RegExp(`^(${id}): `, 'm'));
  if (before.trim() !== '')
    throw new Error(`${document}, ${heading}: no id before ${JSON.stringify(before)}`);
  return Array.from({ length: parts.length / 2 }, (_, index) => ({
    id: parts[2 * index] ?? '',
    document,
    heading,
    sentence: (parts[2 * index + 1] ?? '').trim().replaceAll(/\s+/g, ' '),
  }));
}
