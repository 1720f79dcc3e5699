import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PreviewAnswer, PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { ConversationFilms } from '../src/conversation-films.ts';

/** A film in a formatting of its own. */
const text = smallFilm().replace('"x": 60', '"x":\t60').replace('"height": 180,', '"height" :180,');

let stand: PreviewStand;
beforeEach(async () => {
  stand = await PreviewStand.open(text);
});
afterEach(() => stand.close());

const written = () => readFile(stand.file, 'utf8');
const errorOf = ({ body }: PreviewAnswer): string => JSON.parse(body.toString()).error;

function edit(edits: readonly object[], base = stand.session.state.hash): Promise<PreviewAnswer> {
  return stand.order('/api/edits', { base, edits });
}

const moved = text.replace('\t60', '\t90');
const move = [{ path: 'objects.box.state.x', value: 90 }];

/** Waits until the page shows a text. */
async function shown(expected: string): Promise<void> {
  const { bytes } = await stand
    .until('the version', ({ status }) => {
      const { newest } = stand.session.versions;
      return status === 'ready' && newest !== undefined && Buffer.from(newest.bytes).toString() === expected;
    })
    .then(() => stand.session.versions.newest ?? expect.unreachable());
  expect(Buffer.from(bytes).toString()).toBe(expected);
}

describe('an edit of the page', () => {
  it('an edit changes its value in the file alone, and undo and redo give the same bytes', async () => {
    await chmod(stand.file, 0o640);
    const answer = await edit(move);
    expect([answer.status, answer.body.toString()]).toEqual([204, '']);
    expect(await written()).toBe(moved);
    expect((await stat(stand.file)).mode & 0o777).toBe(0o640);
    expect(await readdir(stand.folder)).toEqual(['film.json']);
    await shown(moved);
    expect(stand.session.state).toMatchObject({ canUndo: true, canRedo: false });
    expect((await stand.order('/api/undo', {})).status).toBe(204);
    expect(await written()).toBe(text);
    await shown(text);
    expect(stand.session.state).toMatchObject({ canUndo: false, canRedo: true });
    expect((await stand.order('/api/redo', {})).status).toBe(204);
    expect(await written()).toBe(moved);
    expect((await stand.order('/api/redo', {})).status).toBe(409);
  });

  it('several edits are one step, and edits in a row are taken back one by one', async () => {
    const { hash } = stand.session.state;
    await edit([
      ...move,
      { path: 'objects.dot', remove: true },
      { path: 'compositions.two.states.dot', remove: true },
    ]);
    const first = await written();
    expect(JSON.parse(first).objects.dot).toBeUndefined();
    // The page may not have received the new version yet.
    expect((await edit([{ path: 'objects.box.state.fill', value: 'navy' }], hash)).status).toBe(204);
    expect(await written()).toBe(first.replace('gold', 'navy'));
    await stand.order('/api/undo', {});
    expect(await written()).toBe(first);
    await stand.order('/api/undo', {});
    expect(await written()).toBe(text);
    expect(errorOf(await stand.order('/api/undo', {}))).toBe('nothing to undo');
  });

  it('two edits of one value are made in their order, also of the same older text', async () => {
    const { hash } = stand.session.state;
    const moveTo = (x: number) => edit([{ path: 'objects.box.state.x', value: x }], hash);
    expect([(await moveTo(70)).status, (await moveTo(80)).status]).toEqual([204, 204]);
    expect(await written()).toBe(text.replace('\t60', '\t80'));
    await stand.save(text.replace('\t60', '\t81'));
    expect(errorOf(await moveTo(90))).toBe('not changed: the file has changed in the same place');
  });

  it('an edit of an older text is made on the new one if its place is the same there', async () => {
    const { hash } = stand.session.state;
    const outside = text
      .replace('"objects": {', '"objects": { "new": { "kind": "circle" },')
      .replace('gold', 'red');
    await stand.save(outside);
    expect((await edit(move, hash)).status).toBe(204);
    expect(await written()).toBe(outside.replace('\t60', '\t90'));
    await stand.save(outside.replace('\t60', '\t90').replace('"duration": 300', '"duration": 400'));
    expect((await stand.order('/api/undo', {})).status).toBe(204);
    expect(await written()).toBe(outside.replace('"duration": 300', '"duration": 400'));
  });

  it('an edit of a place that has changed in the file is refused, and so is its undo', async () => {
    const { hash } = stand.session.state;
    await stand.save(text.replace('\t60', '\t70'));
    const answer = await edit(move, hash);
    expect([answer.status, errorOf(answer)]).toEqual([
      409,
      'not changed: the file has changed in the same place',
    ]);
    expect(await written()).toBe(text.replace('\t60', '\t70'));
    await stand.save(text);
    expect((await edit(move, hash)).status).toBe(204);
    await stand.save(text.replace('\t60', '\t70'));
    await stand.until('it cannot be undone', ({ canUndo, isOpening }) => !canUndo && !isOpening);
    expect(errorOf(await stand.order('/api/undo', {}))).toBe(
      'nothing to undo: the file has changed in the same place',
    );
    expect(await written()).toBe(text.replace('\t60', '\t70'));
  });

  it.each([
    [{ path: 'objects.box.state.x', value: 'left' }, /^not changed: objects\.box\.state\.x: /],
    [{ path: 'objects.box.kind', value: 'sphere' }, /^not changed: objects\.box\.kind: /],
    [{ path: 'objects.box', remove: true }, /^not changed: /],
    [{ path: 'objects.none.x', remove: true }, /^not changed: objects\.none has no parts$/],
    [{ path: 'objects[0]', value: 1 }, /^not changed: /],
  ])('%j, which would make the project invalid, is refused in words', async (wrong, reason) => {
    const answer = await edit([wrong]);
    expect(answer.status).toBe(409);
    expect(errorOf(answer)).toMatch(reason);
    expect(await written()).toBe(text);
  });

  it('an edit of a broken file is refused, and its text stays', async () => {
    const { hash } = stand.session.state;
    const broken = text.replace('"gold"', '"gol');
    await stand.save(broken);
    expect((await edit(move, hash)).status).toBe(409);
    expect(await written()).toBe(broken);
  });

  it('an edit through a symbolic link changes its target', async () => {
    await rename(stand.file, join(stand.folder, 'real.json'));
    await symlink('real.json', stand.file);
    expect((await edit(move)).status).toBe(204);
    expect((await lstat(stand.file)).isSymbolicLink()).toBe(true);
    expect(await readFile(join(stand.folder, 'real.json'), 'utf8')).toBe(moved);
  });

  it('an edit of a file that has vanished, or is a folder, is refused, and a file that comes back is edited', async () => {
    const { hash } = stand.session.state;
    await rm(stand.file);
    expect((await edit(move, hash)).status).toBeGreaterThanOrEqual(400);
    expect(await readdir(stand.folder)).toEqual([]);
    await mkdir(stand.file);
    expect((await edit(move, hash)).status).toBeGreaterThanOrEqual(400);
    await rm(stand.file, { recursive: true });
    await stand.save(text);
    expect((await edit(move, hash)).status).toBe(204);
    expect(await written()).toBe(moved);
  });

  it('edits without the token, from other pages and of another form are refused', async () => {
    const body = JSON.stringify({ base: stand.session.state.hash, edits: move });
    const headers = { 'content-type': 'application/json' };
    const outside = { method: 'POST', headers: { ...headers, origin: 'http://example.com' }, body };
    expect((await stand.ask('/api/edits', outside)).status).toBe(403);
    const own = { method: 'POST', headers: { ...headers, origin: stand.url.origin }, body };
    expect((await stand.askOutside('/api/edits', own)).status).toBe(401);
    const base = stand.session.state.hash;
    for (const wrong of [
      {},
      { base },
      { base, edits: [] },
      { base, edits: [{ path: 'objects' }] },
      { base, edits: [{ path: 'objects', value: 1, remove: true }] },
      { base, edits: [{ path: 'objects', value: 1 }], file: '/etc/passwd' },
      { base, edits: Array.from({ length: 101 }, () => move[0]) },
    ])
      expect((await stand.order('/api/edits', wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect(errorOf(await edit(move, 'unknown'))).toBe(
      'not changed: the file has changed since this version was read',
    );
    expect(await written()).toBe(text);
  });

  it('the page in a conversation has no question that changes a file', async () => {
    const films = new ConversationFilms(['png']);
    const base = stand.session.state.hash;
    for (const ask of ['edits', 'tries', 'undo', 'redo', 'fixes', 'fix-all']) {
      const question = { ask, inputPath: stand.file, base, edits: move, revision: 1, advice: 0 };
      await expect(films.answer(question, new AbortController().signal), ask).rejects.toThrow(
        'the question is not one',
      );
    }
    await films.close();
    expect(await written()).toBe(text);
  });

  it('a tried edit is drawn as it would be, and the file stays', async () => {
    const still = (revision: number) =>
      stand.ask(`/api/still?revision=${revision}&timeMs=600&width=320`).then(({ body }) => body);
    const { hash, revision } = stand.session.state;
    const tried = await stand.order('/api/tries', {
      ...{ base: hash, edits: move, timeMs: 600, width: 320, client: 'a' },
    });
    expect(tried.status).toBe(200);
    expect(await written()).toBe(text);
    expect(tried.body.equals(await still(revision))).toBe(false);
    await edit(move);
    await shown(moved);
    expect(tried.body.equals(await still(stand.session.state.revision))).toBe(true);
    const wrong = await stand.order('/api/tries', {
      ...{
        base: hash,
        edits: [{ path: 'objects.box.kind', value: 'x' }],
        timeMs: 0,
        width: 320,
        client: 'a',
      },
    });
    expect(wrong.status).toBe(409);
  });
});
