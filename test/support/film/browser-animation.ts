import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openChromium } from '../chromium-session.ts';
import type { Picture } from '../picture.ts';

/** A picture of an animation as Chromium decodes it. */
export interface AnimationFrame {
  readonly durationMs: number;
  readonly picture: Picture;
}

interface DecodedFrame {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** RGBA, in Base64. */
  readonly pixels: string;
}

/** Runs in the browser, for which this project has no types. */
const decode = `async (type) => {
  const data = await (await fetch('/file')).arrayBuffer();
  const decoder = new ImageDecoder({ data, type });
  await decoder.tracks.ready;
  const frames = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const { displayWidth: width, displayHeight: height, duration } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let text = '';
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
    frames.push({ width, height, durationMs: duration / 1000, pixels: btoa(text) });
    image.close();
  }
  return frames;
}`;

/** Runs in the browser. */
const seek = `async (times) => {
  const video = document.createElement('video');
  document.body.append(video);
  video.src = URL.createObjectURL(await (await fetch('/file')).blob());
  await new Promise((done, fail) => {
    video.onloadeddata = done;
    video.onerror = () => fail(new Error(video.error.message));
  });
  const [width, height] = [video.videoWidth, video.videoHeight];
  const frames = [];
  for (const time of times) {
    const found = new Promise((done) => video.addEventListener('seeked', done, { once: true }));
    // The picture of that time may be presented later than the event.
    const presented = new Promise((done) => {
      const look = (_, { mediaTime }) =>
        Math.abs(mediaTime - time / 1000) < 1 / 20 ? done() : video.requestVideoFrameCallback(look);
      video.requestVideoFrameCallback(look);
    });
    video.currentTime = time / 1000;
    await Promise.all([found, presented]);
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let text = '';
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
    frames.push({ width, height, durationMs: video.duration * 1000, pixels: btoa(text) });
  }
  return frames;
}`;

/** Decodes an animated picture with Chromium's ImageDecoder, which composes every picture from the previous ones. */
export async function decodeAnimation(file: Uint8Array, type: string): Promise<AnimationFrame[]> {
  const frames = await framesInChromium(file, type, decode, type);
  return frames.map((frame) => ({ durationMs: frame.durationMs, picture: pictureOf(frame) }));
}

/** Returns the pictures that Chromium's player shows at these times of a film, in their order, and its duration. */
export async function seekInChromium(file: Uint8Array, timesMs: readonly number[], type = 'video/webm') {
  const frames = await framesInChromium(file, type, seek, timesMs);
  return {
    durationMs: frames[0]?.durationMs ?? Number.NaN,
    pictures: frames.map((frame, index) => ({ timeMs: timesMs[index] ?? 0, picture: pictureOf(frame) })),
  };
}

function pictureOf({ width, height, pixels }: DecodedFrame): Picture {
  return { width, height, data: new Uint8ClampedArray(Buffer.from(pixels, 'base64')) };
}

/** Calls a script of a page that has a file of this type at the path `file`. */
async function framesInChromium(
  file: Uint8Array,
  type: string,
  script: string,
  argument: unknown,
): Promise<DecodedFrame[]> {
  const session = await openChromium();
  // The decoder exists only in pages of a secure origin.
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/file' ? type : 'text/html');
    response.end(request.url === '/file' ? file : '<!doctype html>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.close();
    await session.close();
  });
  const { page } = session;
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page.evaluate<DecodedFrame[]>(`(${script})(${JSON.stringify(argument)})`);
}
