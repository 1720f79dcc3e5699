import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player } from '../src/page/player.js';

/** A video whose clock and shown frames the test moves. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  readyState = 4;
  paused = true;
  seeking = false;
  ended = false;
  src = '';
  #onFrame: ((now: number, frame: { mediaTime: number }) => void) | undefined;

  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
  }

  requestVideoFrameCallback(callback: (now: number, frame: { mediaTime: number }) => void): number {
    this.#onFrame = callback;
    return 1;
  }

  /** Shows the frame that starts at this time, while the clock of the video is already later. */
  show(frameMs: number, aheadMs = 0): void {
    this.currentTime = (frameMs + aheadMs) / 1000;
    const callback = this.#onFrame;
    callback?.(0, { mediaTime: frameMs / 1000 });
  }
}

describe('the player of the preview', () => {
  let video: FakeVideo;
  let player: Player;
  let times: number[];
  let shown: boolean[];
  let step: () => void;

  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
      step = callback;
      return 1;
    });
    vi.stubGlobal('cancelAnimationFrame', () => {
      step = () => {};
    });
    // As the frame of the video was shown last.
    vi.stubGlobal(
      'VideoFrame',
      class {
        timestamp = lastFrameMs * 1000;
        close() {}
      },
    );
    video = new FakeVideo();
    times = [];
    shown = [];
    player = new Player(video as never, {
      onTime: (timeMs: number) => times.push(timeMs),
      onVideo: (isShown: boolean) => shown.push(isShown),
      onPlaying: () => {},
    });
    player.setDuration(4000);
    player.setMovie('film.mp4');
  });
  afterEach(() => vi.unstubAllGlobals());

  let lastFrameMs = 0;
  function show(frameMs: number, aheadMs?: number): void {
    lastFrameMs = frameMs;
    video.show(frameMs, aheadMs);
    step();
  }

  it('shows the time of the frame, even if the clock of the video is ahead of it', () => {
    player.play(0);
    show(0);
    for (const [frameMs, aheadMs] of [
      [33, 5],
      [67, 300],
      [100, 280],
    ] as const)
      show(frameMs, aheadMs);
    expect(times).toEqual([0, 33, 67, 100]);
    expect(shown.at(-1)).toBe(true);
  });

  it('a pause stays at the time that was shown last, and playing again continues there', () => {
    player.play(0);
    show(0);
    show(33, 300);
    player.pause();
    expect(times.at(-1)).toBe(33);
    player.play(33);
    show(33);
    show(67, 120);
    expect(
      times.map((time, index) => time - (times[index - 1] ?? 0)).every((difference) => difference >= 0),
    ).toBe(true);
    expect(times.at(-1)).toBe(67);
  });

  it('a loop returns when a frame at its end is shown', () => {
    player.setLoop({ from: 100, to: 200 });
    player.play(100);
    show(100);
    show(167, 60);
    expect(times.at(-1)).toBe(167);
    show(200);
    expect(times.at(-1)).toBe(100);
    expect(video.currentTime).toBeCloseTo(0.1005);
  });

  it('the end of the video is the end of the film', () => {
    player.play(3900);
    show(3900);
    show(3967);
    video.ended = true;
    step();
    expect(times.at(-1)).toBe(4000);
    expect(player.isPlaying).toBe(false);
  });
});
