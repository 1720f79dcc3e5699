import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import {
  audioTrack,
  composition,
  keyframe,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import { AdviceList } from '../../src/advice/advice.ts';
import type { AudioTrack, CompositionState, Project, TransitionTrack } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { adviceOn, withFix } from './advice-on.ts';

const there = { x: 160, y: 90 };

describe('unknown fields', () => {
  const withField = (change: (made: Project) => void) => {
    const made = stillProject({ one: { kind: 'rectangle', state: there } });
    change(made);
    return made;
  };
  const stateOf = (made: Project) => made.scenes.scene.compositions.still.states.one;

  it.each([
    ['scalex', 'scaleX', { scaleX: 1 }],
    ['opactiy', 'opacity', null],
    ['ancorY', 'anchorY', { anchorY: 1 }],
    ['weight', 'fontWeight', null],
    ['radius', 'cornerRadius', null],
    ['Weight', 'fontWeight', null],
  ])('advises on the unknown state field %s and suggests %s', async (name, meant, fix) => {
    expect(
      await adviceOn(
        withField((made) => {
          made.extended = true;
          Object.assign(stateOf(made), { [name]: 1 });
        }),
      ),
    ).toEqual([
      {
        rule: 'unknown-field',
        path: expect.stringMatching(/^scenes\.scene\.compositions\.still\.states\.one(\.|$)/),
        message: `"${name}" is not a field and is ignored; did you mean ${meant}?`,
        ...(fix && { fix: { ...fix, [name]: null } }),
      },
    ]);
  });

  it('advises on unknown fields of scenes and objects in JSON text', async () => {
    const made = withField((one) => {
      Object.assign(one.scenes.scene.objects.one, { parent: 'other' });
      Object.assign(one.scenes.scene, { audiotracks: {} });
    });
    const advice = await adviceOn(JSON.stringify(made));
    expect(advice.map(({ path }) => path).sort()).toEqual([
      'scenes.scene.audiotracks',
      'scenes.scene.objects.one.parent',
    ]);
  });

  it('gives no advice on unknown fields that are comments', async () => {
    const notes = { comment: 'x', $schema: 'y', '//': 'z', _id: 'a', 'x-tool': 1, metadata: {} };
    const made = withField((one) => {
      Object.assign(one, notes);
      Object.assign(stateOf(one), notes);
    });
    expect(await adviceOn(made)).toEqual([]);
  });
});

describe('control characters in TeX', () => {
  const equation = (text: string) =>
    stillProject({ one: { kind: 'equation', state: { ...there, text, fontSize: 30 } } });

  it.each([
    ['\frac{1}{2}', 'frac'],
    ['a \times b', 'times'],
    ['\beta + 1', 'beta'],
    ['\nu = 2', 'nu'],
    ['\rho', 'rho'],
  ])('advises on a control character in TeX: %j', async (text, command) => {
    const advice = await adviceOn(equation(text));
    expect(advice).toEqual([
      {
        rule: 'tex-escape',
        path: 'scenes.scene.compositions.still.states.one.text',
        message: expect.stringContaining(`write "\\\\${command}"`),
      },
    ]);
  });

  it.each([['\\frac{1}{2}'], ['a\n+ b'], ['a\tb'], ['x\r\n= y'], ['n\nx'], ['x\nu = 1']])(
    'gives no advice on TeX whose control characters are white space: %j',
    async (text) => {
      expect(await adviceOn(equation(text))).toEqual([]);
    },
  );
});

describe('percent signs in TeX', () => {
  const equation = (text: string) =>
    stillProject({ one: { kind: 'equation', state: { ...there, text, fontSize: 30 } } });

  it.each([
    ['50% of x', '% of x'],
    ['100%', '%'],
    ['a \\\\% b', '% b'],
    ['\\textcolor{red}{5% off}', '% off}'],
    ['\\text{in $5% of x$}', '% of x$}'],
    ['\\text{all} 5% off', '% off'],
    ['x %\n+ y', '%'],
  ])('advises on a percent sign that hides the rest of its line of TeX: %j', async (text, hidden) => {
    const path = 'scenes.scene.compositions.still.states.one.text';
    expect(await adviceOn(equation(text))).toContainEqual({
      rule: 'tex-escape',
      path,
      message: `% starts a comment in TeX, so ${JSON.stringify(hidden)} is not drawn; for a per cent sign write "\\\\%"`,
    });
  });

  it('gives no advice on an escaped percent sign in TeX', async () => {
    expect(await adviceOn(equation('50\\% + 1'))).toEqual([]);
    expect(await adviceOn(equation('a \\\\ \\% b'))).toEqual([]);
  });

  it.each(['\\text{5% off}', '\\fbox{{5%} $x$ 6%}', 'x \\tag{5%}', '\\colorbox{gold}{5%}', '\\textbf {5%}'])(
    'gives no advice on a percent sign in a text of TeX, which is drawn: %j',
    async (text) => {
      expect(await adviceOn(equation(text))).toEqual([]);
    },
  );
});

describe('repeated names', () => {
  const text = `{
    "shorthand": true,
    "objects": {
      "title": { "kind": "text", "state": { "text": "\\"x\\": 1", "x": 400, "y": 300, "x" : 500 } },
      "box": { "kind": "circle" }, "box": { "kind": "rectangle" }
    },
    "compositions": { "only": {} }
  }`;
  const message = (name: string) =>
    `"${name}" is written more than once in this object, and only the last one counts; remove the others or rename them`;

  it('advises on repeated names in JSON text and bytes', async () => {
    const expected = [
      { rule: 'repeated-key', path: 'objects.title.state.x', message: message('x') },
      { rule: 'repeated-key', path: 'objects.box', message: message('box') },
    ];
    expect(await adviceOn(text)).toEqual(expected);
    expect(await adviceOn(new TextEncoder().encode(text))).toEqual(expected);
    expect(await adviceOn(JSON.parse(text))).toEqual([]);
  });

  it('gives no advice on a name used in two different JSON objects', async () => {
    const film = { shorthand: true, compositions: { a: { note: [{ x: 1 }, { x: 2 }] }, b: { note: [] } } };
    expect(await adviceOn(JSON.stringify(film))).toEqual([]);
  });
});

/** Returns a film with a box that stays the same or changes between two compositions. */
function pair(tracks: TransitionTrack[], changes: Partial<CompositionState> = {}, duration = 400): Project {
  return project(
    scene('s', {
      objects: [object('box')],
      compositions: [
        composition('a', 500, { box: state(there) }),
        composition('b', 500, { box: state({ ...there, ...changes }) }),
      ],
      transitions: [transition('a', 'b', duration, tracks)],
    }),
  );
}

describe('short transitions', () => {
  const short = (duration: number) => pair([], { x: 100 }, duration);

  it('advises on a transition shorter than a frame, with a working fix', async () => {
    const [advice] = await adviceOn(short(33));
    expect(advice).toMatchObject({
      path: 'scenes.s.transitions.a-b',
      message: expect.stringContaining('33.3 ms at 30 fps'),
      fix: { duration: 34 },
    });
    expect(await adviceOn(withFix(short(33), advice))).toEqual([]);
    expect(await adviceOn(short(40), { fps: 24 })).toHaveLength(1);
  });

  it('gives no advice on a transition as long as one frame', async () => {
    expect(await adviceOn(short(34))).toEqual([]);
    expect(await adviceOn(short(42), { fps: 24 })).toEqual([]);
    expect(await adviceOn(short(20), { fps: 60 })).toEqual([]);
  });
});

describe('useless tracks', () => {
  it('advises on a track for an object that does not change', async () => {
    for (const changes of [{}, { scaleX: 1, shear: 0 }]) {
      expect(await adviceOn(pair([track({ type: 'fade' })], changes))).toEqual([
        {
          rule: 'idle-track',
          path: 'scenes.s.transitions.a-b.tracks',
          message: expect.stringContaining('has no effect'),
          fix: { box: null },
        },
      ]);
    }
  });

  it.each([
    ['the object changes', track(), { x: 161 }],
    ['the object appears', track(), { visible: false }],
    ['it has keyframes', track({ keyframes: { k: keyframe('x', 0.5, 200) } }), {}],
    ['it has a motion path', track({ path: { c1: { x: 0, y: 0 }, c2: { x: 50, y: 0 } } }), {}],
    ['it is implicit', track({ implicit: true }), {}],
  ])('gives no advice on a track when %s', async (_, one, changes) => {
    expect(await adviceOn(pair([one], changes))).toEqual([]);
  });
});

describe('inaudible sounds', () => {
  const sounding = (changes: Partial<AudioTrack>): Project => {
    const one = audioTrack('tone', 0, 900);
    const asset = { ...one.asset, duration: 1000, src: 'data:audio/wav;base64,AAAA' };
    const made = { ...one, asset, muted: false, volume: 1, offset: 100, ...changes };
    return project(
      scene('s', {
        objects: [object('box')],
        compositions: [composition('a', 2000, { box: state(there) })],
        audioTracks: [made],
      }),
    );
  };

  it.each([
    ['volume 0', { volume: 0 }, { volume: 1 }],
    ['duration 0', { duration: 0 }, { duration: 900 }],
    ['cut off', { duration: 898 }, { duration: 900 }],
  ])('advises on an inaudible or cut-off sound, with a working fix: %s', async (_, changes, fix) => {
    const [advice, ...others] = await adviceOn(sounding(changes));
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ path: 'scenes.s.audioTracks.tone', fix });
    expect(await adviceOn(withFix(sounding(changes), advice))).toEqual([]);
  });

  it('gives no advice on a sound that plays within 1 ms of its end or is muted', async () => {
    expect(await adviceOn(sounding({}))).toEqual([]);
    expect(await adviceOn(sounding({ duration: 899 }))).toEqual([]);
    expect(await adviceOn(sounding({ volume: 0.01 }))).toEqual([]);
    expect(await adviceOn(sounding({ muted: true, duration: 10 }))).toEqual([]);
  });
});

describe('transparent backgrounds', () => {
  const film = (background: string) => {
    const made = pair([], { x: 100 });
    return { ...made, scenes: { s: { ...made.scenes.s, background } } };
  };

  it("advises on a film's transparent background", async () => {
    for (const background of ['none', 'transparent', '#102030fe']) {
      expect(await adviceOn(film(background), { format: 'mp4' })).toEqual([
        {
          rule: 'transparent-background',
          path: 'scenes.s',
          message: expect.stringContaining(background),
          fix: { background: expect.stringMatching(/^#[0-9a-f]{6}$/) },
        },
      ]);
    }
  });

  it("gives no advice on a still's transparent background or a film's opaque one", async () => {
    expect(await adviceOn(film('#102030ff'))).toEqual([]);
    const still = stillProject({ one: { kind: 'rectangle', state: there } }, { background: 'none' });
    expect(await adviceOn(still)).toEqual([]);
    expect(await adviceOn(still, { format: 'mp4' })).toHaveLength(1);
  });
});

describe('advice in general', () => {
  it('gives advice at the paths of the original shorthand document', async () => {
    const document = {
      shorthand: true,
      objects: { title: { kind: 'text', state: { fontSize: 80, text: 'Hello' }, parnetId: null } },
      compositions: { start: { states: { title: { opactiy: 0.5, x: 5000 } } } },
    };
    const { advice = [] } = await inspect(document, { advice: true });
    expect(advice.map(({ path }) => path)).toEqual([
      'objects.title.parnetId',
      'compositions.start.states.title',
      'compositions.start.states.title',
    ]);
  });

  it('advises once on extensions in a project without their mark, with a fix if they are valid', async () => {
    const made = (state: object) => {
      const project = stillProject({ one: { kind: 'text', state: { x: 160, y: 90, text: 'One' } } });
      Object.assign(project.scenes.scene.compositions.still.states.one, state);
      return project;
    };
    const place = 'scenes.scene.compositions.still.states.one';
    expect(await adviceOn(made({ align: 'left', lineHeight: 2 }))).toEqual([
      {
        rule: 'missing-mark',
        path: 'project',
        message: `${place}.align and 1 other field are extensions of the format and are ignored; add "extended": true at the top of the document`,
        fix: { extended: true },
      },
    ]);
    expect(await adviceOn({ ...made({ align: 'left', lineHeight: 2 }), extended: true })).toEqual([]);
    expect(await adviceOn(made({ align: 'foo' }))).toEqual([
      {
        rule: 'missing-mark',
        path: 'project',
        message: `${place}.align is an extension of the format and is ignored; add "extended": true at the top of the document and correct what is then invalid: ${place}.align: must be one of left, center, right, but is "foo"`,
      },
    ]);
    expect(await adviceOn({ ...made({ align: 'left' }), extended: 'yes' })).toMatchObject([
      { rule: 'missing-mark', fix: { extended: true } },
    ]);
    expect(await adviceOn({ ...made({}), extended: 'yes' })).toEqual([
      {
        rule: 'missing-mark',
        path: 'project',
        message:
          'extended is ignored, because it is "yes" and not true; the project has no extensions, so remove it',
        fix: { extended: null },
      },
    ]);
  });

  it('advises on unused variables', async () => {
    const document = {
      ...{ shorthand: true, variables: { title: 'Hello', size: 80 } },
      objects: { title: { kind: 'text', state: { fontSize: '$' + '{size}', text: 'Hello' } } },
      compositions: { start: { states: { title: {} } } },
    };
    const { advice } = await inspect(document, { advice: true });
    expect(advice).toEqual([
      {
        rule: 'unused-variable',
        path: 'variables.title',
        message: 'the variable title is not used; use it as $' + '{title} or remove it',
      },
    ]);
  });

  it('gives at most 50 pieces of advice', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `o${index}`);
    const made = project(
      scene('s', { objects: ids.map((id) => object(id)), compositions: [composition('a', 500)] }),
    );
    expect(await adviceOn(made)).toHaveLength(50);
    expect(new AdviceList().full).toBe(false);
  });
});
