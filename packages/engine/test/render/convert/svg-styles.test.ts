import { afterAll, describe, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../../test/support/chromium.ts';
import { decodePng, onBackground, type Picture } from '../../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import { render } from '../../../src/render/render.ts';

const size = { width: 100, height: 100 };
const white = [255, 255, 255] as const;
const green = [0, 170, 0] as const;
const red = [255, 0, 0] as const;

function svg(content: string, attributes = 'viewBox="0 0 100 100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
}

/** Draws a file as a film does that shows it in 100 x 100 pixels. */
async function draw(text: string): Promise<Picture> {
  const src = `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
  const film = {
    shorthand: true,
    ...size,
    background: '#ffffff',
    objects: { drawing: { kind: 'image', src, ...size, fit: 'contain' } },
    compositions: { a: {} },
  };
  return decodePng((await render(film, { format: 'png' })).data);
}

function colorAt({ width, data }: Picture, [x, y]: readonly [number, number]): number[] {
  return [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
}

const square = (style: string) => svg(`<rect width="100" height="100" ${style}/>`);
const dot = '<circle cx="10" cy="10" r="10"/>';
const middle = [50, 50] as const;

type Rgb = readonly [red: number, green: number, blue: number];
type Case = readonly [
  name: string,
  text: string,
  ...points: (readonly [place: readonly [x: number, y: number], color: Rgb])[],
];

const cases: readonly Case[] = [
  ['a colour of Display P3', square('style="fill:color(display-p3 0 0.67 0)"'), [middle, [0, 174, 0]]],
  ['oklch()', square('fill="oklch(60% 0.2 140)"'), [middle, [39, 154, 0]]],
  ['lab()', square('fill="lab(50% 40 20)"'), [middle, [185, 88, 87]]],
  ['hwb()', square('fill="hwb(120deg 0% 33%)"'), [middle, [0, 171, 0]]],
  ['color-mix()', square('fill="color-mix(in srgb, red, blue)"'), [middle, [128, 0, 128]]],
  [
    'a mixture with currentColor',
    square('color="#00aa00" style="fill:color-mix(in srgb, currentColor 50%, white)"'),
    [middle, [128, 213, 128]],
  ],
  ['rgb() with a slash', square('fill="rgb(0 170 0 / 50%)"'), [middle, [127, 212, 127]]],
  ['hsl() with degrees', square('fill="hsl(120deg 100% 33.3%)"'), [middle, green]],
  ['a colour relative to another', square('fill="rgb(from #00aa00 r g b / 1)"'), [middle, green]],
  ['light-dark()', square('style="fill:light-dark(#00aa00, red)"'), [middle, green]],
  [
    'colours of level 4 in a gradient',
    svg(
      '<linearGradient id="g"><stop stop-color="rgb(0 170 0 / 1)"/><stop offset="1" style="stop-color:rgb(0 170 0)"/></linearGradient><rect width="100" height="100" fill="url(#g)"/>',
    ),
    [middle, green],
  ],
  [
    'an invalid attribute',
    svg('<g fill="#00aa00"><path fill="nonsense" d="M0 0H100V100H0"/></g>'),
    [middle, green],
  ],
  ['an invalid declaration', square('style="fill:#00aa00;fill:nonsense"'), [middle, green]],
  [
    'an invalid declaration beside an attribute',
    square('fill="#00aa00" style="fill:nonsense"'),
    [middle, green],
  ],
  [
    'a length without unit',
    svg('<rect width="100" height="100" fill="#0a0" style="width:20"/>'),
    [[10, 90], green],
    [[30, 50], white],
  ],
  [
    '!important',
    svg(
      '<style>.a{fill:#00aa00 !important}.a{fill:red}</style><circle class="a" cx="50" cy="50" r="45" style="fill:blue"/>',
    ),
    [middle, green],
  ],
  [
    'a variable',
    svg('<style>:root{--c:#00aa00}</style><rect width="100" height="100" fill="var(--c)"/>'),
    [middle, green],
  ],
  [
    'the fallback of a variable',
    square('style="fill:var(--missing, var(--other, #00aa00))"'),
    [middle, green],
  ],
  [
    'a variable that contains itself',
    svg('<g fill="#00aa00"><path style="--a:var(--b);--b:var(--a);fill:var(--a)" d="M0 0H100V100H0"/></g>'),
    [middle, green],
  ],
  [
    'more specific selectors',
    svg(
      '<style>#i{fill:#00aa00}rect.a{fill:red}g > rect:first-child{fill:blue}</style><g><rect id="i" class="a" width="100" height="100"/></g>',
    ),
    [middle, green],
  ],
  [
    'selectors with combinators, lists and pseudo-classes',
    svg(
      '<style>g + g rect:nth-child(2), .none{fill:#00aa00} g:not(.x) ~ g > rect:first-of-type {fill:red}</style><g/><g><rect width="50" height="100"/><rect x="50" width="50" height="100"/></g>',
    ),
    [[25, 50], red],
    [[75, 50], green],
  ],
  [
    'an unknown selector',
    svg('<style>rect:nonsense(2), rect{fill:red}</style><rect width="100" height="100" fill="#00aa00"/>'),
    [middle, green],
  ],
  [
    'rules for other media',
    svg(
      '<style>@media print{rect{fill:red}}@media (prefers-color-scheme: dark){rect{fill:red}}@media screen{rect{fill:#00aa00}}</style><rect width="100" height="100"/>',
    ),
    [middle, green],
  ],
  [
    'initial',
    svg('<g fill="red"><rect width="100" height="100" style="fill:initial"/></g>'),
    [middle, [0, 0, 0]],
  ],
  [
    'unset',
    svg('<g fill="#00aa00"><rect width="100" height="100" fill="red" style="fill:unset"/></g>'),
    [middle, green],
  ],
  [
    'mask-type in a style',
    svg(
      '<mask id="m" style="mask-type:alpha"><circle cx="50" cy="50" r="45"/></mask><rect width="100" height="100" fill="#00aa00" mask="url(#m)"/>',
    ),
    [middle, green],
    [[3, 3], white],
  ],
  [
    'a transform in a style',
    svg(
      '<rect width="30" height="30" fill="#00aa00" style="transform:translate(40px,40px) rotate(0.5turn) translate(-50%, 0)"/>',
    ),
    [[75, 25], green],
    [[10, 10], white],
  ],
  [
    'a transform with an origin',
    svg(
      '<style>rect{transform:scale(.5);transform-origin:center}</style><rect width="100" height="100" fill="#00aa00"/>',
    ),
    [middle, green],
    [[20, 20], white],
    [[80, 80], white],
  ],
  [
    'the attribute transform-origin',
    svg('<rect width="100" height="100" fill="#00aa00" transform="scale(.5)" transform-origin="100 100"/>'),
    [[75, 75], green],
    [[25, 25], white],
  ],
  [
    'a separate rotation',
    svg(
      '<rect x="50" width="50" height="50" fill="#00aa00" style="rotate:90deg;transform-origin:50px 50px"/>',
    ),
    [[75, 75], green],
    [[75, 25], white],
  ],
  [
    'geometry in a style',
    svg(
      '<style>circle{cx:50px;cy:calc(20px + 30px);r:45px;fill:#00aa00}path{d:path("M0 0H5V5H0")}</style><circle/><path/>',
    ),
    [middle, green],
    [
      [2, 2],
      [0, 0, 0],
    ],
  ],
  [
    'a background',
    svg('', 'viewBox="0 0 100 100" style="background:#00aa00 none"'),
    [middle, green],
    [[1, 98], green],
  ],
  [
    'blending in a style sheet',
    svg(
      '<style>.b{mix-blend-mode:multiply}</style><rect width="100" height="100" fill="#ffff00"/><rect class="b" width="100" height="100" fill="#00ffff"/>',
    ),
    [middle, [0, 255, 0]],
  ],
  [
    'an inherited marker',
    svg(
      `<marker id="m" markerWidth="20" markerHeight="20" refX="10" refY="10"><g fill="#00aa00">${dot}</g></marker><g marker-mid="url(#m)"><path fill="none" d="M0 0L50 50L100 0"/></g>`,
    ),
    [middle, green],
    [[25, 25], white],
  ],
  [
    'a marker with the paint of its line',
    svg(
      `<marker id="m" markerUnits="userSpaceOnUse" markerWidth="20" markerHeight="20" refX="10" refY="10"><g fill="context-stroke">${dot}</g></marker><path stroke="#00aa00" marker-end="url(#m)" d="M0 20H50"/><path stroke="red" marker-end="url(#m)" d="M0 70H50"/>`,
    ),
    [[57, 20], green],
    [[57, 70], red],
  ],
  [
    'a switch',
    svg(
      '<switch><rect systemLanguage="de" width="100" height="100" fill="red"/><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" width="100" height="100"/><rect systemLanguage="fr, en" width="100" height="100" fill="#00aa00"/><rect width="100" height="100" fill="blue"/></switch>',
    ),
    [middle, green],
  ],
  [
    'entities',
    `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY g "#00&a;"><!ENTITY a "aa00">]><svg xmlns="&ns;" viewBox="0 0 100 100"><rect width="100" height="100" fill="&g;"/></svg>`,
    [middle, green],
  ],
  [
    'only a height',
    svg('<rect width="40" height="20" fill="#00aa00"/>', 'height="1em" viewBox="0 0 40 20"'),
    [[98, 50], green],
    [[50, 20], white],
  ],
  [
    'only a width',
    svg('<rect width="20" height="40" fill="#00aa00"/>', 'width="10" viewBox="0 0 20 40"'),
    [[50, 98], green],
    [[20, 50], white],
  ],
  [
    'no size and no view box',
    svg('<rect width="150" height="150" fill="#00aa00"/>', ''),
    [[48, 50], green],
    [[52, 50], white],
    [[25, 20], white],
  ],
  [
    'a transform to a very small size',
    svg('<g transform="translate(20 20)scale(.00005)"><path d="M0 0H1000000V1000000H0" fill="#00aa00"/></g>'),
    [[40, 40], green],
    [[10, 10], white],
    [[80, 80], white],
  ],
  [
    'text from right to left',
    svg('<text x="80" y="60" font-size="60" direction="rtl">אI</text>'),
    [[90, 40], white],
  ],
];

describe('an SVG', () => {
  const browser = new ReferenceBrowser();
  afterAll(() => browser.close());

  const checked = cases.map(([name, text, ...points]) => [name, { text, points }] as const);

  it.each(checked)('with %s has the colours that browsers show', async (_, { text, points }) => {
    const picture = await draw(text);
    for (const [place, color] of points) {
      const seen = colorAt(picture, place);
      const difference = Math.max(...seen.map((value, channel) => Math.abs(value - color[channel])));
      expect(difference, `${seen} at ${place}`).toBeLessThanOrEqual(1);
    }
  });

  /** Chromium has other fonts, draws files without size as large as their box, and reads no entities in others. */
  const others = ['text from right to left', 'no size and no view box', 'entities'];
  const compared = checked.filter(([name]) => !others.includes(name));

  it.each(compared)('with %s looks as in Chromium', { tags: 'chromium' }, async (_, { text }) => {
    const page = `<svg width="100" height="100"><image width="100" height="100" href="data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}"/></svg>`;
    const theirs = onBackground(await browser.drawHtml(page, size), white);
    expect(structuralSimilarity(await draw(text), theirs)).toBeGreaterThan(0.97);
  });
});
