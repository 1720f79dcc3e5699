import { showValue } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import type { Variables, VariableValue } from '../../shorthand/schema.ts';
import { jsonNumber } from '../options/option-values.ts';
import type { Template } from '../template.ts';
import type { Fields, FieldValue } from './row.ts';

/**
 * Returns the variables of a row: its fields that the template declares or uses, and the `shared` variables without
 * such a field. A text is converted only if the template declares a number or a truth value: any other text that looks
 * like a number stays unchanged. Fails with a sentence for each field that is missing or has the wrong type.
 */
export function variablesOfRow(
  { declared, undeclared }: Pick<Template, 'declared' | 'undeclared'>,
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

/** Undefined if the text does not have the type. */
function typed(field: FieldValue, declared: unknown): VariableValue | undefined {
  if (typeof field !== 'string') return field;
  const text = field.trim();
  if (typeof declared === 'number') {
    return jsonNumber.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
  }
  if (typeof declared !== 'boolean') return field;
  // Spreadsheets write TRUE and FALSE.
  const truth = text.toLowerCase();
  return truth === 'true' || truth === 'false' ? truth === 'true' : undefined;
}
