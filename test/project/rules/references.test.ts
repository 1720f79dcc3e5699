import { describe, expect, it } from 'vitest';
import { problemsWith, sampleProject } from '../sample.ts';

const scene = sampleProject().scenes.intro;
const box = scene.compositions.first.states.box;
const track = scene.transitions.t1.tracks.box;

describe('ids and keys', () => {
  it.each([
    ['scenes.intro', 'intro'],
    ['scenes.intro.objects.box', 'box'],
    ['scenes.intro.compositions.first', 'first'],
    ['scenes.intro.transitions.t1', 't1'],
    ['scenes.intro.audioTracks.voice', 'voice'],
  ])(
    '%s must carry its key as id',
    {
      tags: [
        'validity.keys.scenes',
        'validity.keys.objects',
        'validity.keys.compositions',
        'validity.keys.transitions',
        'validity.keys.audioTracks',
      ],
    },
    (place, key) => {
      expect(problemsWith({ [`${place}.id`]: 'other' })).toEqual([
        `${place}.id: must equal its key "${key}", but is "other"`,
      ]);
    },
  );

  it('of a track name the same object', { tags: ['validity.keys.tracks'] }, () => {
    expect(problemsWith({ 'scenes.intro.transitions.t1.tracks.box.objectId': 'dot' })).toEqual([
      'scenes.intro.transitions.t1.tracks.box.objectId: must equal its key "box", but is "dot"',
    ]);
  });

  it('of states and tracks name objects of the scene', {
    tags: ['validity.states', 'validity.tracks'],
  }, () => {
    expect(
      problemsWith({
        'scenes.intro.compositions.second.states.ghost': box,
        'scenes.intro.transitions.t1.tracks.toString': { ...track, objectId: 'toString' },
      }),
    ).toEqual([
      'scenes.intro.compositions.second.states.ghost: names no object of the scene',
      'scenes.intro.transitions.t1.tracks.toString: names no object of the scene',
    ]);
  });

  it('may be any id in groupId, because groups are not objects', () => {
    expect(problemsWith({ 'scenes.intro.objects.box.groupId': 'anything' })).toEqual([]);
  });
});

describe('playing orders', () => {
  it('name existing scenes and compositions', {
    tags: ['validity.sceneOrder', 'validity.compositionOrder'],
  }, () => {
    expect(
      problemsWith({
        sceneOrder: ['intro', 'outro'],
        'scenes.intro.compositionOrder': ['first', 'second', 'third', 'valueOf'],
      }),
    ).toEqual([
      'sceneOrder[1]: must name a scene of the project, but is "outro"',
      'scenes.intro.compositionOrder[3]: must name a composition of the scene, but is "valueOf"',
    ]);
  });

  it('name none twice', { tags: ['validity.sceneOrder', 'validity.compositionOrder'] }, () => {
    expect(
      problemsWith({
        sceneOrder: ['intro', 'intro'],
        'scenes.intro.compositionOrder': ['first', 'second', 'third', 'first'],
      }),
    ).toEqual([
      'sceneOrder[1]: must name each scene of the project once, but "intro" is named before',
      'scenes.intro.compositionOrder[3]: must name each composition of the scene once, but "first" is named before',
    ]);
  });

  it('leave none out', { tags: ['validity.sceneOrder', 'validity.compositionOrder'] }, () => {
    expect(
      problemsWith({
        'scenes.outro': { ...scene, id: 'outro' },
        'scenes.intro.compositionOrder': ['first', 'second'],
      }),
    ).toEqual([
      'sceneOrder: must name each scene of the project once, but "outro" is missing',
      'scenes.intro.compositionOrder: must name each composition of the scene once, but "third" is missing',
    ]);
  });
});

describe('problems', () => {
  it('of references are reported beside those of structure, 20 in all', {
    tags: ['validity.all-problems'],
  }, () => {
    const states = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`ghost${index}`, box]));
    const values = { 'scenes.intro.compositions.third.states': states };
    const problems = problemsWith(values);
    expect(problems).toHaveLength(20);
    expect(problems[19]).toBe('scenes.intro.compositions.third.states.ghost19: names no object of the scene');
    expect(problemsWith({ ...values, version: 3 })).toEqual([
      'version: must be an integer from 1 to 2, but is 3',
      ...problems.slice(0, 19),
    ]);
  });
});
