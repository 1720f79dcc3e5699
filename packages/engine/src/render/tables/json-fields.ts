import { findRepeatedKeys } from '../../project/json-syntax.ts';
import { parseJson } from '../../project/json-text.ts';
import { describeProblem } from '../../project/problem.ts';
import { showValue } from '../../project/problem-text.ts';
import { Problems } from '../../project/problems.ts';
import type { Result } from '../../project/result.ts';
import { failure, success } from '../../project/result.ts';
import type { Fields, FieldValue } from './row.ts';

/** Parses a row from a JSON object. A field that is null counts as absent. */
export function fieldsOfJson(text: string): Result<Fields> {
  const problems = new Problems();
  const value = parseJson(text, problems);
  if (problems.any)
    return failure(
      ...problems.items.map((problem) =>
        problem.path.length === 0 ? problem.message : describeProblem(problem),
      ),
    );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failure(`must be an object of fields, but is ${showValue(value)}`);
  }
  const [repeated] = findRepeatedKeys(text, 1);
  if (repeated !== undefined)
    return failure(`has the field ${showValue(repeated.name)} more than once; keep one of them`);
  const fields: Record<string, FieldValue> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    if (field === null) continue;
    if (typeof field !== 'string' && typeof field !== 'number' && typeof field !== 'boolean') {
      return failure(
        `the field ${showValue(name)} must be a string, a number, true, false or null, but is ${showValue(field)}`,
      );
    }
    if (typeof field === 'number' && Number.isInteger(field) && !Number.isSafeInteger(field)) {
      return failure(
        `the field ${showValue(name)} is a whole number beyond 2^53, which loses digits in JSON; write it in quotes`,
      );
    }
    fields[name] = field;
  }
  return success(fields);
}
