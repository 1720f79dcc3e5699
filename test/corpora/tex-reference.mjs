/** MathJax with all of its packages, which judges our formulas. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MathJaxMhchemFontExtension } from '@mathjax/mathjax-mhchem-font-extension/js/svg.js';
import { MathJaxNewcmFont } from '@mathjax/mathjax-newcm-font/js/svg.js';
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js';
import { HTMLDocument } from '@mathjax/src/js/handlers/html/HTMLDocument.js';
import { TeX } from '@mathjax/src/js/input/tex.js';
import { mathjax } from '@mathjax/src/js/mathjax.js';
import { SVG } from '@mathjax/src/js/output/svg.js';
import { handleRetriesFor } from '@mathjax/src/js/util/Retries.js';

const require = createRequire(import.meta.url);
const source = join(require.resolve('@mathjax/src/package.json'), '..', 'mjs', 'input', 'tex');
const fontFolder = join(
  require.resolve('@mathjax/mathjax-newcm-font/package.json'),
  '..',
  'mjs',
  'svg',
  'dynamic',
);
const packages =
  `base ams amscd bbox begingroup boldsymbol braket bussproofs cancel cases centernot color colortbl empheq
  enclose extpfeil gensymb mathtools mhchem newcommand textcomp textmacros unicode units upgreek verb`.split(
    /\s+/,
  );

for (const name of [...packages, 'physics']) {
  const file = readdirSync(join(source, name)).find((entry) => entry.endsWith('Configuration.js'));
  await import(pathToFileURL(join(source, name, file)).href);
}
mathjax.asyncLoad = (path) => import(pathToFileURL(join(fontFolder, path.replace(/^.*\//, ''))).href);

/** The rules of MathJax's style sheet that change pictures. */
const styleSheet = `rect[data-frame], line[data-line] { stroke-width: 70px; fill: none }
  .mjx-dashed { stroke-dasharray: 140 } .mjx-dotted { stroke-linecap: round; stroke-dasharray: 0,140 }`;

/** Lengths in pixels, centimetres and the like depend on it. */
const pixelsPerEm = 16;

const adaptor = liteAdaptor();
const page = adaptor.parse('', 'text/html');
const output = new SVG({ fontCache: 'none', fontData: MathJaxNewcmFont });
output.setAdaptor(adaptor);
output.font.addExtension(MathJaxMhchemFontExtension);

/** Returns the formula as the text of an SVG file of 1 em = `size` pixels. Rejects for TeX that does not parse. */
export async function drawReference(tex, size) {
  try {
    return await draw(tex, size, packages);
  } catch (error) {
    // The package physics changes usual commands.
    if (error.id === 'UndefinedControlSequence') return draw(tex, size, [...packages, 'physics']);
    throw error;
  }
}

async function draw(tex, size, names) {
  const input = new TeX({
    packages: names,
    formatError: (_input, error) => {
      throw error;
    },
  });
  const document = new HTMLDocument(page, adaptor, { InputJax: input, OutputJax: output });
  const ex = pixelsPerEm * output.font.params.x_height;
  const metrics = { display: true, em: pixelsPerEm, ex, containerWidth: 0 };
  const container = await handleRetriesFor(() => document.convert(tex, metrics));
  const svg = adaptor.firstChild(container);
  const style = adaptor.getAttribute(svg, 'style');
  const least = /min-width: ([\d.]+ex)/.exec(style)?.[1] ?? '0ex';
  const [width, height] = ['width', 'height'].map((name) =>
    Number.parseFloat(adaptor.getAttribute(svg, name).replace('100%', least)),
  );
  // With a margin, because parts may be outside of the box of a formula. If that has a tag, it fills its container.
  const hasView = adaptor.hasAttribute(svg, 'viewBox');
  const view = hasView ? adaptor.getAttribute(svg, 'viewBox') : `0 0 ${width * ex} ${height * ex}`;
  const [x, y, boxWidth, boxHeight] = view.split(' ').map(Number);
  const perEm = boxWidth / ((width * ex) / pixelsPerEm);
  const margin = hasView ? 2 * perEm : 0;
  const box = [x - margin, y - margin, boxWidth + 2 * margin, boxHeight + 2 * margin];
  adaptor.setAttribute(svg, 'viewBox', box.join(' '));
  adaptor.setAttribute(svg, 'width', `${(box[2] * size) / perEm}px`);
  adaptor.setAttribute(svg, 'height', `${(box[3] * size) / perEm}px`);
  return adaptor.serializeXML(svg).replace('>', `><style>${styleSheet}</style>`);
}
