import { graphOf } from '../graph/text-graph.ts';
import { parseMindmap } from './parse-mindmap.ts';

/** A mind map is a graph whose text is in another language. */
export const mindmap = graphOf({
  parse: parseMindmap,
  noun: 'a mind map',
  example: 'such as ["Coffee", "  Beans", "  Water"], each branch indented more than its parent',
  none: 'has no branches; write its root in a line, and indented branches below it',
});
