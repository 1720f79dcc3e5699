import { graphOf } from '../graph/text-graph.ts';
import { parseEntities } from './parse-entities.ts';

/** An entity diagram is a graph whose boxes have rows and whose lines end in crow's feet. */
export const entities = graphOf({
  parse: parseEntities,
  noun: 'an entity diagram',
  example: 'such as ["CUSTOMER ||--o{ ORDER : places", "ORDER { int id PK }"]',
  none: 'has no entities; write a relation, such as CUSTOMER ||--o{ ORDER : places',
});
