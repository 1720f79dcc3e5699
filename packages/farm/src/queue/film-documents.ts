import { Buffer } from 'node:buffer';

const bracket = '['.charCodeAt(0);

/** Joins the projects of a film, in JSON, into one document: one project as it is, several as an array. */
export function joinDocuments(documents: readonly Uint8Array[]): Uint8Array {
  const [first] = documents;
  if (first !== undefined && documents.length === 1) return first;
  return Buffer.from(`[${documents.map((document) => Buffer.from(document).toString()).join(',\n')}]`);
}

/** Returns the projects of a film of several; undefined for one project, which is no array. */
export function projectsOfSeveral(document: Uint8Array): readonly unknown[] | undefined {
  if (document[0] !== bracket) return undefined;
  try {
    return JSON.parse(Buffer.from(document).toString());
  } catch {
    // Another program may write to Redis, too. The render reports the fault.
    return undefined;
  }
}

/** Returns the JSON of a project of several; that of null if there is none. */
export function documentOf(project: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(project ?? null));
}
