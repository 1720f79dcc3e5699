/**
 * MathJax's packages beyond base, ams and color. The bundle with all of them is read when a formula first has text or
 * names a command that those lack, and each package is initialized when a formula first names a command of it. The
 * build derives from MathJax's tables which package owns a command.
 */

import { HandlerType } from '@mathjax/src/js/input/tex/HandlerTypes.js';
import { MapHandler } from '@mathjax/src/js/input/tex/MapHandler.js';
import { loadExtensions } from 'mathjax-assets';
import { shared } from 'mathjax-shared';
import { basePackages, namesOf, tablesOf } from './mathjax-names.mjs';

const { MACRO, ENVIRONMENT } = HandlerType;
const loaded = new Set();
let bundle;

/** A function for each package that loads it and returns its font, if any, and the owner of each name. */
function extensions() {
  bundle ??= loadExtensions()(shared);
  return bundle;
}

/** Returns the names of all commands, or of all environments. */
export function knownNames(type) {
  return [...basePackages.flatMap((name) => namesOf(name, type)), ...Object.keys(extensions().owners[type])];
}

function isInBase(name, type) {
  return basePackages.some((base) =>
    tablesOf(base, type).some((table) => table.contains(name) || table.contains(`\\${name}`)),
  );
}

/** Finds the name of a command that a formula defines. */
const DEFINITION = /\\(?:(?:re)?newcommand|g?def|let|Newextarrow|Declare[A-Za-z]+)\*?\s*\{?\s*\\([A-Za-z]+)/g;

/** Returns the packages beyond the base whose commands and environments a formula names without defining them. */
export function extensionsFor(tex) {
  const found = new Set();
  const defined = new Set(Array.from(tex.matchAll(DEFINITION), ([, name]) => name));
  for (const [, environment, command] of tex.matchAll(/\\(?:begin\s*\{([^{}]*)\}|([A-Za-z]+|[\s\S]))/g)) {
    const type = environment === undefined ? MACRO : ENVIRONMENT;
    const name = environment ?? command;
    if (!defined.has(name) && !isInBase(name, type)) found.add(ownerOf(name, type));
  }
  found.delete(undefined);
  return [...found];
}

/** Returns the package beyond the base that has a command or environment; undefined if none has. */
export function ownerOf(name, type) {
  const { owners } = extensions();
  return Object.hasOwn(owners[type], name) ? owners[type][name] : undefined;
}

/** Loads a package at its first use, with the characters that it needs. */
export function loadExtension(name, font) {
  if (loaded.has(name)) return;
  loaded.add(name);
  const fontExtension = extensions().load[name]();
  if (fontExtension) font.addExtension(fontExtension);
  for (const type of [MACRO, ENVIRONMENT]) {
    for (const table of tablesOf(name, type)) keepOwnNames(table, extensions().owners[type], name);
  }
}

/** A package must not change what a command of another one means, as physics does with \div. */
function keepOwnNames(table, owners, name) {
  for (const token of [...(table.map?.keys() ?? [])]) {
    if (owners[token.replace(/^\\/, '')] !== name) table.remove(token);
  }
}

/** Characters that TeX refuses in text or, after a %, ignores. Everyone who writes them means the characters. */
const PLAIN_CHARACTERS = '%^_&#';

function loadTextMacros() {
  loadExtension('textmacros');
  loadExtension('supplement');
  for (const character of PLAIN_CHARACTERS) MapHandler.getMap('text-special').remove(character);
}

/** Makes an input processor load the commands of text, such as `\%` and `~`, when the formula first has text. */
export function addTextMacros(input) {
  const { options, packageData } = input.parseOptions;
  options.internalMath ??= (...parameters) => {
    loadTextMacros();
    input.configuration.add('textmacros', input);
    const { textConf, parseOptions } = packageData.get('textmacros');
    parseOptions.nodeFactory.setMmlFactory(input.mmlFactory);
    textConf.add('supplement-text', input);
    if (input.options.packages.includes('textcomp')) textConf.add('text-textcomp', input);
    // The package has replaced this function.
    return options.internalMath(...parameters);
  };
}
