import { parseAssertion } from '../../assertions/parse-assertion.ts';
import { assertionVocabulary } from '../assertion-vocabulary.ts';
import type { Problems } from '../problems.ts';
import type { Project } from '../schema.ts';

/** Checks that every sentence of `expect` can be read, and that its names exist. */
export function checkAssertions(project: Project, problems: Problems): void {
  const { expect = [] } = project;
  if (expect.length === 0) return;
  const vocabulary = assertionVocabulary(project);
  for (const [index, sentence] of expect.entries()) {
    if (problems.full) return;
    const parsed = parseAssertion(sentence, vocabulary);
    if (!parsed.ok) problems.add(['expect', index], 'assertion', parsed.message);
  }
}
