/** The words with which the diagrams of Mermaid begin, and the kinds that read them; null for those that none reads. */
const kindsByHeader: Readonly<Record<string, string | null>> = {
  ...{ flowchart: 'graph', graph: 'graph', sequenceDiagram: 'sequence', mindmap: 'mindmap' },
  ...{ stateDiagram: 'state', 'stateDiagram-v2': 'state' },
  ...{ classDiagram: 'classes', 'classDiagram-v2': 'classes', erDiagram: 'entities' },
  ...{ gantt: 'gantt', pie: null, journey: null, timeline: null },
  ...{ gitGraph: null, quadrantChart: null, requirementDiagram: null },
};

/**
 * Returns what is wrong with a first line that begins another diagram than a kind reads, with the kind that does; null if
 * nothing is.
 */
export function foreignHeader(line: string, kind: string): string | null {
  const [word = ''] = /^[A-Za-z][\w-]*/.exec(line.trim()) ?? [];
  if (!Object.hasOwn(kindsByHeader, word) || /^[A-Za-z][\w-]*\s*(?:-|=|:|<|\[|\()/.test(line.trim()))
    return null;
  const reader = kindsByHeader[word];
  if (reader === kind) return null;
  return reader === null
    ? `is a ${word}, which no kind reads`
    : `is a ${word}, which "kind": "${reader}" reads`;
}
