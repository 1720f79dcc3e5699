import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ChromiumSession, openChromium } from './chromium-session.ts';
import { fragmentPictures } from './film/fragment-film.ts';
import { decodePng, type Picture } from './picture.ts';

/** Observations while playing a film. */
export interface Playback {
  /** The part of the film that can be played when all of it is loaded, in seconds. */
  readonly buffered: readonly [number, number];
  /** Film time of the first picture shown, in seconds: of the original file, and of its fragments. */
  readonly firstShown: readonly number[];
  /** Pictures after a jump to each time, in a player that has only the segment with that time. */
  readonly jumps: readonly Picture[];
}

/** Runs in the browser, for which this project has no types. */
const play = `async ({ mime, start, segments, whole, jumps, nearness }) => {
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const within = (what, promise) => Promise.race([promise, new Promise((_, failed) =>
    setTimeout(() => failed(new Error('nothing came of this in 60 s: ' + what)), 60000))]);
  const once = (target, name) => new Promise((done, failed) => {
    target.addEventListener(name, done, { once: true });
    target.addEventListener('error', () => failed(new Error('error instead of ' + name)), { once: true });
  });
  const videoOf = (url) => {
    const video = document.createElement('video');
    document.body.replaceChildren(video);
    video.muted = true;
    video.preload = 'auto';
    const shown = new Promise((done) => video.requestVideoFrameCallback((_, { mediaTime }) => done(mediaTime)));
    video.src = url;
    return { video, firstShown: within('the first picture', shown) };
  };

  const file = new Blob([bytesOf(whole)], { type: 'video/mp4' });
  const plain = await videoOf(URL.createObjectURL(file)).firstShown;

  const source = new MediaSource();
  const { video, firstShown } = videoOf(URL.createObjectURL(source));
  await within('sourceopen', once(source, 'sourceopen'));
  const buffer = source.addSourceBuffer(mime);
  const append = async (base64) => {
    const done = once(buffer, 'updateend');
    buffer.appendBuffer(bytesOf(base64));
    await within('append', done);
  };
  await append(start);
  for (const { bytes } of segments) await append(bytes);
  const { buffered } = buffer;
  const stretch = [buffered.start(0), buffered.end(buffered.length - 1), buffered.length];
  const first = await firstShown;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const pictures = [];
  for (const { time, segment } of jumps) {
    const empty = once(buffer, 'updateend');
    buffer.remove(0, Infinity);
    await within('remove', empty);
    await append(segments[segment].bytes);
    // Otherwise the player waits for data after the last picture.
    source.endOfStream();
    const shown = new Promise((done) => {
      const look = (_, { mediaTime }) =>
        Math.abs(mediaTime - time) < nearness ? done() : video.requestVideoFrameCallback(look);
      video.requestVideoFrameCallback(look);
    });
    video.currentTime = time;
    await within('jump to ' + time, shown);
    canvas.getContext('2d').drawImage(video, 0, 0);
    pictures.push(canvas.toDataURL('image/png').split(',')[1]);
  }
  return { stretch, firstShown: [plain, first], pictures };
}`;

/** Chromium as a player of our films, by Media Source Extensions. `close` ends it and removes its profile. */
export class ChromiumPlayer {
  readonly #session: ChromiumSession;

  private constructor(session: ChromiumSession) {
    this.#session = session;
  }

  static async start(): Promise<ChromiumPlayer> {
    const session = await openChromium();
    const path = join(session.folder, 'player.html');
    await writeFile(path, '<!doctype html><title>player</title><body></body>');
    await session.page.goto(pathToFileURL(path).href);
    return new ChromiumPlayer(session);
  }

  /** Opens a film at its first picture, then jumps to each of these frames. */
  async play(film: Uint8Array, frames: readonly number[], framesPerSecond: number): Promise<Playback> {
    const { mime, start, segments } = fragmentPictures(film);
    const jumps = frames.map((frame) => ({
      // The last one may be cut to a fraction of a frame.
      time: (frame + 0.1) / framesPerSecond,
      segment: segments.findLastIndex(({ first }) => first <= frame),
    }));
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const sent = {
      ...{ mime, jumps, nearness: 0.5 / framesPerSecond, start: base64(start), whole: base64(film) },
      segments: segments.map(({ bytes }) => ({ bytes: base64(bytes) })),
    };
    const seen: { stretch: [number, number, number]; firstShown: number[]; pictures: string[] } =
      await this.#session.page.evaluate(`(${play})(${JSON.stringify(sent)})`);
    const [from, to, stretches] = seen.stretch;
    if (stretches !== 1) throw new Error(`the film has ${stretches} stretches that can be played, not one`);
    const pictures = seen.pictures.map((picture) => decodePng(Buffer.from(picture, 'base64')));
    return { buffered: [from, to], firstShown: seen.firstShown, jumps: await Promise.all(pictures) };
  }

  async close(): Promise<void> {
    await this.#session.close();
  }
}
