import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../bench/agents/read-mover.mjs';
import { inspect } from '../../packages/engine/src/render/inspect.ts';

const folder = fileURLToPath(new URL('../../bench/agents/', import.meta.url));
const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));

interface Prompt {
  readonly template: string;
  readonly prompt: string;
  readonly program: string;
}

const { prompts }: { prompts: readonly Prompt[] } = await read('mover-prompts.json');
const wrong: Record<string, { path: (string | number)[]; value: number }> = await read('mover-wrong.json');

/** What came of the sentences of a program for a film. */
async function statusesOf(film: object, program: string) {
  const { assertions = [] } = await inspect({ ...film, expect: readProgram(program) }, { advice: true });
  return assertions.map(({ status }) => status);
}

describe.each(prompts)('the prompt $template', ({ template, program }) => {
  it('the film of a prompt does what its program says, and with one wrong number it does not', async () => {
    const film = await read(`mover/${template}.json`);
    expect(await statusesOf(film, program)).toEqual(['passes']);
    const { path, value } = wrong[template] ?? { path: [], value: 0 };
    const owner = path.slice(0, -1).reduce((inner, key) => inner[key], film);
    const last = path.at(-1) ?? '';
    expect(typeof owner[last]).toBe('number');
    expect(owner[last]).not.toBe(value);
    owner[last] = value;
    expect(await statusesOf(film, program)).toEqual(['fails']);
  });
});

describe('the reader of programs', () => {
  const objects = `o_1 = iota(Object, lambda o: color(o, "red") and shape(o, "circle"))
o_2 = iota(Object, lambda o: shape(o, "square") and color(o, "blue"))
`;

  it('negations, conjunctions and inverse relations become sentences', () => {
    expect(
      readProgram(`${objects}not exists(Motion, lambda m: type(m, "rotate") and agent(m, o_1))`),
    ).toEqual(['never red-circle rotates']);
    expect(
      readProgram(
        `${objects}exists(Motion, lambda m: (type(m, "translate") and agent(m, o_2)) and post(m, s_left(o_1, o_2))) and exists(Motion, lambda n: type(n, "scale") and agent(n, o_1))`,
      ),
    ).toEqual(['blue-square moves and ends right of red-circle', 'red-circle scales']);
  });

  it('what no sentence can say is an error, and so is what is no program', () => {
    expect(() =>
      readProgram(
        `${objects}exists(Motion, lambda m: agent(m, o_1)) or exists(Motion, lambda m: agent(m, o_2))`,
      ),
    ).toThrow('no sentence says');
    expect(() => readProgram('exists(Motion, ;)')).toThrow('cannot read');
    expect(() => readProgram(`${objects}exists(Motion, lambda m: type(m, "fly") and agent(m, o_1))`)).toThrow(
      'there is no motion of type fly',
    );
    expect(() => readProgram('exists(Motion, 3) 4')).toThrow('goes on after its end');
  });
});
