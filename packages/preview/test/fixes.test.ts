import { chmod, lstat, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PreviewAnswer, PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import type { Remark } from '../src/film-state.ts';

/** A small film whose title extends beyond the frame, with a formatting of its own. */
function beyond(x: string, variables = '{ "x": 300 }'): string {
  return smallFilm({ variables: 'HERE' })
    .replace('"HERE"', variables)
    .replace(
      '"objects": {',
      `"objects": { "title": { "kind":"text",\t"state": { "x": ${x}, "y": 30, "text":"Long enough" } },`,
    );
}

let stand: PreviewStand;
beforeEach(async () => {
  stand = await PreviewStand.open(beyond('300'));
});
afterEach(() => stand.close());

/** Waits for the advice on the title. */
async function adviceOnTitle(): Promise<{ revision: number; remark: Remark }> {
  const { revision, remarks } = await stand.until(
    'advice',
    ({ isAdvised, isOpening }) => isAdvised && !isOpening,
    30_000,
  );
  const remark = remarks.find(({ path }) => path === 'objects.title.state');
  return { revision, remark: remark ?? expect.unreachable() };
}

function apply(order: object): Promise<PreviewAnswer> {
  const headers = { 'content-type': 'application/json', origin: stand.url.origin };
  return stand.ask('/api/fixes', { method: 'POST', headers, body: JSON.stringify(order) });
}

const errorOf = ({ body }: PreviewAnswer): string => JSON.parse(body.toString()).error;

describe('applying a fix in the preview', () => {
  it('a fix of an object that a composition shows with true changes the object, and is undone', {
    tags: 'slow',
  }, async () => {
    const title = { kind: 'text', text: 'Long enough', x: 300, y: 30 };
    const text = smallFilm({ objects: { title }, compositions: { one: { states: { title: true } } } });
    const { revision: first } = stand.session.state;
    await stand.save(text);
    const ready = (after: number) =>
      stand.until('advice', (state) => state.revision > after && state.isAdvised && !state.isOpening);
    const { revision, remarks } = await ready(first);
    const [remark] = remarks;
    expect(remark?.changes).toMatchObject([{ field: 'x', before: 300 }]);
    const answer = await apply({ revision, advice: remark?.fix });
    expect([answer.status, answer.body.toString()]).toEqual([204, '']);
    const fixed = JSON.parse(await readFile(stand.file, 'utf8'));
    expect(fixed.objects.title).toEqual({ ...title, x: remark?.changes[0]?.after });
    expect(fixed.compositions.one.states.title).toBe(true);
    const next = await ready(revision);
    expect([next.remarks, next.canUndo]).toEqual([[], true]);
    expect((await stand.order('/api/undo', {})).status).toBe(204);
    expect(await readFile(stand.file, 'utf8')).toBe(text);
  });

  it('applying a fix changes only its value in the file, and the page gets a version without the advice', {
    tags: 'slow',
  }, async () => {
    await chmod(stand.file, 0o640);
    const { revision, remark } = await adviceOnTitle();
    expect(remark.fix).not.toBeNull();
    const answer = await apply({ revision, advice: remark.fix });
    expect(answer.status).toBe(204);
    const text = await readFile(stand.file, 'utf8');
    expect(text).not.toBe(beyond('300'));
    expect(text.replace(/("x": )\d+(, "y")/, '$1300$2')).toBe(beyond('300'));
    expect((await stat(stand.file)).mode & 0o777).toBe(0o640);
    expect(await readdir(stand.folder)).toEqual(['film.json']);
    const next = await stand.until(
      'the next version',
      (state) => state.revision > revision && state.isAdvised,
      30_000,
    );
    expect(next.remarks.filter(({ path }) => path.startsWith('objects.title'))).toEqual([]);
  });

  it('a fix for a version that is no longer in the file is refused, and the file stays unchanged', {
    tags: 'slow',
  }, async () => {
    const { revision, remark } = await adviceOnTitle();
    await stand.save(beyond('310'));
    const answer = await apply({ revision, advice: remark.fix });
    expect(answer.status).toBe(409);
    expect(errorOf(answer)).toBe('not fixed: the file has changed since this version was read');
    expect(await readFile(stand.file, 'utf8')).toBe(beyond('310'));
    await stand.until('the next version', (state) => state.revision > revision);
    expect((await apply({ revision, advice: remark.fix })).status).toBe(409);
  });

  it('of two requests for the same fix, the second is refused', { tags: 'slow' }, async () => {
    const { revision, remark } = await adviceOnTitle();
    const order = { revision, advice: remark.fix };
    const statuses = [(await apply(order)).status, (await apply(order)).status];
    expect(statuses).toEqual([204, 409]);
  });

  it('a fix of a value from a variable is refused with the reason', { tags: 'slow' }, async () => {
    const text = beyond(`"\${x}"`);
    const { revision: before } = await adviceOnTitle();
    await stand.save(text);
    await stand.until('the next version', (state) => state.revision > before);
    const { revision, remark } = await adviceOnTitle();
    const answer = await apply({ revision, advice: remark.fix });
    expect(answer.status).toBe(409);
    expect(errorOf(answer)).toBe(`not fixed: its value comes from the variable \${x}`);
    expect(await readFile(stand.file, 'utf8')).toBe(text);
  });

  it('applying a fix through a symbolic link changes its target', { tags: 'slow' }, async () => {
    const { revision, remark } = await adviceOnTitle();
    await rename(stand.file, join(stand.folder, 'real.json'));
    await symlink('real.json', stand.file);
    expect((await apply({ revision, advice: remark.fix })).status).toBe(204);
    expect((await lstat(stand.file)).isSymbolicLink()).toBe(true);
    expect(await readFile(join(stand.folder, 'real.json'), 'utf8')).not.toBe(beyond('300'));
  });

  it('advice without a fix, unknown advice and invalid orders are refused', { tags: 'slow' }, async () => {
    const { revision } = await adviceOnTitle();
    expect((await apply({ revision, advice: 49 })).status).toBe(409);
    expect((await apply({ revision: 99, advice: 0 })).status).toBe(409);
    for (const wrong of [
      {},
      { revision },
      { revision, advice: -1 },
      { revision, advice: 50 },
      { revision, advice: 0.5 },
      { revision, advice: '0' },
      { revision, advice: 0, path: '/etc/passwd' },
    ]) {
      expect((await apply(wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
    expect(await readFile(stand.file, 'utf8')).toBe(beyond('300'));
  });
});
