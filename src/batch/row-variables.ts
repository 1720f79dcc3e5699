import { showValue } from '../project/problem-text.ts';
import { failure, type Result, success } from '../project/result.ts';
import type { Variables, VariableValue } from '../shorthand/schema.ts';
import type { Fields, FieldValue } from './rows/row.ts';
import type { BatchTemplate } from './template.ts';

/** A number as JSON writes it. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The variables of a row: those of its fields that the template declares or uses, and the `shared` ones that it has no
 * field for. A text becomes a number or a truth value where the template declares one, and nothing else: a text that
 * only looks like a number stays as it is written. Fails with a sentence for each field that is not of its type, or is
 * missing.
 */
export function variablesOfRow(
  { declared, undeclared }: BatchTemplate,
  fields: Fields,
  shared: Variables,
): Result<Variables> {
  const problems: string[] = [];
  const variables: Record<string, VariableValue> = Object.create(null);
  for (const name of [...Object.keys(declared), ...undeclared]) {
    const field = fields[name];
    const ofAllRows = Object.hasOwn(shared, name) ? shared[name] : undefined;
    const value = field === undefined ? ofAllRows : typed(field, declared[name]);
    if (value !== undefined) variables[name] = value;
    else if (field !== undefined) {
      const rule = typeof declared[name] === 'number' ? 'a number such as 12 or -0.5' : 'true or false';
      problems.push(
        `${name}: must be ${rule}, as the template declares it, but the row has ${showValue(field)}`,
      );
    } else if (undeclared.has(name)) {
      problems.push(`${name}: the row lacks this field, and the template declares no value for it`);
    }
  }
  return problems.length > 0 ? failure(...problems) : success(variables);
}

/** Undefined if the text is not of the type. */
function typed(field: FieldValue, declared: unknown): VariableValue | undefined {
  if (typeof field !== 'string') return field;
  const text = field.trim();
  if (typeof declared === 'number') {
    return jsonNumber.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
  }
  if (typeof declared !== 'boolean') return field;
  // Spreadsheets write capitals.
  const truth = text.toLowerCase();
  return truth === 'true' || truth === 'false' ? truth === 'true' : undefined;
}
