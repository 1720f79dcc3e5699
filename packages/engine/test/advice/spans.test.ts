import { describe, expect, it } from 'vitest';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import { inspect } from '../../src/render/inspect.ts';
import { adviceOn } from './advice-on.ts';

const words = { x: 160, y: 90, text: 'Words to read', fontSize: 30 };

const text = (changes: ObjectSpec['state'], kind: ObjectSpec['kind'] = 'text') =>
  stillProject({ words: { kind, state: { ...words, ...changes } } });

describe('advice on spans', () => {
  it('gives no advice on a text with spans', async () => {
    const spans = [{ start: 0, end: 5, fill: '#ffd166', fontWeight: 700 as const, opacity: 0.9 }];
    expect(await adviceOn(text({ spans }))).toEqual([]);
    expect(await adviceOn(text({ fill: 'none', spans: [{ start: 0, end: 13, fill: '#ffffff' }] }))).toEqual(
      [],
    );
  });

  it('advises on spans of an object without letters', async () => {
    const box = text({ width: 50, height: 50, spans: [{ start: 0, end: 3, fill: '#ffd166' }] }, 'rectangle');
    expect(await adviceOn(box)).toMatchObject([
      {
        rule: 'no-effect',
        message:
          'spans has no effect on an object of kind rectangle: it is for texts and equations; remove it',
        fix: { spans: null },
      },
    ]);
  });

  it('explains that spans hide all of a text', async () => {
    const spans = [
      { start: 0, end: 5, opacity: 0 },
      { start: 6, end: 13, fill: 'none' },
    ];
    expect(await adviceOn(text({ spans }))).toMatchObject([
      { rule: 'paints-nothing', message: 'the spans hide all of the text; show some of it' },
    ]);
  });

  it('an inspection names spans that are no part of an equation', async () => {
    const equation = (start: number, end: number) =>
      text({ text: '\\frac{x}{y}', spans: [{ start, end, fill: '#ffd166' }] }, 'equation');
    expect((await inspect(equation(5, 8))).issues).toEqual([]);
    expect((await inspect(equation(0, 3))).issues).toEqual([
      'scenes.scene.compositions.still.states.words.spans: the span "\\\\fr" is not a part of the equation with a place of its own; let it cover whole symbols, terms or groups in braces',
    ]);
  });
});
