// @module-tag ffmpeg
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspect, render } from '../../packages/engine/src/index.ts';
import { clipFolder, makeClip } from '../../packages/engine/test/media/video/support.ts';
import { checkedFilm } from '../support/film/check-film.ts';

const page = readFileSync(new URL('../../docs/guides/footage.md', import.meta.url), 'utf8');
const [talk = '', demo = ''] = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, film = '']) => film);
const folder = clipFolder();

/** Words in the sentence of the guide, and one that a cut leaves out. */
const words = [
  ['Every', 0.6, 1],
  ['morning.', 1, 1.6],
  ['Silence.', 3.2, 3.8],
  ['By', 4.2, 4.5],
  ['nine', 4.5, 5],
  ['they', 5, 5.4],
  ['are', 5.4, 5.7],
  ['gone.', 5.7, 6.3],
].map(([word, start, end]) => ({ word, start, end }));

beforeAll(async () => {
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=9'];
  await makeClip(...picture, '-f', 'lavfi', '-i', 'sine=d=9', ...h264, join(folder, 'talk.mp4'));
  await writeFile(join(folder, 'talk-words.json'), JSON.stringify({ words }));
  // As Playwright records: VP8 at 25 pictures a second, without sound.
  const recorded = ['-f', 'lavfi', '-i', 'testsrc2=s=1280x800:r=25:d=6', '-c:v', 'libvpx', '-b:v', '1M'];
  await makeClip(...recorded, join(folder, 'shop.webm'));
});

describe('docs/guides/footage.md', () => {
  it.each([
    ['talk', talk],
    ['demo', demo],
  ])('the film %s has no issues and no advice', async (_, film) => {
    const { issues, advice, durationMs } = await inspect(film, { baseFolder: folder });
    expect({ issues, advice }).toEqual({ issues: [], advice: [] });
    expect(durationMs).toBeGreaterThan(6000);
  });

  it('the film talk lasts as long as its cuts, with the captions of these', async () => {
    const { data, captions, durationMs } = await checkedFilm(
      render(talk, { format: 'mp4', width: 270, fps: 24, baseFolder: folder, captions: 'srt' }),
    );
    expect([durationMs, data.length > 10_000]).toEqual([6500, true]);
    expect(captions).not.toContain('Silence');
    expect(captions).toMatch(/00:00:02,7\d\d --> .*\n.*By nine/);
  });
});
