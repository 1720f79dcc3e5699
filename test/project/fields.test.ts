import { describe, expect, it } from 'vitest';
import { projectSchemaDefinitions } from '../../src/project/json-schema.ts';
import {
  accepts,
  choice,
  color,
  flag,
  id,
  ids,
  integer,
  map,
  number,
  optional,
  problemsWhen,
  refuses,
  required,
  resource,
  text,
} from './field-checks.ts';
import { absent, problemsOf, sampleProject, withValues } from './sample.ts';

const kinds = ['circle', 'rectangle', 'text', 'equation', 'path', 'arrow', 'numberline', 'image', 'video'];
const mimes = [
  ...[
    'video/mp4',
    'video/webm',
    'audio/mpeg',
    'audio/wav',
    'audio/ogg',
    'audio/flac',
    'audio/mp4',
    'audio/webm',
  ],
];

describe('a project has', () => {
  it('name', { tags: ['project.name'] }, () => required('name', text(100)));
  it('version', { tags: ['project.version'] }, () => required('version', integer(1, 2)));
  it('sceneOrder', { tags: ['project.sceneOrder'] }, () => required('sceneOrder', ids('intro')));
  it('scenes', { tags: ['project.scenes'] }, () => required('scenes', map));
});

describe('a scene has', () => {
  const place = (name: string) => `scenes.intro.${name}`;

  it('id', { tags: ['project.scene.id'] }, () => required(place('id'), id('intro')));
  it('name', { tags: ['project.scene.name'] }, () => required(place('name'), text(200)));
  it('width', { tags: ['project.scene.width', 'limits.scene-size'] }, () =>
    required(place('width'), integer(1, 8192)),
  );
  it('height', { tags: ['project.scene.height', 'limits.scene-size'] }, () =>
    required(place('height'), integer(1, 8192)),
  );
  it('background', { tags: ['project.scene.background', 'project.color'] }, () =>
    required(place('background'), color),
  );
  it('objects', { tags: ['project.scene.objects'] }, () => required(place('objects'), map));
  it('transitions', { tags: ['project.scene.transitions'] }, () => required(place('transitions'), map));
  it('compositions', { tags: ['project.scene.compositions'] }, () => required(place('compositions'), map));
  it('compositionOrder', { tags: ['project.scene.compositionOrder'] }, () =>
    required(place('compositionOrder'), ids('first', 'second', 'third')),
  );
  it('audioTracks', { tags: ['project.scene.audioTracks'] }, () => optional(place('audioTracks'), map));
});

describe('a scene object has', () => {
  const place = (name: string) => `scenes.intro.objects.clip.${name}`;

  it('id', { tags: ['project.object.id'] }, () => required(place('id'), id('clip')));
  it('name', { tags: ['project.object.name'] }, () => required(place('name'), text(200)));
  it('order', { tags: ['project.object.order'] }, () => required(place('order'), number(-100_000, 100_000)));
  it('locked', { tags: ['project.object.locked'] }, () => required(place('locked'), flag));
  it('groupId', { tags: ['project.object.groupId'] }, () => required(place('groupId'), id('any', null)));
  it('parentId', { tags: ['project.object.parentId'] }, () => optional(place('parentId'), id('box', null)));
  it('image', { tags: ['project.object.image'] }, () => optional(place('image'), resource));
  it('media', { tags: ['project.object.media'] }, () => optional(place('media'), resource));
  it('playback', { tags: ['project.object.playback'] }, () => optional(place('playback'), resource));

  it('one of nine kinds', { tags: ['project.object.kind'] }, () => {
    // Image and video have rules that the circle at this place does not meet.
    const place = 'scenes.intro.objects.clip';
    for (const kind of kinds) {
      const values = { [`${place}.kind`]: kind, [`${place}.media.mime`]: 'video/mp4' };
      expect(problemsWhen(values), kind).toEqual([]);
    }
    for (const kind of ['square', '', 'Circle', null, 1]) refuses(`${place}.kind`, [kind]);
    expect(problemsWhen({ [`${place}.kind`]: absent })).toEqual([
      `${place}.kind: is required: one of ${kinds.join(', ')}`,
    ]);
  });
});

describe('an image asset has', () => {
  const place = (name: string) => `scenes.intro.objects.clip.image.${name}`;

  it('src', { tags: ['project.image.src'] }, () => required(place('src'), text(1_398_166)));
  it('width', { tags: ['project.image.width', 'limits.image-size'] }, () =>
    required(place('width'), integer(1, 2048)),
  );
  it('height', { tags: ['project.image.height', 'limits.image-size'] }, () =>
    required(place('height'), integer(1, 2048)),
  );
});

describe('a media asset has', () => {
  const place = (name: string) => `scenes.intro.objects.clip.media.${name}`;

  it('mime', { tags: ['project.media.mime'] }, () => required(place('mime'), choice(...mimes)));
  it('hasAudio', { tags: ['project.media.hasAudio'] }, () => required(place('hasAudio'), flag));
  it('width', { tags: ['project.media.width'] }, () => optional(place('width'), integer(1, 8192)));
  it('height', { tags: ['project.media.height'] }, () => optional(place('height'), integer(1, 8192)));

  it('src', { tags: ['project.media.src'] }, () => {
    const place = 'scenes.intro.objects.clip.media.src';
    required(place, () => refuses(place, [5, null, ['x']]));
    // A project with the longest src would be over 32 MiB.
    accepts(place, '', 'x'.repeat(30_000_000));
    const { MediaAsset } = projectSchemaDefinitions('#/');
    expect(MediaAsset).toMatchObject({ properties: { src: { type: 'string', maxLength: 44_739_307 } } });
  });

  it('duration', { tags: ['project.media.duration'] }, () => {
    // The structure allows a duration of 0; a rule refuses it.
    required('scenes.intro.objects.clip.media.duration', (place) => {
      accepts(place, 86_400_000, 0.5);
      refuses(place, [0, -1, 86_400_001, '1', null]);
    });
  });

  it('waveform', { tags: ['project.media.waveform'] }, () => {
    optional('scenes.intro.objects.clip.media.waveform', (place) => {
      accepts(place, [], Array(160).fill(0), [0, 0.5, 1]);
      refuses(place, [Array(161).fill(0), [-0.01], [1.01], ['0'], [null], 0.5, null, {}]);
    });
  });
});

describe('a media playback has', () => {
  const place = (name: string) => `scenes.intro.objects.clip.playback.${name}`;

  it('start', { tags: ['project.playback.start'] }, () => required(place('start'), number(0, 86_400_000)));
  it('offset', { tags: ['project.playback.offset'] }, () => required(place('offset'), number(0, 86_400_000)));
  it('duration', { tags: ['project.playback.duration'] }, () =>
    required(place('duration'), number(0, 86_400_000)),
  );
});

describe('an audio track has', () => {
  const place = (name: string) => `scenes.intro.audioTracks.voice.${name}`;

  it('id', { tags: ['project.audioTrack.id'] }, () => required(place('id'), id('voice')));
  it('name', { tags: ['project.audioTrack.name'] }, () => required(place('name'), text(200)));
  it('asset', { tags: ['project.audioTrack.asset'] }, () => required(place('asset'), resource));
  it('muted', { tags: ['project.audioTrack.muted'] }, () => required(place('muted'), flag));
  it('start', { tags: ['project.audioTrack.start'] }, () => required(place('start'), number(0, 86_400_000)));
  it('offset', { tags: ['project.audioTrack.offset'] }, () =>
    required(place('offset'), number(0, 86_400_000)),
  );
  it('volume', { tags: ['project.audioTrack.volume'] }, () => required(place('volume'), number(0, 1)));
  it('duration', { tags: ['project.audioTrack.duration'] }, () =>
    required(place('duration'), number(0, 86_400_000)),
  );
});

describe('a composition has', () => {
  const place = (name: string) => `scenes.intro.compositions.first.${name}`;

  it('id', { tags: ['project.composition.id'] }, () => required(place('id'), id('first')));
  it('name', { tags: ['project.composition.name'] }, () => required(place('name'), text(200)));
  it('accent', { tags: ['project.composition.accent'] }, () => required(place('accent'), color));
  it('duration', { tags: ['project.composition.duration'] }, () =>
    required(place('duration'), number(0, 600_000)),
  );
  it('states', { tags: ['project.composition.states'] }, () => required(place('states'), map));
});

describe('a state has', () => {
  const place = (name: string) => `scenes.intro.compositions.first.states.box.${name}`;

  it('x', { tags: ['project.state.x'] }, () => required(place('x'), number(-100_000, 100_000)));
  it('y', { tags: ['project.state.y'] }, () => required(place('y'), number(-100_000, 100_000)));
  it('width', { tags: ['project.state.width'] }, () => required(place('width'), number(-100_000, 100_000)));
  it('height', { tags: ['project.state.height'] }, () =>
    required(place('height'), number(-100_000, 100_000)),
  );
  it('rotation', { tags: ['project.state.rotation'] }, () =>
    required(place('rotation'), number(-100_000, 100_000)),
  );
  it('shear', { tags: ['project.state.shear'] }, () => optional(place('shear'), number(-100_000, 100_000)));
  it('scaleX', { tags: ['project.state.scaleX'] }, () =>
    optional(place('scaleX'), number(-100_000, 100_000)),
  );
  it('scaleY', { tags: ['project.state.scaleY'] }, () =>
    optional(place('scaleY'), number(-100_000, 100_000)),
  );
  it('anchorX', { tags: ['project.state.anchorX'] }, () =>
    optional(place('anchorX'), number(-100_000, 100_000)),
  );
  it('anchorY', { tags: ['project.state.anchorY'] }, () =>
    optional(place('anchorY'), number(-100_000, 100_000)),
  );
  it('fill', { tags: ['project.state.fill'] }, () => required(place('fill'), color));
  it('stroke', { tags: ['project.state.stroke'] }, () => required(place('stroke'), color));
  it('path', { tags: ['project.state.path'] }, () => required(place('path'), resource));
  it('text', { tags: ['project.state.text'] }, () => required(place('text'), text(10_000)));
  it('effect', { tags: ['project.state.effect'] }, () => required(place('effect'), choice('none', 'glow')));
  it('opacity', { tags: ['project.state.opacity'] }, () => required(place('opacity'), number(0, 1)));
  it('visible', { tags: ['project.state.visible'] }, () => required(place('visible'), flag));
  it('fontSize', { tags: ['project.state.fontSize'] }, () => required(place('fontSize'), number(0, 10_000)));
  it('strokeWidth', { tags: ['project.state.strokeWidth'] }, () =>
    required(place('strokeWidth'), number(0, 10_000)),
  );
  it('cornerRadius', { tags: ['project.state.cornerRadius'] }, () =>
    required(place('cornerRadius'), number(0, 10_000)),
  );
  it('align', { tags: ['text.align'] }, () => optional(place('align'), choice('left', 'center', 'right')));
  it('wrapWidth', { tags: ['text.wrap'] }, () => optional(place('wrapWidth'), number(1, 100_000)));
  it('fontWeight', { tags: ['text.weight'] }, () => {
    optional(place('fontWeight'), () => accepts(place('fontWeight'), 400, 700));
    refuses(place('fontWeight'), [300, 600, '700', 'bold', null, true], 'must be 400 or 700');
  });
  it('tabularNumbers', { tags: ['text.tabular'] }, () => optional(place('tabularNumbers'), flag));
});

describe('rules for all fields', () => {
  const track = 'scenes.intro.transitions.t1.tracks';

  it.each([
    'scenes',
    'scenes.intro.objects',
    'scenes.intro.audioTracks',
    'scenes.intro.transitions',
    'scenes.intro.compositions',
    track,
    `${track}.box.keyframes`,
    'scenes.intro.compositions.first.states',
  ])(
    'the keys of %s are ids',
    { tags: ['project.id.keys', 'project.id.pattern', 'project.id.reserved'] },
    (place) => {
      for (const key of ['', ' ', 'a b', 'a.b', 'é', 'k'.repeat(81)]) {
        expect(problemsWhen({ [place]: { [key]: {} } })[0]).toMatch(
          new RegExp(`^${place.replaceAll('.', '\\.')}: each key must be 1 to 80 letters, digits, _ or -`),
        );
      }
      for (const key of ['constructor', 'prototype']) {
        expect(problemsWhen({ [`${place}.${key}`]: {} })).toEqual([
          `${place}.${key}: is a reserved property name`,
        ]);
      }
    },
  );

  it('fields not listed as required may be left out', { tags: ['project.optional'] }, () => {
    const { audioTracks: _, ...scene } = sampleProject().scenes.intro;
    const bare = withValues(sampleProject(), { 'scenes.intro': scene });
    for (const place of [
      'scenes.intro.objects.dot.parentId',
      'scenes.intro.compositions.first.states.dot.shear',
      'scenes.intro.compositions.first.states.dot.scaleX',
      `${track}.box.fillTiming`,
      `${track}.box.opacityTiming`,
      `${track}.box.keyframes`,
    ]) {
      expect(problemsOf(withValues(bare, { [place]: absent })), place).toEqual([]);
    }
  });

  it('a number in JSON that is too large for a double is refused', { tags: ['validity.finite'] }, () => {
    const json = JSON.stringify(sampleProject());
    expect(problemsOf(json.replace('"x":100,', '"x":1e999,'))).toEqual([
      'scenes.intro.compositions.second.states.box.x: must be a number from -100000 to 100000, but is Infinity',
    ]);
  });

  it.each([1, 2])('version %d is accepted', { tags: ['versions.project'] }, (version) => {
    expect(problemsWhen({ version })).toEqual([]);
  });

  it('at most a hundred scenes and a hundred compositions are accepted', { tags: ['limits.scenes'] }, () => {
    const { intro } = sampleProject().scenes;
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
    const byKey = (keys: readonly string[], value: object) =>
      Object.fromEntries(keys.map((key) => [key, { ...value, id: key }]));
    const scenes = (count: number) => {
      const sceneOrder = numbered(count);
      return { sceneOrder, scenes: byKey(sceneOrder, { ...intro, transitions: {} }) };
    };
    const compositions = (count: number) => {
      const compositionOrder = numbered(count);
      const some = { compositionOrder, compositions: byKey(compositionOrder, intro.compositions.first) };
      return { 'scenes.intro': { ...intro, ...some, transitions: {} } };
    };
    expect(problemsWhen(scenes(100))).toEqual([]);
    expect(problemsWhen(scenes(101))).toEqual([
      'sceneOrder: must be an array of 1 to 100 items, but is an array of 101 items',
    ]);
    expect(problemsWhen(compositions(100))).toEqual([]);
    expect(problemsWhen(compositions(101))).toEqual([
      'scenes.intro.compositionOrder: must be an array of 1 to 100 items, but is an array of 101 items',
    ]);
  });
});
