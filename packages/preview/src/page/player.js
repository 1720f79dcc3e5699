/** @import { Loop } from './loop.js' */

/** The width, in pixels, of the stills that play while the small film is not ready. */
export const playingWidth = 640;

/** Plays the small film with its sound, or stills until it is ready. */
export class Player {
  #video;
  #onTime;
  #onPlaying;
  #durationMs = 0;
  #timeMs = 0;
  /** @type {Loop | null} */
  #loop = null;
  /** @type {string | null} */
  #movie = null;
  /** @type {{ readonly startedAt: number, readonly from: number } | undefined} */
  #clock;
  #request = 0;
  #speed = 1;

  /**
   * @param {HTMLVideoElement} video
   * @param {object} listeners
   * @param {(timeMs: number, isVideo: boolean) => void} listeners.onTime Gets the time of each picture that plays, and
   * whether the video shows it.
   * @param {(isPlaying: boolean) => void} listeners.onPlaying
   */
  constructor(video, { onTime, onPlaying }) {
    this.#video = video;
    this.#onTime = onTime;
    this.#onPlaying = onPlaying;
    video.addEventListener('error', () => this.setMovie(null));
  }

  get isPlaying() {
    return this.#clock !== undefined;
  }

  /** @param {string | null} url The URL of the small film, or null while it is not ready. */
  setMovie(url) {
    if (url === this.#movie) return;
    this.#movie = url;
    if (url === null) {
      this.#video.removeAttribute('src');
      this.#video.load();
    } else this.#video.src = url;
    if (this.isPlaying) this.#begin();
  }

  /** @param {number} ms */
  setDuration(ms) {
    this.#durationMs = ms;
  }

  /** @param {Loop | null} loop */
  setLoop(loop) {
    this.#loop = loop;
  }

  /** @param {number} speed 1 is the speed of the film. */
  setSpeed(speed) {
    this.#speed = speed;
    if (this.isPlaying) this.#begin();
  }

  /**
   * @param {boolean} isMuted
   * @param {number} volume 0 to 1.
   */
  setSound(isMuted, volume) {
    this.#video.muted = isMuted;
    this.#video.volume = volume;
  }

  /** @param {number} timeMs */
  play(timeMs) {
    const { from, to } = this.#part();
    if (this.#durationMs === 0) return;
    this.#timeMs = timeMs >= to - 1 || timeMs < from ? from : timeMs;
    this.#begin();
    this.#onPlaying(true);
    this.#request = requestAnimationFrame(() => this.#step());
  }

  pause() {
    if (!this.isPlaying) return;
    this.#clock = undefined;
    cancelAnimationFrame(this.#request);
    this.#video.pause();
    this.#onPlaying(false);
  }

  /**
   * Continues from another time.
   * @param {number} timeMs
   */
  seek(timeMs) {
    this.#timeMs = timeMs;
    this.#begin();
  }

  /** The part of the film to play. */
  #part() {
    return this.#loop ?? { from: 0, to: this.#durationMs };
  }

  #begin() {
    this.#clock = { startedAt: performance.now(), from: this.#timeMs };
    if (!this.#movie) return;
    this.#video.currentTime = this.#timeMs / 1000;
    this.#video.playbackRate = this.#speed;
    this.#video.play().catch(() => {});
  }

  #step() {
    if (!this.#clock) return;
    const { startedAt, from } = this.#clock;
    const hasStarted =
      this.#movie !== null && !this.#video.paused && this.#video.readyState >= 2 && !this.#video.seeking;
    if (this.#movie) {
      // Before it has started, the video's time differs from the playhead's.
      if (hasStarted) this.#timeMs = Math.max(this.#video.currentTime * 1000, from);
    } else this.#timeMs = from + (performance.now() - startedAt) * this.#speed;
    const { from: first, to: end } = this.#part();
    const isAtEnd = this.#timeMs >= end || (this.#movie && this.#video.ended);
    if (isAtEnd && this.#loop) this.seek(first);
    else if (isAtEnd) {
      this.#onTime(end, false);
      this.pause();
      return;
    }
    this.#onTime(Math.min(this.#timeMs, this.#durationMs), hasStarted);
    this.#request = requestAnimationFrame(() => this.#step());
  }
}
