import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import { fixProject, type Inspected } from '../../src/fix/fix-project.ts';
import { inspect } from '../../src/render/inspect.ts';
import { expand, plain } from '../shorthand/expand.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Only the advice on names, so that no other fix changes the film. */
async function inspected(text: string): Promise<Inspected> {
  const { issues, advice = [] } = await inspect(text, { advice: true });
  return { issues, advice: advice.filter(({ rule }) => rule === 'unknown-field') };
}

const distance = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined });
const given = (name: string, value: number | undefined): Fields =>
  value === undefined ? {} : { [name]: value };

/** A relation to `target`, with the names that shorthand had before and with those of today. */
function relation(target: string): fc.Arbitrary<{ readonly before: Fields; readonly today: Fields }> {
  const side = fc.constantFrom('above', 'below', 'leftOf', 'rightOf');
  const place = fc.constantFrom('center', 'top', 'bottom right');
  return fc.oneof(
    fc.record({ side, gap: distance }).map((one) => ({
      before: { [one.side]: target, ...given('gap', one.gap) },
      today: { [one.side]: target, ...given('margin', one.gap) },
    })),
    fc.record({ place, margin: distance }).map((one) => ({
      before: { place: one.place, of: target, ...given('margin', one.margin) },
      today: { place: one.place, inside: target, margin: one.margin ?? 0 },
    })),
    distance.map((padding) => ({
      before: { inside: target, ...given('padding', padding) },
      today: { inside: target, ...given('margin', padding) },
    })),
  );
}

const films = fc
  .record({
    kind: fc.constantFrom('row', 'column', 'group'),
    group: relation('ground').map(({ before, today }) => {
      const hasDistance = 'gap' in before || 'padding' in before;
      const { margin: _, ...place } = today;
      return { before, today: hasDistance ? place : today };
    }),
    text: relation('one'),
    ring: relation('two'),
    hasWrapper: fc.boolean(),
    later: relation('two'),
    line: distance,
  })
  .map(({ kind, group, text, ring, hasWrapper, later, line }) => {
    const film = (names: 'before' | 'today') => {
      const state = (fields: Fields) => (hasWrapper || names === 'before' ? { state: fields } : fields);
      const children = ['one', 'two'];
      const x = (value: number) => (kind === 'group' ? { x: value } : {});
      // In the state of a group, gap and padding are those of its members.
      const { padding: _, gap: __, ...place } = group[names];
      const between = given(names === 'before' ? 'gap' : 'margin', line);
      return {
        shorthand: true,
        objects: {
          ground: { kind: 'rectangle', ...state({ width: 900, height: 500 }) },
          one: { kind: 'rectangle', ...state({ width: 200, height: 90, fill: 'gold', ...x(400) }) },
          two: { kind: 'circle', ...state({ width: 120, height: 120, fill: 'tomato', ...x(1500) }) },
          pair: {
            kind,
            [names === 'before' ? 'of' : 'children']: children,
            ...(kind !== 'group' && { gap: 200, ...state(place) }),
          },
          word: { kind: 'text', ...state({ text: 'Ab', fontSize: 30, ...text[names] }) },
          ring: { kind: 'text', ...state({ text: 'Cd', fontSize: 30, ...ring[names] }) },
          line: { kind: 'arrow', ...state({ from: 'one', to: 'two', ...between }) },
        },
        compositions: { first: {}, second: { states: { word: later[names] } } },
      };
    };
    return { before: film('before'), today: film('today') };
  });

it('fixing the names that shorthand had before gives the same film as the names of today', {
  timeout: runTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(films, async ({ before, today }) => {
      const fixed = await fixProject(JSON.stringify(before, null, 2), inspected);
      expect(fixed.left).toEqual([]);
      const film = plain(expand(today).project);
      expect(plain(expand(fixed.text).project)).toEqual(film);
      expect(plain(expand(before).project)).toEqual(film);
    }),
    { numRuns: runs(40) },
  );
});
