import { graphOf } from '../graph/text-graph.ts';
import { parseStates } from './parse-states.ts';

/** A state diagram is a graph whose text is in another language. */
export const state = graphOf({
  parse: parseStates,
  noun: 'a state diagram',
  example: 'such as ["[*] --> idle", "idle --> busy : a job", "busy --> [*]"]',
  none: 'has no states; write an arrow, such as [*] --> idle',
});
