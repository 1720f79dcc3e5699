// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, Scene } from '../../src/project/schema.ts';
import { loadProject } from '../../src/render/load-project.ts';
import { RenderError } from '../../src/render/render-error.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { colorContrast } from '../../src/shorthand/luminance.ts';
import { bundledThemes } from '../../src/shorthand/themes/bundled-themes.ts';
import { themeOf } from '../../src/shorthand/themes/theme.ts';
import { themeNames, themeStyles } from '../../src/shorthand/themes/theme-names.ts';
import { anyWording } from './arbitrary-language.ts';
import { expand, layOut, plain, problemsOf, sceneOf as sceneIn, stateOf as stateIn } from './expand.ts';

const midnight = bundledThemes.midnight.colors;

const coffee = (theme: unknown) => ({
  shorthand: true,
  theme,
  objects: {
    title: { kind: 'text', style: 'title', place: 'top', text: 'Coffee, delivered' },
    plans: {
      kind: 'row',
      below: 'title',
      gap: 40,
      enter: { type: 'slide', stagger: 120 },
      data: [
        { plan: 'Taster', price: '9 €', note: 'one bag a month' },
        { plan: 'Regular', price: '16 €', note: 'two bags a month' },
        { plan: 'Office', price: '49 €', note: 'eight bags a month' },
      ],
      each: {
        kind: 'column',
        style: 'card',
        width: 480,
        children: [
          { kind: 'text', style: 'heading', text: '${plan}' },
          { kind: 'text', style: 'number', text: '${price}' },
          { kind: 'text', style: 'muted', text: '${note}' },
        ],
      },
    },
  },
  compositions: [
    { duration: 400, states: { title: true } },
    { duration: 2000, enter: 900, states: { plans: true } },
    { duration: 1500, enter: 500, states: { 'plans.1': { scale: 1.06, stroke: 'accent' } } },
  ],
});

function sceneOf(document: object, theme?: string): Scene {
  const { main } = plain(expand(document, { theme }).project).scenes;
  if (main === undefined) throw new Error('no scene');
  return main;
}

/** The states of the first composition of a film with these objects. */
function statesOf(objects: object, film: object = {}): Record<string, CompositionState> {
  return sceneOf({ shorthand: true, theme: 'midnight', objects, compositions: [{}], ...film }).compositions[
    '1'
  ]?.states as Record<string, CompositionState>;
}

describe('the bundled themes', () => {
  it.each(themeNames)('%s draws a film of styles without a color or a size of its own', (name) => {
    const scene = sceneOf(coffee(name));
    const { colors, background } = bundledThemes[name];
    const { states = {} } = scene.compositions['3'] ?? {};
    if (background === undefined) expect(scene.background).toBe(colors.background);
    else expect(scene.backgroundGradient?.type).toBe('linear');
    expect(states.title?.fill).toBe(colors.text);
    expect(states['plans-0-box']?.fill).toMatch(/^#[0-9a-f]{6}$/);
    expect(states['plans-1-box']?.stroke).toBe(colors.accent);
    expect(states['plans-0-2']?.fill).toBe(colors.muted);
    expect(JSON.stringify(scene)).not.toMatch(/:"(accent|muted|surface)"/);
    for (const state of Object.values(states)) {
      const [left, right] = [state.x - state.width / 2, state.x + state.width / 2];
      expect(left >= 0 && right <= 1920).toBe(true);
    }
  });

  it.each(themeNames)('texts of %s have a contrast of at least 4.5 on its grounds', (name) => {
    const { colors, background = '' } = bundledThemes[name];
    const gradient = background.match(/#[0-9a-f]{6}/g) ?? [];
    for (const ground of [colors.background, colors.surface, ...gradient]) {
      for (const ink of ['text', 'muted', 'accent', 'accent2', 'positive', 'negative'] as const)
        expect([ink, ground, (colorContrast(colors[ink], ground) ?? 0) >= 4.5]).toEqual([ink, ground, true]);
      expect([ground, (colorContrast(colors.line, ground) ?? 0) >= 3]).toEqual([ground, true]);
    }
    for (const color of colors.charts)
      expect([color, (colorContrast(color, colors.background) ?? 0) >= 1.6]).toEqual([color, true]);
  });

  it.each(themeNames)('%s has every style, and texts on its cards and badges are easy to read', (name) => {
    expect(Object.keys(themeOf(bundledThemes[name]).styles)).toEqual(
      expect.arrayContaining([...themeStyles]),
    );
    const texts = ['title', 'heading', 'body', 'caption', 'number', 'quote', 'muted'];
    const inside = (style: string) => ({
      kind: 'column',
      style,
      children: texts.map((text) => ({ kind: 'text', style: text, text })),
    });
    const shape = { kind: 'rectangle', width: 200, height: 90, text: 'label' };
    const grounds = ['card', 'badge'];
    const fills = ['accent', 'accent2', 'positive', 'negative', 'surface', 'muted', 'text'];
    const states = statesOf(
      {
        ...Object.fromEntries(grounds.map((style) => [style, inside(style)])),
        ...Object.fromEntries(fills.map((fill) => [`on-${fill}`, { ...shape, fill }])),
        ...Object.fromEntries(fills.map((fill) => [`in-${fill}`, { ...inside('card'), fill }])),
      },
      { theme: name },
    );
    const pairs = [
      ...[...grounds, ...fills.map((fill) => `in-${fill}`)].flatMap((id) =>
        texts.map((_, index) => [`${id}-${index}`, `${id}-box`] as const),
      ),
      ...fills.map((fill) => [`on-${fill}-label`, `on-${fill}`] as const),
    ];
    for (const [text, ground] of pairs) {
      const contrast = colorContrast(states[text]?.fill, states[ground]?.fill) ?? 0;
      expect([text, contrast >= 4.5]).toEqual([text, true]);
    }
  });
});

describe('words for colors', () => {
  it('every color field of shorthand takes the words of the theme', () => {
    const { accent, accent2, muted, positive, negative, surface, text, charts } = midnight;
    const scene = sceneOf({
      shorthand: true,
      theme: 'midnight',
      background: 'surface',
      variables: { tone: 'positive' },
      objects: {
        box: { kind: 'rectangle', fill: 'accent', stroke: 'negative', text: 'label', textColor: 'muted' },
        line: { kind: 'arrow', stroke: '${tone}' },
        words: { kind: 'text', text: 'one two', fill: 'accent2', parts: { two: { fill: 'accent' } } },
        one: { kind: 'bars', data: { a: 1, b: 2 }, fill: 'accent2', textColor: 'muted' },
        list: { kind: 'bars', data: { a: 1, b: 2 }, colors: ['accent', 'negative'] },
        byLabel: { kind: 'bars', data: { a: 1, b: 2 }, colors: { b: 'positive' } },
        all: { kind: 'bars', data: { a: 1, b: 2 }, colors: 'charts' },
        guessed: { kind: 'text', text: 'x', color: 'negative' },
        items: { kind: 'row', data: [{ tone: 'accent2' }], each: { kind: 'circle', fill: '${tone}' } },
      },
      compositions: [
        { accent: 'accent2', states: { '*': true } },
        {
          enter: {
            duration: 100,
            tracks: { box: { keyframes: { fill: [[0.5, 'negative', 'easeOut']], stroke: [[0.5, 'gold']] } } },
          },
          states: { box: { fill: 'positive' }, 'words.one': { fill: 'negative' }, line: { stroke: 'text' } },
        },
      ],
    });
    const [first, second] = ['1', '2'].map((key) => scene.compositions[key]?.states ?? {});
    expect(scene.background).toBe(surface);
    expect(scene.compositions['1']?.accent).toBe(accent2);
    expect(first).toMatchObject({
      box: { fill: accent, stroke: negative },
      'box-label': { fill: muted },
      line: { stroke: positive },
      words: { fill: accent2, spans: [{ fill: accent }] },
      'one-a': { fill: accent2 },
      'one-a-label': { fill: muted },
      'list-b': { fill: negative },
      'byLabel-b': { fill: positive },
      'all-a': { fill: charts[0] },
      'all-b': { fill: charts[1] },
      guessed: { fill: negative },
      'items-0': { fill: accent2 },
    });
    expect(second).toMatchObject({
      box: { fill: positive },
      line: { stroke: text },
      words: { spans: [{ fill: negative }, { fill: accent }] },
    });
    const [transition] = Object.values(scene.transitions);
    const [track] = Object.values(transition?.tracks ?? {}).filter(({ objectId }) => objectId === 'box');
    expect(Object.values(track?.keyframes ?? {}).map(({ value }) => value)).toEqual([negative, '#ffd700']);
  });

  it('words in later states, when, data and styles of the film are colors of the theme', () => {
    const scene = sceneOf({
      shorthand: true,
      theme: 'midnight',
      styles: { hot: { fill: 'negative', textColor: 'background' } },
      objects: {
        box: {
          kind: 'rectangle',
          text: 'x',
          when: { landscape: { fill: 'muted' }, portrait: { fill: 'line' } },
        },
        chart: { kind: 'bars', data: { a: 1 } },
      },
      compositions: [
        { states: { '*': true } },
        { states: { box: { style: 'hot', fill: 'negative' }, chart: { colors: 'positive' } } },
      ],
    });
    expect(scene.compositions['1']?.states.box?.fill).toBe(midnight.muted);
    expect(scene.compositions['2']?.states).toMatchObject({
      box: { fill: midnight.negative },
      'box-label': { fill: midnight.background },
      'chart-a': { fill: midnight.positive },
    });
  });

  it('unknown words are problems that name the colors', () => {
    const with2 = (fields: object, theme: unknown = 'midnight') =>
      problemsOf({
        shorthand: true,
        ...(theme !== null && { theme }),
        objects: { box: { kind: 'rectangle', ...fields } },
        compositions: [{}],
      });
    const list = 'background, surface, text, muted, accent, accent2, positive, negative, line';
    expect(with2({ fill: 'acent' })).toEqual([
      `objects.box.fill: is "acent", which is neither a color of the theme (${list}) nor one of CSS; did you mean "accent"?`,
    ]);
    expect(with2({ stroke: 'backgroud', text: 'x', textColor: 'tomatoe' })).toHaveLength(2);
    expect(with2({ fill: 'accent' }, null)).toEqual([
      'objects.box.fill: is "accent", a color of themes, but the film has no theme; add "theme": "midnight", or another one',
    ]);
    expect(with2({ fill: 'acent' }, null)[0]).toContain('a CSS name in lower case');
    expect(with2({ fill: '#12' })[0]).toContain('must be a color');
  });

  it('a misspelled color of a background, a part of a text or a keyframe is a problem at its place', () => {
    const problems = problemsOf({
      shorthand: true,
      theme: 'paper',
      background: 'surfase',
      styles: { hot: { fill: 'negativ' } },
      objects: {
        words: { kind: 'text', text: 'one', parts: { one: { fill: 'mutid' } } },
        chart: { kind: 'bars', data: { a: 1 }, colors: ['accent', 'acccent'] },
      },
      compositions: [
        {},
        {
          enter: { duration: 9, tracks: { words: { keyframes: { fill: [[0.5, 'txt']] } } } },
          states: { words: { x: 1 } },
        },
      ],
    });
    expect(problems.map((one) => one.split(':')[0]).sort()).toEqual([
      'background',
      'compositions[1].enter.tracks.words.keyframes.fill[0][1]',
      'objects.chart.colors[1]',
      'objects.words.parts.one.fill',
      'styles.hot.fill',
    ]);
  });
});

describe('what a theme gives objects', () => {
  it('objects without fields of their own have the colors and the gap of the theme', () => {
    const states = statesOf({
      text: { kind: 'text', text: 'x' },
      formula: { kind: 'equation', text: 'x' },
      shape: { kind: 'circle' },
      labelled: { kind: 'rectangle', text: 'on it' },
      line: { kind: 'path', width: 100, text: 'on the line' },
      bars: { kind: 'bars', data: { a: 1 } },
      pie: { kind: 'pie', data: { a: 1, b: 1 } },
    });
    const { text, accent, line, background, charts } = midnight;
    expect(states).toMatchObject({
      text: { fill: text },
      formula: { fill: text },
      shape: { fill: accent },
      labelled: { fill: accent },
      'labelled-label': { fill: background },
      line: { stroke: line },
      'line-label': { fill: text },
      'bars-a': { fill: accent },
      'bars-a-label': { fill: text },
      'pie-a': { fill: charts[0] },
      'pie-b': { fill: charts[1] },
    });
    const pair = { kind: 'row', children: [{ kind: 'circle' }, { kind: 'circle' }] };
    const distance = (theme: object) => {
      const { 'row-0': one, 'row-1': other } = statesOf({ row: pair }, { theme });
      return (other?.x ?? 0) - (one?.x ?? 0) - 100;
    };
    expect([distance({ gap: 75 }), distance({ gap: '10%' })]).toEqual([75, 108]);
  });

  it('transitions without a type have the animation of the theme, and cuts stay cuts', () => {
    const tracksOf = (theme: unknown, enter: unknown, own: object = {}) => {
      const scene = sceneOf({
        shorthand: true,
        theme,
        objects: { a: { kind: 'circle', ...own }, b: { kind: 'circle' } },
        compositions: [
          { states: { b: true } },
          { ...(enter !== undefined && { enter }), states: { a: true } },
        ],
      });
      const [transition] = Object.values(scene.transitions);
      return Object.values(transition?.tracks ?? {}).map(({ type, easing }) => [type, easing]);
    };
    const quiet = { extends: 'midnight', enter: 'fade' };
    expect(tracksOf('midnight', 400)).toEqual(tracksOf(quiet, { duration: 400, type: 'slide' }));
    expect(tracksOf('midnight', { duration: 400, type: 'write' })).toEqual(
      tracksOf(quiet, { duration: 400, type: 'write' }),
    );
    expect(tracksOf(quiet, 400)).toEqual([['fade', 'easeInOut']]);
    expect(tracksOf('midnight', 400, { enter: 'fade' })).toEqual([['fade', 'easeInOut']]);
    expect(tracksOf('midnight', undefined)).toEqual([]);
    expect(tracksOf('midnight', 0)).toEqual([]);
  });

  it.each(themeNames)('%s has letters that are read from afar, each style larger than the next', (name) => {
    const { title, quote, heading, body, caption, number } = bundledThemes[name].sizes;
    const sizes = [title, quote, heading, body, caption].map((size) => Number.parseFloat(String(size)));
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    const least = [10, 7.5, 5.5, 4, 3];
    for (const [index, size] of sizes.entries()) expect(size).toBeGreaterThanOrEqual(least[index] ?? 0);
    expect(Number.parseFloat(String(number))).toBeGreaterThanOrEqual(15);
  });

  describe('when a page makes room for the next one', () => {
    const tracksOf = (
      enter: unknown,
      { theme = 'midnight', cards = {} }: { theme?: string | undefined; cards?: object } = {},
    ) => {
      const scene = sceneOf({
        shorthand: true,
        ...(theme !== undefined && { theme }),
        objects: {
          old: { kind: 'circle' },
          kept: { kind: 'circle' },
          cards: { kind: 'row', ...cards, children: { a: { kind: 'circle' }, b: { kind: 'circle' } } },
        },
        compositions: [
          { states: { old: true, kept: true } },
          { enter, states: { old: false, kept: { opacity: 0.5 }, cards: true } },
        ],
      });
      const { tracks = {} } = Object.values(scene.transitions)[0] ?? {};
      return Object.fromEntries(
        Object.values(tracks).map(({ objectId, start, duration }) => [objectId, [start, start + duration]]),
      );
    };

    it('what enters starts when what leaves is nearly gone, and what stays takes the whole time', () => {
      const { old, kept, ...cards } = tracksOf(1000);
      expect([old, kept]).toEqual([
        [0, 400],
        [0, 1000],
      ]);
      expect(Object.values(cards)).toEqual([
        [220, 1000],
        [220, 1000],
      ]);
    });

    it('so do objects with an animation of their own, as far as it fits into the transition', () => {
      const own = (enter: object) => tracksOf(1000, { cards: { enter } });
      expect(own({ type: 'pop', stagger: 100 })).toMatchObject({
        'cards-a': [220, 900],
        'cards-b': [320, 1000],
      });
      expect(own({ type: 'pop', duration: 900 })).toMatchObject({ 'cards-a': [100, 1000] });
      expect(own({ type: 'pop', start: 0, duration: 300 })).toMatchObject({ 'cards-a': [0, 300] });
    });

    it('a type or a start in the document, and films without a theme, have both at once', () => {
      const both = { old: [0, 1000], 'cards-a': [0, 1000] };
      expect(tracksOf({ duration: 1000, type: 'fade' })).toMatchObject(both);
      expect(tracksOf({ duration: 1000, start: 0 })).toMatchObject(both);
      expect(tracksOf({ duration: 1000, type: 'move' }, { theme: undefined })).toMatchObject(both);
    });

    it('does not wait if nothing leaves', () => {
      const scene = sceneOf({
        shorthand: true,
        theme: 'midnight',
        objects: { a: { kind: 'circle' }, b: { kind: 'circle' } },
        compositions: [{ states: { b: true } }, { enter: 500, states: { a: true } }],
      });
      const [transition] = Object.values(scene.transitions);
      expect(Object.values(transition?.tracks ?? {})).toMatchObject([{ start: 0, duration: 500 }]);
    });
  });

  it('charts grow from their base, and do not slide with the theme', () => {
    const tracksOf = (theme: unknown) => {
      const objects = { bars: { kind: 'bars', data: { a: 1 } } };
      const compositions = [{}, { enter: 400, states: { bars: true } }];
      return Object.values(sceneOf({ shorthand: true, theme, objects, compositions }).transitions);
    };
    const still = { extends: 'midnight', enter: 'move' };
    expect(tracksOf('midnight')).toEqual(tracksOf(still));
  });

  it('a style of the film overrides the fields of the theme, a later style both, and own fields all', () => {
    const film = (own: object, later: object[] = []) =>
      sceneOf({
        shorthand: true,
        theme: { extends: 'midnight', styles: { card: { strokeWidth: 7 } } },
        styles: { card: { fill: 'tomato' }, hot: { fill: 'gold', stroke: 'negative' } },
        objects: { box: { kind: 'rectangle', ...own } },
        compositions: [{}, ...later.map((state) => ({ states: { box: state } }))],
      }).compositions;
    const radius = 1080 * 0.026;
    expect(film({ style: 'card' })['1']?.states.box).toMatchObject({
      fill: '#ff6347',
      cornerRadius: radius,
      strokeWidth: 7,
    });
    expect(film({ style: ['hot', 'card'] })['1']?.states.box?.fill).toBe('#ff6347');
    expect(film({ style: ['card', 'hot'] })['1']?.states.box?.fill).toBe('#ffd700');
    expect(film({ style: ['card', 'hot'], fill: 'accent2' })['1']?.states.box?.fill).toBe(midnight.accent2);
    const switched = film({ style: 'card' }, [{ style: 'hot' }, { style: [] }]);
    expect(switched['2']?.states.box).toMatchObject({
      fill: '#ffd700',
      stroke: midnight.negative,
      cornerRadius: 0,
    });
    expect(switched['3']?.states.box).toMatchObject({
      fill: midnight.accent,
      stroke: 'none',
      cornerRadius: 0,
    });
  });

  it('a style of the theme gives each kind only the fields that it has', () => {
    const kinds = [
      'rectangle',
      'circle',
      'text',
      'equation',
      'path',
      'arrow',
      'numberline',
      'bars',
      'line',
      'pie',
    ];
    for (const style of themeStyles) {
      const objects = kinds.map((kind) => [
        kind,
        { kind, style, ...(['bars', 'line', 'pie'].includes(kind) ? { data: { a: 1 } } : { text: 'x' }) },
      ]);
      expect(
        problemsOf({
          shorthand: true,
          theme: 'neon',
          objects: Object.fromEntries(objects),
          compositions: [{}],
        }),
      ).toEqual([]);
    }
  });

  it('scenes of the full format keep what they have', () => {
    const full = expand({ shorthand: true, objects: { a: { kind: 'circle' } }, compositions: [{}] }).project;
    const marked = { ...plain(full), shorthand: true };
    expect(expand({ ...marked, theme: 'neon' }).project).toEqual(expand(marked).project);
  });
});

describe('themes of a film', () => {
  it('a theme changes single parts of the one that it extends', () => {
    const theme = {
      extends: 'paper',
      colors: { accent: '#005599', charts: ['#111111'] },
      sizes: { title: 120, body: '5%' },
      radius: 0,
      styles: { caption: { fill: 'accent' }, mine: { fill: 'accent', opacity: 0.5 } },
    };
    const states = statesOf(
      {
        title: { kind: 'text', style: 'title', text: 'x' },
        body: { kind: 'text', style: 'body', text: 'x' },
        caption: { kind: 'text', style: 'caption', text: 'x' },
        card: { kind: 'rectangle', style: 'card' },
        mine: { kind: 'circle', style: 'mine' },
        pie: { kind: 'pie', data: { a: 1 } },
      },
      { theme },
    );
    expect(states).toMatchObject({
      title: { fontSize: 120, fill: bundledThemes.paper.colors.text, fontWeight: 500 },
      body: { fontSize: 54 },
      caption: { fill: '#005599' },
      card: { cornerRadius: 0, fill: bundledThemes.paper.colors.surface },
      mine: { fill: '#005599', opacity: 0.5 },
      'pie-a': { fill: '#111111' },
    });
  });

  it('a theme that extends none continues one that is as light as its background', () => {
    const textOn = (background?: string) =>
      statesOf(
        { a: { kind: 'text', text: 'x' } },
        { theme: { colors: { ...(background && { background }) } } },
      ).a?.fill;
    expect(textOn('#fffaf0')).toBe(bundledThemes.paper.colors.text);
    expect(textOn('#101010')).toBe(midnight.text);
    expect(textOn()).toBe(midnight.text);
  });

  it('a given theme replaces that of the document', () => {
    expect(sceneOf(coffee('midnight'), 'swiss')).toEqual(sceneOf(coffee('swiss')));
    const { theme: _, ...without } = coffee('x');
    expect(sceneOf(without, 'swiss')).toEqual(sceneOf(coffee('swiss')));
    const full = { ...plain(expand(coffee('neon')).project) };
    expect(problemsOf(full, { theme: 'neon' })).toEqual([
      'project: must have "shorthand": true to use a theme',
    ]);
  });

  it('unknown themes, styles and fields of themes are problems that name what there is', () => {
    const themed = (theme: unknown, style = 'title') =>
      problemsOf({
        shorthand: true,
        ...(theme !== undefined && { theme }),
        objects: { a: { kind: 'text', text: 'x', style } },
        compositions: [{}],
      });
    const bundled = themeNames.join(', ');
    expect(themed('midnigt')).toEqual([
      `theme: is "midnigt", which is not a bundled theme: ${bundled}; did you mean "midnight"?`,
    ]);
    expect(themed('sparkling')[0]).toContain('a file has a name such as "brand.json"');
    expect(themed(7)).toEqual(['theme: must be the name of a theme, a file or an object, but is 7']);
    expect(themed('neon', 'titel')[0]).toMatch(
      /which is not a style of the film or its theme: .*did you mean "title"\?$/,
    );
    expect(themed(undefined)).toEqual([
      'objects.a.style: is "title", a style of themes, but the film has no theme; add "theme": "midnight", or another one',
    ]);
    expect(themed('brand.json')).toEqual([
      'theme: is the file "brand.json", but no base folder is given; write the theme here, or use the command line, the tool server or the library\'s baseFolder',
    ]);
    const broken = {
      extends: 'papier',
      colour: {},
      colors: { acent: 'red', text: '#12', charts: ['nope'] },
      sizes: { title: 'big' },
      radius: -1,
      enter: 'jump',
      styles: { card: { fil: 'red' }, hot: { fill: 'acent' }, cold: { opacity: 2 }, wrong: 7 },
    };
    expect(themed(broken).map((one) => one.split(':')[0])).toEqual([
      'theme.colour',
      'theme.colors.acent',
      'theme.styles.card.fil',
      'theme.styles.hot.fill',
      'theme.extends',
      'theme.colors.text',
      'theme.colors.charts[0]',
      'theme.sizes.title',
      'theme.radius',
      'theme.enter',
      'theme.styles.cold.opacity',
      'theme.styles.wrong',
    ]);
    expect(themed({ colour: {} })[0]).toContain('did you mean "colors"?');
  });

  it('a theme has at most 100 styles', () => {
    const styles = Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => [`s${index}`, { fill: 'accent' }]),
    );
    expect(problemsOf({ ...coffee({ styles }) })).toEqual([
      'theme.styles: must have at most 100 styles, but has 101',
    ]);
  });

  it('any data as a theme makes a film or problems', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom('colors', 'sizes', 'styles', 'enter', ''),
        (value, part) => {
          const theme = part === '' ? value : { [part]: value };
          problemsOf(coffee(theme));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('the name of a theme, an object that extends it and a given theme make the same film', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(anyWording, fc.constantFrom(...themeNames), (film, name) => {
        const { theme: _, ...rest } = film;
        const named = expandProject({ ...rest, theme: name }, {}, layOut);
        const extended = expandProject({ ...rest, theme: { extends: name } }, {}, layOut);
        const given = expandProject(rest, { theme: name }, layOut);
        const seen = (one: ReturnType<typeof expandProject>) =>
          plain(one.ok ? one.value.project : one.problems);
        expect(seen(extended)).toEqual(seen(named));
        expect(seen(given)).toEqual(seen(named));
      }),
      { numRuns: 60 },
    );
  });
});

describe('files of themes', () => {
  let baseFolder: string;
  beforeAll(async () => {
    baseFolder = await mkdtemp(join(tmpdir(), 'themes-'));
    const brand = { extends: 'swiss', colors: { accent: '#0044aa' }, logo: 'logo.png' };
    await writeFile(join(baseFolder, 'brand.json'), JSON.stringify(brand));
    await writeFile(join(baseFolder, 'logo.png'), Buffer.from(onePixel, 'base64'));
    await writeFile(
      join(baseFolder, 'wrong.json'),
      '{ "colors": { "accent": "blau" }, "styles": { "a": { "fil": 1 } } }',
    );
    await writeFile(join(baseFolder, 'syntax.json'), '{ "colors": ');
    await writeFile(join(baseFolder, 'list.json'), '[]');
    await writeFile(join(baseFolder, 'large.json'), `{ "logo": "${'x'.repeat(70_000)}" }`);
  });
  afterAll(() => rm(baseFolder, { recursive: true }));

  const load = (film: object, theme?: string) =>
    loadProject(film, { baseFolder, theme }, AbortSignal.timeout(60_000));
  const failing = async (theme: string) => {
    const error = await load(coffee(theme)).catch((thrown: unknown) => thrown);
    if (!(error instanceof RenderError)) throw new Error('no RenderError');
    return error.problems.map(describeProblem);
  };

  it('a file has a theme like that in the document', async () => {
    const { project, files } = await load(coffee('brand.json'));
    const written = expand(coffee({ extends: 'swiss', colors: { accent: '#0044aa' } })).project;
    expect(plain(project)).toEqual(plain(written));
    expect(files).toEqual(['brand.json']);
    expect(plain((await load(coffee('neon'), 'brand.json')).project)).toEqual(plain(written));
  });

  it('images with the style logo show the logo of the theme', async () => {
    const film = {
      shorthand: true,
      theme: 'brand.json',
      objects: { mark: { kind: 'image', style: 'logo', place: 'top right' } },
      compositions: [{}],
    };
    const { project } = await load(film);
    expect(project.scenes.main?.objects.mark?.image?.src).toMatch(/^data:image\/png;base64,/);
    expect(project.scenes.main?.compositions['1']?.states.mark?.height).toBe(86.4);
  });

  it('problems of a file name their places in it, once', async () => {
    expect(await failing('wrong.json')).toEqual([
      'theme: is the file "wrong.json", whose styles.a.fil is not a field of a style; did you mean "fill"?',
      expect.stringMatching(/^theme: is the file "wrong.json", whose colors.accent must be a color/),
    ]);
    expect(await failing('syntax.json')).toHaveLength(1);
    expect(await failing('list.json')).toEqual([expect.stringContaining('must be an object')]);
    expect(await failing('large.json')).toEqual([expect.stringContaining('at most 65536 bytes')]);
    expect(await failing('gone.json')).toEqual([
      expect.stringContaining('cannot be read from the file "gone.json"'),
    ]);
    expect(await failing('../brand.json')).toEqual([expect.stringContaining('without ".."')]);
  });
});

/** A PNG of one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('the paint of themes', () => {
  it('a theme has fonts, a gradient as background and a shadow for its cards, and its words are colors of both', () => {
    const theme = {
      extends: 'paper',
      colors: { accent: '#123456' },
      fonts: { display: 'display', body: 'serif' },
      background: 'linear-gradient(90deg, background, accent)',
      shadow: '0 4px 9px accent',
    };
    const objects = {
      title: { kind: 'text', style: 'title', text: 'a' },
      note: { kind: 'text', text: 'b' },
      card: { kind: 'column', style: 'card', children: ['title', 'note'] },
    };
    const scene = sceneOf({ shorthand: true, theme, objects, compositions: { a: {} } });
    expect(scene.backgroundGradient).toEqual({
      type: 'linear',
      angle: 90,
      stops: [
        [0, '#f6f1e7'],
        [1, '#123456'],
      ],
    });
    const states = scene.compositions.a?.states;
    expect([states?.title?.fontFamily, states?.note?.fontFamily]).toEqual(['display', 'serif']);
    expect(states?.['card-box']?.shadow).toEqual([{ x: 0, y: 4, blur: 9, color: '#123456' }]);
  });

  it('gradients and shadows of a theme are checked at their place', () => {
    const theme = {
      background: 'linear-gradient(90deg, red)',
      shadow: 'loud',
      fonts: { headline: 'serif' },
      styles: { card: { fill: 'radial-gradient(at 5px, red, blue)', shadow: '1 2 3 4 5' } },
    };
    const film = { shorthand: true, theme, compositions: { a: {} } };
    expect(problemsOf(film)).toEqual(
      expect.arrayContaining([
        'theme.background: must have 2 to 16 colors, but has 1',
        expect.stringMatching(
          /^theme\.shadow: must be soft, medium, strong, none, or x, y, blur and a color/,
        ),
        expect.stringMatching(/^theme\.fonts\.headline: is not a field of the fonts of a theme/),
        expect.stringMatching(/^theme\.styles\.card\.fill: has "at 5px", which is not understood/),
        expect.stringMatching(/^theme\.styles\.card\.shadow: must be soft/),
      ]),
    );
  });
});

it('texts on a card have another colour where a composition changes its fill', () => {
  const card = {
    kind: 'column',
    style: 'card',
    children: [
      { id: 'words', kind: 'text', text: 'Venus' },
      { id: 'own', kind: 'text', text: 'Mars', fill: 'accent' },
    ],
  };
  const compositions = {
    a: { states: { card: true } },
    b: { states: { card: { fill: 'positive' } } },
    c: { states: { card: { fill: 'surface' } } },
  };
  const scene = sceneIn({ theme: 'midnight', objects: { card }, compositions });
  const fills = (part: string) => ['a', 'b', 'c'].map((key) => stateIn(scene, key, `card-${part}`).fill);
  const [before, changed, after] = fills('words');
  expect(changed).not.toBe(before);
  expect(after).toBe(before);
  expect(new Set(fills('own')).size).toBe(1);
});

it('a label is easy to read again when a style with another colour is gone', () => {
  const styles = { card: { fill: '#eeeeee' }, mid: { fill: '#112233', textColor: 'white' } };
  const objects = { a: { kind: 'rectangle', style: 'card', text: '16' } };
  const compositions = {
    a: { states: { a: true } },
    b: { states: { a: { style: ['card', 'mid'] } } },
    c: { states: { a: { style: 'card' } } },
  };
  const scene = sceneIn({ styles, objects, compositions });
  const [first, second, third] = ['a', 'b', 'c'].map((key) => stateIn(scene, key, 'a-label').fill);
  expect(second).toBe('#ffffff');
  expect(third).toBe(first);
});

it('a style whose fields an object has itself changes nothing in a state, which a note says', () => {
  const styles = { hot: { fill: 'red' } };
  const changed = (object: object) => ({
    styles,
    objects: { a: { kind: 'rectangle', ...object } },
    compositions: { a: { states: { a: true } }, b: { states: { a: { style: 'hot' } } } },
  });
  const notesOf = (object: object) => expand({ shorthand: true, ...changed(object) }).notes;
  expect(notesOf({ fill: 'gray' })).toEqual([
    {
      path: ['compositions', 'b', 'states', 'a', 'style'],
      message:
        'the style "hot" changes nothing of a, which has fill itself: own fields win; put these into a style, too, or write the new values here',
      rule: 'no-effect',
    },
  ]);
  expect(notesOf({})).toEqual([]);
});
