import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, type Film } from './follow-fixes.ts';

const still = (objects: object, more: object = {}): Film => ({
  shorthand: true,
  width: 1280,
  height: 720,
  objects,
  compositions: { only: {} },
  ...more,
});

describe('unknown fields', () => {
  it('lists the fields of an object once if an unknown name resembles none of them', async () => {
    const objects = { one: { kind: 'circle', state: { wobble: 1, sparkle: 2 } } };
    const advice = await adviceOn(still(objects));
    expect(advice.map(({ path }) => path)).toEqual(['objects.one.state.wobble', 'objects.one.state.sparkle']);
    expect(advice[0]?.message).toMatch(
      /^"wobble" is not a field of a state and is ignored; a circle has width, height, .*, such as place and opacity; see the page "shapes"$/,
    );
    expect(advice[1]?.message).toBe('"sparkle" is not a field of a state and is ignored');
    expect(advice.every(({ fix }) => fix === undefined)).toBe(true);
  });

  it('ends with the fields of the kind and its page, once for each kind', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`glorp${index}`, index]));
    const objects = {
      box: { kind: 'rectangle', ...many },
      list: { kind: 'grid', columns: 2, children: ['box'], zork: 1 },
      sales: { kind: 'bars', data: { a: 1 }, zork: 1 },
    };
    const camera = { zoom: 2, zork: 1 };
    const advice = await adviceOn(
      still(objects, { compositions: [{}, { states: { camera, box: { wobble: 1 } } }] }),
    );
    const lists = advice.filter(({ message }) => message.includes('see the page'));
    expect(advice).toHaveLength(50);
    expect(lists.map(({ message }) => message)).toEqual([
      '"glorp0" is not a field of an object and is ignored; a rectangle has width, height, fill, stroke, strokeWidth, dash, dashOffset, cornerRadius, effect, shadow, blur, clip, blend, around, padding, text, textColor, fontSize, and what all objects have, such as place and opacity; see the page "shapes"',
    ]);
    const { zork: _, ...grid } = objects.list;
    const fewer = await adviceOn(
      still(
        { box: { kind: 'rectangle' }, list: { ...grid, zork: 1 }, sales: objects.sales },
        { compositions: [{}, { states: { camera, sales: { zork: 1 } } }] },
      ),
    );
    const unknown = fewer.filter(({ rule }) => rule === 'unknown-field');
    const pages = unknown.map(({ message }) =>
      /; (.+) has .*; see the page "(\w+)"$/.exec(message)?.slice(1),
    );
    expect(pages).toEqual([
      ['a grid', 'groups'],
      ['a chart of bars', 'charts'],
      ['the camera', 'camera'],
    ]);
    for (const { message } of fewer) expect(message.length).toBeLessThan(500);
  });

  it('leaves out the fields of the kind where a fix or an explanation answers', async () => {
    const objects = { box: { kind: 'rectangle', raduis: 8, opactiy: 0.5, paragraphSpacing: 2 } };
    const advice = await adviceOn(still(objects));
    expect(advice.map(({ message, fix }) => [message, fix])).toEqual([
      [
        '"raduis" is not a field and is ignored; did you mean cornerRadius?',
        { cornerRadius: 8, raduis: null },
      ],
      ['"opactiy" is not a field and is ignored; did you mean opacity?', { opacity: 0.5, opactiy: null }],
      [expect.stringContaining(': there are no settings for the space between paragraphs'), undefined],
    ]);
    const [wrong] = await adviceOn(still({ box: { kind: 'rectangle', state: { raduis: 'round' } } }));
    expect(wrong?.message).toMatch(
      /^"raduis" is not a field and is ignored; did you mean cornerRadius\? A rectangle has width, .*; see the page "shapes"$/,
    );
  });

  it('reports a name that an exporting tool writes everywhere once, with the number of places', async () => {
    const objects = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [
        `o${index}`,
        {
          kind: 'circle',
          exporter: 'tool',
          state: { x: 10 * index + 100, y: 200, uuid: 'a', paragraphSpacing: 2 },
        },
      ]),
    );
    const advice = await adviceOn(still(objects));
    expect(advice.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^"exporter" is not a field of an object and is ignored, here and in 89 other places; /,
      ),
      expect.stringMatching(/^"uuid" is not a field of a state and is ignored, here and in 89 other places$/),
      '"paragraphSpacing" is not a field and is ignored, here and in 89 other places: there are no settings for the space between paragraphs',
    ]);
  });

  it('reports unknown fields in lists, groups, sounds and timings', async () => {
    const film = still(
      {
        one: { kind: 'circle', state: { x: 300, y: 300 } },
        two: { kind: 'circle', state: { y: 300 } },
        both: { kind: 'row', children: ['one', 'two'], spacing: 40, members: [] },
      },
      {
        compositions: {
          start: {},
          end: {
            enter: {
              duration: 500,
              tracks: {
                one: {
                  keyframes: {
                    rotation: [[0.5, 20]],
                    k: { at: 0.2, value: 5, property: 'shear', ease: 'linear' },
                  },
                  opacityTiming: { delay: 100 },
                },
              },
            },
            states: { one: { opacity: 0.5 } },
          },
        },
        audioTracks: {
          tone: {
            asset: {
              src: 'data:audio/wav;base64,AAAA',
              mime: 'audio/wav',
              duration: 1000,
              hasAudio: true,
              bitrate: 9,
            },
            gain: 0.5,
          },
        },
      },
    );
    const advice = await adviceOn(film);
    expect(advice.map(({ path }) => path)).toEqual([
      'objects.both',
      'objects.both.members',
      'audioTracks.tone',
      'audioTracks.tone.asset.bitrate',
      'compositions.end.enter.tracks.one.opacityTiming',
      'compositions.end.enter.tracks.one.keyframes.k',
    ]);
    expect(advice.map(({ fix }) => fix)).toEqual([
      { gap: 40, spacing: null },
      undefined,
      { volume: 0.5, gain: null },
      undefined,
      { start: 100, delay: null },
      { easing: 'linear', ease: null },
    ]);
    expect(await expectFixesToWork(film)).toBe(4);
  });

  it('renames only one of two unknown names for the same field, and none if the object has the field', async () => {
    const objects = { one: { kind: 'circle', state: { color: 'red', fillColor: 'blue' } } };
    const advice = await adviceOn(still(objects));
    expect(advice.map(({ fix }) => fix)).toEqual([{ fill: 'red', color: null }, undefined]);
    const there = { one: { kind: 'circle', state: { color: 'red', fill: 'blue' } } };
    expect((await adviceOn(still(there))).map(({ fix }) => fix)).toEqual([undefined]);
  });

  it('keeps a variable that it moves, unless its value must be converted', async () => {
    const written = (name: string) => `$${'{'}${name}}`;
    const film = still(
      {
        one: { kind: 'rectangle', color: written('paint'), state: { radius: written('round') } },
        two: { kind: 'circle', state: { x: 100, r: written('round') } },
      },
      { variables: { paint: 'tomato', round: 12 } },
    );
    expect((await adviceOn(film)).map(({ fix }) => fix)).toEqual([
      { fill: written('paint'), color: null },
      { cornerRadius: written('round'), radius: null },
      undefined,
    ]);
    expect(await expectFixesToWork(film)).toBe(2);
  });

  it('gives no fix for a value that the known field cannot have', async () => {
    for (const state of [{ color: 'rebeccapurplish' }, { radius: -4 }, { bold: 'very' }, { alpha: 3 }]) {
      const [advice, ...others] = await adviceOn(still({ one: { kind: 'rectangle', state } }));
      expect(others).toEqual([]);
      expect(advice?.message).toContain('did you mean');
      expect(advice?.fix).toBeUndefined();
    }
  });

  it('renames fields in the full format, with its colours only', async () => {
    const made = stillProject({ one: { kind: 'text', state: { x: 160, y: 90, text: 'One' } } });
    const { one } = made.scenes.scene.compositions.still.states;
    Object.assign(one, { weight: 'bold', tint: 1, wrap: 300 });
    const unmarked = (await adviceOn(made)).map(({ message, fix }) => [message, fix]);
    expect(unmarked).toContainEqual([
      '"weight" is not a field and is ignored; did you mean fontWeight? It needs "extended": true at the top of the document.',
      undefined,
    ]);
    made.extended = true;
    const advice = await adviceOn(made);
    expect(advice.map(({ path, fix }) => [path.replace(/^.*states\./, ''), fix])).toEqual([
      ['one', { fontWeight: 700, weight: null }],
      ['one.tint', undefined],
      ['one', { wrapWidth: 300, wrap: null }],
    ]);
    expect(await expectFixesToWork({ ...made })).toBe(2);
  });

  it('gives no advice on comments and on the origin of a document', async () => {
    const notes = {
      $comment: 1,
      '//': 1,
      '// two': 1,
      _id: 1,
      'x-id': 1,
      comment: 1,
      description: 1,
      notes: 1,
      metadata: 1,
    };
    const film = still(
      { one: { kind: 'circle', ...notes, state: { ...notes } } },
      { $schema: 'shorthand.json', author: 'me', license: 'CC0', ...notes, compositions: { only: notes } },
    );
    expect(await adviceOn(film)).toEqual([]);
  });

  it('shortens long unknown names and keeps dots out of fixes', async () => {
    const state = { ['a'.repeat(500)]: 1, 'fill.color': 'red' };
    const advice = await adviceOn(still({ one: { kind: 'circle', state } }));
    expect(advice.map(({ fix }) => fix)).toEqual([undefined, undefined]);
    expect(advice[0]?.message.length).toBeLessThan(700);
  });

  it('checks a large document with many unknown fields before the test is given up', {
    tags: 'slow',
  }, async () => {
    const states = Object.fromEntries(Array.from({ length: 40 }, (_, name) => [`field${name}`, name]));
    const objects = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`o${index}`, { kind: 'circle', state: states }]),
    );
    expect(await adviceOn(still(objects))).toHaveLength(40);
  });
});
