import { graphOf } from '../graph/text-graph.ts';
import { parseClasses } from './parse-classes.ts';

/** A class diagram is a graph whose boxes have rows. */
export const classes = graphOf({
  parse: parseClasses,
  noun: 'a class diagram',
  example: 'such as ["Shape <|-- Circle", "Shape : +area() float", "Circle : -float radius"]',
  none: 'has no classes; write a relation, such as Shape <|-- Circle',
});
