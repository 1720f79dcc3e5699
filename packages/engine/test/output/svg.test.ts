import { afterAll, describe, expect, it } from 'vitest';
import { type ObjectSpec, quarteredImage, stillProject } from '../../../../test/support/build-project.ts';
import { type ParsedXml, ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { projectFiles } from '../../../../test/support/project-files.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { OutputTooLargeError } from '../../src/output/formats.ts';
import { writeSvg } from '../../src/output/svg.ts';
import type { Project } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const browser = new ReferenceBrowser();

afterAll(() => browser.close());

async function svgOf(project: Project, timeMs = 0): Promise<string> {
  return Buffer.from((await render(project, { format: 'svg', timeMs })).data).toString();
}

async function parsed(svg: string): Promise<ParsedXml> {
  const [found] = await browser.parseXml([svg]);
  if (!found) throw new Error('the parser returned nothing');
  return found;
}

const elements = [
  ...['svg', 'defs', 'clipPath', 'filter', 'feGaussianBlur', 'feMerge', 'feMergeNode'],
  ...['g', 'rect', 'path', 'image'],
];

describe('self-contained SVGs', () => {
  it.each(projectFiles)(
    'writes a self-contained SVG of $name',
    { tags: 'chromium' },
    async ({ project, durationMs }) => {
      for (const share of [0.3, 0.7]) {
        const svg = await svgOf(project, share * durationMs);
        const { error, names, text } = await parsed(svg);
        expect(error).toBeNull();
        // No scripts, styles, fonts, or text that a viewer would lay out.
        expect(names.filter((name) => !name.includes(' ') && !elements.includes(name))).toEqual([]);
        expect(names.filter((name) => / on|style|xlink|src$/.test(name))).toEqual([]);
        expect(text).toBe('');
        for (const [, reference] of svg.matchAll(/ href="([^"]*)"/g)) {
          expect(reference.slice(0, 30)).toMatch(/^data:image\/(png|jpeg);base64,/);
        }
        for (const [, reference] of svg.matchAll(/url\(([^)]*)\)/g))
          expect(reference).toMatch(/^#[a-z0-9-]+$/);
      }
    },
  );
});

describe('oversized SVGs', () => {
  const size = { width: 320, height: 180 };

  async function listOf(specs: Readonly<Record<string, ObjectSpec>>) {
    const project = stillProject(specs);
    return (await compileDrawing(project, compileTimeline(project))).at(0);
  }

  it('refuses an SVG whose outlines exceed the length limit', async () => {
    const list = await listOf({
      title: { kind: 'text', state: { text: 'a'.repeat(5000), fill: '#000000' } },
    });
    const { length } = writeSvg(list, size, () => '');
    expect(length).toBeGreaterThan(1_000_000);
    expect(() => writeSvg(list, size, () => '', 1_000_000)).toThrow(OutputTooLargeError);
    expect(writeSvg(list, size, () => '', length)).toHaveLength(length);
  });

  it('refuses an SVG whose images exceed the length limit without reading the remaining ones', async () => {
    const image = quarteredImage(4, 4);
    const picture: ObjectSpec = { kind: 'image', image, state: {} };
    const list = await listOf({ one: picture, two: picture, three: picture, four: picture });
    let asked = 0;
    const source = () => {
      asked++;
      return 'x'.repeat(1000);
    };
    expect(() => writeSvg(list, size, source, 1500)).toThrow(OutputTooLargeError);
    expect(asked).toBe(2);
  });
});

const hostile = `"'><script>alert(1)</script><!-- ]]> &amp; &#0; \u0000\ud800 <svg onload="x">`;

describe('authored strings in SVG', () => {
  it('an SVG labels a text or equation with its source', async () => {
    const svg = await svgOf(
      stillProject({
        words: { kind: 'text', state: { text: 'One & two\n\t"three"', fontSize: 20 } },
        formula: { kind: 'equation', state: { text: 'a<b', fontSize: 20 } },
      }),
    );
    const labels = [...svg.matchAll(/<g role="img" aria-label="([^"]*)"/g)].map(([, label]) =>
      label.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    );
    expect(labels).toEqual(['One & two\n\t"three"', 'a<b']);
    // Unescaped, an XML parser would turn them into spaces.
    expect(svg).toContain('two&#10;&#9;&#34;three');
    expect(svg.match(/<path /g)).not.toBeNull();
  });

  it.each(['text', 'equation', 'image'] as const)(
    'an SVG escapes authored strings in a project with an object of kind %s',
    { tags: 'chromium' },
    async (kind) => {
      const image = quarteredImage(8, 8);
      const spec: ObjectSpec =
        kind === 'image'
          ? {
              kind,
              image: { ...image, src: image.src.replace(';base64', `;x="><script/>";base64`) },
              state: {},
            }
          : { kind, state: { text: hostile, fontSize: 20 } };
      const project = stillProject({ [kind]: spec });
      project.name = hostile;
      project.scenes.scene.name = hostile;
      project.scenes.scene.objects[kind].name = hostile;
      project.scenes.scene.compositions.still.name = hostile;
      const { error, names, text } = await parsed(await svgOf(project));
      expect(error).toBeNull();
      expect(names.filter((name) => !name.includes(' ') && !elements.includes(name))).toEqual([]);
      expect(names.filter((name) => name.includes('onload'))).toEqual([]);
      expect(text).toBe('');
    },
  );
});

describe('scenes with another aspect ratio', () => {
  it("centres a scene whose aspect ratio differs from the picture's, between pixels if necessary", async () => {
    const project = stillProject(
      { all: { kind: 'rectangle', state: { x: 50, y: 25, width: 200, height: 100 } } },
      { width: 100, height: 50, background: '#000000' },
    );
    const size = { width: 100, height: 101 };
    const { data } = await render(project, { ...size, format: 'svg' });
    expect(Buffer.from(data).toString()).toContain(' transform="translate(0 25.5)"');
    const picture = await decodePng((await render(project, size)).data);
    const rows = [24, 25, 26, 74, 75, 76].map((y) => picture.data[(y * size.width + 50) * 4]);
    expect(rows).toEqual([0, 128, 255, 255, 128, 0].map((value) => expect.closeTo(value, -0.7)));
  });
});

it('an SVG rounds colours to the nearest 8-bit value', () => {
  const background = { red: 127.5, green: 0.4, blue: 254.6, alpha: 1 };
  const list = { sceneIndex: 0, width: 10, height: 10, background, nodes: [] };
  expect(writeSvg(list, { width: 10, height: 10 }, () => '')).toContain('fill="#8000ff"');
});

describe('SVG glow filters', () => {
  it('an SVG glow filter includes an object outside the scene that glows into it', async () => {
    const svg = await svgOf(
      stillProject({
        box: { kind: 'rectangle', state: { x: -20, y: 90, width: 20, height: 60, effect: 'glow' } },
      }),
    );
    const [, x, width] = (/<filter [^>]*x="([-\d.]+)" y="[-\d.]+" width="([\d.]+)"/.exec(svg) ?? []).map(
      Number,
    );
    expect(x).toBeLessThanOrEqual(-16);
    expect(x + width).toBeGreaterThanOrEqual(6);
  });

  it('an SVG glow filter extends 4 sigma, 16 scene pixels, beyond its object', async () => {
    const svg = await svgOf(
      stillProject({
        box: { kind: 'rectangle', state: { x: 160, y: 90, width: 100, height: 60, effect: 'glow' } },
      }),
    );
    expect(svg).toContain('<feGaussianBlur stdDeviation="4"/>');
    // Otherwise viewers would mix colours in linear light, unlike our PNG.
    expect(svg).toMatch(/<filter [^>]* color-interpolation-filters="sRGB">/);
    const [, x, y, width, height] = (
      /<filter [^>]*x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
    ).map(Number);
    expect([x, y].map((edge, at) => edge <= [94, 44][at])).toEqual([true, true]);
    expect(x + width).toBeGreaterThanOrEqual(226);
    expect(y + height).toBeGreaterThanOrEqual(136);
  });
});
