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

const fence = /^\s*---\s*$/;

/** What advice says of front matter. */
export const frontMatterNote = 'the front matter is not drawn; write a text above the diagram as its title';

/** Returns the index of the last line of the front matter of a diagram; -1 without one. */
export function frontMatterEnd(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (!fence.test(lines[first] ?? '')) return -1;
  return lines.findIndex((line, index) => index > first && fence.test(line));
}
