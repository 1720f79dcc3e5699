/** Commands of LaTeX, KaTeX and texvc that MathJax lacks. Each is defined with commands that it has. */

import { AmsMethods } from '@mathjax/src/js/input/tex/ams/AmsMethods.js';
import BaseMethods from '@mathjax/src/js/input/tex/base/BaseMethods.js';
import { Configuration, ConfigurationHandler } from '@mathjax/src/js/input/tex/Configuration.js';
import ParseMethods from '@mathjax/src/js/input/tex/ParseMethods.js';
import TexError from '@mathjax/src/js/input/tex/TexError.js';
import TexParser from '@mathjax/src/js/input/tex/TexParser.js';
import { CharacterMap, CommandMap, DelimiterMap, MacroMap } from '@mathjax/src/js/input/tex/TokenMap.js';
import { TextMacrosMethods } from '@mathjax/src/js/input/tex/textmacros/TextMacrosMethods.js';

const MOST_CODE_POINT = 0x10ffff;

const { Macro, Accent, UnderOver, Open, Close } = BaseMethods;

/** `{ name: meaning }` as macros with a number of arguments. */
function macros(meanings, argumentCount = 0) {
  const entries = Object.entries(meanings);
  return Object.fromEntries(entries.map(([name, meaning]) => [name, [Macro, meaning, argumentCount]]));
}

const operators = {
  arcctg: 'arcctg',
  arctg: 'arctg',
  argmax: 'arg\\,max',
  argmin: 'arg\\,min',
  ch: 'ch',
  cosec: 'cosec',
  cotg: 'cotg',
  ctg: 'ctg',
  cth: 'cth',
  plim: 'plim',
  sh: 'sh',
  tg: 'tg',
  th: 'th',
};
const withLimits = ['argmax', 'argmin', 'plim'];

/** Capital Greek letters that look like Latin ones. */
const capitals = {
  Alpha: 'A',
  Beta: 'B',
  Chi: 'X',
  Epsilon: 'E',
  Eta: 'H',
  Iota: 'I',
  Kappa: 'K',
  Mu: 'M',
  Nu: 'N',
  Omicron: 'O',
  Rho: 'P',
  Tau: 'T',
  Zeta: 'Z',
};

/** Names of HTML's characters, as in texvc, and what they are in LaTeX. */
const otherNames = {
  alef: 'aleph',
  alefsym: 'aleph',
  bull: 'bullet',
  clubs: 'clubsuit',
  colonequals: 'coloneqq',
  coloncolon: 'dblcolon',
  coloncolonequals: 'Coloneqq',
  Dagger: 'ddagger',
  dArr: 'Downarrow',
  darr: 'downarrow',
  Darr: 'Downarrow',
  diamonds: 'diamondsuit',
  empty: 'emptyset',
  enskip: 'enspace',
  equalscolon: 'eqqcolon',
  exist: 'exists',
  hArr: 'Leftrightarrow',
  harr: 'leftrightarrow',
  Harr: 'Leftrightarrow',
  hearts: 'heartsuit',
  image: 'Im',
  infin: 'infty',
  isin: 'in',
  lArr: 'Leftarrow',
  larr: 'leftarrow',
  Larr: 'Leftarrow',
  lrArr: 'Leftrightarrow',
  lrarr: 'leftrightarrow',
  Lrarr: 'Leftrightarrow',
  mapsfrom: 'leftarrow\\mathrel{\\mkern-1mu|}',
  medspace: ':',
  overgroup: 'overparen',
  plusmn: 'pm',
  rArr: 'Rightarrow',
  rarr: 'rightarrow',
  Rarr: 'Rightarrow',
  ratio: 'vcentercolon',
  sdot: 'cdot',
  sect: 'S',
  spades: 'spadesuit',
  sub: 'subset',
  sube: 'subseteq',
  supe: 'supseteq',
  thetasym: 'vartheta',
  thickspace: ';',
  uArr: 'Uparrow',
  uarr: 'uparrow',
  Uarr: 'Uparrow',
  underbar: 'underline',
  undergroup: 'underparen',
  vcentcolon: 'vcentercolon',
  weierp: 'wp',
  xleftequilibrium: 'mhchemxLeftrightharpoons',
  xrightequilibrium: 'mhchemxRightleftharpoons',
};

/** MathJax's \unicode keeps the size and font of a character for later formulas, so it is replaced. */
function unicode(parser, name) {
  for (let option = 0; option < 2; option++) parser.GetBrackets(name);
  const number = /^\s*(?:0?x([0-9a-f]{1,6})|([0-9]{1,7}))\s*$/i.exec(parser.GetArgument(name));
  const code = number?.[1] ? Number.parseInt(number[1], 16) : Number(number?.[2] ?? Infinity);
  if (code > MOST_CODE_POINT) throw new TexError('BadUnicode', 'Argument to %1 must be a code point', name);
  const { font } = parser.stack.env;
  const variant = font ? { mathvariant: font } : {};
  parser.Push(parser.create('token', 'mtext', variant, String.fromCodePoint(code)));
}

new CommandMap('supplement', {
  ...macros({
    cnums: '\\mathbb{C}',
    Complex: '\\mathbb{C}',
    KaTeX: '\\mathrm{K\\kern-.17em\\raise.2em{\\scriptstyle{A}}\\kern-.15em\\TeX}',
    N: '\\mathbb{N}',
    natnums: '\\mathbb{N}',
    notni: '\\not\\ni',
    R: '\\mathbb{R}',
    reals: '\\mathbb{R}',
    Reals: '\\mathbb{R}',
    relax: '',
    Relbar: '=',
    relbar: '\\mathrel{-}',
    Z: '\\mathbb{Z}',
  }),
  ...macros(
    {
      angl: '\\enclose{actuarial}{#1}',
      bm: '\\boldsymbol{#1}',
      bold: '\\mathbf{#1}',
      emph: '\\textit{#1}',
      operatornamewithlimits: '\\operatorname*{#1}',
      phase: '\\enclose{phasorangle}{#1}',
      // Packages are loaded by the commands that they have.
      require: '',
      sout: '\\enclose{horizontalstrike}{#1}',
      textmd: '\\textrm{#1}',
    },
    1,
  ),
  // The colours of KaTeX that are commands.
  ...macros(
    {
      blue: '\\textcolor{##6495ed}{#1}',
      gray: '\\textcolor{gray}{#1}',
      green: '\\textcolor{##28ae7b}{#1}',
      orange: '\\textcolor{##ffa500}{#1}',
      pink: '\\textcolor{##ff00af}{#1}',
      purple: '\\textcolor{##9d38bd}{#1}',
      red: '\\textcolor{##df0030}{#1}',
    },
    1,
  ),
  ...macros({ raisebox: '\\raise{#1}{\\text{#2}}' }, 2),
  ...macros(
    Object.fromEntries(
      Object.entries(operators).map(([name, letters]) => [
        name,
        `\\operatorname${withLimits.includes(name) ? '*' : ''}{${letters}}`,
      ]),
    ),
  ),
  ...macros(
    Object.fromEntries(Object.entries(capitals).map(([name, letter]) => [name, `\\mathrm{${letter}}`])),
  ),
  ...macros(Object.fromEntries(Object.entries(otherNames).map(([name, other]) => [name, `\\${other}`]))),
  unicode,
  bgroup: Open,
  egroup: Close,
  // MathJax places the arrow by the first letters of the name.
  Overrightarrow: [(parser, _name, code) => UnderOver(parser, '\\over', code), '21D2'],
  overleftharpoon: [UnderOver, '21BC'],
  overrightharpoon: [UnderOver, '21C0'],
  utilde: [UnderOver, '007E'],
  widecheck: [Accent, '02C7', true],
  xrightleftarrows: [AmsMethods.xArrow, 0x21c4, 10, 10],
});
new CharacterMap('supplement-symbols', ParseMethods.mathchar0mo, {
  copyright: '\u00A9',
  dag: '\u2020',
  ddag: '\u2021',
  imageof: '\u22B7',
  mathellipsis: '\u2026',
  mathsterling: '\u00A3',
  origof: '\u22B6',
  P: '\u00B6',
  pounds: '\u00A3',
});
new DelimiterMap('supplement-delimiters', ParseMethods.delimiter, {
  '\\lang': '\u27E8',
  '\\rang': '\u27E9',
  '\\lBrace': '\u2983',
  '\\rBrace': '\u2984',
  '\\llbracket': '\u27E6',
  '\\rrbracket': '\u27E7',
});
Configuration.create('supplement', {
  handler: {
    macro: ['supplement', 'supplement-symbols', 'supplement-delimiters'],
    delimiter: ['supplement-delimiters'],
  },
});

/** Two or three hyphens are a dash, except in a typewriter font. */
function dashes(parser, hyphen) {
  const isTypewriter = /monospace/.test(parser.stack.env.mathvariant ?? '');
  const { 0: more } = isTypewriter ? [''] : /^-{0,2}/.exec(parser.string.slice(parser.i));
  parser.text += [hyphen, '\u2013', '\u2014'][more.length];
  parser.i += more.length;
}

/** A letter with a mark that MathJax cannot place. */
function composed(parser, name, mark) {
  parser.text += `${parser.GetArgument(name)}${mark}`.normalize('NFC');
}

const { Accent: TextAccent, Insert } = TextMacrosMethods;
const inserted = {
  aa: '\u00E5',
  ae: '\u00E6',
  AE: '\u00C6',
  copyright: '\u00A9',
  dag: '\u2020',
  ddag: '\u2021',
  dots: '\u2026',
  i: '\u0131',
  j: '\u0237',
  l: '\u0142',
  L: '\u0141',
  lq: '\u2018',
  o: '\u00F8',
  O: '\u00D8',
  oe: '\u0153',
  OE: '\u0152',
  P: '\u00B6',
  pounds: '\u00A3',
  rq: '\u2019',
  ss: '\u00DF',
};

new CommandMap('supplement-text', {
  ...Object.fromEntries(Object.entries(inserted).map(([name, character]) => [name, [Insert, character]])),
  c: [composed, '\u0327'],
  d: [composed, '\u0323'],
  H: [TextAccent, '\u02DD'],
  k: [composed, '\u0328'],
  r: [TextAccent, '\u02DA'],
  // As words inside of words, these are no other mode.
  ...macros({ fbox: '$\\fbox{#1}$' }, 1),
  ...macros({ hbox: '{#1}', mbox: '{#1}', text: '{#1}', textmd: '{#1}' }, 1),
});
new MacroMap('supplement-text-characters', { '-': dashes });

/** Symbols, and names such as \LaTeX, may be in text. */
function mathInText(parser, name) {
  const { texParser } = parser;
  const macro = texParser.lookup('macro', name);
  const isDefined = texParser.configuration.handlers.retrieve('new-Command')?.contains(name);
  const isAlone = macro && (macro.func === undefined || (macro.func === Macro && !macro.args[1]));
  if (isAlone && !isDefined) {
    parser.saveText();
    const tex = macro.func ? `\\mathrm{\\${name}}` : `\\${name}`;
    parser.PushMath(new TexParser(tex, parser.stack.env, texParser.configuration).mml());
  } else {
    ConfigurationHandler.get('text-base').fallback.macro(parser, name);
  }
}

Configuration.create('supplement-text', {
  parser: 'text',
  priority: 0,
  handler: { macro: ['supplement-text'], character: ['supplement-text-characters'] },
  fallback: { macro: mathInText },
});
