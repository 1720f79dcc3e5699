import { describe, expect, it } from 'vitest';
import { problemsWith, sampleProject } from '../sample.ts';

const scene = sampleProject().scenes.intro;
const box = scene.compositions.first.states.box;
const track = scene.transitions.t1.tracks.box;

describe('id and key rules', () => {
  it.each([
    ['scenes.intro', 'intro'],
    ['scenes.intro.objects.box', 'box'],
    ['scenes.intro.compositions.first', 'first'],
    ['scenes.intro.transitions.t1', 't1'],
    ['scenes.intro.audioTracks.voice', 'voice'],
  ])('refuses %s whose id differs from its key', (place, key) => {
    expect(problemsWith({ [`${place}.id`]: 'other' })).toEqual([
      `${place}.id: must equal its key "${key}", but is "other"`,
    ]);
  });

  it('accepts any id as the key of a track, and reports the second track of an object', () => {
    const place = 'scenes.intro.transitions.t1.tracks';
    expect(problemsWith({ [`${place}.box.objectId`]: 'dot' })).toEqual([]);
    expect(problemsWith({ [`${place}.first`]: { ...track, objectId: 'dot' } })).toEqual([]);
    expect(problemsWith({ [`${place}.second`]: track })).toEqual([
      `${place}.second: must be the only track of "box" in its transition, but "box" is one, too; join them or remove one`,
    ]);
  });

  it('refuses states and tracks for objects that do not exist in the scene', () => {
    expect(
      problemsWith({
        'scenes.intro.compositions.second.states.ghost': box,
        'scenes.intro.transitions.t1.tracks.toString': { ...track, objectId: 'toString' },
        'scenes.intro.transitions.t1.tracks.first': { ...track, objectId: 'valueOf' },
      }),
    ).toEqual([
      'scenes.intro.compositions.second.states.ghost: is not the id of an object in the scene',
      'scenes.intro.transitions.t1.tracks.toString: is not the id of an object in the scene; rename the track, or name its object in "objectId"',
      'scenes.intro.transitions.t1.tracks.first.objectId: is not the id of an object in the scene: "valueOf"',
    ]);
  });

  it('accepts any id as groupId, because groups are not objects', () => {
    expect(problemsWith({ 'scenes.intro.objects.box.groupId': 'anything' })).toEqual([]);
  });
});

describe('sceneOrder and compositionOrder rules', () => {
  it('sceneOrder and compositionOrder must name existing scenes and compositions', () => {
    expect(
      problemsWith({
        sceneOrder: ['intro', 'outro'],
        'scenes.intro.compositionOrder': ['first', 'second', 'third', 'valueOf'],
      }),
    ).toEqual([
      'sceneOrder[1]: must name a scene in the project, but is "outro"',
      'scenes.intro.compositionOrder[3]: must name a composition in the scene, but is "valueOf"',
    ]);
  });

  it('sceneOrder and compositionOrder must not name a scene or composition twice', () => {
    expect(
      problemsWith({
        sceneOrder: ['intro', 'intro'],
        'scenes.intro.compositionOrder': ['first', 'second', 'third', 'first'],
      }),
    ).toEqual([
      'sceneOrder[1]: must name each scene in the project once, but names "intro" again',
      'scenes.intro.compositionOrder[3]: must name each composition in the scene once, but names "first" again',
    ]);
  });

  it('sceneOrder and compositionOrder must name every scene and composition', () => {
    expect(
      problemsWith({
        'scenes.outro': { ...scene, id: 'outro' },
        'scenes.intro.compositionOrder': ['first', 'second'],
      }),
    ).toEqual([
      'sceneOrder: must name each scene in the project once, but "outro" is missing',
      'scenes.intro.compositionOrder: must name each composition in the scene once, but "third" is missing',
    ]);
  });
});

describe('problem limits', () => {
  it('reports reference and structure problems together, up to 20 in total', () => {
    const states = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`ghost${index}`, box]));
    const values = { 'scenes.intro.compositions.third.states': states };
    const problems = problemsWith(values);
    expect(problems).toHaveLength(20);
    expect(problems[19]).toBe(
      'scenes.intro.compositions.third.states.ghost19: is not the id of an object in the scene',
    );
    expect(problemsWith({ ...values, version: 3 })).toEqual([
      'version: must be an integer from 1 to 2, but is 3',
      ...problems.slice(0, 19),
    ]);
  });
});
