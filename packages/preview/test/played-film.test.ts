// @module-tag chromium

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { decodePng } from '../../../test/support/picture.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Page } from '../../../test/tools/playwright.mjs';

const side = { width: 640, height: 360 };

/** A white box that rests for 1 s, moves 480 pixels in 2 s, and rests for `end` ms. */
function movingBox({ name = 'Box', end = 1000, y = 180 } = {}): string {
  return JSON.stringify({
    shorthand: true,
    name,
    ...side,
    background: 'black',
    objects: {
      box: { kind: 'rectangle', state: { x: 80, y, width: 60, height: 60, fill: 'white', stroke: 'none' } },
    },
    compositions: {
      left: { duration: 1000, states: { box: {} } },
      right: { duration: end, enter: { duration: 2000, easing: 'linear' }, states: { box: { x: 560 } } },
    },
  });
}

let stand: PreviewStand;
let chromium: ChromiumSession;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  stand = await PreviewStand.open(movingBox());
  chromium = await openPreviewPage(stand, faults, { viewport: { width: 1200, height: 720 } });
  page = chromium.page;
});
afterAll(async () => {
  await chromium.close();
  await stand.close();
});

let written = movingBox();
async function save(text: string): Promise<void> {
  if (text === written) return;
  const before = stand.session.state.revision;
  written = text;
  await stand.save(text);
  await stand.until('the save', ({ revision }) => revision > before);
}

beforeEach(async () => {
  await save(movingBox());
  await stand.until('the film', ({ movie }) => movie.status === 'ready');
  await page.locator('#status-text', { hasText: 'Up to date, film ready' }).waitFor();
  for (const key of ['Escape', 'x', 'Home']) await press(key);
});

const press = (key: string) => page.keyboard.press(key);
const playhead = async () => Number(await page.locator('#track').getAttribute('aria-valuenow'));
const isVideoShown = () => page.locator('#video').isVisible();

/** The centre and the size of the white box on the page, in pixels of the scene. */
async function seenBox() {
  const frame = (await page.locator('#frame').boundingBox()) ?? expect.unreachable();
  const { data, width, height } = await decodePng(await page.screenshot({ clip: frame }));
  const rows = new Float64Array(height);
  const columns = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = (data[4 * (y * width + x) + 1] ?? 0) / 255;
      rows[y] = (rows[y] ?? 0) + share;
      columns[x] = (columns[x] ?? 0) + share;
    }
  }
  const scale = width / side.width;
  const sum = rows.reduce((all, share) => all + share, 0);
  const centre = (shares: Float64Array) =>
    shares.reduce((all, share, index) => all + share * (index + 0.5), 0) / sum / scale;
  return { x: centre(columns), y: centre(rows), area: sum / scale ** 2 };
}

/** The centre of the white box on the canvas, in pixels of the scene. */
const boxOnCanvas = `(() => {
  const canvas = document.getElementById('picture');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let sum = 0;
  let moment = 0;
  for (let index = 0; index < data.length; index += 4) {
    sum += data[index + 1];
    moment += data[index + 1] * (((index / 4) % canvas.width) + 0.5);
  }
  return (moment / sum / canvas.width) * ${side.width};
})()`;

/** Runs in the browser: notes what the page shows whenever a frame is painted. */
const noteFrames = `(() => {
  window.seen = [];
  const picture = document.getElementById('picture');
  const video = document.getElementById('video');
  const track = document.getElementById('track');
  const note = () => {
    seen.push({ isVideo: !video.hidden, shown: picture.dataset.shown, timeMs: Number(track.getAttribute('aria-valuenow')) });
    window.noting = requestAnimationFrame(note);
  };
  cancelAnimationFrame(window.noting);
  note();
})()`;

/**
 * Runs in the browser: the frame that a script gets is the one before that on the video, as it may be for a browser
 * under load.
 */
const delayFrames = `new Promise((done) => {
  const Given = VideoFrame;
  const frames = [];
  const video = document.getElementById('video');
  const keep = () => {
    const frame = new Given(video);
    if (frame.timestamp === frames.at(-1)?.timestamp) frame.close();
    else frames.push(frame);
    if (frames.length > 2) frames.shift().close();
    if (frames.length === 2) done();
    window.keeping = video.requestVideoFrameCallback(keep);
  };
  window.VideoFrame = function () {
    return frames[0].clone();
  };
  window.restoreFrames = () => {
    video.cancelVideoFrameCallback(window.keeping);
    for (const frame of frames) frame.close();
    window.VideoFrame = Given;
  };
  keep();
})`;

interface Seen {
  readonly isVideo: boolean;
  readonly shown: string;
  readonly timeMs: number;
}
const seen = () => page.evaluate<Seen[]>('seen');

describe('the film on the page', () => {
  it('the film that plays shows the box where the still has it', { tags: 'slow' }, async () => {
    await waitUntil('the still', async () =>
      (await page.locator('#picture').getAttribute('data-shown'))?.includes(' hold 0 '),
    );
    const still = await seenBox();
    await page.locator('#speed').selectOption('0.25');
    await press(' ');
    await waitUntil('the film', isVideoShown);
    // The video rests at its frame while the page is looked at, however long that takes.
    await page.evaluate("document.getElementById('video').pause()");
    const film = await seenBox();
    expect(await isVideoShown()).toBe(true);
    expect(await playhead()).toBeLessThan(1000);
    await press(' ');
    await page.locator('#speed').selectOption('1');
    for (const side of ['x', 'y'] as const) expect(Math.abs(film[side] - still[side])).toBeLessThan(0.2);
    expect(Math.abs(film.area / still.area - 1)).toBeLessThan(0.02);
  });

  /** Plays from a time on, pauses while the box moves, and compares the page before and after the still arrives. */
  async function pauseAndCompare(startMs: number, prepare = async () => {}): Promise<void> {
    const stills = /\/api\/still\?.*purpose=still/;
    await press('Home');
    for (let timeMs = 0; timeMs < startMs; timeMs += 100) await press('ArrowRight');
    await press(' ');
    await waitUntil('the film', isVideoShown);
    await prepare();
    await waitUntil('movement', async () => (await isVideoShown()) && (await playhead()) > startMs + 150);
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(stills, async (route) => {
      await released;
      await route.continue();
    });
    await press(' ');
    expect(await isVideoShown()).toBe(false);
    const frame = Number((await page.locator('#frame-number').textContent())?.slice(6));
    const timeMs = await playhead();
    expect(timeMs).toBe(Math.round((frame * 1000) / 30));
    const copied = await page.evaluate<number>(boxOnCanvas);
    release();
    await waitUntil('the still', async () =>
      (await page.locator('#picture').getAttribute('data-shown'))?.includes(' '),
    );
    await page.unroute(stills);
    const still = await page.evaluate<number>(boxOnCanvas);
    expect(still).toBeCloseTo(80 + (480 * ((frame * 1000) / 30 - 1000)) / 2000, 0);
    // A frame later, the box is 8 pixels further.
    expect(Math.abs(copied - still)).toBeLessThan(1);
  }

  it('a pause shows the same frame before and after its still arrives', { tags: 'slow' }, async () => {
    for (const startMs of [1000, 1600, 2300]) await pauseAndCompare(startMs);
  });

  it('a pause shows the frame of its time, even if the video is a frame further', async () => {
    onTestFinished(() => page.evaluate<void>('restoreFrames()'));
    await pauseAndCompare(1000, () => page.evaluate<void>(delayFrames));
  });

  it('the film continues at once from the frame at which it was paused, and never steps back', {
    tags: 'slow',
  }, async () => {
    await page.evaluate(noteFrames);
    await press(' ');
    for (const untilMs of [400, 900, 1700]) {
      await waitUntil('a while', async () => (await playhead()) > untilMs);
      await press(' ');
      await press(' ');
    }
    await waitUntil('the end', async () => (await playhead()) === 4000);
    const times = (await seen()).map(({ timeMs }) => timeMs);
    // A pause shows the frame that a script gets, which may be the one before the frame on the page.
    for (const [index, timeMs] of times.entries())
      expect(timeMs - (times[index - 1] ?? 0)).toBeGreaterThan(-70);
  });

  it('a loop of the film stays with the film', { tags: 'slow' }, async () => {
    await press('ArrowRight');
    await press('i');
    for (let step = 0; step < 6; step++) await press('ArrowRight');
    await press('o');
    await press(' ');
    await waitUntil('the film', isVideoShown);
    await page.evaluate(noteFrames);
    let jumps = 0;
    let last = 0;
    await waitUntil('three rounds', async () => {
      const now = await playhead();
      if (now < last) jumps++;
      last = now;
      return jumps >= 3;
    });
    const all = await seen();
    await press(' ');
    expect(all.every(({ isVideo }) => isVideo)).toBe(true);
    for (const { timeMs } of all) expect(timeMs).toBeGreaterThanOrEqual(99);
  });

  it('a jump while the film plays shows the still of that time at once, and then the film', async () => {
    await press(' ');
    await waitUntil('the film', isVideoShown);
    await page.evaluate(noteFrames);
    await press('Shift+ArrowRight');
    await waitUntil('the film', async () => (await seen()).some(({ isVideo }) => !isVideo) && isVideoShown());
    await press(' ');
    const stills = (await seen()).filter(({ isVideo, shown }) => !isVideo && shown !== '');
    for (const { timeMs } of stills) expect(timeMs).toBeGreaterThanOrEqual(1000);
  });

  it('a save while the film plays goes on with stills of the new version, and then with its film', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    await save(movingBox({ end: 20_000 }));
    await page.locator('#status-text', { hasText: 'Up to date, film ready' }).waitFor();
    await press('Home');
    await press(' ');
    await waitUntil('the film', isVideoShown);
    await page.evaluate(noteFrames);
    await save(movingBox({ name: 'Lower', end: 20_000, y: 240 }));
    const { revision } = stand.session.state;
    await waitUntil('the film of the new version', async () => {
      const all = await seen();
      const first = all.findIndex(({ isVideo }) => !isVideo);
      return first >= 0 && all.slice(first).some(({ isVideo }) => isVideo);
    });
    expect((await seenBox()).y).toBeCloseTo(240, 0);
    const all = await seen();
    await press(' ');
    const stills = all.filter(({ isVideo }) => !isVideo);
    // Until the first still of the new version, the last frame stays.
    for (const { shown } of stills) expect(shown).toMatch(new RegExp(`^$|^${revision} `));
    for (const [index, { timeMs }] of all.entries())
      expect(timeMs).toBeGreaterThanOrEqual(all[index - 1]?.timeMs ?? 0);
  });

  it('the button that plays tells whether the film is ready', { tags: 'slow' }, async () => {
    const described = await page.locator('#play').getAttribute('aria-describedby');
    await page.locator(`#${described}`, { hasText: 'Up to date, film ready' }).waitFor({ state: 'attached' });
    await save(movingBox({ name: 'Long', end: 70_000 }));
    await page.locator(`#${described}`, { hasText: 'lasts 73000 ms' }).waitFor({ state: 'attached' });
  });

  it('a browser that cannot play H.264 plays stills', { tags: 'slow' }, async () => {
    const tab = await page.context().newPage();
    onTestFinished(() => tab.close());
    await tab.addInitScript(`HTMLMediaElement.prototype.canPlayType = () => ''`);
    await tab.goto(stand.url.href);
    await tab.locator('#status-text', { hasText: 'Up to date, plays stills' }).waitFor();
    await tab.keyboard.press(' ');
    await waitUntil('the time', async () => (await tab.locator('#time').textContent()) !== '0:00.000');
    expect(await tab.locator('#video').getAttribute('src')).toBeNull();
    expect(await tab.locator('#video').isVisible()).toBe(false);
  });

  it('the page causes no errors while films play', () => {
    expect(faults).toEqual([]);
  });
});
