import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expandProject } from '../../src/shorthand/expand-project.ts';

const films = ['examples', 'test/fixtures/shorthand'].flatMap((folder) => {
  const url = new URL(`../../../../${folder}/`, import.meta.url);
  return readdirSync(url).map((name) => new URL(name, url));
});

it('a document without relations expands without a layout', () => {
  // Documents that name files need a folder as well.
  const withoutRelations = films.filter((film) => {
    return (
      film.pathname.endsWith('.json') &&
      !/"(place|below|above|leftOf|rightOf|inside|around|from|src)"/.test(readFileSync(film, 'utf8'))
    );
  });
  expect(withoutRelations.length).toBeGreaterThan(2);
  for (const film of withoutRelations) {
    const layOut = () => {
      throw new Error(`${film.pathname} is laid out`);
    };
    expect(expandProject(readFileSync(film), {}, layOut).ok, film.pathname).toBe(true);
  }
});
