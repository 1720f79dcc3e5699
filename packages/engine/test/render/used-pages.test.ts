import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { usedPages } from '../../src/render/used-pages.ts';

const fixture = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../test/fixtures/projects/${name}.json`, import.meta.url), 'utf8'),
  );

describe('the pages about what a document uses', () => {
  it.each([
    [{ objects: { a: { kind: 'circle' } } }, ['shapes']],
    [{ objects: { a: { type: 'text', text: 'A' } } }, ['text']],
    [{ objects: { a: { kind: 'text', text: 'A', place: 'top' } } }, ['places', 'text']],
    [{ objects: { a: { kind: 'text', text: '=', style: 'b' } }, styles: { b: {} } }, ['paint', 'text']],
    [{ objects: { a: { kind: 'row', children: { b: { kind: 'circle' } } } } }, ['groups', 'shapes']],
    [{ objects: { a: { kind: 'row', data: 2, each: { kind: 'circle' } } } }, ['groups', 'shapes']],
    [{ variables: { s: 1 } }, ['variables']],
    [{ objects: { a: { kind: 'circle', state: { x: '=1 + 1' } } } }, ['shapes', 'variables']],
    [{ compositions: [{ enter: 500 }] }, ['animation']],
    [{ objects: { a: { kind: 'circle', loop: 'spin' } } }, ['loops', 'shapes']],
    [{ compositions: [{ enter: 0 }] }, []],
    [{ enter: 500, scenes: { a: { objects: { b: { kind: 'circle' } } } } }, ['animation', 'shapes']],
    [{ compositions: { a: { states: { camera: { zoom: 2 } } } } }, ['camera']],
    [
      { objects: { a: { kind: 'circle', exit: { keyframes: { x: [[0.5, 1]] } } } } },
      ['animation', 'keyframes', 'shapes'],
    ],
    [
      { compositions: [{ enter: { tracks: { a: { keyframes: { x: [[0.5, 1]] } } } } }] },
      ['animation', 'keyframes'],
    ],
    [{ scenes: [{ audioTracks: { a: { src: 'a.wav' } } }] }, ['sound']],
    [{}, []],
    ['no document', []],
  ])('lists the pages of %j', (document, expected) => {
    expect(usedPages(document)).toEqual(expected);
  });

  it('lists no page for an object that only the short form of another makes, such as a label', async () => {
    const film = { shorthand: true, objects: { a: { kind: 'circle', text: 'A' } }, compositions: [{}] };
    expect(await inspect(film, { advice: true })).toMatchObject({ pages: ['shapes'] });
    expect(await inspect(film)).not.toHaveProperty('pages');
  });

  it('lists the pages of a project in the full format', () => {
    expect(usedPages(fixture('derivative'))).toEqual(['animation', 'equations', 'shapes', 'text']);
  });
});
