import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CustomFontsOptions, Resvg } from '@resvg/resvg-wasm';
import { bundledFile } from '../../drawing/text/families.ts';
import { fontNames, fontsWithBold } from '../../drawing/text/font-list.ts';
import type { PictureSize, PixelPicture } from '../../media/images/picture-header.ts';
import { type PreparedSvg, prepareSvg } from '../../media/images/svg/prepare-svg.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { outlinesOf, type SvgOutlines } from './svg-outlines.ts';

/** Minimum side in pixels of an SVG whose size in the project is unknown. */
const usualSide = 512;

/** Matches characters that Inter may lack. */
const beyondLatin = /[\u0250-\u1fff\u2070-\u{10ffff}]/u;

type Library = typeof import('@resvg/resvg-wasm');

/** The compiled module of the library's instances. */
let compiled: Promise<WebAssembly.Module> | undefined;

/** The instance that draws, until something fails in it. */
let library: Promise<Library> | undefined;

/** The outlines of an SVG file as a simple SVG, or what it has that outlines cannot show. */
export async function outlineSvg(file: Uint8Array): Promise<Result<SvgOutlines>> {
  return withLibrary(file, ({ Resvg }, { text, ignored }, font) => {
    if (ignored !== undefined) return success({ unsupported: ignored });
    const svg = new Resvg(text, { font });
    try {
      return success(outlinesOf(svg.toString()));
    } finally {
      svg.free();
    }
  });
}

/**
 * Draws an SVG file at the size at which a project draws it, with the bundled fonts and without scripts, network and
 * files. Sides have at most `maxSide` pixels.
 */
export async function drawSvg(
  file: Uint8Array,
  drawn: PictureSize | undefined,
  maxSide: number,
): Promise<Result<PixelPicture>> {
  return withLibrary(file, (used, { text }, font) => drawWith(used, text, { font, drawn, maxSide }));
}

async function withLibrary<Value>(
  file: Uint8Array,
  work: (used: Library, svg: PreparedSvg, font: CustomFontsOptions) => Result<Value>,
): Promise<Result<Value>> {
  const prepared = await prepareSvg(new TextDecoder().decode(file));
  if (!prepared.ok) return failure(`the SVG cannot be drawn: ${prepared.problems.join('; ')}`);
  const font = fontsFor(prepared.value.text);
  library ??= startLibrary();
  const used = await library;
  try {
    return work(used, prepared.value, font);
  } catch (error) {
    // A trap keeps its stack in use and its objects borrowed, so later drawings would fail as well.
    library = undefined;
    return failure(`the SVG cannot be drawn: ${describe(error)}`);
  }
}

function drawWith(
  { Resvg }: Library,
  text: string,
  { font, drawn, maxSide }: { font: CustomFontsOptions; drawn: PictureSize | undefined; maxSide: number },
): Result<PixelPicture> {
  const natural = new Resvg(text, { font });
  const { width, height } = natural;
  natural.free();
  const wished = drawn
    ? Math.max(drawn.width / width, drawn.height / height)
    : Math.max(1, usualSide / Math.max(width, height));
  const value = Math.min(wished, maxSide / Math.max(width, height));
  if (Math.min(width, height) * value < 1)
    return failure(`the SVG cannot be drawn: it would be thinner than a pixel (${width} x ${height})`);
  return success(paint(new Resvg(text, { font, fitTo: { mode: 'zoom', value } })));
}

function paint(svg: InstanceType<typeof Resvg>): PixelPicture {
  const image = svg.render();
  try {
    const { width, height } = image;
    return { width, height, premultiplied: Uint8Array.from(image.pixels) };
  } finally {
    image.free();
    svg.free();
  }
}

async function startLibrary(): Promise<Library> {
  // The package has one instance of its WebAssembly, so each start loads the package again. The old one can be
  // collected, because nothing keeps the `require` that loaded it.
  const require = createRequire(import.meta.url);
  const name = '@resvg/resvg-wasm';
  try {
    compiled ??= compile(require.resolve(`${name}/index_bg.wasm`));
    delete require.cache[require.resolve(name)];
    const started: Library = require(name);
    await started.initWasm(await compiled);
    return started;
  } catch (error) {
    compiled = undefined;
    library = undefined;
    throw error;
  }
}

async function compile(file: string): Promise<WebAssembly.Module> {
  return new WebAssembly.Module(await readFile(file));
}

/** The fonts of the texts; the large ones of other scripts only if a text may need them. */
function fontsFor(text: string): CustomFontsOptions {
  const names = !/<(?:[\w.-]+:)?text[\s>]/.test(text) ? [] : beyondLatin.test(text) ? drawnFonts : ['Inter'];
  const files = names.flatMap((name) =>
    (fontsWithBold as ReadonlySet<string>).has(name) ? [name, `${name}-Bold`] : [name],
  );
  const fontBuffers = files.map((file) => bundledFile(file).read());
  const family = 'Inter';
  return {
    fontBuffers,
    defaultFontSize: 16,
    defaultFontFamily: family,
    sansSerifFamily: family,
    serifFamily: family,
    cursiveFamily: family,
    fantasyFamily: family,
    monospaceFamily: family,
  };
}

/** The emoji in colour are in a format of font that the library does not draw. */
const drawnFonts = fontNames.filter((name) => name !== 'TwemojiMozilla');

const ownError = /^SVG data parsing failed cause /;

/** Any error without a sentence of the library is a trap of its WebAssembly. */
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('nodes limit')) return 'it has too many elements, perhaps by repetition; simplify it';
  if (message.includes('invalid size'))
    return 'its size is 0 or negative; give its <svg> a width and a height above 0, or only a viewBox';
  if (ownError.test(message)) return `${message.replace(ownError, '')}; export it again`;
  return 'its elements, or what they refer to, are nested too deeply or too large; simplify it, or export it as PNG';
}
