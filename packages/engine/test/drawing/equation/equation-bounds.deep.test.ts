import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  EquationTypesetter,
  loadEquationTypesetter,
} from '../../../src/drawing/equation/equation-typesetter.ts';
import {
  importMathjaxBundle,
  type Mathjax,
  type MathjaxBundle,
} from '../../../src/drawing/equation/mathjax-bundle.ts';
import { runWithTimeLimit, TimeLimitError } from '../../../src/drawing/equation/typesetting-time-limit.ts';
import { expectSound, layoutOf } from './layout-measures.ts';

// These equations must fail because of their form. On a busy processor, the usual time limit might stop them first.
const typesetter = await loadEquationTypesetter({ timeLimitMs: 60_000 });
const tooDeep = { ok: false, timedOut: false, problems: ['The formula is nested too deeply'] };

describe('hostile equations', () => {
  it.each([
    ['5000 open braces', '{'.repeat(5000)],
    ['5000 pairs of braces', '{'.repeat(5000) + '}'.repeat(5000)],
    ['1000 nested fractions', `${'\\frac{1}{'.repeat(1000)}x${'}'.repeat(1000)}`],
    ['2500 nested exponents', `${'x^{'.repeat(2500)}x${'}'.repeat(2500)}`],
    ['300 nested matrices', `${'\\begin{matrix}'.repeat(300)}x${'\\end{matrix}'.repeat(300)}`],
    ['700 nested fences', '\\left('.repeat(700) + '\\right)'.repeat(700)],
    ['900 nested texts', `${'\\text{$'.repeat(900)}x${'$}'.repeat(900)}`],
    ['an operator that calls itself', '\\DeclareMathOperator{\\a}{\\a\\a}\\a'],
    ['a macro that calls itself in an argument', '\\def\\a{\\sqrt{\\a}\\sqrt{\\a}}\\a'],
    ['a macro that calls itself in text', '\\def\\a{\\text{$\\a$}}\\a'],
  ])('refuses TeX that is nested too deeply: %s', (_name, tex) => {
    expect(typesetter.layout(tex)).toEqual(tooDeep);
    expect(layoutOf(typesetter.layout('x')).width).toBeCloseTo(0.572, 9);
  });

  it.each([
    ['2000 fractions without parts', '\\frac'.repeat(2000), 'Missing argument for \\frac'],
    ['9000 characters of x^', 'x^'.repeat(4500), 'Double exponent: use braces to clarify'],
    [
      'a macro that doubles itself',
      '\\def\\a{\\a\\a}\\a',
      'MathJax maximum macro substitution count exceeded; is here a recursive macro call?',
    ],
    [
      'an environment that contains itself',
      '\\newenvironment{q}{\\begin{q}}{}\\begin{q}\\end{q}',
      'MathJax maximum substitution count exceeded; is there a recursive latex environment?',
    ],
    [
      'macros that multiply each other',
      `\\def\\a{x}${[...'bcdefghijklm'].map((name, index) => `\\def\\${name}{\\text{$\\${'abcdefghijkl'[index]}\\${'abcdefghijkl'[index]}\\${'abcdefghijkl'[index]}$}}`).join('')}\\m`,
      'The formula expands too many macros',
    ],
  ])('reports the TeX problem in a hostile equation: %s', (_name, tex, problem) => {
    expect(typesetter.layout(tex)).toEqual({ ok: false, timedOut: false, problems: [problem] });
  });

  it('refuses a column template that multiplies its content', () => {
    const tex = `\\begin{array}{>{${'x'.repeat(1000)}}c}${'\\\\'.repeat(1500)}\\end{array}`;
    expect(typesetter.layout(tex)).toMatchObject({ ok: false, problems: ['The formula is too large'] });
  });

  it('typesets a very long equation completely', () => {
    const layout = layoutOf(typesetter.layout('x'.repeat(3000)));
    expect(layout.glyphs).toHaveLength(3000);
    expect(layout.width).toBeCloseTo(3000 * 0.572, 3);
  });

  it('draws an extremely long dashed line in an equation as a solid one', () => {
    const layout = layoutOf(
      typesetter.layout('\\begin{array}{c}\\hspace{1000000em}\\\\\\hdashline\\end{array}'),
    );
    expect(layout.glyphs.map(({ outline }) => outline.verbs)).toEqual(['MLLLZ']);
  });

  it('refuses TeX with a length that is out of range', () => {
    const result = typesetter.layout(`\\rule{${'9'.repeat(400)}em}{1em}`);
    expect(result).toMatchObject({ ok: false, timedOut: false });
  });

  it('typesets an equation with 150 nested fractions', () => {
    expectSound(layoutOf(typesetter.layout(`${'\\frac{1}{'.repeat(150)}x${'}'.repeat(150)}`)));
  });
});

describe('TeX array columns', () => {
  it.each([
    '\\begin{array}{*{99999999}{c}}x\\end{array}',
    '\\begin{array}{*{99999999}{}}x\\end{array}',
    '\\begin{array}{*{4294967295}{c}}x\\end{array}',
    '\\begin{array}{*{5000}{*{5000}{c}}}x\\end{array}',
    `\\begin{array}{*{2000}{c@{${'x'.repeat(3000)}}}}${'&'.repeat(1900)}\\end{array}`,
    `\\newcolumntype{X}{X${'c'.repeat(4000)}}\\begin{array}{X}x\\end{array}`,
  ])('refuses TeX array columns repeated too often: %.60s', (tex) => {
    const result = typesetter.layout(tex);
    expect(result).toEqual({ ok: false, timedOut: false, problems: ['Too many column specifiers'] });
  });

  it('typesets a TeX array with 999 columns', () => {
    expectSound(layoutOf(typesetter.layout('\\begin{array}{*{999}{c}}1&2&3\\end{array}')));
  });
});

describe('the equation time limit', () => {
  it('stops an equation at the time limit with a message, every time', async () => {
    const hasty = await loadEquationTypesetter({ timeLimitMs: 5 });
    const slow = 'x+'.repeat(4999);
    const stopped = {
      ok: false,
      timedOut: true,
      problems: ['The formula takes longer than 5 ms to typeset'],
    };
    expect(hasty.layout(slow)).toEqual(stopped);
    expect(hasty.layout(slow)).toEqual(stopped);
    const patient = await loadEquationTypesetter();
    expect(patient.layout('\\mathbb{R}').ok).toBe(true);
  });

  it('typesets later equations correctly after the time limit stops one', async () => {
    const bundle = await importMathjaxBundle();
    const endless: MathjaxBundle = {
      createMathjax: () => {
        const mathjax = bundle.createMathjax();
        const typesetAgainAndAgain: Mathjax['typeset'] = (tex, measureText) => {
          let result = mathjax.typeset(tex, measureText);
          while (tex.startsWith('\\mathfrak')) result = mathjax.typeset(tex, measureText);
          return result;
        };
        return { typeset: typesetAgainAndAgain };
      },
    };
    const interrupted = new EquationTypesetter(endless, { timeLimitMs: 500 });
    expect(interrupted.layout('\\mathfrak{\\frac{1}{2}}')).toMatchObject({ ok: false, timedOut: true });
    const tex = '\\frac{1}{2}\\mathfrak{g}\\mathbb{R}\\tag{1}';
    expect(interrupted.layout(tex)).toEqual(typesetter.layout(tex));
  });

  it('the equation time limit counts the processor time of its thread, neither waiting nor the work of other threads', async () => {
    const busy = new Worker('for (;;);', { eval: true });
    onTestFinished(async () => void (await busy.terminate()));
    await once(busy, 'online');
    const bundle = await importMathjaxBundle();
    const waiting: MathjaxBundle = {
      createMathjax: () => {
        const mathjax = bundle.createMathjax();
        return {
          typeset: (tex, measureText) => {
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
            return mathjax.typeset(tex, measureText);
          },
        };
      },
    };
    const typesetterOnBusyMachine = new EquationTypesetter(waiting, { timeLimitMs: 250 });
    expect(typesetterOnBusyMachine.layout('\\frac{1}{2}')).toEqual(typesetter.layout('\\frac{1}{2}'));
  });

  it('runWithTimeLimit stops a function that never returns', () => {
    const forever = () => {
      for (;;) {
        try {
          for (;;);
        } catch {
          // Even code that catches everything is stopped.
        }
      }
    };
    expect(() => runWithTimeLimit(forever, 20)).toThrow(TimeLimitError);
  });

  it('runWithTimeLimit returns results and throws errors within the time limit', () => {
    expect(runWithTimeLimit(() => 7, 1000)).toBe(7);
    expect(runWithTimeLimit(() => undefined, 1000)).toBe(undefined);
    expect(() => runWithTimeLimit(() => JSON.parse('{'), 1000)).toThrow(SyntaxError);
  });
});
