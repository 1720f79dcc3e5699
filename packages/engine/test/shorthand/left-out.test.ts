import { describe, expect, it } from 'vitest';
import { wavUrl } from '../../../../test/support/wav-writer.ts';
import { expandedFilm, film, problemsOf, sceneOf, stateOf } from './expand.ts';

describe('omitted shorthand fields', () => {
  it("fills in a project's omitted fields with defaults", () => {
    const project = expandedFilm();
    expect(project).toMatchObject({ name: 'Untitled', version: 2, extended: true, sceneOrder: ['main'] });
    expect(Object.keys(project).sort()).toEqual(['extended', 'name', 'sceneOrder', 'scenes', 'version']);
    expect(expandedFilm({ name: 'Film', version: 1 })).toMatchObject({ name: 'Film', version: 1 });
  });

  it('uses the order of keys when sceneOrder or compositionOrder is omitted', () => {
    const scene = sceneOf({ compositions: { z: {}, m: {}, a: {} } });
    expect(scene.compositionOrder).toEqual(['z', 'm', 'a']);
    expect(sceneOf({ compositionOrder: ['b', 'a'] }).compositionOrder).toEqual(['b', 'a']);
    const scenes = { two: { compositions: { a: {} } }, one: { compositions: { a: {} } } };
    const document = { shorthand: true, scenes };
    expect(problemsOf(document)).toEqual([]);
    expect(expandedFilm({ ...document, objects: undefined, compositions: undefined })).toMatchObject({
      sceneOrder: ['two', 'one'],
      scenes: { two: { id: 'two', name: 'two' }, one: { id: 'one', name: 'one' } },
    });
  });

  it.each([
    [{ objects: { 1: { kind: 'text' } } }, 'objects.1', 'the order of every object'],
    [{ objects: { box: { kind: 'text' }, 12: { kind: 'text', order: 3 } } }, 'objects.12', 'the order'],
    [{ compositions: { intro: {}, 2: {} } }, 'compositions.2', 'a compositionOrder'],
    [
      { objects: undefined, compositions: undefined, scenes: { 0: { compositions: { a: {} } } } },
      'scenes.0',
      'a sceneOrder',
    ],
  ])('refuses whole numbers as shorthand keys: %j', (changes, place, wayOut) => {
    expect(problemsOf(film(changes))).toEqual([
      expect.stringContaining(
        `${place}: must not be a whole number, because JSON readers reorder such keys; choose another name, or write ${wayOut}`,
      ),
    ]);
  });

  it('accepts whole numbers as shorthand keys if an order is specified', () => {
    const changes = {
      objects: { 7: { kind: 'text', order: 0 } },
      compositions: { 2: {}, 1: {} },
      compositionOrder: ['2', '1'],
    };
    expect(problemsOf(film(changes))).toEqual([]);
    expect(problemsOf(film({ objects: { '007': { kind: 'text' }, '-1': { kind: 'text' } } }))).toEqual([]);
  });

  it('creates a single scene named main from top-level shorthand fields', () => {
    const scene = sceneOf({ width: 640, height: 360, background: 'teal' });
    expect(scene).toMatchObject({ id: 'main', width: 640, height: 360, background: '#008080' });
    expect(problemsOf(film({ scenes: { s: { compositions: { a: {} } } } }))).toEqual([
      'objects: must be inside one of the scenes, because the project has scenes',
      'compositions: must be inside one of the scenes, because the project has scenes',
    ]);
    expect(problemsOf({ shorthand: true })).toEqual([
      'compositions: is required: an object with at least one composition; or write scenes',
    ]);
  });

  it("uses an entry's key as its id and name", () => {
    const scene = sceneOf({ enter: 100 });
    expect(scene).toMatchObject({
      id: 'main',
      name: 'main',
      objects: { box: { id: 'box', name: 'box' } },
      compositions: { a: { id: 'a', name: 'a' } },
    });
    expect(problemsOf(film({ objects: { box: { kind: 'text', id: 'other' } } }))).toEqual([
      'objects.box.id: must equal its key "box", but is "other"',
    ]);
  });

  it("fills in a scene's omitted fields with defaults", () => {
    expect(sceneOf()).toMatchObject({ width: 1920, height: 1080, background: '#000000' });
  });

  it("fills in an object's omitted fields with defaults", () => {
    const { objects } = sceneOf({
      objects: { b: { kind: 'text' }, a: { kind: 'text' }, c: { kind: 'text', order: -5 } },
    });
    expect(objects).toEqual({
      b: { id: 'b', kind: 'text', name: 'b', order: 0, locked: false, groupId: null },
      a: { id: 'a', kind: 'text', name: 'a', order: 1, locked: false, groupId: null },
      c: { id: 'c', kind: 'text', name: 'c', order: -5, locked: false, groupId: null },
    });
  });

  it("fills in a composition's omitted fields with defaults", () => {
    const scene = sceneOf({ compositions: { a: {}, b: { duration: 0, accent: 'red' } } });
    expect(scene.compositions).toMatchObject({
      a: { duration: 1000, accent: '#ffffff' },
      b: { duration: 0, accent: '#ff0000' },
    });
  });

  it("fills in an audio track's omitted fields with defaults", () => {
    const src = wavUrl({ sampleRate: 8000, frames: 12_000, channels: [() => 0] });
    const { audioTracks } = sceneOf({
      audioTracks: {
        whole: { asset: { src } },
        part: { asset: { src, duration: 2000 }, offset: 500, volume: 0.5 },
      },
    });
    expect(audioTracks).toMatchObject({
      whole: {
        id: 'whole',
        name: 'whole',
        asset: { src, mime: 'audio/wav', duration: 1500, hasAudio: true },
        muted: false,
        volume: 1,
        start: 0,
        offset: 0,
        duration: 1500,
      },
      part: { offset: 500, volume: 0.5, duration: 1500, asset: { duration: 2000 } },
    });
    expect(problemsOf(film({ audioTracks: { a: { asset: { src: 'https://a.example/a.wav' } } } }))).toEqual([
      'audioTracks.a.asset.mime: is required, because it can only be read from WAV, not from "https://a.example/a.wav"',
      'audioTracks.a.asset.duration: is required, because it can only be read from WAV, not from "https://a.example/a.wav"',
    ]);
  });
});

describe('shorthand colours', () => {
  it('accepts CSS colour names in every shorthand colour field', () => {
    const scene = sceneOf({
      background: 'rebeccapurple',
      objects: { box: { kind: 'rectangle', state: { fill: 'tomato', stroke: 'transparent' } } },
      compositions: {
        a: { accent: 'gold', states: { box: {} } },
        b: {
          states: { box: { fill: '#abc' } },
          enter: { duration: 100, tracks: { box: { keyframes: { fill: [[0.5, 'lime']] } } } },
        },
      },
    });
    expect(scene.background).toBe('#663399');
    expect(scene.compositions.a?.accent).toBe('#ffd700');
    expect(stateOf(scene, 'a')).toMatchObject({ fill: '#ff6347', stroke: 'transparent' });
    expect(stateOf(scene, 'b').fill).toBe('#abc');
    expect(scene.transitions['to-b']?.tracks.box?.keyframes).toMatchObject({
      'fill-0000': { value: '#00ff00' },
    });
  });

  it('refuses unknown colour names and other invalid colours in shorthand', () => {
    for (const background of ['Red', 'redd', 'rgb(0,0)', 'hsl()', '#12345', '', 5, null]) {
      expect(problemsOf(film({ background }))).toEqual([
        expect.stringMatching(
          /^background: must be a color \(none, .* or a CSS name in lower case\), but is /,
        ),
      ]);
    }
  });
});
