import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withFontTable } from '../../../../test/support/font-writer.ts';
import {
  bundledFont,
  cffFont,
  collectionOf,
  fontUrl,
  variableFont,
  woffOf,
} from '../../../../test/support/own-fonts.ts';
import { composition, project, scene } from '../../../../test/support/project-parts.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { expandProject } from '../../src/library.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { inspect } from '../../src/render/inspect.ts';
import { loadProject } from '../../src/render/load-project.ts';
import { render } from '../../src/render/render.ts';
import { RenderError } from '../../src/render/render-error.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { boxesOf } from '../layout/laid-out.ts';

const { signal } = new AbortController();
const cff = fontUrl(cffFont, 'otf');
const damaged = fontUrl(cffFont.subarray(0, 9000), 'otf');

/** A film with one title, which has these fields. */
function film(fonts: unknown, title: object = {}, changes: object = {}): object {
  return {
    shorthand: true,
    fonts,
    width: 800,
    height: 200,
    objects: { title: { kind: 'text', text: 'Waffle', fontFamily: 'brand', fontSize: 60, ...title } },
    compositions: [{ duration: 1000, states: { title: true } }],
    ...changes,
  };
}

function folderWith(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'render-service-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return folder;
}

async function problemsOf(document: object, baseFolder?: string): Promise<readonly string[]> {
  try {
    await render(document, { format: 'png', width: 80, baseFolder });
    return [];
  } catch (error) {
    if (error instanceof RenderError) return error.problems.map(describeProblem);
    throw error;
  }
}

const svgOf = async (document: object) =>
  Buffer.from((await render(document, { format: 'svg' })).data).toString();

describe('fonts as files', () => {
  it('embeds TTF, OTF and WOFF2 files, alone or several to a family', async () => {
    const folder = folderWith({ 'a.otf': cffFont, 'b.woff2': variableFont });
    const document = film({ brand: 'a.otf', other: { src: 'b.woff2', italic: 'a.otf' } });
    const { project: full, files } = await loadProject(document, { baseFolder: folder }, signal);
    expect(JSON.parse(JSON.stringify(full.fonts))).toEqual({
      brand: { src: cff },
      other: { src: fontUrl(variableFont, 'woff2'), italic: cff },
    });
    expect(files).toEqual(['a.otf', 'b.woff2']);
  });

  it('embeds a WOFF font, and the first font of a collection, as the font in it', async () => {
    const folder = folderWith({ 'a.woff': woffOf(cffFont), 'b.ttc': collectionOf(cffFont) });
    const document = film({ brand: 'a.woff', other: 'b.ttc' });
    const { project: full } = await loadProject(document, { baseFolder: folder }, signal);
    const { brand, other } = JSON.parse(JSON.stringify(full.fonts));
    expect(brand.src).toBe(other.src);
    const svg = await svgOf(film({ brand: cff }));
    expect(await svgOf(film({ brand: brand.src }))).toBe(svg);
  });

  it('names the place and the file of a font that cannot be embedded', async () => {
    const folder = folderWith({
      'text.ttf': Buffer.from('hello'),
      'all.ttc': Buffer.from('ttcf0000'),
      'old.woff': Buffer.from('wOFF0000'),
    });
    const family = { src: 'none.ttf', bold: 'text.ttf', italic: 'all.ttc', boldItalic: 'old.woff' };
    expect(await problemsOf(film({ brand: family, alone: '../up.ttf' }), folder)).toEqual([
      'fonts.brand.src: cannot be read from the file "none.ttf": there is no such file',
      'fonts.brand.bold: is "text.ttf", which is not a font; save it as a single TTF, OTF or WOFF2 font',
      'fonts.brand.italic: is "all.ttc", which is a damaged collection of fonts; save it again',
      'fonts.brand.boldItalic: is "old.woff", which is a damaged WOFF font; save it again',
      'fonts.alone: must be a path in the project\'s folder or below, without "..", but is "../up.ttf"',
    ]);
    expect(await problemsOf(film({ brand: 'a.ttf' }))).toEqual([
      'fonts.brand: is the file "a.ttf", but no base folder is given; embed it as a data: URL, or use the command line, the tool server or the library\'s baseFolder',
    ]);
  });
});

describe('fonts that cannot be used', () => {
  const broken: Readonly<Record<string, [src: string, message: string]>> = {
    'another URL': [
      'https://example.com/a.ttf',
      'must be a base64 data URL of font/ttf, font/otf or font/woff2, but is "https://example.com/a.ttf"; embed a TTF, OTF or WOFF2 font',
    ],
    'wrong base64': ['data:font/ttf;base64,####', 'is not valid base64; encode the font again'],
    'a text': ['data:font/ttf;base64,aGVsbG8=', 'is not a font; save it as a single TTF, OTF or WOFF2 font'],
    'a truncated font': [
      damaged,
      'is a font that cannot be read, because it ends before its table CFF; save it again or use another file',
    ],
    'a truncated WOFF2': [
      fontUrl(variableFont.subarray(0, 9000), 'woff2'),
      'is a damaged WOFF2 font; save it again',
    ],
    'damaged outlines': [
      fontUrl(
        withFontTable(cffFont, 'CFF ', () => new Uint8Array(100)),
        'otf',
      ),
      'has no letters with outlines that can be drawn; use another font',
    ],
    'no table cmap': [
      fontUrl(
        withFontTable(cffFont, 'cmap', () => null),
        'otf',
      ),
      'is a font that cannot be read, because it has no table cmap; save it again or use another file',
    ],
    'over 8 MiB': [
      fontUrl(Buffer.concat([cffFont, Buffer.alloc(8_388_608)]), 'otf'),
      'has 8414384 bytes as TTF or OTF, but at most 8 MiB (8388608 bytes) are possible; keep only the characters that the project needs',
    ],
  };

  it.each(Object.entries(broken))('refuses a font with %s, with its place', async (_name, [src, message]) => {
    expect(await problemsOf(film({ brand: { src: cff, bold: src } }))).toEqual([
      `fonts.brand.bold: ${message}`,
    ]);
    expect(await problemsOf(film({ brand: src }))).toEqual([`fonts.brand: ${message}`]);
  });

  it('refuses over 16 MiB together, and counts equal fonts once', async () => {
    const [one, two] = [bundledFont('NotoSansTC'), bundledFont('NotoSansKR')];
    const three = bundledFont('NotoSansTC-Bold');
    expect(await problemsOf(film({ brand: one, a: two, b: { src: one, bold: two } }))).toEqual([]);
    expect(
      await problemsOf(film({ brand: one, a: two, b: three, c: bundledFont('NotoSansKR-Bold') })),
    ).toEqual([
      'fonts: have 20626508 bytes together, but at most 16 MiB (16777216 bytes) are possible; use fewer, or keep only the characters that the project needs',
    ]);
  });

  it('reports them in an inspection, for relations, and in the expansion of the library', async () => {
    const { issues } = await inspect(film({ brand: damaged }));
    expect(issues).toEqual([expect.stringMatching(/^fonts\.brand: is a font that cannot be read/)]);
    const objects = {
      title: { kind: 'text', text: 'A' },
      below: { kind: 'text', text: 'B', below: 'title' },
    };
    const related = film({ brand: damaged }, {}, { objects });
    expect(await problemsOf(related)).toEqual([expect.stringMatching(/^fonts\.brand: is a font/)]);
    expect(() => expandProject(related)).toThrow(/fonts\.brand: is a font/);
  });

  it('refuses names of bundled families, unknown families and wrong values', async () => {
    expect(await problemsOf(film({ brand: cff, Serif: cff }))).toEqual([
      'fonts.Serif: is the name of the bundled family serif; rename it, for example to "my-Serif"',
    ]);
    expect(await problemsOf(film({ brnd: cff }))).toEqual([
      'objects.title.fontFamily: must be one of Inter, serif, mono, display, brnd, but is "brand"; for another family, add its font to fonts',
    ]);
    expect(await problemsOf(film({ brand: 5 }))).toEqual(['fonts.brand: must be an object, but is 5']);
    expect(await problemsOf(film(5))).toEqual(['fonts: must be an object, but is 5']);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, cff]));
    expect(await problemsOf(film(many, { fontFamily: 'f1' }))).toEqual([
      'fonts: must have at most 20 families, but has 21',
    ]);
  });
});

describe('texts in fonts of a project', () => {
  it('draws the same letters in SVG and as labels, spans, wrapped lines and written texts', async () => {
    const plain = await svgOf(film({ brand: cff }));
    expect(plain).not.toBe(await svgOf(film({ brand: cff }, { fontFamily: 'Inter' })));
    const spans = { fontFamily: 'Inter', parts: { Waffle: { fontFamily: 'brand' } } };
    expect(pathsOf(await svgOf(film({ brand: cff }, spans)))).toEqual(pathsOf(plain));
    const wrapped = await svgOf(film({ brand: cff }, { text: 'Waffle Waffle', wrapWidth: 250 }));
    expect(pathsOf(wrapped)).not.toEqual(pathsOf(plain));
  });

  it('measures boxes with the font, also for relations', async () => {
    const width = async (fontFamily: string) => {
      const { a } = await boxesOf({
        ...film({ brand: { src: fontUrl(variableFont, 'woff2') } }, { fontFamily }),
        objects: {
          title: { kind: 'text', text: 'Waffle', fontFamily, fontSize: 60 },
          line: { kind: 'rectangle', below: 'title', width: 10, height: 10 },
        },
        compositions: { a: { duration: 1000, states: { title: true, line: true } } },
      });
      return (a?.title?.right ?? 0) - (a?.title?.left ?? 0);
    };
    // Oswald is narrow.
    expect(await width('brand')).toBeLessThan(0.8 * (await width('Inter')));
  });

  it('draws every frame of a morph, a counter and a written text', async () => {
    const document = film(
      { brand: cff },
      {},
      {
        compositions: [
          { duration: 100, states: { title: true } },
          { duration: 100, enter: 1000, states: { title: { text: 'Waffle 12', fontFamily: 'brand' } } },
          { duration: 100, enter: 1000, states: { title: { text: 'Waffle 99' } } },
        ],
      },
    );
    const { project: full } = await loadProject(document, {}, signal);
    const drawing = await compileDrawing(full, compileTimeline(full));
    for (const time of [50, 300, 600, 1000, 1500, 2200])
      expect(drawing.at(time).nodes.length, `at ${time}`).toBeGreaterThan(0);
  });

  it('reports characters that neither the font nor the bundled fonts have', async () => {
    const { issues } = await inspect(film({ brand: cff }, { text: 'A\u{1f3f4}\u{10ffff}' }));
    expect(issues.join()).toContain('U+10FFFF');
  });
});

describe('fonts in the full format', () => {
  const contract = project(scene('scene', { compositions: [composition('only', 100)] }));

  it('ignores fonts without the mark, and advises to add it', async () => {
    const document = { ...contract, fonts: { brand: { src: 'no font' } } };
    expect(await problemsOf(document)).toEqual([]);
    const { advice = [] } = await inspect(document, { advice: true });
    expect(advice.map(({ rule, message }) => `${rule}: ${message}`).join()).toContain(
      'missing-mark: fonts is an extension of the format and is ignored',
    );
  });

  it('opens fonts with the mark, even those that no text uses', async () => {
    const document = { ...contract, extended: true, fonts: { brand: { src: damaged } } };
    expect(await problemsOf(document)).toEqual([expect.stringMatching(/^fonts\.brand\.src: /)]);
    const withBold = { ...document, fonts: { brand: { bold: cff } } };
    expect(await problemsOf(withBold)).toEqual([expect.stringMatching(/^fonts\.brand\.src: is required/)]);
  });
});

function pathsOf(svg: string): readonly string[] {
  return Array.from(svg.matchAll(/ d="([^"]*)"/g), ([, path]) => path ?? '');
}
