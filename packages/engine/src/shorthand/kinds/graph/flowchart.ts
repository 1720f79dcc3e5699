import { parseFlowchart } from './parse-flowchart.ts';
import { graphOf } from './text-graph.ts';

/** A graph whose text is a flowchart. */
export const graph = graphOf({
  parse: parseFlowchart,
  noun: 'a graph',
  example:
    'a flowchart in the syntax of Mermaid, such as ["order[Order] --> paid{Paid?}", "paid -->|yes| send[Send]"]',
  none: 'has no nodes; write one, such as order[Order]',
});
