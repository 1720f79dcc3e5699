import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import {
  composition,
  keyframe,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { ObjectKind } from '../../src/language/kinds.ts';
import type { CompositionState, Project, TransitionTrack } from '../../src/project/schema.ts';
import { adviceOn, withFix } from './advice-on.ts';

/** Returns a film that holds one object on a black 320 x 180 stage. */
function still(kind: ObjectKind, changes: Partial<CompositionState>): Project {
  return stillProject({ one: { kind, state: changes } });
}

/** Returns a film of two holds with a transition. */
function way(
  from: Partial<CompositionState>,
  to: Partial<CompositionState>,
  tracks: TransitionTrack[] = [],
): Project {
  return project(
    scene('scene', {
      objects: [object('box')],
      compositions: [composition('a', 500, { box: state(from) }), composition('b', 500, { box: state(to) })],
      transitions: [transition('a', 'b', 400, tracks)],
    }),
  );
}

describe('objects outside the frame', () => {
  it('advises on an object outside the frame, with its box and a fix that shows it', async () => {
    const beyond = still('rectangle', { x: 340, y: 90, width: 40, height: 20 });
    const advice = await adviceOn(beyond);
    expect(advice).toEqual([
      {
        rule: 'beyond-frame',
        path: 'scenes.scene.compositions.still.states.one',
        message:
          'this object is never seen: it lies from 320, 80 to 360, 100, outside the frame of 320 x 180; move it into the frame',
        box: { left: 320, top: 80, right: 360, bottom: 100 },
        fix: { x: 292 },
      },
    ]);
    expect(await adviceOn(withFix(beyond, advice[0]))).toEqual([]);
  });

  it('gives no advice on an object with a pixel inside the frame', async () => {
    expect(await adviceOn(still('rectangle', { x: 339, y: 90, width: 40, height: 20 }))).toEqual([]);
    expect(await adviceOn(still('rectangle', { x: 160, y: -9, width: 40, height: 20 }))).toEqual([]);
    expect(await adviceOn(still('rectangle', { x: 160, y: -10, width: 40, height: 20 }))).toHaveLength(1);
  });

  it('gives no advice on an object that moves into, out of or through the frame', async () => {
    expect(await adviceOn(way({ x: -50, y: 90 }, { x: 160, y: 90 }))).toEqual([]);
    expect(await adviceOn(way({ x: 160, y: 90 }, { x: 160, y: 500 }))).toEqual([]);
    expect(await adviceOn(way({ x: -50, y: 90 }, { x: 400, y: 90 }))).toEqual([]);
    expect(await adviceOn(way({ x: -50, y: 90 }, { x: -80, y: 90 }))).toHaveLength(1);
  });
});

describe('objects that are never drawn', () => {
  const objects = [object('box'), object('child', { parentId: 'box' })];
  const shown = state({ x: 160, y: 90 });

  it('advises on an object that is never visible or has no state', async () => {
    const hidden = project(
      scene('s', {
        objects: [object('hidden'), object('unused')],
        compositions: [composition('a', 500, { hidden: state({ visible: false }) })],
      }),
    );
    expect((await adviceOn(hidden)).map(({ path, message }) => [path, message])).toEqual([
      ['scenes.s.objects.hidden', expect.stringContaining('not visible in any composition')],
      ['scenes.s.objects.unused', expect.stringContaining('no composition has a state for this object')],
    ]);
  });

  it('gives no advice on an object that one composition shows or that is a parent', async () => {
    const shownOnce = project(
      scene('s', {
        objects: [object('box')],
        compositions: [
          composition('a', 500, { box: state({ visible: false }) }),
          composition('b', 500, { box: shown }),
        ],
      }),
    );
    expect(await adviceOn(shownOnce)).toEqual([]);
    const parent = project(
      scene('s', {
        objects,
        compositions: [composition('a', 500, { box: state({ visible: false }), child: shown })],
      }),
    );
    expect(await adviceOn(parent)).toEqual([]);
  });
});

describe('objects that paint nothing', () => {
  it.each([
    ['circle', { fill: 'none' }, 'no fill and no stroke', undefined],
    ['rectangle', { fill: '#ff000000' }, 'no fill and no stroke', undefined],
    ['rectangle', { opacity: 0 }, 'opacity is 0', { opacity: 1 }],
    ['rectangle', { width: 0 }, 'no size', { width: 100, height: 100 }],
    ['circle', { fill: 'none', stroke: '#ff0000' }, 'strokeWidth 0', { strokeWidth: 4 }],
    ['path', { fill: '#ff0000' }, 'set a stroke and a strokeWidth', undefined],
    ['path', { width: 80, stroke: 'none', strokeWidth: 3 }, 'only with its stroke; set a stroke', undefined],
    [
      'arrow',
      { width: 0, height: 0, stroke: '#ff0000', strokeWidth: 2 },
      'no size',
      { width: 100, height: 0 },
    ],
    ['arrow', { width: 0, height: 0 }, 'no size', undefined],
    [
      'path',
      { width: 0, height: 0, stroke: '#ff0000' },
      'no size',
      { width: 100, height: 0, strokeWidth: 4 },
    ],
    ['rectangle', { fill: '#ff0000', scaleX: 0 }, 'scaleX 0', { scaleX: 1 }],
    ['circle', { opacity: 0, width: 0 }, 'opacity is 0', { opacity: 1, width: 100, height: 100 }],
    ['text', { text: ' ' }, 'is empty', undefined],
    ['text', { text: 'a', fontSize: 0 }, 'fontSize 0', { fontSize: 48 }],
    ['equation', { text: ' ', fill: '#ff0000' }, 'the equation is empty', undefined],
    ['equation', { text: '\\phantom{x}', fill: '#ff0000' }, 'the formula is empty', undefined],
    [
      'equation',
      { text: 'x', fill: 'none', stroke: '#ff0000', strokeWidth: 2 },
      'only with its fill',
      undefined,
    ],
  ] as const)('advises on an object that paints nothing: %s %o', async (kind, changes, message, fix) => {
    const [advice, ...others] = await adviceOn(still(kind, { x: 160, y: 90, ...changes }));
    expect(others).toEqual([]);
    expect(advice).toMatchObject({
      path: 'scenes.scene.compositions.still.states.one',
      message: expect.stringContaining(message),
    });
    expect(advice?.fix).toEqual(fix);
  });

  it.each([
    ['circle', { fill: '#ff000001' }],
    ['rectangle', { opacity: 0.001 }],
    ['rectangle', { fill: 'none', stroke: '#ff0000', strokeWidth: 0.1 }],
    ['path', { stroke: '#ff0000', strokeWidth: 1 }],
    ['text', { text: '.', fontSize: 5 }],
  ] as const)('gives no advice on an object that paints something: %s %o', async (kind, changes) => {
    expect(await adviceOn(still(kind, { x: 160, y: 90, ...changes }))).toEqual([]);
  });

  it('gives no advice on an unpainted object that fades in, has opacity keyframes or is a parent', async () => {
    const there = { x: 160, y: 90 };
    expect(await adviceOn(way({ ...there, opacity: 0 }, there))).toEqual([]);
    const flash = track({ keyframes: { k: keyframe('opacity', 0.5, 1) } });
    expect(await adviceOn(way({ ...there, opacity: 0 }, { ...there, opacity: 0 }, [flash]))).toEqual([]);
    expect(await adviceOn(way({ ...there, opacity: 0 }, { ...there, x: 100, opacity: 0 }))).toHaveLength(1);
    const parent = stillProject({
      group: { kind: 'rectangle', state: { fill: 'none' } },
      child: { kind: 'rectangle', parentId: 'group', state: there },
    });
    expect(await adviceOn(parent)).toEqual([]);
  });
});

describe('objects in the background colour', () => {
  const place = { x: 160, y: 90, width: 40, height: 20 };
  const onColor = (fill: string, under: Partial<CompositionState>) =>
    stillProject(
      {
        under: { kind: 'rectangle', state: { fill: '#ff0000', ...under } },
        over: { kind: 'rectangle', state: { ...place, fill } },
      },
      { background: '#102030' },
    );

  it('advises on an object in the background colour directly on the background', async () => {
    const [advice] = await adviceOn(onColor('#102030', { x: 120, y: 90, width: 38, height: 20 }));
    expect(advice).toMatchObject({
      path: 'scenes.scene.compositions.still.states.over',
      message: expect.stringContaining('the colour of the background, #102030'),
      box: { left: 140, top: 80, right: 180, bottom: 100 },
    });
    const text = stillProject({ one: { kind: 'text', state: { ...place, text: 'Lost', fill: '#000' } } });
    expect(await adviceOn(text)).toHaveLength(1);
  });

  it('gives no advice on an object with another colour, a stroke or an object under it', async () => {
    expect(await adviceOn(onColor('#102031', { x: 120, y: 90, width: 38, height: 20 }))).toEqual([]);
    expect(await adviceOn(onColor('#102030', { x: 120, y: 90, width: 42, height: 20 }))).toEqual([]);
    const framed = stillProject({
      one: { kind: 'rectangle', state: { ...place, fill: '#000000', stroke: '#ffffff', strokeWidth: 1 } },
    });
    expect(await adviceOn(framed)).toEqual([]);
  });
});

describe('objects under an opaque rectangle', () => {
  const dot = (changes: Partial<CompositionState> = {}) => ({
    kind: 'circle' as const,
    state: { x: 100, y: 90, width: 40, height: 40, ...changes },
  });
  const card = (changes: Partial<CompositionState> = {}) => ({
    kind: 'rectangle' as const,
    state: { x: 110, y: 90, width: 100, height: 80, fill: '#334455', cornerRadius: 0, ...changes },
  });
  const coveredIn = async (film: object) =>
    (await adviceOn(film))
      .filter(({ rule }) => rule === 'covered')
      .map(({ path, message }) => [path, message]);

  it('a shape that is covered in every hold is named with what covers it', async () => {
    expect(await coveredIn(stillProject({ dot: dot(), card: card() }))).toEqual([
      [
        'scenes.scene.objects.dot',
        'this object is never seen: card is drawn over all of it; give it a higher order, or move it',
      ],
    ]);
  });

  it.each([
    ['a part of it is not covered', { dot: dot({ x: 70 }), card: card() }],
    ['it is drawn above', { card: card(), dot: dot() }],
    ['the cover lets it through', { dot: dot(), card: card({ opacity: 0.9 }) }],
    ['the cover is turned', { dot: dot(), card: card({ rotation: 1 }) }],
  ])('there is no advice if %s', async (_why, objects) => {
    expect(await coveredIn(stillProject(objects))).toEqual([]);
  });

  it('there is no advice on an object that a hold or a transition reveals', async () => {
    const film = (later: object, enter: object = { duration: 400 }) => ({
      shorthand: true,
      objects: {
        dot: { kind: 'circle', x: 400, y: 540, width: 100, fill: 'gold' },
        card: { kind: 'rectangle', x: 400, y: 540, width: 300, height: 300, fill: 'navy' },
      },
      compositions: [
        { duration: 500, states: { dot: true, card: true } },
        { duration: 500, enter, states: later },
      ],
    });
    expect(await coveredIn(film({ card: { x: 1200 } }))).toEqual([]);
    expect(await coveredIn(film({ card: false, dot: false }))).toEqual([]);
    expect(await coveredIn(film({}))).toHaveLength(1);
  });
});

describe('objects that keep a place for others', () => {
  it('an object with an opacity of 0 that relations name gets no advice, and any other one is named', async () => {
    const film = {
      shorthand: true,
      objects: {
        start: { kind: 'circle', opacity: 0, place: 'left' },
        end: { kind: 'rectangle', place: 'right' },
        way: { kind: 'arrow', from: 'start', to: 'end' },
        lost: { kind: 'circle', opacity: 0, place: 'top' },
      },
      compositions: [{ states: { '*': true } }],
    };
    const unseen = (await adviceOn(film)).filter(({ rule }) => rule === 'paints-nothing');
    expect(unseen.map(({ message }) => message)).toEqual([
      'lost is visible, but its opacity is 0; increase it',
    ]);
  });
});

describe('groups and lines that leave the frame', () => {
  const stage = { shorthand: true, background: '#101820', compositions: [{ duration: 3000 }] };
  const tiles = (fields: object) => ({
    kind: 'column',
    gap: 20,
    data: 4,
    each: { kind: 'rectangle', height: 250 },
    ...fields,
  });
  const told = async (objects: object) =>
    (await adviceOn({ ...stage, objects })).flatMap(({ rule, message }) =>
      rule === 'beyond-frame' ? [message] : [],
    );

  it('names the group, and for a line its ends', async () => {
    expect(await told({ tower: tiles({ data: 5 }) })).toEqual([
      'tower extends from 910, -125 to 1010, 1205, beyond the frame of 1920 x 1080; make it, its children or its gap smaller, or move it',
    ]);
    expect(await told({ far: { kind: 'arrow', from: [900, 500], to: [2100, 500] } })).toEqual([
      expect.stringMatching(/^far extends from 898, .*; move its ends into the frame$/),
    ]);
  });

  it('says nothing of what fits, of a line across the frame and of what moves in', async () => {
    expect(
      await told({ tower: tiles({}), horizon: { kind: 'path', from: [-50, 900], to: [1970, 900] } }),
    ).toEqual([]);
    const compositions = [{ duration: 2000 }, { duration: 2000, states: { tower: { y: 540 } } }];
    const moving = { ...stage, objects: { tower: tiles({ y: 300 }) }, compositions };
    expect((await adviceOn(moving)).filter(({ rule }) => rule === 'beyond-frame')).toEqual([]);
  });
});
