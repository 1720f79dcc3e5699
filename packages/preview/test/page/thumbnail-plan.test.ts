import { expect, it } from 'vitest';
import { filmOutline } from '../../../../test/support/film-outline.ts';
import { planThumbnails } from '../../src/page/thumbnails.js';

const film = { width: 320, height: 180 };
const [hold, transition] = filmOutline([300, 400, 300]).segments;
if (!hold || !transition) throw new Error('the film has no segments');

it("a hold's thumbnails repeat one picture", () => {
  expect(planThumbnails(hold, film, { width: 200, height: 36 }, 2)).toEqual({
    row: { width: 400, height: 72 },
    picture: { width: 128, height: 72 },
    pictures: [{ timeMs: 150, from: 0, until: 4 }],
  });
});

it("a transition's thumbnails show several times", () => {
  const plan = planThumbnails(transition, film, { width: 192, height: 36 }, 1);
  expect(plan?.pictures).toEqual([
    { timeMs: 300 + 400 / 6, from: 0, until: 1 },
    { timeMs: 500, from: 1, until: 2 },
    { timeMs: 300 + (5 * 400) / 6, from: 2, until: 3 },
  ]);
});

it('the thumbnails of a hold with captions show several times', () => {
  const plan = planThumbnails({ ...hold, isStill: false }, film, { width: 192, height: 36 }, 1);
  expect(plan?.pictures.map(({ timeMs }) => timeMs)).toEqual([50, 150, 250]);
});

it('thumbnails fill a long transition without gaps with only six pictures', () => {
  const plan = planThumbnails(transition, film, { width: 2000, height: 36 }, 1) ?? expect.unreachable();
  expect(plan.pictures).toHaveLength(6);
  let next = 0;
  for (const { from, until } of plan.pictures) {
    expect(from).toBe(next);
    expect(until).toBeGreaterThan(from);
    next = until;
  }
  expect(next).toBe(Math.ceil(2000 / 64));
});

it('strip segments narrower than 6 pixels have no thumbnails', () => {
  expect(planThumbnails(hold, film, { width: 5, height: 36 }, 2)).toBeNull();
  expect(planThumbnails(hold, film, { width: 6, height: 36 }, 2)).not.toBeNull();
});

it('thumbnails are at most 400 pixels wide, and a row of thumbnails at most 8000', () => {
  const plan = planThumbnails(hold, { width: 9000, height: 100 }, { width: 20_000, height: 50 }, 2);
  expect(plan).toMatchObject({ row: { width: 8000 }, picture: { width: 400 } });
});
