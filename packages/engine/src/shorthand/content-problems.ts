import { isMap } from '../project/check.ts';
import { readDocument } from '../project/parse-project.ts';
import { type DocumentRule, describeProblem } from '../project/problem.ts';
import { type Path, showPath, showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';

/** Problems in content that is not in the document, such as that of a file, at the place that names it. */
export class ContentProblems extends Problems {
  readonly #shared: Problems;
  readonly #place: Path;
  readonly #owner: string;

  /** `owner` begins the messages, which go on with the place in the content: "is the file "brand.json", whose". */
  constructor(shared: Problems, place: Path, owner: string) {
    super();
    this.#shared = shared;
    this.#place = place;
    this.#owner = owner;
  }

  override get full(): boolean {
    return this.#shared.full;
  }

  override get count(): number {
    return this.#shared.count;
  }

  override add(path: Path, rule: DocumentRule, message: string): void {
    const where = path.length === 0 ? '' : ` ${showPath(path)}`;
    this.#shared.add(this.#place, rule, `${this.#owner}${where} ${message}`);
  }
}

/** Reads the JSON object in a text; undefined, with problems, if there is none. */
export function readContent(text: string, problems: Problems): Record<string, unknown> | undefined {
  const found = new Problems();
  const document = readDocument(text, found);
  const failed = document.ok ? found.items : document.problems;
  for (const problem of failed) problems.add([], 'file', describeProblem(problem));
  if (!document.ok) return undefined;
  if (isMap(document.data)) return document.data;
  problems.add([], 'value', `content must be an object, but is ${showValue(document.data)}`);
  return undefined;
}
