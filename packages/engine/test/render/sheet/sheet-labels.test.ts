import { describe, expect, it } from 'vitest';
import { loadTypesetter } from '../../../src/drawing/text/typesetter.ts';
import { labelColor, loadLabelSetter } from '../../../src/render/sheet/sheet-labels.ts';

const labels = await loadLabelSetter();
const typesetter = await loadTypesetter();
const long = 'A name that is much too long for its caption';

/** Without direction marks, which draw nothing. */
const visible = (text: string) => text.replaceAll('\u200e', '');

describe('two names with an arrow', () => {
  it('a sheet caption shows two names in full if they fit', () => {
    expect(visible(labels.pair('One', 'Two', 10, 500))).toBe('One → Two');
  });

  it('a sheet caption shortens two names only as far as necessary', () => {
    for (const [from, to, expected] of [
      ['One', long, /^One → A name that is .+…$/],
      [long, 'Two', /^A name that is .+… → Two$/],
      [long, long, /^A name.*… → A name.*…$/],
    ] as const) {
      const text = labels.pair(from, to, 10, 150);
      expect(visible(text)).toMatch(expected);
      expect(labels.widthOf(text, 10)).toBeLessThanOrEqual(150);
    }
  });

  it.each([
    ['مرحبا', '短い'],
    ['One', 'שלום'],
    ['مرحبا', 'שלום'],
  ])('a sheet caption shows %s and %s in the order of the film', (from, to) => {
    const text = labels.pair(from, to, 10, 500);
    const [line] = typesetter.layout(text).lines;
    const graphemes = [...new Intl.Segmenter().segment(text)];
    const arrow = graphemes.findIndex(({ segment }) => segment === '→');
    const places = (isOf: (grapheme: number) => boolean) =>
      (line?.glyphs ?? [])
        .filter(({ firstGrapheme, outline }) => outline.points.length > 0 && isOf(firstGrapheme))
        .map(({ x }) => x);
    const before = places((grapheme) => grapheme < arrow);
    const after = places((grapheme) => grapheme > arrow);
    expect(Math.min(before.length, after.length)).toBeGreaterThan(0);
    expect(Math.max(...before)).toBeLessThan(Math.min(...after));
  });
});

it('a sheet label is one line within its width for long and multi-line text', () => {
  const place = { left: 100, y: 50, fontSize: 10, width: 60, color: labelColor('#ffffff') };
  const widthOf = (text: string) => {
    const [node] = labels.draw({ ...place, text });
    if (node?.type !== 'group' || node.children[0]?.type !== 'fill') return 0;
    const xs = node.children[0].outline.points.filter((_, index) => index % 2 === 0);
    return (Math.max(...xs) - Math.min(...xs)) * 10;
  };
  expect(widthOf('short')).toBeGreaterThan(15);
  expect(widthOf(long)).toBeGreaterThan(40);
  expect(widthOf(long)).toBeLessThanOrEqual(61);
  expect(widthOf('two\nlines\tand more')).toBeLessThanOrEqual(61);
  expect(labels.draw({ ...place, text: ' \n ' })).toEqual([]);
  expect(labels.draw({ ...place, text: long, width: 1 })).toEqual([]);
});
