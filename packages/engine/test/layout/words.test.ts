import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/drawing/bounds.ts';
import type { Project, Scene } from '../../src/project/schema.ts';
import { expandedFilm, problemsOf, sceneOf, stateOf } from '../shorthand/expand.ts';

const objects = {
  law: {
    kind: 'equation',
    place: 'center',
    fontSize: 120,
    text: 'A v = \\lambda v + \\class{rest}{\\alpha x^2}',
  },
  title: { kind: 'text', place: 'top', text: 'An eigenvector keeps its direction', fontSize: 80 },
};

const withObject = (mark: object, more: object = {}) => ({
  objects: { ...objects, mark },
  compositions: { a: {}, b: {} },
  ...more,
});

function sceneIn({ scenes }: Project): Scene {
  const { main } = scenes;
  if (main === undefined) throw new Error('no scene');
  return main;
}

/** The box of a rectangle around words, without padding. */
function boxAround(target: string, changes: object = {}): Bounds {
  const { x, y, width, height } = stateOf(
    sceneOf(withObject({ kind: 'rectangle', around: target, padding: 0 }, changes)),
    'a',
    'mark',
  );
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

describe('relations to words and symbols', () => {
  it('a box stands exactly around a symbol, in the order of the equation', () => {
    const boxes = ['law.A', 'law.v', 'law.=', 'law.lambda', 'law.v#2', 'law.rest'].map((one) =>
      boxAround(one),
    );
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1];
      expect(box.right - box.left).toBeGreaterThan(20);
      if (next) expect(box.right).toBeLessThanOrEqual(next.left + 1);
    }
    const [first, last, whole] = [boxes[0], boxes.at(-1), boxAround('law')];
    expect(first?.left).toBeCloseTo(whole.left, 0);
    expect(last?.right).toBeCloseTo(whole.right, 0);
    expect(Math.min(...boxes.map(({ top }) => top))).toBeCloseTo(whole.top, 0);
  });

  it('a box stands exactly around words of a text', () => {
    const [first, last, whole] = [boxAround('title.An'), boxAround('title.direction'), boxAround('title')];
    expect(first.left).toBeCloseTo(whole.left, 0);
    expect(last.right).toBeCloseTo(whole.right, 0);
    expect(first.right).toBeLessThan(last.left);
  });

  it('an arrow points at a symbol, a brace spans it and a text stands below it', () => {
    const box = boxAround('law.lambda');
    const arrow = stateOf(
      sceneOf(withObject({ kind: 'arrow', from: [960, 1000], to: 'law.lambda', margin: 0 })),
      'a',
      'mark',
    );
    expect(arrow.y + arrow.height).toBeCloseTo(box.bottom, 0);
    const brace = stateOf(sceneOf(withObject({ kind: 'brace', below: 'law.lambda' })), 'a', 'mark');
    expect([brace.x, brace.x + brace.width]).toEqual([
      expect.closeTo(box.left, 0),
      expect.closeTo(box.right, 0),
    ]);
    const text = stateOf(
      sceneOf(withObject({ kind: 'text', text: 'eigenvalue', fontSize: 30, below: 'law.lambda' })),
      'a',
      'mark',
    );
    expect(text.x).toBeCloseTo((box.left + box.right) / 2, 0);
    expect(text.y).toBeGreaterThan(box.bottom);
  });

  it('what stands at a symbol goes with it to the next text', () => {
    const scene = sceneOf(
      withObject(
        { kind: 'rectangle', around: 'law.lambda', padding: 0 },
        { compositions: { a: { states: { law: true } }, b: { states: { law: { text: '\\lambda = 2' } } } } },
      ),
    );
    expect(stateOf(scene, 'b', 'mark').x).toBeLessThan(stateOf(scene, 'b', 'law').x);
    expect(stateOf(scene, 'b', 'mark').x).not.toBe(stateOf(scene, 'a', 'mark').x);
  });

  it('a name that the text does not have is explained', () => {
    const arrow = (to: string) =>
      problemsOf({ shorthand: true, ...withObject({ kind: 'arrow', from: [0, 0], to }) });
    expect(arrow('law.mu').join()).toMatch(/is "law\.mu", but the text in the composition a is "A v/);
    expect(arrow('law.{').join()).toMatch(/has no place of its own; name whole symbols or terms/);
    expect(arrow('laws.mu').join()).toMatch(/laws/);
  });
});

describe('symbols as parts', () => {
  const colored = (states: object) =>
    expandedFilm({ objects, compositions: { a: { states: { law: true, ...states } } } });

  it.each([
    ['law.x', 1],
    ['law.v#2', 1],
    ['law.alpha', 1],
    ['law.rest', 1],
  ])('%s is a part', (name, count) => {
    const state = stateOf(sceneIn(colored({ [name]: { fill: 'gold' } })), 'a', 'law');
    expect(state.spans).toHaveLength(count);
  });

  it('a name means the symbol and no letter of a command or a name', () => {
    const textOf = (text: string, part: string) => {
      const film = expandedFilm({
        objects: { law: { ...objects.law, text } },
        compositions: { a: { states: { law: true, [`law.${part}`]: { fill: 'gold' } } } },
      });
      const { spans = [] } = stateOf(sceneIn(film), 'a', 'law');
      return spans.map(({ start, end }) => `${start} ${text.slice(start, end)}`);
    };
    expect(textOf('\\alpha + a', 'a')).toEqual(['9 a']);
    expect(textOf('\\begin{aligned}b&=a\\end{aligned}', 'a')).toEqual(['18 a']);
    expect(textOf('\\pmod{5} \\pm 1', 'pm')).toEqual(['9 \\pm']);
    expect(textOf('\\class{n}{n}x^\\class{n}n', 'n')).toEqual(['0 \\class{n}{n}', '14 \\class{n}n']);
    expect(textOf('\\class{n}{n}x^\\class{n}n', 'n#2')).toEqual(['14 \\class{n}n']);
  });
});
