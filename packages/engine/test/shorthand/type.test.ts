import { describe, expect, it } from 'vitest';
import type { CompositionState } from '../../src/project/schema.ts';
import { expand, plain, problemsOf } from './expand.ts';

/** The states of the title in the compositions of a film. */
function titles(title: object, ...states: object[]): (CompositionState | undefined)[] {
  const objects = { title: { kind: 'text', text: 'ten times ten', ...title } };
  const compositions = states.map((state) => ({ states: { title: true, ...state } }));
  const { main } = plain(expand({ shorthand: true, objects, compositions }).project).scenes;
  return (main?.compositionOrder ?? []).map((key) => main?.compositions[key]?.states.title);
}

describe('letter spacing in font sizes', () => {
  it('becomes pixels, and follows the font size until it is written in pixels', () => {
    const found = titles(
      { fontSize: 100, letterSpacing: '0.05em' },
      {},
      { title: { fontSize: 40 } },
      { title: { letterSpacing: '-.1em' } },
      { title: { letterSpacing: 3 } },
      { title: { fontSize: 200 } },
    );
    expect(found.map((state) => state?.letterSpacing)).toEqual([5, 2, -4, 3, 3]);
  });

  it('uses the default font size, and works for labels', () => {
    expect(titles({ letterSpacing: '0.5em' }, {})[0]?.letterSpacing).toBe(24);
    const objects = { box: { kind: 'rectangle', text: 'A', fontSize: 20, letterSpacing: '0.5em' } };
    const { main } = plain(expand({ shorthand: true, objects, compositions: [{}] }).project).scenes;
    const label = Object.entries(main?.objects ?? {}).find(([, { kind }]) => kind === 'text')?.[0] ?? '';
    const [key = ''] = main?.compositionOrder ?? [];
    expect(main?.compositions[key]?.states[label]?.letterSpacing).toBe(10);
  });
});

describe('parts of texts', () => {
  it('have faces, lines and markers, and later states change them', () => {
    const parts = { 'ten times': { fontFamily: 'serif', italic: true, underline: true, mark: 'gold' } };
    const [first, second] = titles({ parts }, {}, { 'title.ten#2': { fontWeight: 800 } });
    const words = { start: 0, end: 9, fontFamily: 'serif', italic: true, underline: true, mark: '#ffd700' };
    expect(first?.spans).toEqual([words]);
    expect(second?.spans).toEqual([words, { start: 10, end: 13, fontWeight: 800 }]);
  });

  it('report fields that words do not have, and unknown families', () => {
    const broken = (fields: object) =>
      problemsOf({
        shorthand: true,
        objects: { title: { kind: 'text', text: 'ten', parts: { ten: fields } } },
        compositions: [{}],
      });
    expect(broken({ letterSpacing: 2 })).toEqual([
      'objects.title.parts.ten.letterSpacing: is not for words of a text, which have fill, fontWeight, fontFamily, italic, underline, mark, opacity',
    ]);
    expect(broken({ fontFamily: 'Roboto' }).join()).toContain(
      'must be one of Inter, serif, mono, display, but is "Roboto"',
    );
  });
});
