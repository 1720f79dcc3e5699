import { describe, expect, it } from 'vitest';
import { inspectionFaults, messageFault, refusalFaults } from './answers.ts';

describe('the message check', () => {
  it.each([
    'project: is not valid JSON at line 1, column 1: expected a value, but found "x"',
    'name: is required',
    'scenes.intro.compositionOrder[2]: must be an id',
    'scenes["a b"].objects["\\"x\\""]["long…" (123 characters)]: is a reserved property name',
    'deep.a.a….a.a[0]: must be nested at most 500 levels deep',
    'warning: scenes.intro.compositions.c.states.o.text: no bundled font has U+0001; use other characters',
    'width x height must be at most 2073600, but is 1920 x 1920',
    'timeMs must be a number of at least 0, but is -1',
    'project: lasts 0 ms, so there is no film to render; stills still work',
  ])("the fuzz tests' message check accepts: %s", (message) => {
    expect(messageFault(message)).toBeNull();
  });

  it.each([
    ["Cannot read properties of undefined (reading 'x')", 'names no place'],
    ['something went wrong', 'names no place'],
    ['the output is too large', 'names no place'],
    ['name: must be short, but is "\n"', 'holds control characters'],
    ['name: must be short, but is "\u0085"', 'holds control characters'],
    ['name: must be short, but is "\ud800"', 'holds half a surrogate pair'],
    [`name: ${'x'.repeat(5000)}`, 'has 5006 characters'],
    ['name: undefined', 'says nothing'],
  ])("the fuzz tests' message check rejects %j", (message, fault) => {
    expect(messageFault(message)).toBe(fault);
  });
});

describe('the answer check', () => {
  const refusal = { code: 'failed', problems: ['project: cannot be drawn'] };

  it("the fuzz tests' answer check requires a known code, 1 to 20 problems and no unexpected failure", () => {
    expect(refusalFaults(refusal)).toEqual([]);
    expect(refusalFaults({ ...refusal, code: 'timeout' })).toHaveLength(1);
    expect(refusalFaults({ ...refusal, problems: [] })).toHaveLength(1);
    expect(refusalFaults({ ...refusal, unexpected: 'TypeError' })).toHaveLength(1);
    const many = Array.from({ length: 21 }, () => 'name: is required');
    expect(refusalFaults({ code: 'invalid-project', problems: many })).toHaveLength(1);
  });

  it("the fuzz tests' answer check rejects dead processes, thrown errors, contradictions and slow answers", () => {
    const parsed = { ok: true } as const;
    const inspected = { ok: true, issues: [] } as const;
    const sound = { parsed, inspected, processorMs: 2100 };
    expect(inspectionFaults(sound, () => 10_000)).toEqual([]);
    expect(inspectionFaults(sound, () => 10)).toHaveLength(1);
    expect(inspectionFaults({ died: 'ended with SIGSEGV' }, () => 0)).toHaveLength(1);
    expect(inspectionFaults({ ...sound, parsed: { thrown: 'Error' }, processorMs: 1 }, () => 0)).toHaveLength(
      1,
    );
    const invalid = { ok: false, ...refusal, code: 'invalid-project' } as const;
    expect(inspectionFaults({ parsed, inspected: invalid, processorMs: 1 }, () => 0)).toHaveLength(1);
  });
});
