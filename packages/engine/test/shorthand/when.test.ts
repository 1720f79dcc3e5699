import { describe, expect, it } from 'vitest';
import type { CompositionState } from '../../src/project/schema.ts';
import { expand, plain, problemsOf } from './expand.ts';

const frames = { landscape: [1600, 900], portrait: [900, 1600], square: [900, 900] } as const;

const film = (fields: object, frame: keyof typeof frames = 'landscape') => {
  const [width, height] = frames[frame];
  return { shorthand: true, width, height, ...fields };
};

function stateIn(objects: object, frame: keyof typeof frames, id: string): CompositionState {
  const { main } = plain(expand(film({ objects, compositions: [{}] }, frame)).project).scenes;
  const state = main?.compositions['1']?.states[id];
  if (state === undefined) throw new Error(`no state of ${id}`);
  return state;
}

describe('when of an object', () => {
  it('fields of when replace those of the object in a frame of that shape', () => {
    const title = {
      kind: 'text',
      text: 'Hello',
      fontSize: 100,
      state: { fill: 'gold' },
      when: { portrait: { fontSize: 60, fill: 'red' }, square: { text: ['Hel', 'lo'] } },
    };
    const seen = (['landscape', 'portrait', 'square'] as const).map((frame) => {
      const { fontSize, fill, text } = stateIn({ title }, frame, 'title');
      return [fontSize, fill, text];
    });
    expect(seen).toEqual([
      [100, '#ffd700', 'Hello'],
      [60, '#ff0000', 'Hello'],
      [100, '#ffd700', 'Hel\nlo'],
    ]);
  });

  it('a place in when replaces the place of the object', () => {
    const box = { kind: 'rectangle', width: 100, height: 100 };
    const objects = (place: object, other: object) => ({
      a: { ...box, x: 300, y: 300 },
      b: { ...box, ...place, when: { portrait: other } },
    });
    const at = (place: object, other: object) => {
      const { x, y } = stateIn(objects(place, other), 'portrait', 'b');
      return [x, y];
    };
    expect(at({ rightOf: 'a', margin: 10 }, { below: 'a' })).toEqual([300, 410]);
    expect(at({ x: 700, y: 700 }, { place: 'top left', margin: 0 })).toEqual([50, 50]);
    expect(at({ place: 'top left', margin: 0 }, { x: 200 })).toEqual([200, 50]);
    expect(at({ inside: 'a', margin: 0, place: 'left' }, { place: 'right' })).toEqual([300, 300]);
  });

  it('when may change the kind, the children and the template of a group', () => {
    const row = {
      kind: 'row',
      gap: 20,
      data: [1, 2],
      each: { kind: 'circle', width: 100, height: 100, when: { portrait: { width: 50, height: 50 } } },
      when: { portrait: { kind: 'column', gap: 40, data: [1, 2, 3] } },
    };
    expect(stateIn({ row }, 'landscape', 'row-1')).toMatchObject({ x: 860, y: 450, width: 100 });
    const parts = ['row-0', 'row-1', 'row-2'].map((id) => stateIn({ row }, 'portrait', id));
    expect(parts.map(({ x, y, width }) => [x, y, width])).toEqual([
      [450, 710, 50],
      [450, 800, 50],
      [450, 890, 50],
    ]);
  });

  it('reports unknown shapes and wrong fields, also for frames of another shape', () => {
    const objects = {
      a: { kind: 'circle', when: { tall: { x: 1 }, portrait: 3 } },
      b: { kind: 'circle', when: { portrait: { widht: 5, opacity: 7, enter: 'pop' } } },
      c: { kind: 'circle', when: { landscape: { widht: 5 } } },
      d: { kind: 'circle', when: 'portrait' },
    };
    expect(problemsOf(film({ objects, compositions: [{}] }))).toEqual([
      'objects.a.when.tall: is not a shape of the frame; write portrait, landscape or square',
      'objects.a.when.portrait: must be an object with the fields that differ there, but is 3',
      'objects.d.when: must be an object such as { "portrait": { … } }, but is "portrait"',
      'objects.b.when.portrait.opacity: must be a number from 0 to 1, but is 7',
    ]);
  });
});

describe('styles that no object has', () => {
  it('wrong values and unknown fields of styles are reported without a use', () => {
    const styles = {
      wrong: { fill: 'toomato', fontSize: '5%', widht: 4 },
      fine: { text: ['a', 'b'], scale: 2, textColor: 'red', cornerRadius: '2%', color: 'gold', x: '=s' },
      none: 4,
      label: { textColor: 'nothing' },
    };
    expect(
      problemsOf(film({ variables: { s: 1 }, styles, compositions: [{}, { variables: { s: 2 } }] })),
    ).toEqual([
      expect.stringMatching(/^styles\.wrong\.fill: must be a color/),
      'styles.none: must be an object, but is 4',
      expect.stringMatching(/^styles\.label\.textColor: must be a color/),
    ]);
  });

  it('guesses in styles mean what they mean in the object that has the style', () => {
    const styles = { big: { size: 200, color: 'gold' }, faint: { alpha: 0.5, lineWidth: 9 } };
    const objects = {
      letters: { kind: 'text', text: 'a', style: 'big' },
      disc: { kind: 'circle', style: ['big', 'faint'] },
      line: { kind: 'path', style: 'big' },
    };
    const { project, guesses } = expand(film({ styles, objects, compositions: [{}] }));
    const states = plain(project).scenes.main?.compositions['1']?.states;
    expect(states?.letters).toMatchObject({ fontSize: 200, fill: '#ffd700' });
    expect(states?.disc).toMatchObject({ width: 200, fill: '#ffd700', opacity: 0.5, strokeWidth: 9 });
    expect(states?.line).toMatchObject({ stroke: '#ffd700' });
    const named = guesses.map(({ path, name, fields }) => [path.join('.'), name, Object.keys(fields)]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['styles.faint', 'alpha', ['opacity']],
        ['styles.faint', 'lineWidth', ['strokeWidth']],
        ['styles.big', 'size', []],
      ]),
    );
  });
});
