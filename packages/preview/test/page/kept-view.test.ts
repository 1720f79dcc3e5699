import { expect, it } from 'vitest';
import { readView, writeView } from '../../src/page/kept-view.js';

const view = { timeMs: 900, loop: { from: 100, to: 800 }, zoom: 2.25, pictureZoom: 1.5, selected: 'title' };
const kept = writeView(view, '/token/');

it('a reloaded preview page restores the time, loop, zoom and selection', () => {
  expect(readView(kept, '/token/', 1000)).toEqual(view);
});

it('a reloaded preview page restores no time or loop beyond the end of the film', () => {
  expect(readView(kept, '/token/', 850)).toEqual({ ...view, timeMs: 850 });
  expect(readView(kept, '/token/', 700)).toEqual({ ...view, timeMs: 700, loop: null });
});

it('the preview page restores no view in a new tab or for another preview', () => {
  expect(readView(null, '/token/', 1000)).toBeNull();
  expect(readView(kept, '/another/', 1000)).toBeNull();
});
