// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { describe, expect, it } from 'vitest';
import { expand, expandedFilm, film, problemsOf, sceneOf, stateOf } from './expand.ts';

const named = (name: string, variables: object = {}) => film({ name, variables });

describe('shorthand variables', () => {
  it('replaces variables in shorthand strings', () => {
    const variables = { title: 'Hello', hex: 'ff', count: 3, on: true, deep: '${title}, ${count}' };
    expect(expandedFilm({ variables, name: '${title}!' }).name).toBe('Hello!');
    expect(expandedFilm({ variables, name: '${count}/${on}' }).name).toBe('3/true');
    expect(expandedFilm({ variables, name: '<${deep}>' }).name).toBe('<Hello, 3>');
    expect(sceneOf({ variables, background: '#0000${hex}' }).background).toBe('#0000ff');
  });

  it('keeps the type of a variable that makes up an entire string', () => {
    const variables = { share: 0.4, on: false, color: 'tomato', shape: 'circle' };
    const state = { opacity: '${share}', visible: '${on}', fill: '${color}' };
    const scene = sceneOf({ variables, objects: { box: { kind: '${shape}', state } } });
    expect(stateOf(scene, 'a')).toMatchObject({ opacity: 0.4, visible: false, fill: '#ff6347' });
    const hidden = { a: { states: { box: {} } }, b: { states: { box: '${on}' } } };
    expect(stateOf(sceneOf({ variables, compositions: hidden }), 'b').visible).toBe(false);
    expect(problemsOf(film({ variables, width: '${share}' }))).toEqual([
      'variables.share: must be an integer from 1 to 8192, but is 0.4; used by width',
    ]);
    expect(problemsOf(film({ variables, width: ' ${share}' }))).toEqual([
      'width: must be an integer from 1 to 8192, but is " 0.4"; it is made from " ${share}"',
    ]);
  });

  it('converts a number variable to a string in a text field', () => {
    const scene = sceneOf({
      variables: { year: 2026 },
      objects: { box: { kind: 'text', state: { text: '${year}' } } },
    });
    expect(stateOf(scene, 'a').text).toBe('2026');
  });

  it('treats $${ as a literal ${ in shorthand strings', () => {
    expect(expandedFilm({ name: '$${title} $5 $$${a}' }).name).toBe('${title} $5 $${a}');
    expect(expandedFilm({ name: '$${' }).name).toBe('${');
    expect(problemsOf(named('a ${b'))).toEqual([
      'name: has a "${" without its "}"; write "$${" for a literal "${"',
    ]);
  });

  it('lists up to 20 known variables in the message about an unknown variable', () => {
    expect(problemsOf(named('${titel}', { title: 'a', share: 1 }))).toEqual([
      'name: names the unknown variable "titel"; known: title, share',
    ]);
    expect(problemsOf(named('${}'))).toEqual([
      'name: names the unknown variable ""; declare it in variables',
    ]);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`v${index}`, 0]));
    expect(problemsOf(named('${v}', many))[0]).toMatch(/v19, … \(30\)$/);
  });

  it('reports unused shorthand variables', () => {
    const { unusedVariables } = expand(named('${a}', { a: '${b}', b: 1, c: 2, d: '${c}' }));
    expect(unusedVariables).toEqual(['c', 'd']);
  });

  it("uses variable values passed to expandProject literally and in place of the project's", () => {
    const document = named('${title} ${other}', { title: 'Hello', other: '${title}' });
    expect(expand(document, { variables: { title: 'Bye ${other}' } }).project.name).toBe(
      'Bye ${other} Bye ${other}',
    );
    expect(expand(named('${new}'), { variables: { new: 5 } }).project.name).toBe('5');
    expect(problemsOf(named('a', { title: 'b' }), { variables: { titel: 'c' } })).toEqual([
      'variables.titel: is not a variable of the project; known: title',
    ]);
    expect(problemsOf({ name: 'full' }, { variables: { title: 'c' } })).toEqual([
      'project: must have "shorthand": true to use variables',
    ]);
  });

  it('refuses shorthand variables with invalid names or compound values', () => {
    expect(problemsOf(film({ variables: { a: null, b: [], 'c d': 1 } }))).toEqual([
      'variables.a: must be a string, a finite number, true or false, but is null',
      'variables.b: must be a string, a finite number, true or false, but is an array of 0 items',
      'variables: each key must be 1 to 80 letters, digits, _ or -, but one is "c d"',
    ]);
    expect(problemsOf(film({ variables: 5 }))).toEqual(['variables: must be an object, but is 5']);
    expect(problemsOf(named('${1+x}'))).toEqual([expect.stringMatching(/^name: .*"x".*variables/)]);
  });

  it('does not replace variables in shorthand keys', () => {
    expect(problemsOf(film({ variables: { a: 'b' }, objects: { '${a}': { kind: 'text' } } }))).toEqual([
      'objects: each key must be 1 to 80 letters, digits, _ or -, but one is "${a}"',
    ]);
  });

  it('refuses circular or excessively chained variables', () => {
    expect(problemsOf(named('${a}', { a: '${b}', b: '<${c}>', c: '${a}' }))).toEqual([
      'variables.a: must not refer to itself, directly or through other variables',
    ]);
    const chain = Object.fromEntries(
      Array.from({ length: 90_000 }, (_, index) => [`v${index}`, `\${v${index + 1}}`]),
    );
    expect(problemsOf(named('${v0}', chain))).toEqual([
      'variables.v50: must resolve through at most 50 other variables',
    ]);
  });

  it('refuses a project whose variables make it larger than 32 MiB', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`v${index + 1}`, `\${v${index}}\${v${index}}`]),
    );
    expect(problemsOf(named('${v40}', { v0: 'ha', ...doubling }))).toEqual([
      expect.stringMatching(
        /^variables\.v\d+: makes the project larger than 32 MiB when its variables are replaced$/,
      ),
    ]);
    const objects = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`t${index}`, { kind: 'text', state: { text: '${long}' } }]),
    );
    expect(problemsOf(film({ variables: { long: 'x'.repeat(10_000) }, objects }))).toEqual([
      expect.stringMatching(/^objects\.t\d+\.state\.text: makes the project larger than 32 MiB/),
    ]);
  });
});

it('a variable that a composition changes, and nothing declares, is a problem in formulas, too', () => {
  const objects = { box: { kind: 'rectangle', rotation: '=t * 10' } };
  const document = film({ objects, compositions: { a: {}, b: { enter: 500, variables: { t: 2 } } } });
  expect(problemsOf(document)).toEqual([
    'variables.t: is required, because a composition changes it; write its value at the beginning',
  ]);
});
