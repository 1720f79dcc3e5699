import { afterAll, describe, expect, it } from 'vitest';
import { close, fix, inspect } from '../../../engine/src/index.ts';

afterAll(() => close());

const film = (x: number | string) =>
  JSON.stringify({
    shorthand: true,
    name: 'Film',
    variables: { x: 1900 },
    objects: { title: { kind: 'text', state: { text: 'Hello to everybody', x, y: `\${y}` } } },
    compositions: { only: { duration: 2000 } },
  });

describe('fix', () => {
  it('fix returns the text with the fixes, the changes and the remaining advice', async () => {
    const { text, changes, left } = await fix(film(1900), { variables: { y: 300 } });
    expect(changes).toMatchObject([
      { rule: 'beyond-frame', path: 'objects.title.state.x', from: 1900, line: 1 },
    ]);
    expect(text).toBe(film(1900).replace('"x":1900,"y"', `"x":${changes[0]?.to},"y"`));
    expect(left).toMatchObject([{ rule: 'unused-variable', reason: 'no fix is known' }]);
    expect((await inspect(text, { variables: { y: 300 } })).advice.map(({ rule }) => rule)).toEqual([
      'unused-variable',
    ]);
    expect(await fix(text, { variables: { y: 300 } })).toEqual({ text, changes: [], left });
  });

  it('fix leaves values that come from variables', async () => {
    const text = film(`\${x}`);
    const { left, ...rest } = await fix(text, { variables: { y: 300 } });
    expect(rest).toEqual({ text, changes: [] });
    expect(left).toMatchObject([{ reason: `its value comes from the variable \${x}` }]);
  });

  it('fix refuses an invalid project, a project that is not text, and unknown options', async () => {
    await expect(fix(film(1900))).rejects.toMatchObject({ code: 'invalid-project' });
    const wrong: unknown = { shorthand: true };
    await expect(Reflect.apply(fix, undefined, [wrong])).rejects.toThrow(
      'project must be JSON text, but is an object',
    );
    await expect(Reflect.apply(fix, undefined, [film(1), { layout: true }])).rejects.toMatchObject({
      code: 'invalid-option',
    });
  });
});
