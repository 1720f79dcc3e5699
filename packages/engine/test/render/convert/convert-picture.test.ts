import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../../test/support/chromium.ts';
import { convertWithFfmpeg } from '../../../../../test/support/ffmpeg.ts';
import { decodePng, onBackground } from '../../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import { writePng } from '../../../../../test/support/png-writer.ts';
import { Random } from '../../../../../test/support/random.ts';
import { readImageHeader } from '../../../src/media/images/image-header.ts';
import type { Conversion } from '../../../src/render/convert/conversion.ts';
import { convertFile } from '../../../src/render/convert/convert-file.ts';

const { signal } = new AbortController();

function convert(bytes: Uint8Array | string, changes: Partial<Conversion> = {}) {
  const usual = { type: 'image', maxBytes: 1 << 20, drawn: undefined, heardUntilMs: undefined } as const;
  return convertFile({ ...usual, bytes: Buffer.from(bytes), ...changes }, signal);
}

async function converted(bytes: Uint8Array | string, changes: Partial<Conversion> = {}) {
  const result = await convert(bytes, changes);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.value;
}

async function problemOf(bytes: Uint8Array | string): Promise<string> {
  const result = await convert(bytes);
  return result.ok ? 'none' : result.problems.join('\n');
}

/** A picture that is translucent at its left. */
function source(width: number, height: number): Uint8Array {
  return writePng({
    width,
    height,
    colorType: 6,
    bitDepth: 8,
    pixel: (x, y) => [(x * 2) % 256, (y * 3) % 256, 120, x < width / 2 ? 128 : 255],
  });
}

const svg = (content: string, attributes = 'width="200" height="120"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

describe('a picture that becomes PNG', () => {
  it('a lossless WebP keeps its pixels as PNG', { tags: 'ffmpeg' }, async () => {
    const png = source(120, 80);
    const webp = await convertWithFfmpeg(png, 'webp', ['-lossless', '1']);
    const { mime, bytes } = await converted(webp);
    expect(mime).toBe('image/png');
    const [one, other] = await Promise.all([bytes, png].map((file) => decodePng(Buffer.from(file))));
    // Canvases multiply colours by their opacity, here one half.
    for (const [index, value] of other.data.entries())
      expect(Math.abs(one.data[index] - value)).toBeLessThanOrEqual(2);
  });

  it('an AVIF converted to PNG looks like its original', { tags: 'ffmpeg' }, async () => {
    const png = source(128, 96);
    const avif = await convertWithFfmpeg(png, 'avif', [
      ...['-vf', 'format=rgb24,format=yuv444p', '-c:v', 'libaom-av1', '-crf', '10', '-still-picture', '1'],
    ]);
    const { bytes } = await converted(avif);
    const [one, other] = await Promise.all([bytes, png].map((file) => decodePng(Buffer.from(file))));
    expect(
      structuralSimilarity(one, { ...other, data: other.data.map((v, i) => (i % 4 === 3 ? 255 : v)) }),
    ).toBeGreaterThan(0.95);
  });

  it('an opaque photograph that is too large as PNG becomes a JPEG', { tags: 'ffmpeg' }, async () => {
    const random = new Random(1);
    const png = writePng({
      width: 700,
      height: 600,
      colorType: 2,
      bitDepth: 8,
      pixel: () => [0, 1, 2].map(() => random.below(256)),
    });
    const webp = await convertWithFfmpeg(png, 'webp', ['-quality', '80']);
    const { mime, bytes } = await converted(webp);
    expect(mime).toBe('image/jpeg');
    expect(readImageHeader(bytes)).toMatchObject({ ok: true, value: { width: 700, height: 600 } });
  });
});

describe('an SVG that becomes PNG', () => {
  const browser = new ReferenceBrowser();
  afterAll(() => browser.close());

  it.each([
    [
      'gradients',
      '<linearGradient id="g"><stop offset="0" stop-color="gold"/><stop offset="1" stop-color="hsl(210 80% 40%)"/></linearGradient><rect width="200" height="120" fill="url(#g)"/>',
    ],
    [
      'masks and clips',
      '<mask id="m"><rect width="100" height="120" fill="#888"/></mask><clipPath id="c"><circle cx="150" cy="60" r="40"/></clipPath><rect width="200" height="120" fill="crimson" mask="url(#m)"/><rect width="200" height="120" fill="navy" clip-path="url(#c)"/>',
    ],
    [
      'markers and dashes',
      '<marker id="m" markerWidth="6" markerHeight="6" refX="3" refY="3" orient="auto"><path d="M0 0L6 3L0 6Z"/></marker><path d="M20 60H170" stroke="#222" stroke-width="5" stroke-dasharray="12 6" marker-end="url(#m)"/>',
    ],
    [
      'filters',
      '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter><rect x="40" y="30" width="120" height="60" fill="purple" filter="url(#f)"/>',
    ],
  ])('%s are drawn as in Chromium', { tags: 'chromium' }, async (_, content) => {
    const size = { width: 200, height: 120 };
    const { bytes } = await converted(svg(content), { drawn: size });
    const ours = await decodePng(Buffer.from(bytes));
    const theirs = await browser.draw(Buffer.from(svg(content)), size);
    expect(ours).toMatchObject(size);
    const [one, other] = [ours, theirs].map((picture) => onBackground(picture, [255, 255, 255]));
    expect(structuralSimilarity(one, other)).toBeGreaterThan(0.97);
  });

  it('an SVG is drawn as large as the project shows it, and at most 2048 pixels wide', async () => {
    const icon = svg(
      '<rect width="24" height="12" filter="url(#f)"/><filter id="f"/>',
      'viewBox="0 0 24 12"',
    );
    const sizeOf = async (drawn: Conversion['drawn']) => {
      const { bytes } = await converted(icon, { drawn });
      const { width, height } = await decodePng(Buffer.from(bytes));
      return [width, height];
    };
    expect(await sizeOf({ width: 600, height: 300 })).toEqual([600, 300]);
    expect(await sizeOf({ width: 600, height: 600 })).toEqual([1200, 600]);
    expect(await sizeOf(undefined)).toEqual([512, 256]);
    expect(await sizeOf({ width: 9000, height: 10 })).toEqual([2048, 1024]);
  });

  it.each(['Hello', 'Привет', 'שלום', '你好'])('the text %s in an SVG is drawn', async (text) => {
    const { bytes } = await converted(
      svg(`<text x="10" y="80" font-family="Nowhere" font-size="60">${text}</text>`),
    );
    const { data } = await decodePng(Buffer.from(bytes));
    expect(data.filter((value, index) => index % 4 === 3 && value > 128).length).toBeGreaterThan(1000);
  });
});

it('a compressed SVG is drawn as the same one without compression', async () => {
  const text = svg('<rect width="200" height="120" fill="#0a0"/>');
  expect(await converted(gzipSync(text))).toEqual(await converted(text));
});

describe('a picture that cannot become PNG', () => {
  const outside =
    /^the SVG cannot be drawn: it refers to ".+", but only PNG and JPEG pictures in the file itself can be drawn; embed it$/;
  it.each([
    ['a script', svg('<script>alert(1)</script>'), /it has a script; export it without that$/],
    ['a script in another namespace', svg('<svg:script/>'), /it has a script;/],
    [
      'a file as picture behind a false comment',
      svg('<image href="file:///etc/passwd"/>').replace('<svg', '<?a <!-- ?><svg'),
      outside,
    ],
    [
      'a picture with a reference of characters',
      svg('<image href="&#104;ttp://example.com/a.png"/>'),
      outside,
    ],
    ['a style sheet beside it', `<?xml-stylesheet href="a.css"?>${svg('')}`, outside],
    ['an event', svg('<rect onclick="alert(1)"/>'), /it has a script \(onclick\);/],
    ['HTML', svg('<foreignObject><b/></foreignObject>'), /it has a document of another kind/],
    ['a file as picture', svg('<image href="file:///etc/passwd"/>'), outside],
    ['a picture beside it', svg('<image xlink:href="dusk.png"/>'), outside],
    ['another document', svg('<use href="https://example.com/a.svg#b"/>'), outside],
    ['a pattern from elsewhere', svg('<rect style="fill:url(https://example.com/a.svg#b)"/>'), outside],
    ['a style sheet from elsewhere', svg('<style>@import "https://example.com/a.css";</style>'), outside],
    ['an SVG in a data URL', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), outside],
    [
      'entities that multiply',
      `<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>${svg('<text>&a9;</text>')}`,
      /its entities stand for more than 1000000 characters; export it without them$/,
    ],
    [
      'an entity that is used very often',
      `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(10_000)}">]>${svg(`<text>${'&a;'.repeat(200)}</text>`)}`,
      /its entities stand for more than 1000000 characters; export it without them$/,
    ],
    [
      'entities that contain themselves',
      `<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]>${svg('<text>&a;</text>')}`,
      /its entities refer to themselves or too deeply to others; export it without them$/,
    ],
    [
      'an entity with elements',
      `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('&a;')}`,
      /its entity a has elements; export it without that$/,
    ],
    [
      'a very long DOCTYPE',
      `<!DOCTYPE svg [<!-- ${'a'.repeat(40_000)} -->]>${svg('')}`,
      /its DOCTYPE has more than 32768 characters; export it without that$/,
    ],
    ['text that is not XML', '<svg\n<a"', /^the SVG cannot be drawn: line 2, column 1: .+; export it again$/],
    [
      'more levels than the library can draw',
      svg(`\n${'<svg opacity=".9">'.repeat(900)}<rect/>${'</svg>'.repeat(900)}`),
      /^the SVG cannot be drawn: in line 2, <svg> is inside 200 other elements, but at most 200 levels can be drawn; ungroup its parts$/,
    ],
    [
      'more elements than can be drawn',
      svg('<g/>'.repeat(200_000)),
      /it has more than 200000 elements; simplify it$/,
    ],
    [
      'more references than can be followed',
      svg(`<style>rect{filter:${'url(#f) '.repeat(9000)}}</style>${'<rect/>'.repeat(30)}`),
      /it has more than 200000 references; simplify it$/,
    ],
    [
      'style sheets that take too long',
      svg(
        `<style>${Array.from({ length: 9000 }, (_, at) => `g g rect.a:nth-child(${at}) {fill:red}`).join('')}</style>${'<rect class="a"/>'.repeat(9000)}`,
      ),
      /its style sheets have too many rules for its elements; simplify it$/,
    ],
    [
      'styles that are nested too deeply',
      svg(`<style>${':not('.repeat(50_000)}a${')'.repeat(50_000)}{fill:red}</style>`),
      /its styles are nested too deeply; simplify them$/,
    ],
    [
      'very many variables',
      svg(
        `<g style="${Array.from({ length: 9000 }, (_, at) => `--v${at}:1`).join(';')}">${'<g style="--a:1"/>'.repeat(9000)}</g>`,
      ),
      /its styles have more than 1000 variables; simplify them$/,
    ],
    [
      'variables in a long value of many elements',
      svg(`<style>rect{fill:${'var(--a)'.repeat(1000)}}</style>${'<rect/>'.repeat(1000)}`),
      /its styles have too many variables for its elements; simplify them$/,
    ],
    [
      'a long value for many elements',
      svg(`<style>rect{font-family:${'a'.repeat(100_000)}}</style>${'<rect/>'.repeat(1000)}`),
      /its styles repeat too much text; simplify them$/,
    ],
    [
      'no size',
      svg('', 'width="0" height="0"'),
      /^the SVG cannot be drawn: its size is 0 or negative; give its <svg> a width and a height above 0, or only a viewBox$/,
    ],
    [
      'noise of a million octaves',
      svg('<filter id="f"><feTurbulence numOctaves="1000000"/></filter>'),
      /numOctaves of a feTurbulence must be at most 10, but is "1000000"; more cannot be seen$/,
    ],
    [
      'a large kernel',
      svg('<filter id="f"><feConvolveMatrix order="3 300"/></filter>'),
      /order of a feConvolveMatrix must be at most 16, but is "3 300"; use a feGaussianBlur$/,
    ],
    [
      'a size thinner than a pixel',
      svg('', 'width="10000" height="1"'),
      /thinner than a pixel \(10000 x 1\)$/,
    ],
  ])('an SVG with %s is refused', async (_, text, problem) => {
    expect(await problemOf(text)).toMatch(problem);
  });

  const chain = (count: number, link: (at: number) => string) =>
    svg(Array.from({ length: count }, (_, at) => link(at)).join(''));
  const deep =
    /its references lead through .+ to more than 200 levels of elements, but at most 200 can be drawn; let fewer elements refer to each other$/;
  const repeated =
    /it draws (more than )?\d+ elements with its references followed, but at most 100000 can be drawn; repeat fewer parts$/;
  it.each([
    [
      'uses that multiply',
      `${chain(12, (at) => `<g id="b${at + 1}">${`<use href="#b${at}"/>`.repeat(10)}</g>`)}`.replace(
        '</svg>',
        '<rect id="b0" width="1" height="1"/></svg>',
      ),
      repeated,
    ],
    [
      'masks of masks that are drawn the first time',
      chain(
        400,
        (at) => `<mask id="m${at}"><rect width="9" height="9" fill="white" mask="url(#m${at + 1})"/></mask>`,
      ).replace('</svg>', '<rect width="9" height="9" mask="url(#m0)"/></svg>'),
      deep,
    ],
    [
      'masks that refer to each other in a cycle',
      chain(3, (at) => `<mask id="m${at}"><rect mask="url(#m${(at + 1) % 3})"/></mask>`),
      /its element #m\d refers to itself through others; remove one of these references$/,
    ],
    [
      'masks that a style sheet gives to each other',
      `${chain(25, (at) => `<mask id="m${at}"><rect class="r${at}"/><g class="r${at}"/></mask>`)}`.replace(
        '</svg>',
        `<style>${Array.from({ length: 25 }, (_, at) => `/* } */ g.r${at}, .r${at} { mask: url("#m${at + 1}") }`).join('')}</style><g mask="url(#m0)"/></svg>`,
      ),
      repeated,
    ],
    [
      'a pattern that many elements inherit, again and again',
      chain(
        25,
        (at) => `<pattern id="p${at}"><g fill="url(#p${at + 1})"><rect/><rect/></g></pattern>`,
      ).replace('</svg>', '<rect fill="url(#p0)"/></svg>'),
      repeated,
    ],
    [
      'a marker on each of many points, again and again',
      chain(
        9,
        (at) =>
          `<marker id="m${at}"><path style="marker-mid:url(#m${at + 1})" d="${'L1 1'.repeat(9)}"/></marker>`,
      ).replace('</svg>', '<path marker-mid="url(#m0)" d="M0 0L1 1L2 2"/></svg>'),
      repeated,
    ],
    [
      'masks that draw many others',
      chain(
        7,
        (at) => `<mask id="m${at}"><rect mask="url(#m${at + 1})"/><rect mask="url(#m${at + 1})"/></mask>`,
      ).replace('</svg>', '<rect mask="url(#m0)"/></svg>'),
      /its masks, clip paths, filters, patterns and markers draw 126 others, but at most 100 can be drawn; use fewer in each other$/,
    ],
    [
      'markers of markers',
      chain(
        1000,
        (at) => `<marker id="m${at + 1}"><path d="M0 0L5 5" marker-end="url(#m${at})"/></marker>`,
      ).replace(
        '</svg>',
        '<marker id="m0"><rect width="50" height="50"/></marker><path d="M0 0L5 5" marker-end="url(#m1000)"/></svg>',
      ),
      deep,
    ],
    [
      'masks of masks',
      chain(
        1000,
        (at) => `<mask id="m${at + 1}"><rect width="9" height="9" mask="url(#m${at})"/></mask>`,
      ).replace(
        '</svg>',
        '<mask id="m0"><rect width="9" height="9"/></mask><rect width="9" height="9" mask="url(#m1000)"/></svg>',
      ),
      deep,
    ],
  ])('an SVG with %s is refused, and later ones are drawn', async (_, text, problem) => {
    for (let time = 0; time < 3; time++) {
      expect(await problemOf(text)).toMatch(problem);
      expect(await problemOf(svg('<rect width="9" height="9"/>'))).toBe('none');
    }
  });

  it.each([
    ['a chain of masks', chain(50, (at) => `<mask id="m${at}"><rect mask="url(#m${at + 1})"/></mask>`)],
    [
      'an element that refers to itself',
      svg('<mask id="m"><rect mask="url(#m)"/></mask><g mask="url(#m)"/>'),
    ],
    [
      'a gradient that fills many elements',
      svg(
        `<linearGradient id="g">${'<stop/>'.repeat(50)}</linearGradient>${'<rect class="a"/>'.repeat(5000)}<style>.a{fill:url(#g)}</style>`,
      ),
    ],
    [
      'a clip path for each of many elements',
      svg(
        `<clipPath id="c"><rect width="9" height="9"/></clipPath>${'<rect width="1" height="1" clip-path="url(#c)"/>'.repeat(5000)}`,
      ),
    ],
    [
      'variables that multiply',
      svg(
        `<g style="--a0:;${Array.from({ length: 60 }, (_, at) => `--a${at + 1}:var(--a${at}) var(--a${at})`).join(';')}"><rect width="9" height="9" style="fill:var(--a60)"/></g>`,
      ),
    ],
    [
      'a paint of its lines in each of many markers',
      svg(
        `<marker id="m">${'<path d="M0 0" fill="context-stroke"/>'.repeat(500)}</marker>${'<path d="M0 0h9" stroke="red" marker-end="url(#m)"/>'.repeat(50)}`,
      ),
    ],
  ])('an SVG with %s is drawn', async (_, text) => {
    expect(await problemOf(text)).toBe('none');
  });

  it.each(['<!--', '<a"', 'url( ', '<!DOCTYPE ', "<a b='", '<a '])(
    'a megabyte of %j in an SVG is refused',
    async (part) => {
      expect(await problemOf(`<svg ${part.repeat(1_000_000 / part.length)}`)).toContain(
        'the SVG cannot be drawn',
      );
    },
  );

  it.each([
    [
      'a BMP',
      Buffer.from('BM'),
      /^the file is neither PNG, JPEG, WebP, AVIF, GIF nor SVG; convert it to one of them$/,
    ],
    ['a GIF without content', Buffer.from('GIF89a'), /^the GIF is damaged or unusual; export it again$/],
    [
      'compressed text that is not an SVG',
      gzipSync('BM'),
      /^the file is neither PNG, JPEG, WebP, AVIF, GIF nor SVG; convert it to one of them$/,
    ],
    [
      'a compressed file that is cut short',
      gzipSync(svg('')).subarray(0, 40),
      /^the compressed file is damaged, or has more than 4194304 bytes; save it without compression$/,
    ],
    [
      'a small file that becomes large without its compression',
      gzipSync(svg(' '.repeat(5_000_000))),
      /^the compressed file is damaged, or has more than 4194304 bytes; save it without compression$/,
    ],
    ['nothing', Buffer.from(''), /^the file is neither PNG/],
    ['an HTML page', Buffer.from('<!DOCTYPE html><html><svg/></html>'), /^the file is neither PNG/],
    [
      'a WebP without content',
      Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
      /^the WebP is damaged or unusual; export it again$/,
    ],
    [
      'an AVIF without content',
      Buffer.from('\0\0\0\x1cftypavif'),
      /^the AVIF is damaged or unusual; export it again$/,
    ],
  ])('a picture is refused: %s', async (_, bytes, problem) => {
    expect(await problemOf(bytes)).toMatch(problem);
  });

  it('a truncated WebP is refused', { tags: 'ffmpeg' }, async () => {
    const webp = await convertWithFfmpeg(source(200, 100), 'webp', []);
    expect(await problemOf(webp.subarray(0, webp.length / 2))).toBe(
      'the WebP is damaged or unusual; export it again',
    );
  });

  it('a WebP with more pixels per side than a project allows is refused before it is decoded', {
    tags: 'ffmpeg',
  }, async () => {
    const webp = await convertWithFfmpeg(source(2100, 10), 'webp', []);
    expect(await problemOf(webp)).toBe(
      'it must have at most 2048 pixels a side, but has 2100 x 10; make it smaller',
    );
  });
});
