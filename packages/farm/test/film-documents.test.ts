import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentOf, joinDocuments, projectsOfSeveral } from '../src/queue/film-documents.ts';

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

it('one project stays as it is written, and several are found again', () => {
  const project = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(project, { minLength: 1, maxLength: 4 }), (projects) => {
      const documents = projects.map((one) => Buffer.from(JSON.stringify(one, null, 1)));
      const joined = joinDocuments(documents);
      if (documents.length === 1) expect(joined).toBe(documents[0]);
      const found = projectsOfSeveral(joined)?.map((one) => textOf(documentOf(one)));
      const plain = projects.map((one) => JSON.stringify(JSON.parse(JSON.stringify(one))));
      expect(found).toEqual(documents.length === 1 ? undefined : plain);
    }),
  );
});

it('a document that only begins like several projects is left to the render', () => {
  expect(projectsOfSeveral(Buffer.from('[{'))).toBeUndefined();
  expect(textOf(documentOf(projectsOfSeveral(Buffer.from('[{}]'))?.[7]))).toBe('null');
});
