/** Reads MathJax's tables of commands, in the bundle and when it is built. */

import { ConfigurationHandler } from '@mathjax/src/js/input/tex/Configuration.js';
import { HandlerType } from '@mathjax/src/js/input/tex/HandlerTypes.js';
import { MapHandler } from '@mathjax/src/js/input/tex/MapHandler.js';

export const basePackages = ['base', 'ams', 'color'];

/** Returns the tables of the commands (type `macro`) or environments of a package that is loaded. */
export function tablesOf(name, type) {
  const { handler } = ConfigurationHandler.get(name);
  return [...handler[type], ...(type === HandlerType.MACRO ? handler[HandlerType.DELIMITER] : [])].map(
    MapHandler.getMap,
  );
}

/** Returns the names of the commands or environments of a package that is loaded. */
export function namesOf(name, type) {
  const tokens = tablesOf(name, type).flatMap(({ map }) => [...(map?.keys() ?? [])]);
  return tokens.map((token) => token.replace(/^\\/, ''));
}
