import { describe, expect, it } from 'vitest';
import { svgFault } from './check-svg.ts';

const start =
  '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">';
const svg = (inner: string) => `${start}${inner}</svg>\n`;

describe('the SVG check', () => {
  it.each([
    '',
    '<g/>',
    '<g role="img" aria-label="&#60;b&#62;&amp;"><path d="M0 0L1.5 -2C1 2 3 4 5 6Z" fill="#ff0000"/></g>',
    '<g transform="matrix(1e-9 0 0 3.5e+37 -1 0)"/>',
    '<defs><clipPath id="clip-0"><path d=""/></clipPath></defs><g clip-path="url(#clip-0)"/>',
    '<image x="-1" y="0" width="2" height="2" preserveAspectRatio="none" href="data:image/png;base64,AAAA"/>',
  ])("the fuzz tests' SVG check accepts %j", (inner) => {
    expect(svgFault(svg(inner))).toBeNull();
  });

  it.each([
    ['<script/>', 'element script does not belong there'],
    ['<g onload="x"/>', 'attribute onload of g does not belong there'],
    ['<g', 'the tag g has no end'],
    ['<g>', '</svg> before'],
    ['<g/><!-- x -->', 'no tag at'],
    ['text', 'no tag at'],
    ['<g aria-label="a"b"/>', 'the tag g has no end'],
    ['<g aria-label="<"/>', 'attribute aria-label has no end'],
    ['<g aria-label="&x;"/>', 'a bare &'],
    ['<g aria-label="&#0;"/>', 'a reference to U+0'],
    ['<g aria-label="\u0001"/>', 'character U+1'],
    ['<g aria-label="\ud800"/>', 'character U+d800'],
    ['<g role="img" role="img"/>', 'attribute role twice'],
    ['</svg><svg>', 'a second root'],
    ['<g transform="translate(1e+38 0)"/>', 'g has transform'],
    ['<g opacity="NaN"/>', 'g has opacity "NaN"'],
    ['<path d="M0 Infinity"/>', 'path has d "M0 Infinity"'],
    ['<path d="M0 0" fill="url(#a)"/>', 'path has fill'],
    ['<g clip-path="url(#clip-1)"/>', 'nothing has the id clip-1'],
    ['<g filter="url(http://127.0.0.1/)"/>', 'g has filter'],
    ['<image href="javascript:alert(1)"/>', 'image has href'],
    ['<clipPath id="clip-0"/><clipPath id="clip-0"/>', 'id clip-0 twice'],
  ])("the fuzz tests' SVG check rejects %j", (inner, words) => {
    expect(svgFault(svg(inner))).toContain(words);
  });
});
