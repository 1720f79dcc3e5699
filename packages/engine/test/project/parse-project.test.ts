import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { maxInputBytes } from '../../src/project/limits.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { parseToSentences, problemsOf, sampleProject, withValues } from './sample.ts';

const fixtures = ['hello', 'derivative', 'scripts', 'launch', 'crowd-500'];

describe('parseProject', () => {
  it.each(fixtures)('parseProject reads %s from bytes, text or an object with the same result', (name) => {
    const bytes = readFileSync(new URL(`../../../../test/fixtures/projects/${name}.json`, import.meta.url));
    const parsed = parseProject(bytes);
    if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'));
    const data: object = JSON.parse(bytes.toString());
    expect(data).toMatchObject(parsed.project);
    expect(parseToSentences(bytes.toString())).toEqual(parsed);
    expect(parseToSentences(data)).toEqual(parsed);
  });

  it('parseProject accepts a byte order mark', () => {
    const text = `\ufeff${JSON.stringify(sampleProject())}`;
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(Buffer.from(text))).toEqual([]);
  });

  it('parseProject uses the last of duplicate keys in JSON', () => {
    const parsed = parseProject(JSON.stringify(sampleProject()).replace('{', '{"name":7,'));
    expect(parsed.ok && parsed.project.name).toBe('Sample');
  });

  it('does not look up inherited names such as toString in a project', () => {
    const parsed = parseProject(sampleProject());
    expect(parsed.ok && 'toString' in parsed.project.scenes).toBe(false);
    expect(
      problemsOf(withValues(sampleProject(), { 'scenes.intro.objects.dot.parentId': 'toString' })),
    ).toEqual([
      'scenes.intro.objects.dot.parentId: must name another object in the scene, but is "toString"',
    ]);
  });
});

describe('oversized input', () => {
  const limit = `project: must be at most 32 MiB (${maxInputBytes} bytes) of JSON`;
  const text = JSON.stringify(sampleProject());

  it('refuses a project that is one byte over the 32 MiB limit', () => {
    const exact = text + ' '.repeat(maxInputBytes - text.length);
    expect(parseToSentences(exact).ok).toBe(true);
    expect(parseToSentences(Buffer.from(exact)).ok).toBe(true);
    const refused = {
      ok: false,
      reason: 'too-large',
      problems: [`${limit}, but has ${maxInputBytes + 1} bytes`],
    };
    expect(parseToSentences(`${exact} `)).toEqual(refused);
    expect(parseToSentences(Buffer.from(`${exact} `))).toEqual(refused);
  });

  it("measures a project's size in bytes rather than characters", () => {
    const parsed = parseToSentences(`"${'é'.repeat(maxInputBytes / 2)}"`);
    expect(parsed).toEqual({
      ok: false,
      reason: 'too-large',
      problems: [`${limit}, but has ${maxInputBytes + 2} bytes`],
    });
  });

  it.each([
    ['a long string', { text: 'x'.repeat(maxInputBytes) }],
    ['a string of few characters and many bytes', { text: 'é'.repeat(maxInputBytes / 2) }],
    ['a name of few characters and many bytes', { ['é'.repeat(maxInputBytes / 2)]: 1 }],
    ['a sparse array of four billion items', { list: new Array(4_294_967_295) }],
  ])('refuses a project object whose JSON would be too large: %s', (_, extra) => {
    expect(parseToSentences({ ...sampleProject(), ...extra })).toEqual({
      ok: false,
      reason: 'too-large',
      problems: [limit],
    });
  });
});

describe('project objects that are not JSON data', () => {
  class Model {
    name = 'Sample';
  }
  const cyclic = { inner: {} };
  cyclic.inner = { cyclic };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  it.each([
    [
      'extra: {inner: {cyclic}}',
      cyclic,
      'extra.inner.cyclic: must be JSON data, but is an object that contains itself',
    ],
    ['a class instance', new Model(), 'extra: must be JSON data, but is an instance of a class'],
    ['a date', new Date(0), 'extra: must be JSON data, but is an instance of a class'],
    ['a map', [new Map()], 'extra[0]: must be JSON data, but is an instance of a class'],
    ['a BigInt', { n: 1n }, 'extra.n: must be JSON data, but is a BigInt'],
    ['a symbol', [0, Symbol('s')], 'extra[1]: must be JSON data, but is a symbol'],
    ['a function', () => 1, 'extra: must be JSON data, but is a function'],
    [
      'a proxy of bytes',
      new Proxy(new Uint8Array(3), {}),
      'extra: must be JSON data, but is an instance of a class',
    ],
    ['a revoked proxy', revoked.proxy, 'extra: could not be read'],
    [
      'a getter that throws',
      {
        get bad() {
          throw new Error('no');
        },
      },
      'extra.bad: could not be read',
    ],
  ])('refuses %s in an unknown property of a project object', (_, extra, problem) => {
    expect(parseToSentences({ ...sampleProject(), extra })).toEqual({
      ok: false,
      reason: 'invalid',
      problems: [problem],
    });
  });

  it('refuses a class instance or throwing proxy as the project', () => {
    for (const input of [new Proxy(new Uint8Array(3), {}), new ArrayBuffer(8), new String('{}')]) {
      expect(problemsOf(input)).toEqual(['project: must be JSON data, but is an instance of a class']);
    }
    expect(problemsOf(revoked.proxy)).toEqual(['project: could not be read']);
  });

  it('parseProject terminates on an object that grows while it is read', () => {
    const endless: object = new Proxy(
      {},
      {
        get: () => ({ endless }),
        ownKeys: () => ['next'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
    expect(parseToSentences(endless).ok).toBe(false);
  });

  it.each([undefined, null, 7, true])('parseProject refuses %s as input', (value) => {
    expect(problemsOf(value as unknown as object)).toEqual([
      `project: must be JSON text, bytes or an object, but is ${value}`,
    ]);
  });

  it('treats array holes and undefined fields in a project object as missing', () => {
    const order = new Array(1);
    expect(problemsOf({ ...sampleProject(), sceneOrder: order })).toEqual([
      'sceneOrder[0]: is required: an id (1 to 80 letters, digits, _ or -, and no reserved name)',
    ]);
    expect(problemsOf({ ...sampleProject(), sceneOrder: ['intro'], scenes: undefined })).toEqual([
      'scenes: is required: an object',
    ]);
  });

  it('accepts project objects that have no prototype or appear twice', () => {
    const document = Object.assign(Object.create(null), sampleProject());
    document.shared = [document.scenes, document.scenes];
    expect(parseToSentences(document).ok).toBe(true);
  });
});

describe("parseProject's result", () => {
  it('parseProject neither changes its input nor reflects later changes to it', () => {
    const input = sampleProject();
    const parsed = parseProject(input);
    expect(input).toEqual(sampleProject());
    input.scenes.intro.compositions.first.states.box.path.c1.x = 99;
    input.sceneOrder.push('other');
    expect(parsed).toEqual({ ok: true, project: sampleProject() });
  });
});

it('a document that is nested too deeply breaks the same rule as text and as an object', () => {
  const text = '['.repeat(501) + ']'.repeat(501);
  for (const input of [text, JSON.parse(text)]) {
    expect(parseProject(input)).toMatchObject({ ok: false, problems: [{ rule: 'depth' }] });
  }
});
