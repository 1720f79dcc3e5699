import { expect, it } from 'vitest';
import { film, problemsOf } from './laid-out.ts';

const box = (state: object = {}) => ({ kind: 'rectangle', state });
const text = (state: object) => ({ kind: 'text', state });

it('five thousand relations in one chain are laid out', async () => {
  const boxes = Array.from({ length: 5000 }, (_, index) => [
    `b${index}`,
    box(index === 0 ? { x: 0 } : { width: 5, rightOf: `b${index - 1}`, margin: 1 }),
  ]);
  expect(await problemsOf(film(Object.fromEntries(boxes)))).toEqual([]);
});

it('a scene with more text than fits into any picture is refused', async () => {
  const words = 'word '.repeat(1990);
  const cards = Array.from({ length: 20 }, (_, index) => [
    [`card${index}`, box({ width: 900, height: 80 })],
    [`text${index}`, text({ text: `${index} ${words}`, inside: `card${index}` })],
  ]).flat();
  expect(await problemsOf(film(Object.fromEntries(cards)))).toEqual([
    'project: has more than 300000 characters to lay out; use shorter texts or numbers',
  ]);
});
