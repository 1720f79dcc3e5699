import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { encodePng } from '../../../../test/support/picture.ts';
import { type Advice, adviceRules } from '../../src/advice/advice.ts';
import { expandProject } from '../../src/library.ts';
import { adviceOn } from './advice-on.ts';
import { brokenFilms } from './broken-films.ts';
import { type Film, repaired } from './follow-fixes.ts';

const pictureRules: readonly string[] = ['low-contrast', 'covered', 'overlap', 'outside-card', 'crossed'];

async function adviceOnPictures(film: Film): Promise<readonly Advice[]> {
  return (await adviceOn(film)).filter(({ rule }) => pictureRules.includes(rule));
}

/** Applies all fixes, as often as that changes something, and returns how often. */
async function applyAll(film: Film): Promise<{ film: Film; runs: number; left: readonly Advice[] }> {
  let current = film;
  for (let runs = 0; ; runs++) {
    const left = await adviceOn(current);
    const fixable = left.filter(({ fix }) => fix !== undefined);
    if (fixable.length === 0 || runs > 4) return { film: current, runs, left };
    for (const advice of fixable) current = repaired(current, advice);
  }
}

const frame = { shorthand: true, width: 1280, height: 720, background: '#101820' };
const compositions = { first: { duration: 4000 }, second: { duration: 4000 } };

function filmOf(objects: object, more: object = {}): Film {
  return { ...frame, objects, compositions, ...more };
}

const text = (text: string, state: object = {}) => ({
  kind: 'text',
  state: { text, x: 640, y: 360, fontSize: 60, ...state },
});
const rectangle = (state: object) => ({ kind: 'rectangle', state: { x: 640, y: 360, ...state } });

describe('advice on the surroundings of texts', () => {
  for (const [index, { rule, film }] of brokenFilms.entries()) {
    it(`film ${index} gets the advice ${rule}, and two runs of its fixes leave no advice`, async () => {
      expect((await adviceOn(film)).map((one) => one.rule)).toContain(rule);
      const { runs, left } = await applyAll(film);
      expect(left).toEqual([]);
      expect(runs).toBeLessThanOrEqual(2);
    });

    it(`film ${index}, written out in full, gets the advice ${rule} with fixes that work`, async () => {
      const { project } = expandProject(film);
      const rules = (await adviceOn(project)).map((one) => one.rule);
      expect(rules).toContain(rule);
      const { left } = await applyAll(project as unknown as Film);
      expect(left).toEqual([]);
    });
  }

  it('a badge that touches the title above its card is advised on, and one beside it is not', async () => {
    const badge = (y: number) =>
      filmOf({
        title: text('Our plans for you', { y: 150, fontSize: 90 }),
        card: rectangle({ y: 400, width: 500, height: 320, fill: '#2a3b4c' }),
        team: text('Team', { y: 400, fill: 'white' }),
        badge: { kind: 'rectangle', x: 640, y, width: 240, height: 60, fill: 'crimson', text: 'Popular' },
      });
    const touching = await adviceOnPictures(badge(224));
    expect(touching.map(({ rule, message }) => [rule, message])).toEqual([
      ['crossed', 'the rectangle badge touches the text title; move them apart'],
    ]);
    expect(await adviceOnPictures(badge(244))).toEqual([]);
  });

  it('a line between two objects that runs through a third is advised on, unless that hides it', async () => {
    const box = (x: number, order = 0) => rectangle({ x, width: 200, height: 120, fill: 'navy', order });
    const objects = { a: box(200), b: box(640), c: box(1080) };
    const line = { kind: 'arrow', from: 'a', to: 'c', stroke: 'white' };
    const film = filmOf({ ...objects, line });
    expect((await adviceOnPictures(film)).map(({ rule, message }) => [rule, message])).toEqual([
      [
        'crossed',
        'the arrow line runs through the rectangle b; give it another route, let it start at another side, or move one of them',
      ],
    ]);
    expect(await adviceOnPictures(filmOf({ line, ...objects }))).toEqual([]);
    const around = { kind: 'rectangle', x: 640, y: 360, width: 1200, height: 400, fill: '#223344' };
    const { b: _, ...ends } = objects;
    expect(await adviceOnPictures(filmOf({ around, ...ends, line }))).toEqual([]);
  });

  it('an arrow that begins at an object and ends a little before another one is advised on', async () => {
    const box = (x: number) => rectangle({ x, width: 200, height: 120, fill: 'navy' });
    const loose = async (line: object, others: object = {}) =>
      (
        await adviceOn(
          filmOf({ a: box(300), b: box(900), line: { kind: 'arrow', stroke: 'white', ...line }, ...others }),
        )
      )
        .filter(({ rule }) => rule === 'loose-line')
        .map(({ path, message }) => [path, message]);
    // From the right of a at 400 to the left of b at 800: at 720 pixels, gaps of 24 to 40 pixels are advised on.
    expect(await loose({ x: 405, y: 360, width: 360 })).toEqual([
      [
        'objects.line',
        'the arrow line ends 35 pixels before the rectangle b and touches nothing there; let it lead "from" one object "to" the other, or move its end',
      ],
    ]);
    expect(await loose({ x: 795, y: 360, width: -360 })).toEqual([
      ['objects.line', expect.stringContaining('before the rectangle a')],
    ]);
    expect(await loose({ from: 'a', to: [765, 360] })).toEqual([
      ['objects.line', expect.stringContaining('before the rectangle b')],
    ]);
    // It arrives, is a force that leads elsewhere, begins at nothing, is too short, or ends at a text.
    expect(await loose({ x: 405, y: 360, width: 390 })).toEqual([]);
    expect(await loose({ x: 405, y: 360, width: 380 })).toEqual([]);
    expect(await loose({ x: 300, y: 290, width: 0, height: -200 })).toEqual([]);
    expect(await loose({ x: 500, y: 360, width: 265 })).toEqual([]);
    expect(await loose({ x: 405, y: 360, width: 200 })).toEqual([]);
    const near = { kind: 'text', state: { text: 'so', x: 770, y: 390, fontSize: 30 } };
    expect(await loose({ x: 405, y: 360, width: 360 }, { near })).toEqual([]);
    expect(await loose({ from: 'a', to: 'b' })).toEqual([]);
    expect(await loose({ x: 405, y: 360, width: 360, decorative: true })).toEqual([]);
  });

  it('a text under an opaque cover does not overlap the text on it', async () => {
    const film = (fill: string) => ({
      ...frame,
      objects: {
        under: text('Hello under the cover'),
        cover: rectangle({ width: 1280, height: 720, fill }),
        over: text('On top', { fill: 'white' }),
      },
      compositions: [
        { duration: 2000, states: { under: true } },
        { duration: 2000, states: { cover: true, over: true } },
      ],
    });
    expect(await adviceOnPictures(film('#000080'))).toEqual([]);
    expect((await adviceOnPictures(film('#00008080'))).map(({ rule }) => rule)).toContain('overlap');
  });

  it('what is decorative may overlap, cross and cover', async () => {
    const film = (decorative: object) =>
      filmOf({
        title: text('Our plans for you', { fill: 'white' }),
        rays: {
          kind: 'group',
          ...decorative,
          children: [{ kind: 'path', from: [100, 350], to: [1200, 370], stroke: 'gold' }],
        },
        number: { ...text('42', { y: 380, fontSize: 120, fill: '#1b2a3a' }), ...decorative },
      });
    expect((await adviceOnPictures(film({}))).length).toBeGreaterThan(0);
    const rules = (await adviceOnPictures(film({ decorative: true }))).filter(({ message }) =>
      /rays|number/.test(message),
    );
    expect(rules).toEqual([]);
  });

  it('every rule has its own name', () => {
    expect(new Set(adviceRules).size).toBe(adviceRules.length);
  });
});

describe('contrast', () => {
  /** Advice on a text of a colour on white, in a frame 1000 pixels high. */
  const onWhite = (fill: string, fontSize: number, state: object = {}) =>
    adviceOnPictures({
      ...filmOf({ word: text('Word', { x: 500, y: 500, fill, fontSize, ...state }) }),
      width: 1000,
      height: 1000,
      background: '#ffffff',
    });

  it('small letters need a contrast of 4.5 to 1, as in WCAG', async () => {
    expect(await onWhite('#767676', 33)).toEqual([]);
    const [advice] = await onWhite('#777777', 33);
    expect(advice).toMatchObject({ rule: 'low-contrast', fix: { fill: '#767676' } });
    expect(advice?.message).toContain('is 4.4 to 1; make it at least 4.5 to 1');
  });

  it('letters over 3.3 % of the height need a contrast of 3 to 1', async () => {
    expect(await onWhite('#949494', 34)).toEqual([]);
    expect(await onWhite('#959595', 34)).toMatchObject([{ rule: 'low-contrast' }]);
  });

  it('a fix makes a colour less translucent, or keeps its hue and opacity', async () => {
    const [clearer] = await onWhite('#c0000080', 60);
    expect(clearer?.fix?.fill).toMatch(/^#c00000[89a-f][0-9a-f]$/);
    const [darker] = await onWhite('#ff9999cc', 60);
    expect(darker?.fix?.fill).toMatch(/^#ff[0-9a-f]{4}cc$/);
  });

  it('contrast is measured against the image behind a text', async () => {
    const pixel = (color: number[]) => Array.from({ length: 64 }, () => color).flat();
    const picture = async (color: number[]) => {
      const png = await encodePng({ width: 8, height: 8, data: Uint8ClampedArray.from(pixel(color)) });
      const src = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      const photo = { kind: 'image', image: { src }, state: { x: 640, y: 360, width: 900, height: 600 } };
      return adviceOnPictures(filmOf({ photo, word: text('On a picture', { fill: '#ffffff' }) }));
    };
    expect(await picture([20, 20, 60, 255])).toEqual([]);
    expect(await picture([240, 240, 200, 255])).toMatchObject([
      { rule: 'low-contrast', message: expect.stringContaining('#f0f0c8') },
    ]);
  });

  it('a text that is dimmed while another is read needs no contrast', async () => {
    const film = filmOf(
      { one: text('First point', { y: 200 }), two: text('Second point') },
      {
        compositions: {
          first: { duration: 4000, states: { one: {} } },
          second: { duration: 4000, states: { one: { opacity: 0.2 } } },
        },
      },
    );
    expect(await adviceOnPictures(film)).toEqual([]);
  });

  it('letters with an outline, on a transparent background or without words get no advice on contrast', async () => {
    const pale = { fill: '#182028' };
    const outlined = text('Word', { ...pale, stroke: '#ffffff', strokeWidth: 2 });
    expect(await adviceOnPictures(filmOf({ outlined }))).toEqual([]);
    expect(await adviceOnPictures(filmOf({ star: text('★', pale) }))).toEqual([]);
    const clear = filmOf({ word: text('Word', { fill: '#808080' }) }, { background: 'transparent' });
    expect(await adviceOnPictures(clear)).toEqual([]);
  });

  it('a fix for contrast changes the place that defines the colour, once for all compositions', async () => {
    const film = filmOf(
      { word: text('Word', { fill: '#223344' }) },
      {
        compositions: {
          first: { duration: 4000, states: { word: {} } },
          second: { duration: 4000, states: { word: { x: 500 } } },
        },
      },
    );
    const advice = await adviceOnPictures(film);
    expect(advice).toMatchObject([{ rule: 'low-contrast', path: 'objects.word.state' }]);
  });
});

describe('texts under and beside shapes', () => {
  it('a text that an object hides until it is revealed gets no advice', async () => {
    const film = filmOf(
      { word: text('Secret'), card: rectangle({ width: 600, height: 260, fill: '#e76f51' }) },
      {
        compositions: {
          first: { duration: 4000, states: { card: {} } },
          second: { duration: 4000, states: { card: { y: 650 } } },
        },
      },
    );
    expect((await adviceOn(film)).filter(({ rule }) => rule === 'covered')).toEqual([]);
  });

  it('a translucent shape over a text does not count as covering it', async () => {
    const shade = rectangle({ width: 600, height: 260, fill: '#e76f5160' });
    expect(await adviceOnPictures(filmOf({ word: text('Shaded'), shade }))).toEqual([]);
  });

  it('lines that strike a text through or underline it get no advice', async () => {
    const line = (y: number) => ({ kind: 'path', state: { x: 540, y, width: 200, strokeWidth: 6 } });
    expect(await adviceOnPictures(filmOf({ price: text('Old 99'), strike: line(360) }))).toEqual([]);
    expect(await adviceOnPictures(filmOf({ word: text('Underlined'), under: line(392) }))).toEqual([]);
  });

  it('a line that an opaque card hides from a text does not cross it', async () => {
    const line = { kind: 'path', state: { x: 100, y: 360, width: 1080, strokeWidth: 6 } };
    const card = rectangle({ width: 400, height: 120, fill: '#264653' });
    expect(await adviceOnPictures(filmOf({ line, card, word: text('On a card') }))).toEqual([]);
  });

  it('a text on an ornament, a marker or a background of two colours gets no advice', async () => {
    const disc = { kind: 'circle', state: { x: 640, y: 360, width: 200, height: 200, fill: '#264653' } };
    expect(await adviceOnPictures(filmOf({ disc, word: text('A title on a disc') }))).toEqual([]);
    const marker = rectangle({ y: 375, width: 300, height: 14, fill: '#264653' });
    expect(await adviceOnPictures(filmOf({ marker, word: text('A marked title') }))).toEqual([]);
    const half = rectangle({ x: 320, width: 640, height: 720, fill: '#264653' });
    expect(await adviceOnPictures(filmOf({ half, word: text('On both halves') }))).toEqual([]);
  });

  it('a frame around a part of a text does not cross it, one that runs on into the text does', async () => {
    const frame = (x: number) =>
      rectangle({ x, width: 110, height: 90, fill: 'none', stroke: '#ffd166', strokeWidth: 5 });
    const word = text('A title with a frame');
    expect(await adviceOnPictures(filmOf({ frame: frame(560), word }))).toEqual([]);
    const wide = rectangle({
      x: 1020,
      width: 700,
      height: 90,
      fill: 'none',
      stroke: '#ffd166',
      strokeWidth: 5,
    });
    expect(await adviceOnPictures(filmOf({ wide, word }))).toMatchObject([{ rule: 'crossed' }]);
  });

  it('an icon that runs through a text crosses it, one beside the text does not', async () => {
    const icon = (x: number) => ({ kind: 'icon', icon: 'coffee', x, y: 360, width: 90, height: 90 });
    const word = text('A title over a logo');
    expect(await adviceOnPictures(filmOf({ icon: icon(500), word }))).toMatchObject([
      { rule: 'crossed', message: expect.stringContaining('icon runs through the text word; move one') },
    ]);
    expect(await adviceOnPictures(filmOf({ icon: icon(200), word }))).toEqual([]);
  });

  it('of two texts beside each other, the longer one breaks into lines, and both keep their height', async () => {
    const side = (x: number, words: string) => text(words, { x, y: 300, fontSize: 40 });
    const document = filmOf({
      left: side(420, 'A long sentence that runs into another one'),
      right: side(1000, 'A short note beside it'),
    });
    const overlaps = (await adviceOn(document)).filter(({ rule }) => rule === 'overlap');
    expect(overlaps).toMatchObject([{ path: 'objects.left.state', fix: { wrapWidth: expect.any(Number) } }]);
    expect(Object.keys(overlaps[0]?.fix ?? {})).toEqual(['wrapWidth']);
  });

  it('plots and the lines of axes cross the texts that are not on these axes', async () => {
    const plane = { kind: 'axes', x: 640, y: 360, width: 800, height: 600, grid: true };
    const curve = { kind: 'plot', on: 'plane', formula: 'y = x', strokeWidth: 6 };
    const ranges = { xRange: [-4, 4, 1], yRange: [-4, 4, 1] };
    const crossed = await adviceOnPictures(
      filmOf({ plane: { ...plane, ...ranges }, curve, title: text('A title over a plot') }),
    );
    expect(crossed.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'crossed: a line of the axes plane runs through the text title; move one of them',
      'crossed: the plot curve runs through the text title; move one of them',
    ]);
    const note = (x: number, y: number) => ({
      kind: 'text',
      text: 'identity',
      on: 'plane',
      x,
      y,
      fontSize: 40,
    });
    const onPlane = (x: number, y: number) =>
      adviceOnPictures(filmOf({ plane: { ...plane, ...ranges }, curve, note: note(x, y) }));
    expect((await onPlane(2, 0)).filter(({ rule }) => rule === 'crossed')).toEqual([]);
    expect(await onPlane(0.5, 2)).toEqual([]);
    expect(await onPlane(1, 1)).toMatchObject([
      { rule: 'crossed', message: 'the plot curve runs through the text note; move one of them' },
    ]);
  });

  it.each([
    ['y = 5*exp(-(x+1)^2)', 'the highest point of f is cut off: it is above plane from x = -1.7'],
    ['y = 4*sin(x)', 'the lowest point of f is cut off: it is below plane from x = -2.28'],
  ])('%s is cut by its axes', async (formula, message) => {
    const plane = { kind: 'axes', place: 'fill', xRange: [-3, 3], yRange: [-3, 3] };
    const f = { kind: 'plot', on: 'plane', formula };
    const advice = (await adviceOn(filmOf({ plane, f }))).filter(({ rule }) => rule === 'beyond-frame');
    expect(advice).toMatchObject([{ path: 'objects.f', message: expect.stringContaining(message) }]);
    const higher = { ...plane, yRange: [-6, 6] };
    expect(
      (await adviceOn(filmOf({ plane: higher, f }))).filter(({ rule }) => rule === 'beyond-frame'),
    ).toEqual([]);
  });

  it.each([
    'y = 1/x',
    'y = 1/x^2',
    'y = tan(x)',
    'y = x^3',
    'y = x^2',
    'y = exp(x)',
    'y = 3.05*sin(x)',
    'y = 20*sin(x)',
  ])('%s leaves its axes on purpose', async (formula) => {
    const plane = { kind: 'axes', place: 'fill', xRange: [-3, 3], yRange: [-3, 3] };
    const f = { kind: 'plot', on: 'plane', formula };
    const advice = await adviceOn(filmOf({ plane, f }));
    expect(advice.filter(({ rule }) => rule === 'beyond-frame')).toEqual([]);
  });

  it('a label along a turned arrow gets no advice, and a label across it moves a little', async () => {
    const arrow = { kind: 'arrow', state: { x: 200, y: 560, width: 800, height: -400, strokeWidth: 6 } };
    const label = (y: number) => text('steepest descent', { x: 576, y, rotation: -26.565, fontSize: 48 });
    expect(await adviceOnPictures(filmOf({ arrow, label: label(318) }))).toEqual([]);
    const [advice, ...others] = await adviceOnPictures(filmOf({ arrow, label: label(365) }));
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ rule: 'crossed', path: 'objects.label.state' });
    const { x = 576, y = 365 } = (advice?.fix ?? {}) as { x?: number; y?: number };
    expect(Math.hypot(x - 576, y - 365)).toBeLessThan(70);
  });

  it('a text along a turned card is measured in the direction of the card', async () => {
    const card = rectangle({ width: 700, height: 120, rotation: -30, fill: '#264653' });
    const word = (words: string) => text(words, { rotation: -30 });
    expect(await adviceOnPictures(filmOf({ card, word: word('Along the card') }))).toEqual([]);
    const long = filmOf({ card, word: word('Along the card, but too long for it') });
    expect(await adviceOnPictures(long)).toMatchObject([{ rule: 'outside-card' }]);
    expect((await applyAll(long)).left).toEqual([]);
    // Its middle is beside the card, but in the upright box around it.
    const beside = text('Beside', { x: 340, y: 250 });
    expect(await adviceOnPictures(filmOf({ card, beside }))).toEqual([]);
  });

  it('a badge across the border of a card is the card of its text, also in the color of the border', async () => {
    const border = { stroke: '#f4b860', strokeWidth: 8 };
    const objects = {
      card: rectangle({ y: 460, width: 600, height: 200, fill: '#172238', ...border }),
      badge: rectangle({ width: 300, height: 80, fill: '#f4b860' }),
      word: text('Most loved', { y: 362, fontSize: 44, fill: '#0b1220' }),
    };
    expect(await adviceOnPictures(filmOf(objects))).toEqual([]);
  });

  it('a text that is too long breaks into lines instead of becoming tiny', async () => {
    const objects = {
      left: text('Everything before the change', { x: 420, y: 95 }),
      right: text('After the change', { x: 930, y: 95 }),
    };
    const low = filmOf(objects, { height: 190 });
    expect(await adviceOnPictures(low)).toMatchObject([
      { rule: 'overlap', path: 'objects.left.state', fix: { wrapWidth: expect.any(Number) } },
    ]);
    expect((await applyAll(low)).left).toEqual([]);
  });

  it('a fix does not move a text to the edge of the frame while another text has space', async () => {
    const objects = {
      chapter: text('Chapter one', { y: 610 }),
      more: text('in which nothing happens, and that slowly', { y: 635, fontSize: 40 }),
    };
    expect(await adviceOnPictures(filmOf(objects))).toMatchObject([
      { rule: 'overlap', path: 'objects.chapter.state', fix: { y: expect.any(Number) } },
    ]);
  });

  it('a fix that fits a text into its card breaks no word', async () => {
    const card = { kind: 'circle', state: { x: 640, y: 360, width: 180, height: 180, fill: '#264653' } };
    const [advice] = await adviceOnPictures(filmOf({ card, word: text('Database', { fontSize: 48 }) }));
    expect(advice).toMatchObject({ rule: 'outside-card', fix: { fontSize: expect.any(Number) } });
    expect(advice?.fix).not.toHaveProperty('wrapWidth');
  });

  it('a fix does not move members of a row, because the row would override the position', async () => {
    const objects = {
      one: text('One'),
      two: text('Two'),
      row: { kind: 'row', children: ['one', 'two'], state: { place: 'center', gap: -60 } },
    };
    const advice = await adviceOnPictures(filmOf(objects));
    expect(advice).toMatchObject([{ rule: 'overlap' }]);
    for (const { fix = {} } of advice) expect(Object.keys(fix)).not.toContain('x');
  });
});

it('no fix adds an extension to a project that is not marked as extended', async () => {
  const text = 'One sentence that is much too long for a single line of its card';
  const made = stillProject({
    card: { kind: 'rectangle', state: { x: 160, y: 90, width: 200, height: 120, fill: '#1d4ed8' } },
    text: { kind: 'text', state: { x: 160, y: 90, text, fontSize: 14, fill: '#ffffff' } },
  });
  const fixesOf = async (document: object) =>
    (await adviceOn(document)).flatMap(({ fix }) => Object.keys(fix ?? {}));
  expect(await fixesOf({ ...made, extended: true })).toContain('wrapWidth');
  expect(await fixesOf(made)).not.toContain('wrapWidth');
});
