import { expect, it, onTestFinished } from 'vitest';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import type { OfferedObject } from '../src/offered-objects.ts';

const film = { shorthand: true, theme: 'midnight', objects: {}, compositions: [{ duration: 500 }] };

it('every object that the page offers can be added to a film', async () => {
  const stand = await PreviewStand.open(JSON.stringify(film));
  onTestFinished(() => stand.close());
  const { body } = await stand.ask('/api/offered-objects');
  const offered: readonly OfferedObject[] = JSON.parse(body.toString());
  expect(offered.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['text', 'bars', 'stat', 'phone']));
  const base = stand.session.state.hash;
  for (const { kind, object } of offered) {
    const edits = [{ path: 'objects.added', value: object }];
    const still = { timeMs: 100, width: 160, client: kind };
    const { status, body: answer } = await stand.order('/api/tries', { base, edits, ...still });
    expect(status === 200 || answer.toString(), kind).toBe(true);
  }
});
