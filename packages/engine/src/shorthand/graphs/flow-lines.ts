/** A line of a flowchart with those that it continues on. */
export interface FlowLine {
  /** Index of its first line in the text. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a flowchart that have statements. */
export interface FlowLines {
  readonly statements: readonly FlowLine[];
  /** Lines in which titles and descriptions begin that are not drawn: front matter, accTitle and accDescr. */
  readonly descriptions: readonly number[];
}

const fence = /^\s*---\s*$/;
const description = /^\s*(?:accTitle|accDescr)\s*:/;
const openDescription = /^\s*accDescr\s*\{[^}]*$/;
const closedDescription = /^\s*accDescr\s*\{[^}]*\}\s*$/;

/** Joins the lines of labels and of `@{ … }` that go on in the next line, and leaves out descriptions. */
export function flowLines(lines: readonly string[]): FlowLines {
  const statements: FlowLine[] = [];
  const descriptions: number[] = [];
  const endAfter = (line: number, isEnd: (text: string) => boolean) => {
    const end = lines.findIndex((text, index) => index > line && isEnd(text));
    return end < 0 ? lines.length - 1 : end;
  };
  const first = lines.findIndex((text) => text.trim() !== '');
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? '';
    const isFence = line === first && fence.test(text);
    if (isFence || openDescription.test(text)) {
      descriptions.push(line);
      line = endAfter(line, (end) => (isFence ? fence.test(end) : end.includes('}')));
    } else if (description.test(text) || closedDescription.test(text)) descriptions.push(line);
    else {
      const end = endOfStatement(lines, line);
      statements.push({ line, text: lines.slice(line, end + 1).join('\n') });
      line = end;
    }
  }
  return { statements, descriptions };
}

/** The last line of a statement: the one that closes its quotes and `@{`. A statement that is not closed is a line. */
function endOfStatement(lines: readonly string[], start: number): number {
  if (lines[start]?.trimStart().startsWith('%%')) return start;
  let [isQuoted, isOpen] = [false, false];
  for (let line = start; line < lines.length; line++) {
    const text = lines[line] ?? '';
    for (const [index, letter] of [...text].entries()) {
      if (letter === '"') isQuoted = !isQuoted;
      else if (!isQuoted && letter === '@' && text[index + 1] === '{') isOpen = true;
      else if (!isQuoted && letter === '}') isOpen = false;
    }
    if (!isQuoted && !isOpen) return line;
  }
  return start;
}
