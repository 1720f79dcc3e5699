import { describe, expect, it } from 'vitest';
import { RenderSupervisor } from '../../engine/src/render/process/supervisor.ts';
import { type Purpose, superseded, ViewQueue } from '../src/view-queue.ts';

/** Work that ends on demand. The log has its starts and stops. */
class Works {
  readonly log: string[] = [];
  readonly #queue = new ViewQueue(new RenderSupervisor());
  readonly #ends = new Map<string, () => void>();

  do(name: string, purpose: Purpose, client?: string, signal = new AbortController().signal) {
    const work = (_: RenderSupervisor, stop: AbortSignal) =>
      new Promise<string>((done, failed) => {
        this.log.push(name);
        this.#ends.set(name, () => done(name));
        stop.addEventListener('abort', () => {
          this.log.push(`stop ${name}`);
          failed(new Error('stopped'));
        });
      });
    return this.#queue.do(purpose, work, signal, client);
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await new Promise((done) => setImmediate(done));
  }
}

describe('the work for the page', () => {
  it('the preview does one piece of work at a time, and stills before thumbnails', async () => {
    const works = new Works();
    const all = [works.do('a', 'thumbnail'), works.do('b', 'thumbnail'), works.do('c', 'still', 'page')];
    expect(works.log).toEqual(['a']);
    for (const name of ['a', 'c', 'b']) await works.end(name);
    expect(works.log).toEqual(['a', 'c', 'b']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it("the preview makes only the newest of a page's waiting stills", async () => {
    const works = new Works();
    const first = works.do('1', 'still', 'page');
    const left = [works.do('2', 'still', 'page'), works.do('3', 'still', 'page')];
    const other = works.do('other', 'still', 'another page');
    const last = works.do('4', 'still', 'page');
    for (const still of left) await expect(still).rejects.toBe(superseded);
    for (const name of ['1', 'other', '4']) await works.end(name);
    expect(await Promise.all([first, other, last])).toEqual(['1', 'other', '4']);
    expect(works.log).toEqual(['1', 'other', '4']);
  });

  it('the preview stops drawing a sound wave for a still and draws the wave later', async () => {
    const works = new Works();
    const wave = works.do('wave', 'wave');
    const still = works.do('still', 'still', 'page');
    await works.end('still');
    await works.end('still');
    expect(works.log).toEqual(['wave', 'stop wave', 'still', 'wave']);
    await works.end('wave');
    expect(await Promise.all([wave, still])).toEqual(['wave', 'still']);
  });

  it('the preview stops cancelled work, or never starts it', async () => {
    const works = new Works();
    const [one, two] = [new AbortController(), new AbortController()];
    const running = works.do('running', 'still', 'a', one.signal);
    const waiting = works.do('waiting', 'still', 'b', two.signal);
    two.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    one.abort();
    await expect(running).rejects.toThrow('stopped');
    expect(works.log).toEqual(['running', 'stop running']);
  });
});
