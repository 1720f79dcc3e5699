// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code has placeholders of its own.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import type { CompositionState } from '../../../src/project/schema.ts';
import { inspect } from '../../../src/render/inspect.ts';
import { codeColors } from '../../../src/shorthand/kinds/code/code-colors.ts';
import { colorContrast } from '../../../src/shorthand/luminance.ts';
import { bundledThemes } from '../../../src/shorthand/themes/bundled-themes.ts';
import { themeOf } from '../../../src/shorthand/themes/theme.ts';
import { boxesOf, expandLaidOut, problemsOf, statesOf } from '../../layout/laid-out.ts';

/** The third film of the language. */
const quickSort = {
  shorthand: true,
  theme: 'midnight',
  objects: {
    title: { kind: 'text', style: 'heading', place: 'top', text: 'Quick sort' },
    code: {
      kind: 'code',
      language: 'python',
      below: 'title',
      text: [
        'def sort(a):',
        '    return sorted(a)',
        '    if len(a) < 2:',
        '        return a',
        '    p, *rest = a',
        '    low = [x for x in rest if x < p]',
        '    high = [x for x in rest if x >= p]',
        '    return sort(low) + [p] + sort(high)',
      ],
    },
  },
  enter: 900,
  compositions: [
    { duration: 1500, states: { 'code.3-8': false } },
    { duration: 2000, states: { 'code.2': false, 'code.3-4': true, code: { highlight: '3-4' } } },
    { duration: 2500, states: { 'code.5-7': true, code: { highlight: '5-7' } } },
    { duration: 3000, states: { 'code.8': true, code: { highlight: 'sort(low)' } } },
  ],
};

type Said = Readonly<Record<string, unknown>>;

/** A film of one object `code`, with the states of its compositions. */
function filmOf(code: Said, ...states: readonly Said[]) {
  return {
    shorthand: true,
    objects: { code: { kind: 'code', ...code } },
    enter: 1000,
    compositions: states.map((said) => ({ states: said })),
  };
}

const lineId = /^code-\d+$/;
const lineName = /^code\.\d+$/;

/** The texts of the visible lines of a composition, from top to bottom. */
function linesIn(states: Readonly<Record<string, CompositionState>> | undefined): string[] {
  return shownLines(states).map(({ text }) => text);
}

function shownLines(states: Readonly<Record<string, CompositionState>> = {}): CompositionState[] {
  return Object.entries(states)
    .filter(([id, { visible }]) => lineId.test(id) && visible)
    .map(([, state]) => state)
    .sort((one, other) => one.y - other.y);
}

/** The state of the line with a text. */
function lineWith(states: Readonly<Record<string, CompositionState>> | undefined, text: string) {
  const found = shownLines(states).find((state) => state.text.includes(text));
  if (found === undefined) throw new Error(`no line has ${text}`);
  return found;
}

describe('the film Quick sort', () => {
  it('is valid at once, without advice', async () => {
    const { issues, advice } = await inspect(quickSort, { advice: true });
    expect({ issues, advice }).toEqual({ issues: [], advice: [] });
    expect(JSON.stringify(quickSort).length).toBeLessThan(1000);
  });

  it('shows the lines of each composition one below the other, without gaps, in one font size', async () => {
    const states = await statesOf(quickSort);
    const { text } = quickSort.objects.code;
    const numbers = [
      [1, 2],
      [1, 3, 4],
      [1, 3, 4, 5, 6, 7],
      [1, 3, 4, 5, 6, 7, 8],
    ];
    const sizes = new Set<number>();
    for (const [index, lines] of numbers.entries()) {
      const shown = shownLines(states[String(index + 1)]);
      expect(shown.map((state) => state.text)).toEqual(lines.map((number) => text[number - 1]));
      for (const [row, state] of shown.entries()) {
        sizes.add(state.fontSize);
        expect(state.y - (shown[0]?.y ?? 0)).toBeCloseTo(row * state.fontSize * 1.5, 0);
        expect(state.x).toBe(shown[0]?.x);
      }
    }
    expect(sizes.size).toBe(1);
  });

  it('dims what highlight leaves out, also in a line', async () => {
    const states = await statesOf(quickSort);
    expect(shownLines(states['2']).map(({ opacity }) => opacity)).toEqual([0.45, 1, 1]);
    const last = shownLines(states['4']);
    expect(last.map(({ opacity }) => opacity)).toEqual([...Array(6).fill(0.45), 1]);
    const { spans = [], text = '' } = last.at(-1) ?? {};
    const bright = spans
      .filter(({ opacity = 1 }) => opacity === 1)
      .map(({ start, end }) => text.slice(start, end));
    expect(`${bright.join('')}`).toMatch(/^sort\(/);
    expect(spans.filter(({ start }) => start >= 21).every(({ opacity }) => opacity === 0.45)).toBe(true);
  });

  it('the box of the code surrounds all of its lines in every composition', async () => {
    for (const boxes of Object.values(await boxesOf(quickSort))) {
      const ground = boxes.code;
      for (const [id, box] of Object.entries(boxes).filter(([name]) => lineName.test(name))) {
        expect([id, box.left >= (ground?.left ?? 0) && box.right <= (ground?.right ?? 0)]).toEqual([
          id,
          true,
        ]);
        expect([id, box.top >= (ground?.top ?? 0) && box.bottom <= (ground?.bottom ?? 0)]).toEqual([
          id,
          true,
        ]);
      }
    }
  });
});

describe('the ground of code', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line = ${index}`);
  const ground = { fill: '#223344', fontSize: 40, lineHeight: 1.5, padding: 20 };

  it('is as high as the lines that each composition shows', async () => {
    const film = filmOf(
      { text: lines(2), ...ground },
      { code: true },
      { code: { text: lines(7) } },
      { 'code.2-7': false },
    );
    const boxes = Object.values(await boxesOf(film)).map(({ code }) => code);
    expect(boxes.map((box) => box && box.bottom - box.top)).toEqual([160, 460, 100]);
  });

  it('has the height that the document gives it', async () => {
    const film = filmOf(
      { text: lines(2), ...ground, height: 500 },
      { code: true },
      { code: { text: lines(7) } },
    );
    const boxes = Object.values(await boxesOf(film)).map(({ code }) => code);
    expect(boxes.map((box) => box && box.bottom - box.top)).toEqual([500, 500]);
  });

  it('is not there while no line is, and not sized for a text that is never shown', async () => {
    const film = filmOf(
      { text: ['a very long line that no composition shows'], ...ground },
      { code: { text: 'short' }, 'code.*': false },
      { 'code.*': true },
    );
    const [hidden, shown] = Object.values(await statesOf(film)).map((states) => states['code-ground']);
    expect(hidden?.visible ?? false).toBe(false);
    expect(shown).toMatchObject({ visible: true, height: 100 });
  });

  it('keeps what is below it at the same distance', async () => {
    const film = {
      shorthand: true,
      objects: {
        code: { kind: 'code', text: lines(2), ...ground, place: 'top' },
        note: { kind: 'rectangle', width: 100, height: 40, below: 'code' },
      },
      compositions: [{ states: { code: true } }, { states: { code: { text: lines(7) } } }],
    };
    const distances = Object.values(await boxesOf(film)).map(
      ({ code, note }) => (note?.top ?? 0) - (code?.bottom ?? 0),
    );
    expect(distances[0]).toBeGreaterThan(0);
    expect(distances[1]).toBeCloseTo(distances[0] ?? 0, 6);
  });
});

describe('parts of code', () => {
  const text = ['one = 1', 'two = 2', '', 'four = one + 3'];

  it('false and true hide and show lines, and code.* all of them', async () => {
    const film = filmOf(
      { text },
      { 'code.*': false, 'code.1': true },
      { 'code.*': true },
      { 'code.1-3': false },
    );
    const states = await statesOf(film);
    expect(Object.values(states).map(linesIn)).toEqual([
      ['one = 1'],
      ['one = 1', 'two = 2', 'four = one + 3'],
      ['four = one + 3'],
    ]);
  });

  it('lines and words whose first state is true are not there before', async () => {
    const film = filmOf(
      { text },
      { code: true, 'code.1': true },
      { 'code.2': true, 'code.4': { fill: 'red' } },
      { 'code.3': true, 'code.+ 3': true },
    );
    const all = Object.values(await statesOf(film));
    expect(all.map(linesIn)).toEqual([
      ['one = 1', 'four = one + 3'],
      ['one = 1', 'two = 2', 'four = one + 3'],
      ['one = 1', 'two = 2', 'four = one + 3'],
    ]);
    const seen = all.map(
      (states) => lineWith(states, 'four').spans?.find(({ start }) => start === 11)?.opacity,
    );
    expect(seen).toEqual([0, 0, 1]);
  });

  it('lines and strings of code keep their own fields when the text changes', async () => {
    const said = { 'code.2': { scale: 1.2, opacity: 0.5 }, 'code.one#2': { fill: 'red', mark: '#ffff00' } };
    const film = filmOf({ text }, { code: true }, said, { code: { text: ['zero = 0', ...text] } });
    const states = await statesOf(film);
    for (const composition of ['2', '3']) {
      expect(lineWith(states[composition], 'two')).toMatchObject({ scaleX: 1.2, scaleY: 1.2, opacity: 0.5 });
      const { spans } = lineWith(states[composition], 'four');
      expect(spans).toContainEqual(
        expect.objectContaining({ start: 7, end: 10, fill: '#ff0000', mark: '#ffff00' }),
      );
    }
    expect(lineWith(states['1'], 'two').opacity).toBe(1);
  });

  it('numbers of a state count the lines of the text of its composition', async () => {
    const film = filmOf({ text }, { code: true }, { code: { text: ['zero = 0', ...text] }, 'code.2': false });
    const states = await statesOf(film);
    expect(linesIn(states['2'])).toEqual(['zero = 0', 'two = 2', 'four = one + 3']);
  });

  it('relations and tracks name lines', async () => {
    const film = {
      ...filmOf({ text }, { code: true }),
      objects: {
        code: { kind: 'code', text },
        note: { kind: 'text', text: 'here', rightOf: 'code.4' },
        frame: { kind: 'rectangle', around: 'code.1-2', fill: 'none', stroke: 'gold' },
      },
      compositions: [
        { states: { code: true, 'code.4': false } },
        {
          enter: { duration: 800, tracks: { 'code.4': { start: 300, type: 'write' } } },
          states: { 'code.4': true, note: true, frame: true },
        },
      ],
    };
    const boxes = await boxesOf(film);
    expect(boxes['2']?.note?.left).toBeGreaterThan(boxes['2']?.['code.4']?.right ?? Number.POSITIVE_INFINITY);
    expect(boxes['2']?.frame?.top).toBeLessThan(boxes['2']?.['code.1']?.top ?? 0);
    expect(boxes['2']?.frame?.bottom).toBeGreaterThan(boxes['2']?.['code.2']?.bottom ?? 10_000);
    const result = await expandLaidOut(film);
    const tracks = result.ok
      ? Object.values(Object.values(result.value.project.scenes)[0]?.transitions ?? {})[0]?.tracks
      : {};
    expect(Object.values(tracks ?? {}).find(({ objectId }) => objectId === 'code-4')).toMatchObject({
      start: 300,
      type: 'write',
    });
  });

  it('code in a group and from data has parts, which arrows and the camera find', async () => {
    const film = {
      shorthand: true,
      objects: {
        rows: {
          kind: 'row',
          place: 'top',
          data: ['a', 'b'],
          each: { kind: 'code', language: 'js', text: 'let ${item}' },
        },
        card: { kind: 'column', place: 'bottom', children: { code: { kind: 'code', text } } },
        arrow: { kind: 'arrow', from: [200, 900], to: 'card.code.4' },
      },
      compositions: [
        { states: { rows: true, card: true, arrow: true, 'card.code.2': false } },
        {
          enter: 500,
          states: {
            'card.code.2': true,
            'card.code': { highlight: 'one#2' },
            camera: { around: ['card.code.1-2'] },
          },
        },
      ],
    };
    expect(await problemsOf(film)).toEqual([]);
    const { '1': first, '2': second } = await statesOf(film);
    expect(Object.values(first ?? {}).map((state) => state.text)).toEqual(
      expect.arrayContaining(['let a', 'let b']),
    );
    expect([first?.['card-code-2']?.visible, second?.['card-code-2']?.visible]).toEqual([false, true]);
    expect(second?.['card-code-4']?.spans).toContainEqual({
      start: 0,
      end: 7,
      fill: expect.any(String),
      opacity: 0.45,
    });
  });

  it('part numbers, strings and fields that do not exist are refused in words', async () => {
    const film = filmOf(
      { text, language: 'pyton', highlight: '9' },
      {
        'code.7-9': false,
        'code.five': true,
        'code.1': { cornerRadius: 3 },
        code: { colors: { keywords: 'red' } },
      },
    );
    expect(await problemsOf(film)).toEqual([
      'compositions[0].states.code.colors.keywords: is not a group of tokens, which are text, punctuation, keyword, function, type, property, number, string, removed, comment',
      expect.stringMatching(
        /^objects\.code\.language: is "pyton", which is not a language of code; did you mean "python"\?/,
      ),
      'objects.code.highlight: names line 9, but the code has lines 1 to 4 here',
    ]);
    expect(await problemsOf(filmOf({ text }, { 'code.7-9': false }))).toEqual([
      'compositions[0].states["code.7-9"]: names lines 7 to 9, but the code has lines 1 to 4 here',
    ]);
    expect(await problemsOf(filmOf({ text }, { 'code.five': true }))).toEqual([
      'compositions[0].states["code.five"]: is "five", which is in no line that the code shows here; write a part of one line, with #2 for the second time, or the number of a line',
    ]);
    expect(await problemsOf(filmOf({ text }, { 'code.1': { cornerRadius: 3 } }))).toEqual([
      'compositions[0].states["code.1"].cornerRadius: is not for lines of code, which have fill, fontWeight, fontFamily, italic, underline, mark, opacity, scale',
    ]);
    expect(await problemsOf(filmOf({}, { code: true }))).toEqual([
      'objects.code.text: is required for code: a text, a list of lines, or "src" with the name of a file',
    ]);
  });
});

describe('texts of code', () => {
  it('${name} in code is code, and lines that begin with = are no formulas', async () => {
    const text = ['const a = `x${b}`;', '=1 + 2', '$${c}'];
    const states = await statesOf(
      filmOf({ text, language: 'js' }, { code: { text: [...text, '`${d.e()}`'] } }),
    );
    expect(linesIn(states['1'])).toEqual([...text, '`${d.e()}`']);
  });

  it('tabs are spaces up to the next stop, and signs that turn the direction of letters are spaces', async () => {
    const states = await statesOf(filmOf({ text: 'a\tb\r\n\tc\u202e\u0007d\n' }, { code: true }));
    expect(linesIn(states['1'])).toEqual(['a   b', '    c  d']);
  });

  it('right-to-left comments and emoji stay in their line', async () => {
    const text = ['x = 1 # שלום عالم', 'y = "🎉👩‍👩‍👧 ok"', 'z = "日本語"'];
    const boxes = await boxesOf(filmOf({ text, language: 'py', lineNumbers: true }, { code: true }));
    const { left } = boxes['1']?.['code.1'] ?? { left: 0 };
    for (const number of [2, 3]) expect(boxes['1']?.[`code.${number}`]?.left).toBeCloseTo(left, -1);
  });

  it('src reads a file, whose ending names the language', async () => {
    const baseFolder = await temporaryFolder();
    await writeFile(join(baseFolder, 'before.py'), 'def f():\n    return 1\n');
    await writeFile(join(baseFolder, 'after.py'), 'def f():\n    return 2\n');
    const film = filmOf({ src: 'before.py' }, { code: true }, { code: { src: 'after.py' } });
    const { issues, layout } = await inspect(film, { baseFolder, layout: true });
    expect(issues).toEqual([]);
    expect(layout?.[1]?.objects.filter(({ id }) => lineName.test(id))).toHaveLength(2);
    await expect(inspect(filmOf({ src: 'missing.py' }, { code: true }), { baseFolder })).rejects.toThrow(
      'missing.py',
    );
    await expect(inspect(film)).rejects.toThrow('write its lines in text');
  });

  it('a file of 5,000 lines can show some of them, and is refused with a sentence when it shows all', {
    tags: 'slow',
  }, async () => {
    const text = Array.from({ length: 5000 }, (_, index) => `value_${index} = ${index}`).join('\n');
    const [problem] = await problemsOf(filmOf({ text }, { code: true }));
    expect(problem).toBe(
      'compositions[0].states.code: shows 5000 lines at one time, but code can show 200; hide others: { "code.201-5000": false }',
    );
    const states = await statesOf(
      filmOf(
        { text, language: 'py' },
        { 'code.201-5000': false },
        { code: { text: text.replaceAll('= ', '= 10 * ') } },
      ),
    );
    expect(linesIn(states['2'])).toHaveLength(200);
    expect(await problemsOf(filmOf({ text: `${text}\n${text}` }, { code: true }))).toEqual([
      'objects.code.text: must have at most 5000 lines, but has 10000; keep those that matter',
    ]);
    const edits = ['a', 'b', 'c', 'd'].map((name) => ({ code: { text: text.replaceAll('value', name) } }));
    expect(await problemsOf(filmOf({ text }, { 'code.1-4999': false }, ...edits))).toEqual([
      'compositions[4].states.code: makes 25000 lines with the texts before it, but all texts of code may have 20000; keep those lines that matter',
    ]);
    expect(await problemsOf(filmOf({ text: `a\n${'b'.repeat(9000)}` }, { code: true }))).toEqual([
      'compositions[0].states.code: has 9000 letters in line 2, but code can show 200 in a line; break it or hide it',
    ]);
  });
});

describe('changes of code', () => {
  it('an equal line moves, a changed line changes, and others leave and enter', async () => {
    const before = ['import a', 'def f(items):', '    return a.total(items)', 'print(f(1))'];
    const after = [
      'def f(items, tax):',
      '    # with tax',
      '    return a.total(items) * tax',
      'import a',
      'print(f(1))',
    ];
    const film = filmOf(
      { text: before, language: 'py', lineNumbers: true },
      { code: true },
      { code: { text: after } },
    );
    const states = await statesOf(film);
    const [first, second] = [states['1'] ?? {}, states['2'] ?? {}];
    expect(linesIn(first)).toEqual(before);
    expect(linesIn(second)).toEqual(after);
    const idOf = (all: typeof first, text: string) =>
      Object.keys(all).find((id) => lineId.test(id) && all[id]?.visible && all[id]?.text === text);
    expect(idOf(first, 'import a')).toBe(idOf(second, 'import a'));
    expect(idOf(first, 'def f(items):')).toBe(idOf(second, 'def f(items, tax):'));
    expect(idOf(first, '    return a.total(items)')).toBe(idOf(second, '    return a.total(items) * tax'));
    const entered = idOf(second, '    # with tax') ?? '';
    expect(first[entered]?.visible).not.toBe(true);
    expect(second[idOf(second, 'def f(items, tax):') ?? '']?.textTransition).toBe('words');
    const numbers = Object.entries(second).filter(([id, { visible }]) => id.endsWith('-number') && visible);
    expect(numbers.map(([, { text }]) => text).sort()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('by letter types one line after another and ends with the transition', async () => {
    const text = ['$ npm test', 'ok', '$ npm publish'];
    const film = {
      ...filmOf({ text, language: 'terminal' }),
      compositions: [{ enter: { duration: 3000, type: 'write', by: 'letter' }, states: { code: true } }],
    };
    const result = await expandLaidOut(film);
    const scene = result.ok ? Object.values(result.value.project.scenes)[0] : undefined;
    const [transition] = Object.values(scene?.transitions ?? {});
    const tracks = Object.values(transition?.tracks ?? {});
    const track = (id: string) => tracks.find(({ objectId }) => objectId === id);
    const [first, output, last] = ['code-1', 'code-2', 'code-3'].map(track);
    expect([first, output, last].map((one) => one?.type)).toEqual(['write', 'fade', 'write']);
    expect([first?.order, last?.order]).toEqual(['sequential', 'sequential']);
    expect(output?.start).toBeGreaterThan((first?.start ?? 0) + (first?.duration ?? 0));
    expect(last?.start).toBeGreaterThan(output?.start ?? 0);
    for (const one of tracks) expect(one.start + one.duration).toBeLessThanOrEqual(3000);
  });

  it('write and its parts can be the animation of the code itself', async () => {
    const film = filmOf(
      { text: ['a = 1', 'b = 2'], enter: { type: 'write', by: 'letter', stagger: 40 } },
      { code: false },
      { code: true },
    );
    expect(await problemsOf(film)).toEqual([]);
    const slow = filmOf(
      { text: ['a = 1', 'b = 2'], enter: { type: 'write', by: 'letter', stagger: 400 } },
      { code: false },
      { code: true },
    );
    expect(await problemsOf(slow)).toEqual([
      expect.stringMatching(/enter\.stagger: 6 objects start one after another/),
    ]);
  });
});

describe('the colours of code', () => {
  it.each([...Object.keys(bundledThemes), undefined])(
    'every token is easy to read in the theme %s',
    (name) => {
      const theme =
        name === undefined ? undefined : themeOf(bundledThemes[name as keyof typeof bundledThemes]);
      const grounds =
        theme === undefined
          ? ['#000000', '#ffffff', '#101726', '#f4f4f4']
          : [theme.colors.surface, theme.colors.background];
      for (const ground of grounds) {
        const colors = Object.values(codeColors(ground, theme));
        for (const color of colors) expect(colorContrast(color, ground)).toBeGreaterThanOrEqual(4.5);
        expect(new Set(colors).size).toBeGreaterThanOrEqual(5);
      }
    },
  );

  it('colors of a document replace those of a group', async () => {
    const film = filmOf({ text: ['return 1'], language: 'js', colors: { keyword: 'gold' } }, { code: true });
    expect((await statesOf(film))['1']?.['code-1']?.spans?.[0]).toMatchObject({ start: 0, fill: '#ffd700' });
  });

  it('a theme gives code the box of a card, and fill none takes it away', async () => {
    const film = { ...filmOf({ text: 'a' }, { code: true }), theme: 'paper' };
    const { surface } = bundledThemes.paper.colors;
    expect((await statesOf(film))['1']?.['code-ground']?.fill).toBe(surface);
    const plain = { ...filmOf({ text: 'a', fill: 'none' }, { code: true }), theme: 'paper' };
    expect((await statesOf(plain))['1']?.['code-ground']).toBeUndefined();
  });
});

it('a film without code loads no part of shiki, and one with code only its language', {
  tags: 'slow',
}, async () => {
  const module = new URL('../../../dist/render/inspect.js', import.meta.url).href;
  const loadedBy = async (project: object) => {
    const folder = await temporaryFolder();
    const program = `
      const { inspect } = await import(${JSON.stringify(module)});
      await inspect(${JSON.stringify(project)});`;
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const urls: string[] = texts.flatMap((text) =>
      JSON.parse(text).result.map(({ url }: { url: string }) => url),
    );
    return [...new Set(urls.flatMap((url) => /node_modules\/(@shikijs\/.*)$/.exec(url)?.[1] ?? []))].sort();
  };
  const hello = fileURLToPath(new URL('../../../../../examples/hello.json', import.meta.url));
  expect(await loadedBy(JSON.parse(await readFile(hello, 'utf8')))).toEqual([]);
  const loaded = await loadedBy(quickSort);
  expect(loaded.filter((name) => name.startsWith('@shikijs/langs/'))).toEqual([
    '@shikijs/langs/dist/python.mjs',
  ]);
  expect(loaded.length).toBeGreaterThan(2);
});
