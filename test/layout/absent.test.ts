import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expandProject } from '../../src/shorthand/expand-project.ts';

const examples = new URL('../../examples/', import.meta.url);

it('a document without relations expands without a layout', { tags: ['layout.absent'] }, () => {
  const names = readdirSync(examples).filter((name) => name.endsWith('.json'));
  const withoutRelations = names.filter((name) => {
    const text = readFileSync(new URL(name, examples), 'utf8');
    return !/"(place|below|above|leftOf|rightOf|inside|around|from)"/.test(text);
  });
  expect(withoutRelations.length).toBeGreaterThan(2);
  for (const name of withoutRelations) {
    const layOut = () => {
      throw new Error(`${name} is laid out`);
    };
    expect(expandProject(readFileSync(new URL(name, examples)), {}, layOut).ok, name).toBe(true);
  }
});
