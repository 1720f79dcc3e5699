import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { CountingStore } from '../../../../../test/support/kept-films.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import type { Project } from '../../../src/project/schema.ts';
import { unpackRecord } from '../../../src/render/film/kept/film-record.ts';

/** Keeps pieces, and the records of films. */
class RememberingStore extends CountingStore {
  readonly films = new Map<string, Buffer>();
  readonly records = {
    get: async (key: string) => this.films.get(key),
    put: async (key: string, record: Buffer) => void this.films.set(key, record),
  };
}

/** Three compositions of 1.6 s with transitions of 0.4 s, each a piece with the transition after it. */
function titles(): Project {
  const at = (text: string, index: number) => ({
    title: state({ x: 160, y: 60 + 20 * (index % 2), text, fontSize: 30 }),
    box: state({ x: 40, y: 150 }),
  });
  const texts = ['one', 'two', 'three'];
  return project(
    scene('scene', {
      objects: [object('title', { kind: 'text' }), object('box')],
      compositions: texts.map((text, index) => composition(`c${index}`, 1600, at(text, index))),
      transitions: [transition('c0', 'c1', 400), transition('c1', 'c2', 400)],
    }),
  );
}

type Scene = Project['scenes'][string];

/** Edits the film, and returns why each piece of the new one was made; null for those that were kept. */
async function whyAfter(change: (scene: Scene, film: Project) => void, settings = {}) {
  const store = new RememberingStore();
  const options = { store, threads: 0, isChecked: false };
  await filmOf(titles(), options);
  const edited = titles();
  const [edit] = Object.values(edited.scenes);
  change(edit, edited);
  const { pieces = [] } = await filmOf(edited, { ...options, ...settings });
  return pieces.map(({ isKept, why }) => (isKept ? null : why));
}

describe('why a piece is made', () => {
  it.each<[string, (scene: Scene, film: Project) => void, (string | null)[]]>([
    ['nothing changed', () => {}, [null, null, null]],
    [
      'another text',
      ({ compositions }) => {
        compositions.c2.states.title.text = 'four';
      },
      [null, 'the object "title" differs', 'the object "title" differs'],
    ],
    [
      'another colour of the second object',
      ({ compositions }) => {
        compositions.c0.states.box.fill = '#ff0000';
      },
      ['the object "box" differs', null, null],
    ],
    [
      'a shorter composition',
      ({ compositions }) => {
        compositions.c0.duration -= 100;
      },
      ['it lasts 57 frames instead of 60', null, null],
    ],
    [
      'another background',
      (scene) => {
        scene.background = '#123456';
      },
      ['the background differs', 'the background differs', 'the background differs'],
    ],
    [
      'an object that is gone',
      ({ compositions }) => {
        compositions.c2.states.box.visible = false;
      },
      [null, 'the object "box" differs', 'an object is no longer in it'],
    ],
    [
      'another name of the film',
      (_, film) => {
        film.name = 'Another';
      },
      [null, null, null],
    ],
  ])('after an edit: %s', async (_, change, expected) => {
    expect(await whyAfter(change)).toEqual(expected);
  });

  it('another size is named', async () => {
    const size = { width: 160, height: 90 };
    const reason = 'the size, the rate or the quality differs';
    expect(await whyAfter(() => {}, { size })).toEqual([reason, reason, reason]);
  });

  it('the first film of a project has nothing to compare it with', async () => {
    const store = new RememberingStore();
    const { pieces = [] } = await filmOf(titles(), { store, threads: 0, isChecked: false });
    expect(new Set(pieces.map(({ why }) => why))).toEqual(
      new Set(['the cache knows no earlier film of this project']),
    );
  });

  it.each(['', '[]', 'null', '{"pieces":3}', '[1,2,[[1]]]', '\u0000'])('a record %j is ignored', (text) => {
    expect(unpackRecord(Buffer.from(text))).toBeUndefined();
  });
});
