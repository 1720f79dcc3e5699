/**
 * The part of MathJax that the service uses: TeX to SVG trees. build-mathjax.mjs bundles this file into
 * packages/engine/assets/mathjax/mathjax.mjs; packages/engine/src/drawing/equation/mathjax-bundle.ts declares its types.
 */

import { MathJaxNewcmFont } from '@mathjax/mathjax-newcm-font/js/svg.js';
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js';
import { MmlFactory } from '@mathjax/src/js/core/MmlTree/MmlFactory.js';
import { HTMLDocument } from '@mathjax/src/js/handlers/html/HTMLDocument.js';
import { TeX } from '@mathjax/src/js/input/tex.js';
import '@mathjax/src/js/input/tex/ams/AmsConfiguration.js';
import { FlalignItem } from '@mathjax/src/js/input/tex/ams/AmsItems.js';
import BaseMethods from '@mathjax/src/js/input/tex/base/BaseMethods.js';
import '@mathjax/src/js/input/tex/color/ColorConfiguration.js';
import { ColumnParser } from '@mathjax/src/js/input/tex/ColumnParser.js';
import { Configuration } from '@mathjax/src/js/input/tex/Configuration.js';
import { ConfigurationType, HandlerType } from '@mathjax/src/js/input/tex/HandlerTypes.js';
import { MapHandler } from '@mathjax/src/js/input/tex/MapHandler.js';
import ParseOptions from '@mathjax/src/js/input/tex/ParseOptions.js';
import { ParseUtil } from '@mathjax/src/js/input/tex/ParseUtil.js';
import TexError from '@mathjax/src/js/input/tex/TexError.js';
import { Macro } from '@mathjax/src/js/input/tex/Token.js';
import { CommandMap } from '@mathjax/src/js/input/tex/TokenMap.js';
import { mathjax } from '@mathjax/src/js/mathjax.js';
import { SVG } from '@mathjax/src/js/output/svg.js';
import { options as entityOptions } from '@mathjax/src/js/util/Entities.js';
import { fontNames, readFont } from 'mathjax-assets';
import { addTextMacros, extensionsFor, knownNames, loadExtension, ownerOf } from './mathjax-extensions.mjs';
import { basePackages } from './mathjax-names.mjs';

/** Pixels per em for MathJax. Only lengths given in pixels depend on it. */
const PIXELS_PER_EM = 16;

/**
 * Maximum nesting depth of the source and of the tree. Parsing and layout are recursive, and their possible depth
 * depends on how far the engine has optimized them, so the limit is far below that.
 */
const DEEPEST_NESTING = 200;

/**
 * Maximum number of nodes in a formula, which limits the memory of array templates and declared operators. Without
 * those, the 10,000 characters of a text make at most 50,000 nodes.
 */
const MOST_NODES = 75_000;

// Characters of files that are not bundled count as unknown, so that the caller's fonts draw them.
for (const name of Object.keys(MathJaxNewcmFont.dynamicFiles)) {
  if (!fontNames.includes(name)) delete MathJaxNewcmFont.dynamicFiles[name];
}
entityOptions.loadMissingEntities = false;
mathjax.asyncIsSynchronous = true;
mathjax.asyncLoad = (path) => {
  const name = path.replace(/^.*\/(.*)\.js$/, '$1');
  const { variants, delimiters } = JSON.parse(readFont(name));
  MathJaxNewcmFont.dynamicSetup('', name, variants, delimiters);
};

/**
 * Maximum length of an array's column template. MathJax limits the number of specifiers that it reads, but expands
 * `*{…}{…}` and column types before that.
 */
const LONGEST_COLUMN_TEMPLATE = 10_000;

function checkColumnTemplate(length) {
  if (length > LONGEST_COLUMN_TEMPLATE) throw new TexError('MaxColumns', 'Too many column specifiers');
}

const { repeat, macroColumn } = ColumnParser.prototype;
ColumnParser.prototype.repeat = function (state) {
  const start = state.i;
  const times = Number.parseInt(this.getBraces(state), 10);
  checkColumnTemplate(times * Math.max(1, this.getBraces(state).length));
  state.i = start;
  repeat.call(this, state);
};
ColumnParser.prototype.macroColumn = function (...parameters) {
  macroColumn.apply(this, parameters);
  checkColumnTemplate(parameters[0].template.length);
};

/**
 * Maximum number of macros that a formula expands. MathJax counts those of each argument on their own, so definitions
 * that use each other could expand without end.
 */
const MOST_EXPANSIONS = 10_000;

let expansions = 0;
const { checkMaxMacros } = ParseUtil;
ParseUtil.checkMaxMacros = (...parameters) => {
  expansions++;
  if (expansions > MOST_EXPANSIONS) throw new TexError('MaxMacros', 'The formula expands too many macros');
  checkMaxMacros(...parameters);
};

const { pushParser } = ParseOptions.prototype;
ParseOptions.prototype.pushParser = function (parser) {
  // The outermost parser is no nesting.
  checkDepth(this.parsers.length);
  pushParser.call(this, parser);
};

/** In LaTeX, the star keeps a space where a line breaks. MathJax has no star. */
function hspace(parser, name) {
  parser.GetStar();
  BaseMethods.Hskip(parser, name);
}
MapHandler.getMap('macros').add('hspace', new Macro('hspace', hspace));

const { EndEntry, EndTable } = FlalignItem.prototype;
// MathJax counts a gap as a column before there is one, and so spaces the relations of every second pair wrongly.
FlalignItem.prototype.EndEntry = function () {
  const { columnalign } = this.arraydef;
  this.arraydef.columnalign = 'right left';
  EndEntry.call(this);
  this.arraydef.columnalign = columnalign;
};
// MathJax stretches the gaps between the pairs to the width of a page. An equation has none, so they are as in align.
FlalignItem.prototype.EndTable = function () {
  EndTable.call(this);
  const gap = this.padded ? 0 : 2;
  const widths = Array.from({ length: this.maxrow }, (_, column) => {
    const isOutside = column === 0 || column === this.maxrow - 1;
    return column % 3 !== gap ? 'auto' : isOutside ? '0em' : '2em';
  });
  this.arraydef.columnwidth = widths.join(' ');
};

// \renderspan{<number>}{…} marks a part of the formula. Like \textcolor, it does not change the spacing.
new CommandMap('spans', {
  renderspan(parser, name) {
    const number = parser.GetArgument(name);
    parser.Push(parser.create('node', 'mstyle', [parser.ParseArg(name)], { 'data-span': number }));
  },
});
Configuration.create('spans', { [ConfigurationType.HANDLER]: { [HandlerType.MACRO]: ['spans'] } });

const MARK_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const LONGEST_QUOTE = 50;

// \class{<name>}{…} names a part of the formula, and does not change the spacing either.
new CommandMap('marks', {
  class(parser, name) {
    const mark = parser.GetArgument(name).trim();
    if (!MARK_NAME.test(mark)) {
      const rule = 'must be 1 to 40 letters, digits, - and _, beginning with a letter';
      const quoted = mark.length > LONGEST_QUOTE ? `${mark.slice(0, LONGEST_QUOTE)}…` : mark;
      throw new TexError('MarkName', `The name in \\class ${rule}, but is "%1"`, quoted);
    }
    parser.Push(parser.create('node', 'mstyle', [parser.ParseArg(name)], { 'data-mark': mark }));
  },
});
Configuration.create('marks', { [ConfigurationType.HANDLER]: { [HandlerType.MACRO]: ['marks'] } });

class BoundedMmlFactory extends MmlFactory {
  #count = 0;

  create(...parameters) {
    this.#count++;
    if (this.#count > MOST_NODES) throw new TexError('TooLarge', 'The formula is too large');
    return super.create(...parameters);
  }
}

class MeasuringSvg extends SVG {
  /** (text) => { w, h, d } in em, for text that the mathematics font lacks. */
  measureText = null;
  box = null;
  #unused = {};

  /** Saves the current state for `forget`. */
  remember() {
    this.#unused = { ...this };
  }

  measureTextNode(node) {
    return this.measureText(this.adaptor.textContent(node));
  }

  processMath(wrapper, parent) {
    this.box = wrapper.getOuterBBox();
    super.processMath(wrapper, parent);
  }

  /** Restores the saved state: MathJax keeps some settings of a formula, such as the page's line width. */
  forget() {
    for (const name of Object.keys(this)) {
      if (!(name in this.#unused)) delete this[name];
    }
    Object.assign(this, this.#unused);
    this.unknownCache.clear();
  }
}

const adaptor = liteAdaptor();
const page = adaptor.parse('', 'text/html');
const output = new MeasuringSvg({ fontCache: 'none', fontData: MathJaxNewcmFont });
output.setAdaptor(adaptor);
output.remember();

function checkDepth(depth) {
  if (depth > DEEPEST_NESTING) throw new TexError('TooDeep', 'The formula is nested too deeply');
}

function checkBraces(tex) {
  let depth = 0;
  for (const [token] of tex.matchAll(/\\.|[{}]/gs)) {
    if (token === '{') checkDepth(++depth);
    else if (token === '}') depth--;
  }
}

function checkTree(root) {
  const stack = [[root, 1]];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [node, depth] = entry;
    checkDepth(depth);
    for (const child of node.childNodes ?? []) {
      if (child) stack.push([child, depth + 1]);
    }
  }
}

/** The kind of name that an error of MathJax reports as unknown. */
const unknownKinds = {
  UndefinedControlSequence: { type: HandlerType.MACRO, prefix: '\\', pattern: /\\(.*)$/ },
  UnknownEnv: { type: HandlerType.ENVIRONMENT, prefix: '', pattern: /'(.*)'$/ },
};

function unknownName({ id, message }) {
  const kind = unknownKinds[id];
  const name = kind?.pattern.exec(message)?.[1];
  return name === undefined ? null : { ...kind, name };
}

function createInput(packages) {
  for (const name of packages.extensions) loadExtension(name, output.font);
  const input = new TeX({
    packages: [...basePackages, ...packages.extensions, ...packages.own],
    formatError: (_input, error) => {
      throw error;
    },
  });
  addTextMacros(input);
  input.postFilters.add(({ data }) => checkTree(data.root), -100);
  return input;
}

/**
 * Typesets one formula in display style. Each formula has its own input processor, so definitions, labels and numbers
 * do not outlive the call. `hasSpans` allows \renderspan, and `hasMarks` \class.
 */
export function typeset(tex, measureText, { hasSpans = false, hasMarks = false } = {}) {
  const own = [...(hasSpans ? ['spans'] : []), ...(hasMarks ? ['marks'] : [])];
  const extensions = extensionsFor(tex);
  for (;;) {
    output.measureText = measureText;
    try {
      return convert(tex, createInput({ extensions, own }));
    } catch (error) {
      if (!(error instanceof TexError)) throw error;
      const unknown = unknownName(error);
      const owner = unknown && ownerOf(unknown.name, unknown.type);
      // The definition of a command may use one of another package.
      if (owner && !extensions.includes(owner)) extensions.push(owner);
      else if (unknown === null) return { error: error.message };
      else return { error: error.message, unknown: { ...unknown, known: knownNames(unknown.type) } };
    } finally {
      output.forget();
    }
  }
}

function convert(tex, input) {
  const document = new HTMLDocument(page, adaptor, {
    InputJax: input,
    OutputJax: output,
    MmlFactory: new BoundedMmlFactory(),
  });
  expansions = 0;
  checkBraces(tex);
  const container = document.convert(tex, {
    display: true,
    em: PIXELS_PER_EM,
    ex: PIXELS_PER_EM * output.font.params.x_height,
    // Tables that fill their container (tags, multline) take the width they need and no more.
    containerWidth: 0,
  });
  const { w, h, d, pwidth } = output.box;
  return {
    svg: adaptor.firstChild(container),
    width: pwidth ? Math.max(w, output.minwidth) : w,
    height: h,
    depth: d,
    // The root of a formula that fills its container is in pixels from its top left corner.
    pixelsPerEm: pwidth ? PIXELS_PER_EM : null,
  };
}
