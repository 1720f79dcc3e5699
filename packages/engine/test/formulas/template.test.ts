// biome-ignore-all lint/suspicious/noTemplateCurlyInString: formulas in texts look like template placeholders.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variablesOf } from '../../src/formulas/formula.ts';
import { nameProblem } from '../../src/formulas/parse-formula.ts';
import { fillTemplate, parseTemplate } from '../../src/formulas/template.ts';

function template(text: string) {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(`${text} ${parsed.message}`);
  return parsed.template;
}

const fill = (text: string, s: number) => fillTemplate(template(text), { s });

function problemOf(text: string): string {
  const parsed = parseTemplate(text);
  if (parsed.ok) throw new Error(`${text} is valid`);
  return parsed.message;
}

describe('templates', () => {
  it.each([
    ['× ${1 + s:.1f}', 1, '× 2.0'],
    ['${s}', 1 / 3, '0.333333'],
    ['${s}', 0.1 + 0.2, '0.3'],
    ['${s}', 1_234_567.5, '1234567.5'],
    ['${s}', -2, '−2'],
    ['${s}', -1e-9, '0'],
    ['${s}', 100, '100'],
    ['${s:,}', 1_234_567, '1,234,567'],
    ['${s:.0%}', 0.125, '13%'],
    ['${s:$,.2f}', 1234.5, '$1,234.50'],
    ['${s:05.1f}', 2.5, '002.5'],
    ['${s:+.1f}', 2.5, '+2.5'],
    ['${s:.2s}', 12_345, '12k'],
    ['${s > 1 ? 2 : 3}', 0, '3'],
    ['${s > 1 ? 2 : 3:.1f}', 5, '2.0'],
    ['${s > 1 ? s > 2 ? 9 : 8 : 7:.1f}', 3, '9.0'],
    ['$${s} is ${s}', 4, '${s} is 4'],
    ['$5 and $${', 4, '$5 and ${'],
    ['$$${s}', 4, '$${s}'],
    ['{s} $ s', 4, '{s} $ s'],
    ['', 4, ''],
  ])('%s of %d is %s', (text, s, filled) => {
    expect(fill(text, s)).toBe(filled);
  });

  it('a number that is not finite gives no text', () => {
    expect(fill('a ${1 / s}', 0)).toBeNull();
    expect(fill('a ${ln(s):.1f}', -1)).toBeNull();
  });

  it.each([
    ['a ${2s}', 'has no operator before "s" at letter 6; write 2*s to multiply'],
    ['${s', 'opens a formula with ${ at letter 1; close it with }, or write $${ for a literal ${'],
    ['a ${}', 'has an empty formula at letter 5; write a number or a formula such as 2*s'],
    [
      '${s:.1q}',
      'has the unknown format ".1q" at letter 5; write a format of d3-format such as .1f, , or .0%',
    ],
    ['${s:}', 'has the unknown format "" at letter 5; write a format of d3-format such as .1f, , or .0%'],
    [
      '${s:999999999}',
      'has the unknown format "999999999" at letter 5; write a format of d3-format such as .1f, , or .0%',
    ],
    [
      '${s:.1e9f}',
      'has the unknown format ".1e9f" at letter 5; write a format of d3-format such as .1f, , or .0%',
    ],
  ])('%s %s', (text, message) => {
    expect(problemOf(text)).toBe(message);
  });

  it('variables are listed once, with their letters in the whole text', () => {
    const parsed = template('${a} and ${b + a:.1f}');
    expect(variablesOf(parsed)).toEqual(['a', 'b']);
    expect(nameProblem(parsed, { a: 1 })?.at).toBe(11);
  });

  it('hostile templates are refused at once', () => {
    expect(problemOf('${'.repeat(100_000))).toContain('close it');
    expect(problemOf('${s}'.repeat(2500))).toContain('at most 100 formulas');
    expect(problemOf(`\${${'('.repeat(9000)}}`)).toContain('at most 1000 characters');
  });

  it('a text with every ${ doubled stays as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('$', '{', '}', 'a', '${', ':')), (parts) => {
        const text = parts.join('');
        expect(
          fill(
            text.replaceAll('${', () => '$${'),
            1,
          ),
        ).toBe(text);
      }),
    );
  });
});
