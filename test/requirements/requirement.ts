/** The documents that say what this service does. */
export type SourceDocument =
  | 'specification'
  | 'semantics'
  | 'interfaces'
  | 'authoring'
  | 'farm'
  | 'layout'
  | 'motion'
  | 'formats'
  | 'first-minutes';

/** One statement of the contract that a test can prove or refute. */
export interface Requirement {
  /** Short, descriptive and stable: the tag of the tests that prove it. */
  readonly id: string;
  readonly document: SourceDocument;
  /** The heading of its section in that document, word for word. */
  readonly heading: string;
  /** One sentence. */
  readonly sentence: string;
}

/** One table of the conformance page. */
export interface Area {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** At least two words of letters, digits and hyphens, joined by dots. */
const id = '[a-z][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)+';

/**
 * Reads the requirements of one section. Each starts on a new line with its id and a colon, and ends where the next
 * one starts. Throws an Error for text before the first id.
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
