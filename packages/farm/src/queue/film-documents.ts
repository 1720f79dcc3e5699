import { Buffer } from 'node:buffer';

const bracket = '['.charCodeAt(0);

/** Joins the projects of a film, in JSON, into one document: one project as it is, several as an array. */
export function joinDocuments(documents: readonly Uint8Array[]): Uint8Array {
  const [first] = documents;
  if (first !== undefined && documents.length === 1) return first;
  return Buffer.from(`[${documents.map((document) => Buffer.from(document).toString()).join(',\n')}]`);
}

/** Returns the projects of a film of several; undefined for one project, which is no array. */
export function documentsOfSeveral(document: Uint8Array): readonly Uint8Array[] | undefined {
  if (document[0] !== bracket) return undefined;
  const projects: readonly unknown[] = JSON.parse(Buffer.from(document).toString());
  return projects.map((project) => Buffer.from(JSON.stringify(project)));
}
