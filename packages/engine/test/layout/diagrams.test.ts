import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';

const folder = new URL('../../../../examples/diagrams/', import.meta.url);

/** Text of very different lengths and scripts for each variable of an example. */
const languages = {
  long: (text: string) => `${text} ${text.toLowerCase()} und noch einiges mehr`,
  arabic: () => 'نص عربي قصير',
};

/** Names of fields of a value, at any depth. */
function* fieldsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield name;
    yield* fieldsIn(inner);
  }
}

describe.each(readdirSync(folder))('examples/diagrams/%s', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const document = JSON.parse(text);

  it(`examples/diagrams/${name} has no coordinates, no issues and no advice`, async () => {
    expect([...fieldsIn(document)].filter((field) => field === 'x' || field === 'y')).toEqual([]);
    expect(await inspect(text, { advice: true })).toMatchObject({ issues: [], advice: [] });
  });

  it.each(Object.entries(languages))(
    `examples/diagrams/${name} has no issues with %s texts`,
    async (_, translate) => {
      const entries = Object.entries<string>(document.variables).filter(([id]) => id !== 'title');
      const variables = Object.fromEntries(entries.map(([id, words]) => [id, translate(words)]));
      expect((await inspect(text, { variables })).issues).toEqual([]);
    },
  );
});
