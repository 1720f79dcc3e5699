import { describe, expect, it } from 'vitest';
import { parseProject } from '../../src/project/parse-project.ts';
import { absent, problemsOf, problemsWith, sampleProject, withValues } from './sample.ts';

const box = 'scenes.intro.compositions.first.states.box';
const track = 'scenes.intro.transitions.t1.tracks.box';
const id = 'an id (1 to 80 letters, digits, _ or -, and no reserved name)';
const color = 'a color (none, transparent, #rgb, #rrggbb or #rrggbbaa)';

describe('the structure check', () => {
  it('the structure check accepts a project that uses every resource', () => {
    expect(parseProject(sampleProject())).toEqual({ ok: true, project: sampleProject() });
  });

  it.each([
    [
      'name',
      'x'.repeat(101),
      `must be a string of at most 100 characters (UTF-16 units), but is "${'x'.repeat(59)}…" (101 characters)`,
    ],
    ['name', 5, 'must be a string of at most 100 characters (UTF-16 units), but is 5'],
    ['version', 0, 'must be an integer from 1 to 2, but is 0'],
    ['version', 3, 'must be an integer from 1 to 2, but is 3'],
    ['version', 1.5, 'must be an integer from 1 to 2, but is 1.5'],
    ['version', '1', 'must be an integer from 1 to 2, but is "1"; write 1 without quotes'],
    ['sceneOrder', [], 'must be an array of 1 to 100 items, but is an array of 0 items'],
    [
      'sceneOrder',
      Array(101).fill('intro'),
      'must be an array of 1 to 100 items, but is an array of 101 items',
    ],
    ['sceneOrder', { 0: 'intro' }, 'must be an array of 1 to 100 items, but is an object'],
    ['scenes', [], 'must be an object, but is an array of 0 items'],
    ['scenes.intro', null, 'must be an object, but is null'],
    ['scenes.intro.id', 'a b', `must be ${id}, but is "a b"`],
    [
      'scenes.intro.name',
      'é'.repeat(201),
      `must be a string of at most 200 characters (UTF-16 units), but is "${'é'.repeat(59)}…" (201 characters)`,
    ],
    ['scenes.intro.width', 'wide', 'must be an integer from 1 to 8192, but is "wide"'],
    ['scenes.intro.width', 0, 'must be an integer from 1 to 8192, but is 0'],
    ['scenes.intro.height', 8193, 'must be an integer from 1 to 8192, but is 8193'],
    ['scenes.intro.height', 1e300, 'must be an integer from 1 to 8192, but is 1e+300'],
    ['scenes.intro.background', '#12345', `must be ${color}, but is "#12345"`],
    ['scenes.intro.background', '#1234', `must be ${color}, but is "#1234"`],
    ['scenes.intro.background', 'red', `must be ${color}, but is "red"`],
    ['scenes.intro.background', '#fff\n', `must be ${color}, but is "#fff\\n"`],
    [
      'scenes.intro.objects.box.kind',
      'square',
      'must be one of circle, rectangle, text, equation, path, arrow, numberline, image, video, but is "square"',
    ],
    [
      'scenes.intro.objects.box.kind',
      absent,
      'is required: one of circle, rectangle, text, equation, path, arrow, numberline, image, video',
    ],
    ['scenes.intro.objects.box.order', 100_001, 'must be a number from -100000 to 100000, but is 100001'],
    ['scenes.intro.objects.box.locked', 'no', 'must be true or false, but is "no"'],
    ['scenes.intro.objects.box.groupId', absent, `is required: ${id}`],
    ['scenes.intro.objects.box.groupId', '', `must be ${id}, but is ""`],
    [
      'scenes.intro.objects.picture.image.src',
      7,
      'must be a string of at most 1398166 characters (UTF-16 units), but is 7',
    ],
    ['scenes.intro.objects.picture.image.width', 2049, 'must be an integer from 1 to 2048, but is 2049'],
    [
      'scenes.intro.objects.clip.media.mime',
      'video/avi',
      'must be one of video/mp4, video/webm, audio/mpeg, audio/wav, audio/ogg, audio/flac, audio/mp4, audio/webm, but is "video/avi"',
    ],
    [
      'scenes.intro.objects.clip.media.duration',
      86_400_001,
      'must be a number from 0 to 86400000, but is 86400001',
    ],
    [
      'scenes.intro.objects.clip.media.waveform',
      Array(161).fill(0),
      'must be an array of 0 to 160 items, but is an array of 161 items',
    ],
    ['scenes.intro.objects.clip.playback.offset', -1, 'must be a number from 0 to 86400000, but is -1'],
    ['scenes.intro.audioTracks.voice.volume', 1.01, 'must be a number from 0 to 1, but is 1.01'],
    ['scenes.intro.audioTracks.voice.asset', absent, 'is required: an object'],
    ['scenes.intro.compositions.first.accent', '#FFF0', `must be ${color}, but is "#FFF0"`],
    ['scenes.intro.compositions.first.duration', 600_001, 'must be a number from 0 to 600000, but is 600001'],
    [`${box}.opacity`, 1.5, 'must be a number from 0 to 1, but is 1.5'],
    [`${box}.opacity`, NaN, 'must be a number from 0 to 1, but is NaN'],
    [`${box}.x`, Infinity, 'must be a number from -100000 to 100000, but is Infinity'],
    [`${box}.fontSize`, 10_001, 'must be a number from 0 to 10000, but is 10001'],
    [`${box}.effect`, 'blur', 'must be one of none, glow, but is "blur"'],
    [
      `${box}.text`,
      'x'.repeat(10_001),
      `must be a string of at most 10000 characters (UTF-16 units), but is "${'x'.repeat(59)}…" (10001 characters)`,
    ],
    [`${box}.path`, null, 'must be an object with c1 and c2, each an object with x and y, but is null'],
    [`${box}.path.c2.y`, '1', 'must be a number from -100000 to 100000, but is "1"; write 1 without quotes'],
    [`${box}.anchorX`, null, 'must be a number from -100000 to 100000, but is null'],
    ['scenes.intro.transitions.t1.toId', 3, `must be ${id}, but is 3`],
    [`${track}.path`, absent, 'is required: an object with c1 and c2, each an object with x and y'],
    [`${track}.type`, 'spin', 'must be one of move, write, fade, grow, none, but is "spin"'],
    [`${track}.order`, 'random', 'must be one of together, sequential, but is "random"'],
    [
      `${track}.easing`,
      'ease',
      'must be linear, easeInOut, easeIn, easeOut or a cubicBezier object, but is "ease"',
    ],
    [`${track}.easing.x1`, 1.1, 'must be a number from 0 to 1, but is 1.1'],
    [`${track}.easing.type`, 'bezier', 'must be cubicBezier, but is "bezier"'],
    [`${track}.fillTiming.easing`, {}, undefined],
    [`${track}.implicit`, 1, 'must be true or false, but is 1'],
    [`${track}.keyframes.k1.at`, -0.1, 'must be a number from 0 to 1, but is -0.1'],
    [`${track}.keyframes.k1.value`, true, 'must be a number from -100000 to 100000 or a color, but is true'],
    [`${track}.keyframes.k1.value`, 'red', 'must be a number for x, but is "red"'],
    [`${track}.keyframes.k1.property`, 'text', undefined],
  ])('validates the value of %s (%#)', (place, value, text) => {
    const problems = problemsWith({ [place]: value });
    if (text === undefined) expect(problems[0]).toContain(place);
    else expect(problems).toEqual([`${place}: ${text}`]);
  });

  it('names array items by index in problem messages', () => {
    expect(problemsWith({ 'scenes.intro.objects.clip.media.waveform.1': 2 })).toEqual([
      'scenes.intro.objects.clip.media.waveform[1]: must be a number from 0 to 1, but is 2',
    ]);
  });

  it('accepts the minimum or maximum value of project fields', () => {
    expect(
      problemsWith({
        name: '',
        version: 1,
        'scenes.intro.width': 8192,
        'scenes.intro.height': 1,
        'scenes.intro.objects.box.order': -100_000,
        [`${box}.text`]: 'x'.repeat(10_000),
        [`${box}.opacity`]: 0,
        [`${box}.fontSize`]: 10_000,
        [`${box}.fill`]: '#11223344',
        'scenes.intro.compositions.third.duration': 600_000,
      }),
    ).toEqual([]);
  });

  it('measures string lengths in UTF-16 code units', () => {
    expect(problemsWith({ name: '😀'.repeat(50) })).toEqual([]);
    expect(problemsWith({ name: '😀'.repeat(51) })).toHaveLength(1);
    expect(problemsWith({ 'scenes.intro.objects.box.name': `${'😀'.repeat(100)}x` })).toHaveLength(1);
    expect(problemsWith({ [`${box}.text`]: '😀'.repeat(5_001) })).toHaveLength(1);
  });

  it('refuses scene object keys that are not ids or have 81 characters', () => {
    expect(problemsWith({ 'scenes.intro.objects': { 'a b': {} } })[0]).toBe(
      'scenes.intro.objects: each key must be 1 to 80 letters, digits, _ or -, but one is "a b"',
    );
    const longest = 'i'.repeat(80);
    const object = { ...sampleProject().scenes.intro.objects.box, id: longest };
    expect(problemsWith({ [`scenes.intro.objects.${longest}`]: object })).toEqual([]);
    expect(problemsWith({ [`scenes.intro.objects.${longest}i`]: object })).toHaveLength(1);
  });

  it('reports every missing field of an empty project', () => {
    expect(problemsOf({})).toEqual(
      [
        ['name', 'a string of at most 100 characters (UTF-16 units)'],
        ['version', 'an integer from 1 to 2'],
        ['sceneOrder', 'an array of 1 to 100 items'],
        ['scenes', 'an object'],
      ].map(([name, rule]) => `${name}: is required: ${rule}`),
    );
    expect(problemsOf({ project: sampleProject() })).toEqual([
      'project: is an object with a "project" field; send the project itself, not an object with a project field',
    ]);
    // In a project, a field with that name is ignored like any other unknown field.
    expect(problemsOf({ ...sampleProject(), project: sampleProject() })).toEqual([]);
    expect(problemsOf('null')).toEqual(['project: must be an object, but is null']);
    expect(problemsOf([])).toEqual(['project: must be an object, but is an array of 0 items']);
  });

  it('reports at most 20 problems in a project', () => {
    const objects = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`o${index}`, null]));
    const problems = problemsWith({ 'scenes.intro.objects': objects });
    expect(problems).toHaveLength(20);
    expect(problems[19]).toBe('scenes.intro.objects.o19: must be an object, but is null');
  });
});

describe('unknown project properties', () => {
  it('ignores unknown project fields and omits them from the parsed project', () => {
    const extended = withValues(sampleProject(), {
      comment: { any: ['thing', null] },
      'scenes.intro.zoom': 1,
      [`${box}.align`]: 'foo',
      [`${box}.dash`]: 7,
      [`${box}.spans`]: 'all',
      'scenes.intro.objects.box.layerId': 7,
      [`${box}.glowRadius`]: 'big',
      [`${track}.keyframes.k1.note`]: '',
    });
    expect(parseProject(extended)).toEqual({ ok: true, project: sampleProject() });
  });

  it('reads extension fields of states and properties of keyframes only in a project marked as extended', () => {
    const keyframe = { at: 0.5, value: 0.5, easing: 'linear', property: 'innerRadius' };
    const state = { [`${box}.align`]: 'left', [`${box}.dash`]: [4, 2] };
    const values = { ...state, [`${track}.keyframes.k3`]: keyframe, extended: true };
    const marked = withValues(sampleProject(), values);
    expect(parseProject(marked)).toEqual({ ok: true, project: marked });
    for (const extended of [false, 'true', 1, null]) {
      expect(parseProject(withValues(sampleProject(), { ...state, extended }))).toEqual({
        ok: true,
        project: sampleProject(),
      });
      expect(problemsOf({ ...marked, extended })).toEqual([
        `${track}.keyframes.k3.property: innerRadius is an extension of the format; add "extended": true at the top of the document to use it`,
      ]);
    }
    expect(problemsOf(withValues(marked, { [`${box}.align`]: 'foo', [`${box}.dash`]: 7 }))).toEqual([
      `${box}.align: must be one of left, center, right, but is "foo"`,
      `${box}.dash: must be an array of 1 to 16 items, but is 7`,
    ]);
  });

  it('refuses a field that an easing does not have', () => {
    expect(problemsOf(withValues(sampleProject(), { [`${track}.easing.z`]: 7 }))).toEqual([
      `${track}.easing: must have only type, x1, y1, x2 and y2, but also has "z"; remove what is not one of them`,
    ]);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, 1]));
    const easing = { type: 'cubicBezier', x1: 0, y1: 0, x2: 1, y2: 1, ...many };
    expect(problemsOf(withValues(sampleProject(), { [`${track}.easing`]: easing }))).toEqual([
      `${track}.easing: must have only type, x1, y1, x2 and y2, but also has "n0" and 999 other fields; remove what is not one of them`,
    ]);
  });
});

describe('reserved property names', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s anywhere in a project', (name) => {
    for (const place of ['', 'scenes.', 'scenes.intro.objects.', `${box}.`, `${track}.keyframes.`]) {
      const document = withValues(sampleProject(), { [`${place}${name}`]: {} });
      const expected = [`${place}${name}: is a reserved property name`];
      expect(problemsOf(document)).toEqual(expected);
      expect(problemsOf(JSON.stringify(document))).toEqual(expected);
    }
  });

  it('refuses an escaped reserved name deep inside an unknown property', () => {
    const text = JSON.stringify(sampleProject()).replace('{', '{"notes":[{"a":[0,{"\\u005f_proto__":1}]}],');
    expect(problemsOf(text)).toEqual(['notes[0].a[1].__proto__: is a reserved property name']);
  });

  it('refuses a reserved name as an id', () => {
    expect(problemsWith({ 'sceneOrder.0': 'constructor' })).toEqual([
      `sceneOrder[0]: must be ${id}, but is "constructor"`,
    ]);
    expect(problemsWith({ 'scenes.intro.objects.dot.groupId': '__proto__' })).toEqual([
      `scenes.intro.objects.dot.groupId: must be ${id}, but is "__proto__"`,
    ]);
  });

  it('allows reserved names inside project strings', () => {
    expect(
      problemsOf(JSON.stringify(withValues(sampleProject(), { name: 'prototype "constructor":' }))),
    ).toEqual([]);
  });
});
