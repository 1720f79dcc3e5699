import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';
import { RenderError } from '../../src/render/render-error.ts';

const film = (objects: object) =>
  JSON.stringify({
    shorthand: true,
    width: 400,
    height: 200,
    objects,
    compositions: [{ duration: 1000 }],
  });

const faulty = film({
  formula: { kind: 'equation', text: '\\frac{1', y: 60 },
  letter: { kind: 'text', text: '\u{1f8ff}', y: 140 },
});

it.each(['svg', 'png', 'mp4'] as const)(
  'a render to %s warns of what an inspection warns of',
  async (format) => {
    const { problems } = await inspect(faulty, { format });
    const { warnings = [] } = await render(faulty, { format });
    expect(warnings.map(({ rule }) => rule)).toEqual(['tex-syntax', 'missing-character']);
    expect(warnings).toEqual(problems);
  },
);

it('a render of a film without faults has no warnings, also if it is strict', async () => {
  const fine = film({ title: { kind: 'text', text: 'Title' } });
  expect((await render(fine, { format: 'svg', strict: true })).warnings).toBeUndefined();
});

it('a strict render rejects with the warnings', async () => {
  const { problems } = await inspect(faulty);
  const error = await render(faulty, { format: 'svg', strict: true }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RenderError);
  expect(error).toMatchObject({ code: 'unsupported', problems });
});
