import { beforeAll, describe, expect, it } from 'vitest';
import type { FillNode, ObjectNode } from '../../src/drawing/display-list.ts';
import { ObjectDrawer } from '../../src/drawing/draw-object.ts';
import { loadTypesetters, type Typesetters } from '../../src/drawing/typesetters.ts';
import type { Appearance } from '../../src/timeline/appearance.ts';
import { identityMatrix } from '../../src/timeline/matrix.ts';
import { appearanceOf, letteringOf } from './appearance-parts.ts';
import { extentOf } from './text/layout-probes.ts';

let typesetters: Typesetters;
beforeAll(async () => {
  typesetters = await loadTypesetters({ hasTexts: true, hasEquations: false, wrapsTexts: true });
});

const gold = { red: 255, green: 215, blue: 0, alpha: 1 };
const white = { red: 255, green: 255, blue: 255, alpha: 1 };

function draw(
  lettering: Parameters<typeof letteringOf>[0],
  changes: Partial<Appearance> = {},
): ObjectNode | null {
  const appearance = appearanceOf({ ...changes, lettering: letteringOf({ align: 'left', ...lettering }) });
  const drawer = new ObjectDrawer({ typesetters, place: [] });
  return drawer.draw({
    objectId: 'title',
    kind: 'text',
    matrix: identityMatrix,
    opacity: 1,
    effect: 'none',
    layerId: null,
    appearance,
  } as never);
}

type Node = ObjectNode['children'][number];

function fillsOf(nodes: readonly Node[], color: FillNode['color']): FillNode[] {
  return nodes.flatMap((node): FillNode[] => {
    if (node.type === 'group') return fillsOf(node.children, color);
    return node.type === 'fill' && JSON.stringify(node.color) === JSON.stringify(color) ? [node] : [];
  });
}

function boxesOf(node: ObjectNode | null, color = gold) {
  return fillsOf(node?.children ?? [], color).map(({ outline }) => extentOf(outline));
}

const text = 'one two three';
const marked = { start: 4, end: 7, fill: undefined, opacity: 1, mark: gold };

describe('markers', () => {
  it('are behind their words, on every line', () => {
    const [box] = boxesOf(draw({ text, spans: [marked] }));
    const layout = typesetters.text(text);
    const [before, word] = [typesetters.text('one ').width, typesetters.text('two').width];
    expect(box?.left).toBeCloseTo(before - 0.1, 1);
    expect(box?.right).toBeCloseTo(before + word + 0.1, 1);
    expect(box?.right).toBeLessThan(layout.width);
    const node = draw({ text, spans: [marked] });
    expect(node?.children[0]).toMatchObject({ color: gold });
    const wrapped = draw({ text, wrapWidthInEm: 2.5, spans: [{ ...marked, start: 0, end: text.length }] });
    expect(boxesOf(wrapped)).toHaveLength(3);
  });

  it('are drawn with the text that is written, letter by letter or line by line', () => {
    const rightOf = (write: number) =>
      boxesOf(draw({ text, spans: [marked] }, { write, writeOrder: 'sequential' }))[0]?.right;
    const [none, some, all] = [rightOf(0.2), rightOf(5.5 / 13), rightOf(0.9)];
    expect(none).toBeUndefined();
    expect(some).toBeLessThan(all ?? 0);
    expect(all).toBe(boxesOf(draw({ text, spans: [marked] }))[0]?.right);
    const lined = draw({ text, spans: [marked] }, { write: 0.5 });
    expect(lined?.children.some((child) => child.type === 'group' && child.clip !== null)).toBe(true);
  });

  it('are drawn from the start of their words by their share', () => {
    const boxOf = (markShare: number, word = text) =>
      boxesOf(draw({ text: word, spans: [{ ...marked, markShare }] }))[0];
    const [half, whole] = [boxOf(0.5), boxOf(1)];
    expect(half?.left).toBeCloseTo(whole?.left ?? 0, 6);
    expect((half?.right ?? 0) - (half?.left ?? 0)).toBeCloseTo(
      ((whole?.right ?? 0) - (whole?.left ?? 0)) / 2,
      6,
    );
    const hebrew = 'אבג דהו זחט';
    expect(boxOf(0.5, hebrew)?.right).toBeCloseTo(boxOf(1, hebrew)?.right ?? 0, 6);
  });
});

describe('underlines', () => {
  const lineOf = (word: string, underlines = [{ start: 0, end: word.length }]) => {
    const [line] = boxesOf(draw({ text: word, underlines }), white).filter(({ top }) => top > 0.3);
    return line;
  };

  it('are as wide as the text or its part, below the letters', () => {
    const line = lineOf('Hamn');
    expect(line?.left).toBeCloseTo(0, 9);
    expect(line?.right).toBeCloseTo(typesetters.text('Hamn').width, 9);
    expect(line?.top).toBeCloseTo(0.41, 9);
    const part = lineOf('Ham n', [{ start: 4, end: 5 }]);
    expect(part?.left).toBeGreaterThan(typesetters.text('Ham').width);
  });

  it('leave out descenders', () => {
    const countOf = (word: string) => {
      const [node] = fillsOf(draw({ text: word, underlines: [{ start: 0, end: 9 }] })?.children ?? [], white);
      return node?.outline.verbs.split('M').length;
    };
    expect(countOf('mm')).toBe(2);
    expect(countOf('mpm')).toBe(3);
  });

  it('underlines have the fill of their words', () => {
    const spans = [{ start: 0, end: 3, fill: gold, opacity: 1 }];
    const node = draw({ text, spans, underlines: [{ start: 0, end: text.length }] });
    expect(boxesOf(node).filter(({ top }) => top > 0.3)).toHaveLength(1);
    expect(boxesOf(node, white).filter(({ top }) => top > 0.3)).toHaveLength(1);
  });
});
