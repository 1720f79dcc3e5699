import { describe, expect, it } from 'vitest';
import type { Advice } from '../../src/advice/advice.ts';
import { fixProject, type Inspected } from '../../src/fix/fix-project.ts';
import { RenderError } from '../../src/render/render-error.ts';

interface Doc {
  readonly [name: string]: { readonly [field: string]: number };
}

/** An inspection of documents in which each rule looks at the objects' fields. */
function inspecting(rule: (document: Doc) => Advice[], issues: (document: Doc) => string[] = () => []) {
  const seen: string[] = [];
  const inspect = async (text: string): Promise<Inspected> => {
    seen.push(text);
    const document: Doc = JSON.parse(text);
    return { advice: rule(document), issues: issues(document) };
  };
  return { inspect, seen };
}

/** Advice on every object whose `x` is over 100. */
const smaller =
  (fixFor: (name: string) => Advice['fix'] = () => ({ x: 100 })) =>
  (document: Doc): Advice[] =>
    Object.entries(document)
      .filter(([, { x = 0 }]) => x > 100)
      .map(([path]) => advice(path, fixFor(path)));

function advice(path: string, fix: Advice['fix'], rule: Advice['rule'] = 'beyond-frame'): Advice {
  return { rule, path, message: `${path} is too far right`, ...(fix && { fix }) };
}

describe('fixProject', () => {
  it('all fixes are applied with one inspection before and one after', async () => {
    const { inspect, seen } = inspecting(smaller());
    const report = await fixProject('{\n"a": {"x": 200},\n"b": {"x": 50},\n"c": {"x":  300}}', inspect);
    expect(report.text).toBe('{\n"a": {"x": 100},\n"b": {"x": 50},\n"c": {"x":  100}}');
    expect(report.left).toEqual([]);
    expect(report.changes).toEqual([
      { path: 'a.x', from: 200, to: 100, rule: 'beyond-frame', message: 'a is too far right', line: 2 },
      { path: 'c.x', from: 300, to: 100, rule: 'beyond-frame', message: 'c is too far right', line: 4 },
    ]);
    expect(seen.length).toBe(2);
  });

  it.each([
    ['an object', { a: { x: 200 } }, { a: { x: 100 } }],
    ["an object's state", { a: { state: { x: 200 } } }, { a: { state: { x: 100 } } }],
  ])('a fix for a composition changes the value of %s, which it shows', async (_, objects, fixed) => {
    const compositions = [{}, { states: { a: { y: 5 } } }];
    const rule = (document: object): Advice[] =>
      JSON.stringify(document).includes('200') ? [advice('compositions[1].states.a', { x: 100 })] : [];
    const text = JSON.stringify({ objects, compositions });
    const report = await fixProject(text, inspecting(rule).inspect);
    expect(JSON.parse(report.text)).toEqual({ objects: fixed, compositions });
  });

  it('a fix changes only its composition if a change of the object does not help', async () => {
    const rule = (document: object): Advice[] =>
      JSON.stringify(document).includes('"y":5,"x":100')
        ? []
        : [advice('compositions[1].states.a', { x: 100 })];
    const document = { objects: { a: { x: 200 } }, compositions: [{}, { states: { a: { y: 5 } } }] };
    const report = await fixProject(JSON.stringify(document), inspecting(rule).inspect);
    expect(JSON.parse(report.text)).toEqual({
      objects: { a: { x: 200 } },
      compositions: [{}, { states: { a: { y: 5, x: 100 } } }],
    });
  });

  it('a text without advice is returned as it is', async () => {
    const { inspect, seen } = inspecting(smaller());
    const text = '{"a": {"x": 1}}\n\n';
    expect(await fixProject(text, inspect)).toEqual({ text, changes: [], left: [] });
    expect(seen).toEqual([text]);
  });

  it('a fix is undone if its advice remains, and the other fixes stay', async () => {
    const { inspect } = inspecting(smaller((name) => ({ x: name === 'b' ? 150 : 100 })));
    const report = await fixProject('{"a": {"x": 200}, "b": {"x": 200}, "c": {"x": 200}}', inspect);
    expect(report.text).toBe('{"a": {"x": 100}, "b": {"x": 200}, "c": {"x": 100}}');
    expect(report.left).toMatchObject([{ path: 'b', reason: 'the fix does not help' }]);
  });

  it('a fix that leads to other advice is undone', async () => {
    const rule = (document: Doc) => [
      ...smaller()(document),
      ...(document.a?.x === 100 ? [advice('b', undefined, 'overlap')] : []),
    ];
    const text = '{"a": {"x": 200}, "b": {"x": 100}}';
    const report = await fixProject(text, inspecting(rule).inspect);
    expect(report.text).toBe(text);
    expect(report.changes).toEqual([]);
    expect(report.left[0]?.reason).toBe('the fix would lead to other advice: b: b is too far right');
  });

  it('a mark is added even if fields that were ignored before then get advice', async () => {
    const marked = (document: Doc) => 'extended' in document;
    const { inspect } = inspecting((document) =>
      marked(document)
        ? [advice('a', undefined), advice('b', undefined)]
        : [advice('project', { extended: true }, 'missing-mark')],
    );
    const report = await fixProject('{ "a": {}, "b": {} }', inspect);
    expect(JSON.parse(report.text)).toEqual({ a: {}, b: {}, extended: true });
    expect(report.left.map(({ path }) => path)).toEqual(['a', 'b']);
  });

  it('a fix that adds an issue is undone', async () => {
    const { inspect } = inspecting(smaller(), ({ a }) => (a?.x === 100 ? ['a: cannot be drawn'] : []));
    const report = await fixProject('{"a": {"x": 200}}', inspect);
    expect(report.text).toBe('{"a": {"x": 200}}');
    expect(report.left[0]?.reason).toBe('the fix would add an issue: a: cannot be drawn');
  });

  it('a fix that makes the project invalid is undone', async () => {
    const { inspect } = inspecting(smaller(), ({ a }) => {
      if (a?.x === 100) throw new RenderError('invalid-project', ['a.x must not be 100']);
      return [];
    });
    const report = await fixProject('{"a": {"x": 200}, "b": {"x": 200}}', inspect);
    expect(report.text).toBe('{"a": {"x": 200}, "b": {"x": 100}}');
    expect(report.left[0]?.reason).toBe('the fix would make the project invalid: a.x must not be 100');
  });

  it('fixProject fails if an inspection fails for a reason other than the fix', async () => {
    const { inspect } = inspecting(smaller(), ({ a }) => {
      if (a?.x === 100) throw new RenderError('timeout', ['the inspection took too long']);
      return [];
    });
    await expect(fixProject('{"a": {"x": 200}}', inspect)).rejects.toThrow('took too long');
  });

  it('advice that appears after a fix is fixed too, and the value is listed once', async () => {
    const rule = ({ a: { x = 0 } = {} }: Doc) =>
      x > 200
        ? [advice('a', { x: 200 }), advice('a', undefined, 'overlap')]
        : x > 100
          ? [advice('a', { x: 100 }, 'covered')]
          : [];
    const report = await fixProject('{"a": {"x": 300}}', inspecting(rule).inspect);
    expect(report.text).toBe('{"a": {"x": 100}}');
    expect(report.changes).toMatchObject([{ path: 'a.x', from: 300, to: 100, rule: 'covered' }]);
  });

  it('a fix that helps only after another one is tried again', async () => {
    const rule = (document: Doc) =>
      smaller()(document).map((one) =>
        one.path === 'a' && document.b?.x !== 100 ? { ...one, fix: { x: 101 } } : one,
      );
    const report = await fixProject('{"a": {"x": 200}, "b": {"x": 200}}', inspecting(rule).inspect);
    expect(report.text).toBe('{"a": {"x": 100}, "b": {"x": 100}}');
    expect(report.left).toEqual([]);
  });

  it('two fixes of one value do not overwrite each other', async () => {
    const rule = ({ a: { x = 0 } = {} }: Doc) => [
      ...(x > 100 ? [advice('a', { x: 100 })] : []),
      ...(x !== 100 && x !== 50 ? [advice('a', { x: 50 }, 'overlap')] : []),
    ];
    const report = await fixProject('{"a": {"x": 200}}', inspecting(rule).inspect);
    expect(report.changes).toMatchObject([{ from: 200, to: 100 }]);
    expect(report.left).toEqual([]);
  });

  it('fixing the result again changes nothing, whatever the fixes do', async () => {
    for (let seed = 1; seed < 200; seed++) {
      const rule = (document: Doc) =>
        Object.entries(document).flatMap(([path, { x = 0 }]) =>
          (x * seed) % 7 < 3 ? [advice(path, { x: (x * 31 + seed) % 50 })] : [],
        );
      const { inspect } = inspecting(rule);
      const text = JSON.stringify({ a: { x: seed % 13 }, b: { x: seed % 11 }, c: { x: seed % 17 } });
      const once = await fixProject(text, inspect);
      const twice = await fixProject(once.text, inspect);
      expect(twice).toMatchObject({ text: once.text, changes: [] });
      expect(twice.left).toEqual(once.left);
    }
  });

  it('two pieces of advice with the same fix are either both solved or both left', async () => {
    const rule = (document: Doc) =>
      smaller((name) => ({ x: name === 'b' ? 150 : 100 }))(document).flatMap((one) => [
        one,
        { ...one, message: 'the same in another hold' },
      ]);
    const report = await fixProject('{"a": {"x": 200}, "b": {"x": 200}}', inspecting(rule).inspect);
    expect(report.text).toBe('{"a": {"x": 100}, "b": {"x": 200}}');
    expect(report.left.map(({ path }) => path)).toEqual(['b', 'b']);
  });

  it('a fix that another fix makes impossible is omitted', async () => {
    const rule = ({ a: { x = 0, z = 0 } = {} }: Doc) => [
      ...(x > 0 ? [advice('a', { x: null, y: x })] : []),
      ...(z > 0 ? [advice('a.x', { inner: 1 }, 'overlap'), advice('a', { z: 0 }, 'covered')] : []),
    ];
    const report = await fixProject('{"a": {"x": 5, "z": 1}}', inspecting(rule).inspect);
    expect(report.text).toBe('{"a": {"y": 5, "z": 0}}');
    expect(report.left).toEqual([]);
  });

  it('a fix is refused that moves an object that stands still from one composition to the next', async () => {
    const inspect = async (text: string): Promise<Inspected> => {
      const document: Doc = JSON.parse(text);
      const layout = Object.entries(document).map(([composition, { x = 0, wide = 0 }]) => ({
        ...{ scene: 'main', composition, startMs: 0, endMs: 1000 },
        objects: [
          { id: 'still', box: { left: x, top: 0, right: x + 10, bottom: 10 } },
          { id: 'moving', box: { left: 0, top: 0, right: wide, bottom: 10 } },
        ],
      }));
      const isBeyond = (document.b?.x ?? 0) > 100;
      const isWide = (document.b?.wide ?? 0) > 100;
      const found = [
        ...(isBeyond ? [advice('b', { x: 50 })] : []),
        ...(isWide ? [advice('b', { wide: 70 }, 'overlap')] : []),
      ];
      return { issues: [], advice: found, layout };
    };
    const report = await fixProject('{"a": {"x": 200, "wide": 50}, "b": {"x": 200, "wide": 300}}', inspect);
    expect(report.text).toBe('{"a": {"x": 200, "wide": 50}, "b": {"x": 200, "wide": 70}}');
    expect(report.left).toMatchObject([
      { path: 'b', reason: 'still stands still from a to b, and the fix would move it' },
    ]);
  });

  it('advice without a fix remains', async () => {
    const report = await fixProject('{"a": {"x": 200}}', inspecting(smaller(() => undefined)).inspect);
    expect(report.left).toMatchObject([{ path: 'a', reason: 'no fix is known' }]);
  });
});

describe('names that are written more than once', () => {
  const repeated =
    (path: string) =>
    async (text: string): Promise<Inspected> => {
      const name = path.split('.').at(-1) ?? '';
      const isRepeated = text.split(`"${name}":`).length > 2;
      return { issues: [], advice: isRepeated ? [advice(path, undefined, 'repeated-key')] : [] };
    };

  it.each([
    [
      'earlier scalars',
      '{"a": {\n  "x": 1,\n  "x": 2,\n  "y": 0,\n  "x": 3\n}}',
      '{"a": {\n  "y": 0,\n  "x": 3\n}}',
    ],
    ['later equal objects', '{"a": {"x": {"b": 1}, "y": 0, "x": {"b":1}}}', '{"a": {"x": {"b": 1}, "y": 0}}'],
    ['a scalar before an object', '{"a": {"x": 1, "x": {"b": 1}}}', '{"a": {"x": {"b": 1}}}'],
  ])('of a repeated name, %s are removed', async (_, text, expected) => {
    const report = await fixProject(text, repeated('a.x'));
    expect(report.text).toBe(expected);
    expect(JSON.parse(expected)).toEqual(JSON.parse(text));
    expect(report.changes.every(({ rule, to }) => rule === 'repeated-key' && to === undefined)).toBe(true);
    expect(report.left).toEqual([]);
  });

  it('of a repeated name, objects that differ are kept', async () => {
    const text = '{"a": {"x": {"b": 1}, "x": {"b": 2}}}';
    const report = await fixProject(text, repeated('a.x'));
    expect(report.text).toBe(text);
    expect(report.left[0]?.reason).toBe('the values of "x" differ; keep the parts that you need');
  });

  it('a repeated name is found in an object that is itself repeated', async () => {
    const report = await fixProject('{"a": {"x": 1, "x": 2}, "a": {"y": 3}}', repeated('a.x'));
    expect(report.text).toBe('{"a": {"x": 2}, "a": {"y": 3}}');
  });
});
