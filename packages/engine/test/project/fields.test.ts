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

describe('project fields', () => {
  it('validates the name field of a project', () => required('name', text(100)));
  it('validates the version field of a project', () => required('version', integer(1, 2)));
  it('validates the sceneOrder field of a project', () => required('sceneOrder', ids('intro')));
  it('validates the scenes field of a project', () => required('scenes', map));
});

describe('scene fields', () => {
  const place = (name: string) => `scenes.intro.${name}`;

  it('validates the id field of a scene', () => required(place('id'), id('intro')));
  it('validates the name field of a scene', () => required(place('name'), text(200)));
  it('validates the width field of a scene', () => required(place('width'), integer(1, 8192)));
  it('validates the height field of a scene', () => required(place('height'), integer(1, 8192)));
  it('validates the background field of a scene', () => required(place('background'), color));
  it('validates the objects field of a scene', () => required(place('objects'), map));
  it('validates the transitions field of a scene', () => required(place('transitions'), map));
  it('validates the compositions field of a scene', () => required(place('compositions'), map));
  it('validates the compositionOrder field of a scene', () =>
    required(place('compositionOrder'), ids('first', 'second', 'third')));
  it('validates the audioTracks field of a scene', () => optional(place('audioTracks'), map));
});

describe('object fields', () => {
  const place = (name: string) => `scenes.intro.objects.clip.${name}`;

  it('validates the id field of an object', () => required(place('id'), id('clip')));
  it('validates the name field of an object', () => required(place('name'), text(200)));
  it('validates the order field of an object', () => required(place('order'), number(-100_000, 100_000)));
  it('validates the locked field of an object', () => required(place('locked'), flag));
  it('validates the groupId field of an object', () => required(place('groupId'), id('any', null)));
  it('validates the parentId field of an object', () => optional(place('parentId'), id('box', null)));
  it('validates the image field of an object', () => optional(place('image'), resource));
  it('validates the media field of an object', () => optional(place('media'), resource));
  it('validates the playback field of an object', () => optional(place('playback'), resource));

  it('accepts nine object kinds', () => {
    // Image and video have rules that the circle in this place does not meet.
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

describe('image fields', () => {
  const place = (name: string) => `scenes.intro.objects.clip.image.${name}`;

  it('validates the src field of an image', () => required(place('src'), text(1_398_166)));
  it('validates the width field of an image', () => required(place('width'), integer(1, 2048)));
  it('validates the height field of an image', () => required(place('height'), integer(1, 2048)));
});

describe('media asset fields', () => {
  const place = (name: string) => `scenes.intro.objects.clip.media.${name}`;

  it('validates the mime field of a media asset', () => required(place('mime'), choice(...mimes)));
  it('validates the hasAudio field of a media asset', () => required(place('hasAudio'), flag));
  it('validates the width field of a media asset', () => optional(place('width'), integer(1, 8192)));
  it('validates the height field of a media asset', () => optional(place('height'), integer(1, 8192)));

  it('validates the src field of a media asset', () => {
    const place = 'scenes.intro.objects.clip.media.src';
    required(place, () => refuses(place, [5, null, ['x']]));
    // A project with the longest src would be over 32 MiB.
    accepts(place, '', 'x'.repeat(30_000_000));
    const { MediaAsset } = projectSchemaDefinitions('#/');
    expect(MediaAsset).toMatchObject({ properties: { src: { type: 'string', maxLength: 44_739_307 } } });
  });

  it('validates the duration field of a media asset', () => {
    required('scenes.intro.objects.clip.media.duration', number(0, 86_400_000));
  });

  it('validates the waveform field of a media asset', () => {
    optional('scenes.intro.objects.clip.media.waveform', (place) => {
      accepts(place, [], Array(160).fill(0), [0, 0.5, 1]);
      refuses(place, [Array(161).fill(0), [-0.01], [1.01], ['0'], [null], 0.5, null, {}]);
    });
  });
});

describe('playback fields', () => {
  const place = (name: string) => `scenes.intro.objects.clip.playback.${name}`;

  it('validates the start field of a playback', () => required(place('start'), number(0, 86_400_000)));
  it('validates the offset field of a playback', () => required(place('offset'), number(0, 86_400_000)));
  it('validates the duration field of a playback', () => required(place('duration'), number(0, 86_400_000)));
});

describe('audio track fields', () => {
  const place = (name: string) => `scenes.intro.audioTracks.voice.${name}`;

  it('validates the id field of an audio track', () => required(place('id'), id('voice')));
  it('validates the name field of an audio track', () => required(place('name'), text(200)));
  it('validates the asset field of an audio track', () => required(place('asset'), resource));
  it('validates the muted field of an audio track', () => required(place('muted'), flag));
  it('validates the start field of an audio track', () => required(place('start'), number(0, 86_400_000)));
  it('validates the offset field of an audio track', () => required(place('offset'), number(0, 86_400_000)));
  it('validates the volume field of an audio track', () => required(place('volume'), number(0, 1)));
  it('validates the duration field of an audio track', () =>
    required(place('duration'), number(0, 86_400_000)));
});

describe('composition fields', () => {
  const place = (name: string) => `scenes.intro.compositions.first.${name}`;

  it('validates the id field of a composition', () => required(place('id'), id('first')));
  it('validates the name field of a composition', () => required(place('name'), text(200)));
  it('validates the accent field of a composition', () => required(place('accent'), color));
  it('validates the duration field of a composition', () => required(place('duration'), number(0, 600_000)));
  it('validates the states field of a composition', () => required(place('states'), map));
});

describe('state fields', () => {
  const place = (name: string) => `scenes.intro.compositions.first.states.box.${name}`;

  it('validates the x field of a state', () => required(place('x'), number(-100_000, 100_000)));
  it('validates the y field of a state', () => required(place('y'), number(-100_000, 100_000)));
  it('validates the width field of a state', () => required(place('width'), number(-100_000, 100_000)));
  it('validates the height field of a state', () => required(place('height'), number(-100_000, 100_000)));
  it('validates the rotation field of a state', () => required(place('rotation'), number(-100_000, 100_000)));
  it('validates the shear field of a state', () => optional(place('shear'), number(-100_000, 100_000)));
  it('validates the scaleX field of a state', () => optional(place('scaleX'), number(-100_000, 100_000)));
  it('validates the scaleY field of a state', () => optional(place('scaleY'), number(-100_000, 100_000)));
  it('validates the anchorX field of a state', () => optional(place('anchorX'), number(-100_000, 100_000)));
  it('validates the anchorY field of a state', () => optional(place('anchorY'), number(-100_000, 100_000)));
  it('validates the fill field of a state', () => required(place('fill'), color));
  it('validates the stroke field of a state', () => required(place('stroke'), color));
  it('validates the path field of a state', () => required(place('path'), resource));
  it('validates the text field of a state', () => required(place('text'), text(10_000)));
  it('validates the effect field of a state', () => required(place('effect'), choice('none', 'glow')));
  it('validates the opacity field of a state', () => required(place('opacity'), number(0, 1)));
  it('validates the visible field of a state', () => required(place('visible'), flag));
  it('validates the fontSize field of a state', () => required(place('fontSize'), number(0, 10_000)));
  it('validates the strokeWidth field of a state', () => required(place('strokeWidth'), number(0, 10_000)));
  it('validates the cornerRadius field of a state', () => required(place('cornerRadius'), number(0, 10_000)));
  it('validates the align field of a state', () =>
    optional(place('align'), choice('left', 'center', 'right')));
  it('validates the wrapWidth field of a state', () => optional(place('wrapWidth'), number(1, 100_000)));
  it('validates the fontFamily field of a state', () => {
    optional(place('fontFamily'), () => accepts(place('fontFamily'), 'Inter', 'serif', 'mono', 'display'));
    refuses(place('fontFamily'), ['', ' a', 'a'.repeat(81), 5, null], 'must be the name of a font family');
    refuses(place('fontFamily'), ['Roboto', 'inter'], 'must be one of Inter, serif, mono, display');
  });
  it('validates the letterSpacing field of a state', () =>
    optional(place('letterSpacing'), number(-1000, 1000)));
  it('validates the textTransform field of a state', () =>
    optional(place('textTransform'), choice('none', 'uppercase', 'lowercase', 'capitalize')));
  it('validates the fontWeight field of a state', () => {
    optional(place('fontWeight'), () => accepts(place('fontWeight'), 400, 700));
    refuses(
      place('fontWeight'),
      [99, 901, 450.5, '700', 'bold', null, true],
      'must be an integer from 100 to 900',
    );
  });
  it('validates the tabularNumbers field of a state', () => optional(place('tabularNumbers'), flag));
  it('validates the textTransition field of a state', () =>
    optional(place('textTransition'), choice('switch', 'crossfade', 'count', 'morph')));
  it('validates the lineHeight field of a state', () => optional(place('lineHeight'), number(0.5, 4)));
  it('validates the direction field of a state', () =>
    optional(place('direction'), choice('auto', 'ltr', 'rtl')));
  it('validates the verticalAlign field of a state', () =>
    optional(place('verticalAlign'), choice('top', 'middle', 'bottom', 'baseline')));
  it('validates the sweep field of a state', () => {
    optional(place('sweep'), () => accepts(place('sweep'), [0, 90], [-100_000, 100_000], [90, 0]));
    const rule = 'must be an array of two angles in degrees';
    refuses(place('sweep'), [90, [], [0], [0, 90, 180], '0 90', null, { start: 0 }], rule);
  });
  it('validates the innerRadius field of a state', () => optional(place('innerRadius'), number(0, 1)));
  it('validates the dash field of a state', () => {
    optional(place('dash'), () => accepts(place('dash'), [8], [0, 10], Array(16).fill(10_000)));
    refuses(place('dash'), [8, [], Array(17).fill(1), '8 4', null], 'must be an array of 1 to 16 items');
    refuses(place('dash'), [[0], [0, 0]], 'must have a length above 0; leave dash out for a solid stroke');
  });
  it('validates the dashOffset field of a state', () =>
    optional(place('dashOffset'), number(-100_000, 100_000)));
  it('validates the points field of a state', () => {
    const two = [
      [0, 0],
      [1, 1],
    ];
    optional(place('points'), () => accepts(place('points'), two, Array(1000).fill([-10, 10])));
    refuses(
      place('points'),
      [[], [[0, 0]], Array(1001).fill([0, 0]), 'M0 0', null],
      'must be an array of 2 to 1000 items',
    );
  });
  it('names the place of a wrong number in a list of a state', () => {
    const point = 'must be a point, [x, y], in fractions of the width and the height';
    for (const [field, value, problem] of [
      ['sweep', [0, 100_001], 'sweep[1]: must be a number from -100000 to 100000, but is 100001'],
      ['dash', [5, -1], 'dash[1]: must be a number from 0 to 10000, but is -1'],
      ['points', [[0, 0], [0]], `points[1]: ${point}, but is an array of 1`],
      ['points', [[0, 0], { x: 0, y: 0 }], `points[1]: ${point}, but is an object`],
      [
        'points',
        [
          [0, 0],
          [0, 10.1],
        ],
        'points[1][1]: must be a number from -10 to 10, but is 10.1',
      ],
    ] as const) {
      expect(problemsWhen({ [place(field)]: value })).toEqual([expect.stringContaining(problem)]);
    }
  });
  it('validates the smooth and closed fields of a state', () => {
    optional(place('smooth'), flag);
    optional(place('closed'), flag);
  });
});

describe('rules that apply to all fields', () => {
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
  ])('accepts only ids as keys of %s', (place) => {
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
  });

  it('accepts projects without their optional fields', () => {
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

  it('refuses a JSON number that is too large for a double', () => {
    const json = JSON.stringify(sampleProject());
    expect(problemsOf(json.replace('"x":100,', '"x":1e999,'))).toEqual([
      'scenes.intro.compositions.second.states.box.x: must be a number from -100000 to 100000, but is Infinity',
    ]);
  });

  it.each([1, 2])('accepts project version %d', (version) => {
    expect(problemsWhen({ version })).toEqual([]);
  });

  it('accepts at most 100 scenes per project and 100 compositions per scene', () => {
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
